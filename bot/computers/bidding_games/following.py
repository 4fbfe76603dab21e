"""Playing to a trick that is led: take it, feed it or let it go, whichever gains most."""

from __future__ import annotations

from typing import Final

from bot.computers.bidding_games.odds import beaters, holds_up
from bot.computers.bidding_games.stakes import Stakes, worth_later
from bot.computers.memory import Memory
from rules.core.cards import Card

RESCUE: Final = 0.6
"""How often a partner yet to play takes a trick it probably could take."""
SAFE: Final = 0.5
"""A partner's card that holds with this chance is not trumped."""
UNBLOCK: Final = 0.5
"""Worth of getting rid of the last card of a color while holding trumps."""


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
    opponents = [hand for hand in memory.to_come if memory.is_opponent(hand)]
    mates = [hand for hand in memory.to_come if not memory.is_opponent(hand)]
    holds = holds_up(memory, opponents, memory.led, better) if ours else 0.0
    # A partner whose hand is known certainly takes the trick if it can.
    sure = 1.0 if mates and all(mate in memory.hands.known for mate in mates) else RESCUE
    rescued = sure * (1.0 - holds_up(memory, mates, memory.led, better))
    return holds + (1.0 - holds) * rescued


def without_ruffing_a_mate(memory: Memory, cards: list[Card]) -> list[Card]:
    """``cards`` without trumps if a partner's side card is likely to hold, unless all are trumps."""
    if memory.is_opponent(memory.winner) or memory.ranking.follow[memory.led] == memory.trumps:
        return cards
    opponents = [hand for hand in memory.to_come if memory.is_opponent(hand)]
    if holds_up(memory, opponents, memory.led, beaters(memory, memory.led, memory.best)) < SAFE:
        return cards
    return [card for card in cards if not memory.is_trump(card)] or cards
