"""Leading to a trick: draw trumps while it helps, cash winners, else give nothing away."""

from __future__ import annotations

from typing import Final

from bot.computers.bidding_games.following import gets_rid
from bot.computers.bidding_games.odds import beaters, holds_up
from bot.computers.bidding_games.stakes import RANK, Stakes, height, worth_later
from bot.computers.memory import Memory
from rules.core.cards import Card

MATE: Final = 0.8
"""How often a partner with the best card of a color takes the trick."""
RISKED: Final = 2.0
"""Weight of a led card's points if the trick is lost: a partner's winner could have taken the card."""
LOST: Final = 0.5
"""Weight of what others add to a lost trick; most of it was theirs anyway."""
DRAW: Final = 6.0
"""Worth of drawing a round of trumps, for the declarer."""
RETURN: Final = 30.0
"""Points for returning the declarer's trump lead: the declarer expects it, and sampled deals cannot know
that."""
ENOUGH: Final = 0.5
"""Trumps a hand needs for each trump the opponents may hold, to draw them."""
SMOKE: Final = 0.5
"""Worth of each step of height of a trump led to smoke out a higher one."""
RELUCTANT: Final = 3.0
"""Points against a trump lead by another hand than the declarer's, unless it returns the declarer's."""


def lead_gain(memory: Memory, stakes: Stakes, card: Card) -> float:
    """Points expected to be won by leading a card, less those lost and less its worth if kept."""
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
    """Probability that a led card takes the trick, and that a partner takes it instead."""
    suit = memory.ranking.suit[card]
    better = beaters(memory, suit, card)
    opponents = [hand for hand in memory.to_come if memory.is_opponent(hand)]
    own = holds_up(memory, opponents, suit, better)
    out = (better & memory.hands.unseen).bit_count()
    if any(memory.hands.holds[mate] & better for mate in memory.to_come if not memory.is_opponent(mate)):
        return own, (1.0 - own) * MATE
    holders = [hand for hand in memory.to_come if memory.hands.could[hand] & better]
    held = sum(memory.hands.counts[hand] for hand in holders if not memory.is_opponent(hand))
    if not out:
        return own, 0.0
    share = held / max(1, sum(memory.hands.counts[hand] for hand in holders))
    # If one higher card is out, the case that a mate holds it is already in ``own``.
    return own, (1.0 - own) * MATE * share * (out - 1) / out


def _drawing(memory: Memory, stakes: Stakes, card: Card, own: float) -> float:
    """Points for leading a trump, without the trick's own; 0 for the declarer if no opponent has one left."""
    opponents = memory.opponents_trumps.bit_count()
    if not draws(memory):
        returns = is_returned(memory, card)
        return RETURN + worth_later(memory, stakes, card) if returns else -RELUCTANT
    if not opponents or (memory.hand & memory.trumps).bit_count() < ENOUGH * opponents:
        return 0.0
    # A trump that draws trumps keeps the worth it had in the hand. Of sure winners the lowest goes first, so
    # that the highest is left for the last trick; without them, a high card that does not count.
    value = memory.value[card]
    if own > 0.99:
        return DRAW + worth_later(memory, stakes, card) - value - RANK / 10 * height(memory, card)
    smoke = 0.0 if value else SMOKE * height(memory, card)
    return DRAW + worth_later(memory, stakes, card) + smoke


def is_returned(memory: Memory, card: Card) -> bool:
    """Whether a trump without points returns the declaring partner's lead and opponents may have some."""
    is_asked = memory.is_declaring and memory.declarer in memory.heard.led_trumps and not draws(memory)
    is_plain = memory.is_trump(card) and not memory.value[card]
    return is_asked and is_plain and bool(memory.opponents_trumps)


def draws(memory: Memory) -> bool:
    """Whether this hand draws trumps: the declarer's, or another that the declarer plays."""
    return memory.declarer in (memory.seat, memory.teams.control[memory.seat])
