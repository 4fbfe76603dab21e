"""Leading to a trick: draw trumps while it helps, cash winners, else give nothing away."""

from __future__ import annotations

from typing import Final

from bot.computers.bidding_games.following import gets_rid
from bot.computers.bidding_games.odds import beaters, holds_up
from bot.computers.bidding_games.stakes import RANK, Stakes, height, worth_later
from bot.computers.memory import Memory
from rules.core.cards import Card

MATE: Final = 0.8
"""How often a mate that holds the best card of a color takes the trick."""
RISKED: Final = 2.0
"""Weight of the points of a card led in vain: it could have been fed to a mate's winner."""
LOST: Final = 0.5
"""Weight of what others add to a trick led in vain; most of it was theirs anyway."""
DRAW: Final = 6.0
"""Worth of drawing a round of trumps, for the declarer."""
RETURN: Final = 30.0
"""Worth of leading a trump to a declarer who has led them: he counts on it, whatever sampled deals say."""
ENOUGH: Final = 0.5
"""Trumps the declarer wants for each one the foes may hold, to draw them."""
SMOKE: Final = 0.5
"""Worth of each step of height of a trump led to smoke out a higher one."""
RELUCTANT: Final = 3.0
"""What speaks against leading trumps for anybody but the declarer, unless he has asked for them."""


def lead_gain(memory: Memory, stakes: Stakes, card: Card) -> float:
    """Points won less points lost by leading a card, and less what it is worth later."""
    own, mates = _chances(memory, card)
    value = memory.value[card]
    added = stakes.now + stakes.feed * len(memory.to_come)
    gain = own * (value + added) + mates * (0.7 * value + added)
    gain -= stakes.loss * (1.0 - own - mates) * (RISKED * value + LOST * added)
    gain += gets_rid(memory, card) - worth_later(memory, stakes, card)
    if memory.is_trump(card) and stakes.later:
        gain += _drawing(memory, stakes, card, own)
    return gain


def _chances(memory: Memory, card: Card) -> tuple[float, float]:
    """How likely a card led takes the trick itself, and how likely a mate takes it instead."""
    suit = memory.ranking.suit[card]
    better = beaters(memory, suit, card)
    foes = [hand for hand in memory.to_come if memory.is_foe(hand)]
    own = holds_up(memory, foes, suit, better)
    out = (better & memory.hands.unseen).bit_count()
    if any(memory.hands.holds[mate] & better for mate in memory.to_come if not memory.is_foe(mate)):
        return own, (1.0 - own) * MATE
    holders = [hand for hand in memory.to_come if memory.hands.could[hand] & better]
    held = sum(memory.hands.counts[hand] for hand in holders if not memory.is_foe(hand))
    if not out:
        return own, 0.0
    share = held / max(1, sum(memory.hands.counts[hand] for hand in holders))
    # With one higher card out, a mate's holding it is among the cases in which this card holds up.
    return own, (1.0 - own) * MATE * share * (out - 1) / out


def _drawing(memory: Memory, stakes: Stakes, card: Card, own: float) -> float:
    """What speaks for leading a trump besides the trick; nothing once the foes have none left."""
    foes = memory.foes_trumps.bit_count()
    if not draws(memory):
        returns = is_returned(memory, card)
        return RETURN + worth_later(memory, stakes, card) if returns else -RELUCTANT
    if not foes or (memory.hand & memory.trumps).bit_count() < ENOUGH * foes:
        return 0.0
    # A trump led to draw is not lost to its purpose. Sure winners are drawn with from below, so that
    # the highest is left for the last trick; without them, a high card that does not count goes first.
    value = memory.value[card]
    if own > 0.99:
        return DRAW + worth_later(memory, stakes, card) - value - RANK / 10 * height(memory, card)
    smoke = 0.0 if value else SMOKE * height(memory, card)
    return DRAW + worth_later(memory, stakes, card) + smoke


def is_returned(memory: Memory, card: Card) -> bool:
    """Whether a card returns the trump lead of a declarer who is a mate, to foes who may have some left."""
    is_asked = memory.is_declaring and memory.declarer in memory.heard.led_trumps and not draws(memory)
    is_plain = memory.is_trump(card) and not memory.value[card]
    return is_asked and is_plain and bool(memory.foes_trumps)


def draws(memory: Memory) -> bool:
    """Whether this hand draws trumps: the declarer's, and another that the declarer plays himself."""
    return memory.declarer in (memory.seat, memory.teams.control[memory.seat])
