"""Choosing a card: rank the legal cards at first sight, then compare the best in sampled deals."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from bot.computers.bidding_games.certain import without_mistakes
from bot.computers.bidding_games.following import follow_gain, without_ruffing_a_mate
from bot.computers.bidding_games.leading import lead_gain
from bot.computers.bidding_games.misjudging import at_a_glance
from bot.computers.bidding_games.puzzling import puzzles
from bot.computers.bidding_games.stakes import height, stakes_of
from bot.computers.bidding_games.thinking import Weighed, weighed
from bot.computers.memory import Memory
from rules.core.cards import Card
from rules.core.decisions import ChooseCard

PUZZLE: Final = 300.0
"""Points taken off the first sight of a card that certainly puzzles a partner. Where deals are solved, the
first sight weighs 0.3 of that: 90 points."""


class Compared(NamedTuple):
    """The candidate cards and their worth."""

    gains: dict[Card, float]
    """Points gained at first sight by card, the lowest card first."""
    found: Weighed
    """Worth of the best of them in sampled deals."""

    @property
    def best_first(self) -> list[Card]:
        """The candidates by worth and weighted first sight, best first; of equal ones the lowest."""
        worth, judgement = self.found.worth, self.found.judgement
        return sorted(worth, key=lambda card: -worth[card] - judgement * self.gains[card])


def choose_card(memory: Memory, decision: ChooseCard) -> Card:
    """The card to play; of equal ones the lowest."""
    if len(decision.cards) == 1:
        return next(iter(decision.cards))
    return compared(memory, decision).best_first[0]


@lru_cache(maxsize=1)
def compared(memory: Memory, decision: ChooseCard) -> Compared:
    """Compare the legal cards. Cached, since the answer, its reason and the ranking of a hint all need it."""
    gains = at_a_glance(memory, promising(memory, decision))
    return Compared(gains, weighed(memory, gains))


def promising(memory: Memory, decision: ChooseCard) -> dict[Card, float]:
    """Estimated gain in points by card, without search: the lowest card first, certain mistakes left out.

    Cards that puzzle a partner lose up to ``PUZZLE`` points.
    """
    cards, stakes = list(decision.cards), stakes_of(memory)
    if memory.trick:
        cards = without_mistakes(memory, without_ruffing_a_mate(memory, cards))
    gain = follow_gain if memory.trick else lead_gain
    lowest_first = sorted(cards, key=lambda card: (height(memory, card), card))
    puzzling = puzzles(memory, cards)
    return {card: gain(memory, stakes, card) - PUZZLE * puzzling.get(card, 0.0) for card in lowest_first}
