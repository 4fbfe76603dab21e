"""Labels of the plays and of the score items of Tuxedo."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import Final

from rules.core.actions import Action, Capture, Play, Put
from rules.core.cards import Card
from rules.core.scores import ScoreItem
from rules.core.views import TableView
from rules.core.words import counted, gained, shown, shown_all
from rules.games.tuxedo.captures import Cards
from rules.games.tuxedo.facts import Pile
from rules.games.tuxedo.scoring import Scores

SCORES: Final[Mapping[str, str]] = {
    Scores.CARDS: "card",
    Scores.SWEEPS: "sweep",
    Scores.BIG_SWEEPS: "Big Sweep",
    Scores.LITTLE_SWEEPS: "Little Sweep",
    Scores.FIVES: "five",
    Scores.ORANGE: "Orange",
    Scores.WRONG_ORANGE: "wrong Orange",
}
WIDEST: Final = 60
"""Most characters of a label."""


def label(table: TableView, action: Action) -> str | None:
    """The label of laying a card down, taking cards or building; None for other actions."""
    match action:
        case Play(card):
            return f"Lay down {shown(card)}"
        case Capture(card, cards):
            return _taking(card, cards, tuple(chain(*places(table))))
        case Put((card, *others), place):
            under = tuple(others) or places(table)[place]
            value = card.rank + sum(other.rank for other in under)
            return f"Build {value}: {shown(card)} on {shown_all(under)}"
    return None


def places(table: TableView) -> tuple[Cards, ...]:
    """The cards of each place of the table: first the loose cards, then the builds."""
    loose = ((card,) for zone in table.zones if zone.kind == Pile.LOOSE for card in zone.shown)
    return (*loose, *(zone.shown for zone in table.zones if zone.kind == Pile.BUILD))


def _taking(card: Card, cards: Cards, on_table: Cards) -> str:
    """The label of a capture. A long one names the cards it leaves instead."""
    left = [one for one in on_table if one not in cards]
    verb, others = ("Take", f"all but {shown_all(left)}") if left else ("Sweep", f"all {len(cards)} cards")
    choices = (shown_all(cards, ", "), others, f"{len(cards)}: {shown_all(cards)}")
    labels = [f"{verb} {taken} with {shown(card)}" for taken in choices]
    return next((one for one in labels if _width(one) <= WIDEST), labels[-1])


def _width(template: str) -> int:
    """Characters of a label with its cards in plain notation."""
    return len(template.translate({ord("{"): None, ord("}"): None}))


def scored_for(item: ScoreItem) -> str:
    """A score item: ``2 fives +10``, ``1 wrong Orange −10``; without points just ``29 cards``."""
    name = counted(item.number, SCORES[item.kind])
    return f"{name} {gained(item.points)}" if item.points else name
