"""The scoring of Golden 10 and Flip."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Final

from rules.core.cards import Card, Color, card
from rules.core.scores import ScoreItem
from rules.games.golden10.options import FlipRules

GOLDEN: Final = card(Color.YELLOW, 10)
LESS: Final = 10
"""Points the Golden 10 takes off."""


class Scores(StrEnum):
    """Kinds of score items: red cards against a side, the Golden 10 for it."""

    RED_CARDS = "red_cards"
    GOLDEN_TEN = "golden_ten"


def value(rules: FlipRules, one: Card) -> int:
    """Points a card counts against its taker: the red 10 10, the red 5 by the rules, other reds 1, else 0."""
    if one.color is not Color.RED:
        return 0
    return {10: 10, 5: rules.red_five}.get(one.rank, 1)


def scored(rules: FlipRules, cards: Sequence[Card], total: int) -> tuple[ScoreItem, ...]:
    """The score items for captured ``cards``, of a side that had ``total`` points before the deal.

    The Golden 10 lowers the red points of the deal, or by the option the whole score, not below 0 (R-55).
    """
    reds = [card for card in cards if card.color is Color.RED]
    points = sum(value(rules, card) for card in reds)
    against = ScoreItem(Scores.RED_CARDS, len(reds), points)
    if not rules.has_golden_ten or GOLDEN not in cards:
        return (against,)
    most = points + total if rules.golden_cumulative else points
    return against, ScoreItem(Scores.GOLDEN_TEN, 1, -min(LESS, most))
