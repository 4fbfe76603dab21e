"""What a card gains at first sight: led, played to a trick, or drawn.

Leading: draw trumps while it helps, cash winners, else give nothing away. Following: take the trick, feed it
or let it go.
"""

from __future__ import annotations

from typing import Final

from bot.computers.bidding_games.certain import holds
from bot.computers.bidding_games.odds import beaters, holds_up
from bot.computers.bidding_games.stakes import RANK, Stakes, height, stakes_of, worth_later
from bot.computers.memory import Memory
from rules.core.actions import TAKES, Action
from rules.core.cards import Card, CardSet

RESCUE: Final = 0.6
"""How often a partner yet to play takes a trick it probably could take."""
SAFE: Final = 0.5
"""A partner's card that holds with this chance is not trumped."""
UNBLOCK: Final = 0.5
"""Worth of getting rid of the last card of a color while holding trumps."""
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
COUNTER: Final = 0.5
"""Share of its points that a counter is worth in hand."""


def gets_rid(memory: Memory, card: Card) -> float:
    """Points for shortening a side color with trumps in hand; 0 for a trump or without trumps."""
    if memory.is_trump(card) or not memory.hand & memory.trumps:
        return 0.0
    return UNBLOCK / (memory.hand & memory.ranking.follow[memory.ranking.suit[card]]).bit_count()


def follow_gain(memory: Memory, stakes: Stakes, card: Card) -> float:
    """Points expected to be won by a card in this trick, less those lost and less its worth if kept."""
    chance = chance_to_take(memory, card)
    points = stakes.now + memory.value[card] + stakes.feed * len(memory.to_come)
    points += memory.at_stake
    gain = (chance - (1.0 - chance) * stakes.loss) * points
    return gain + gets_rid(memory, card) - worth_later(memory, stakes, card)


def chance_to_take(memory: Memory, card: Card) -> float:
    """Probability that the player's side takes the trick if ``card`` is played."""
    power = memory.ranking.power[memory.led]
    best = memory.best
    ours = not memory.is_opponent(memory.winner)
    if power[card] > power[best]:
        best, ours = card, True
    better = beaters(memory, memory.led, best)
    mates = memory.mates_to_come
    holds = holds_up(memory, memory.opponents_to_come, memory.led, better) if ours else 0.0
    # A partner whose hand is known certainly takes the trick if it can.
    sure = 1.0 if mates and all(mate in memory.hands.known for mate in mates) else RESCUE
    rescued = sure * (1.0 - holds_up(memory, mates, memory.led, better))
    return holds + (1.0 - holds) * rescued


def without_ruffing_a_mate(memory: Memory, cards: list[Card]) -> list[Card]:
    """``cards`` without trumps if a partner's side card is likely to hold, unless all are trumps."""
    if memory.is_opponent(memory.winner) or memory.ranking.follow[memory.led] == memory.trumps:
        return cards
    if not holds(memory, memory.best, SAFE):
        return cards
    return [card for card in cards if not memory.is_trump(card)] or cards


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
    own = holds_up(memory, memory.opponents_to_come, suit, better)
    out = (better & memory.hands.unseen).bit_count()
    if any(memory.hands.holds[mate] & better for mate in memory.mates_to_come):
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


def draw(memory: Memory) -> Action:
    """Take the face-up card if it is worth at least an average unseen one; the opponent gets the other."""
    up, unseen = worth_of_draws(memory)
    return TAKES[0] if up >= unseen else TAKES[1]


def worth_of_draws(memory: Memory) -> tuple[float, float]:
    """Worth in points of the face-up card, and the mean worth of the unseen ones."""
    up = [_worth(memory, card) for card in CardSet(memory.heard.up)]
    unseen = [_worth(memory, card) for card in CardSet(memory.hands.unseen)]
    return sum(up), sum(unseen) / max(1, len(unseen))


def _worth(memory: Memory, card: Card) -> float:
    return worth_later(memory, stakes_of(memory), card) + COUNTER * memory.value[card]
