"""Playing to a trick that is led: take it, feed it or let it go, whichever gains most."""

from __future__ import annotations

from typing import Final

from bot.computers.bidding_games.odds import beaters, holds_up
from bot.computers.bidding_games.stakes import Stakes, worth_later
from bot.computers.memory import Memory
from rules.core.cards import Card

RESCUE: Final = 0.6
"""How often a mate yet to play does take a trick that it probably could take."""
SAFE: Final = 0.5
"""A mate's card that holds with this chance is not trumped."""
UNBLOCK: Final = 0.5
"""Worth of getting rid of the last card of a color while holding trumps."""


def gets_rid(memory: Memory, card: Card) -> float:
    """What it is worth to come nearer to a void, for one who can then trump."""
    if memory.is_trump(card) or not memory.hand & memory.trumps:
        return 0.0
    return UNBLOCK / (memory.hand & memory.ranking.follow[memory.ranking.suit[card]]).bit_count()


def follow_gain(memory: Memory, stakes: Stakes, card: Card) -> float:
    """Points won less points lost by playing a card to a trick, and less what it is worth later."""
    chance = chance_to_take(memory, card)
    points = stakes.now + memory.value[card] + stakes.feed * len(memory.to_come)
    points += memory.at_stake
    gain = (chance - (1.0 - chance) * stakes.loss) * points
    return gain + gets_rid(memory, card) - worth_later(memory, stakes, card)


def chance_to_take(memory: Memory, card: Card) -> float:
    """How likely this side takes the trick after a card is played."""
    power = memory.ranking.power[memory.led]
    best = memory.best
    ours = not memory.is_foe(memory.winner)
    if power[card] > power[best]:
        best, ours = card, True
    better = beaters(memory, memory.led, best)
    foes = [hand for hand in memory.to_come if memory.is_foe(hand)]
    mates = [hand for hand in memory.to_come if not memory.is_foe(hand)]
    holds = holds_up(memory, foes, memory.led, better) if ours else 0.0
    # What a partner's open hand can do, it will do.
    sure = 1.0 if mates and all(mate in memory.hands.known for mate in mates) else RESCUE
    rescued = sure * (1.0 - holds_up(memory, mates, memory.led, better))
    return holds + (1.0 - holds) * rescued


def without_ruffing_a_mate(memory: Memory, cards: list[Card]) -> list[Card]:
    """The cards that do not trump a mate's winner, if there are such and it is likely to hold."""
    if memory.is_foe(memory.winner) or memory.ranking.follow[memory.led] == memory.trumps:
        return cards
    foes = [hand for hand in memory.to_come if memory.is_foe(hand)]
    if holds_up(memory, foes, memory.led, beaters(memory, memory.led, memory.best)) < SAFE:
        return cards
    return [card for card in cards if not memory.is_trump(card)] or cards
