"""Playing a card: what looks best at first sight, thought through."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from random import Random
from typing import NamedTuple

from bot.computers.bidding_games.certain import without_follies
from bot.computers.bidding_games.following import follow_gain, without_ruffing_a_mate
from bot.computers.bidding_games.leading import lead_gain
from bot.computers.bidding_games.stakes import height, stakes_of
from bot.computers.bidding_games.thinking import Weighed, weighed
from bot.computers.memory import Memory
from rules.core.cards import Card
from rules.core.decisions import ChooseCard


class Compared(NamedTuple):
    """The cards that may be right, beside each other."""

    gains: dict[Card, float]
    """What each gains at first sight, the lowest card first."""
    found: Weighed
    """What those are worth that look best."""

    @property
    def best_first(self) -> list[Card]:
        """Those, by all that decides between them; of equal ones the lowest first."""
        worth, judgement = self.found.worth, self.found.judgement
        return sorted(worth, key=lambda card: -worth[card] - judgement * self.gains[card])


def choose_card(memory: Memory, decision: ChooseCard) -> Card:
    """The card to play; of equal ones the lowest."""
    if len(decision.cards) == 1:
        return next(iter(decision.cards))
    return compared(memory, decision).best_first[0]


@lru_cache(maxsize=1)
def compared(memory: Memory, decision: ChooseCard) -> Compared:
    """How the cards compare: searched once, for the answer, its reason and the others behind it."""
    gains = at_a_glance(memory, promising(memory, decision))
    return Compared(gains, weighed(memory, gains))


def promising(memory: Memory, decision: ChooseCard) -> dict[Card, float]:
    """The cards that are no certain folly, the lowest first, with what each gains at first sight."""
    cards, stakes = list(decision.cards), stakes_of(memory)
    if memory.trick:
        cards = without_follies(memory, without_ruffing_a_mate(memory, cards))
    gain = follow_gain if memory.trick else lead_gain
    lowest_first = sorted(cards, key=lambda card: (height(memory, card), card))
    return {card: gain(memory, stakes, card) for card in lowest_first}


def at_a_glance(memory: Memory, gains: Mapping[Card, float]) -> dict[Card, float]:
    """What each card seems to gain at first sight to this player, given what it does gain."""
    slips = memory.level.slips
    if not slips:
        return dict(gains)
    random = Random(memory.hand << 12 | len(memory.heard.tricks) << 4 | memory.seat)
    return {card: gain + random.gauss(0, slips) for card, gain in gains.items()}
