"""Cards on buttons and in menus: their names with what marks them, and what the marks mean."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bot.table.desk.shown import ShownTable
from cogs.ui.words import COVERING, look_of
from rules.core.cards import Card
from rules.core.views import SeatView

NEW: Final = "⁺"
"""Stands at a card that has just come to the hand: narrow, so that a phone shows three side by side."""
TRUMP: Final = "▲"
"""Stands behind a trump."""
COUNTS: Final = "•"
"""Stands behind a card that counts points, where no drawn face says so."""


def card_label(table: ShownTable, view: SeatView, card: Card, *, is_covering: bool = False) -> str:
    """A card on a button or in a menu, beside its emoji: ``R14⁺ ▲``."""
    look = look_of(table)
    name = look.name(card) + COVERING * is_covering + NEW * (card in view.fresh)
    marks = TRUMP * (card in view.table.trumps) + COUNTS * _is_marked_counter(table, view, card)
    return " ".join(filter(None, (name, marks)))


def marks_line(table: ShownTable, view: SeatView, cards: Iterable[Card]) -> list[str]:
    """What the marks of some cards mean; which of those one holds are new."""
    asked, look = list(cards), look_of(table)
    fresh = [card for card in view.order if card in view.fresh]
    told = [f"{NEW} new: {look.cards(fresh)}"] if fresh else []
    told += [f"{TRUMP} trump"] if any(card in view.table.trumps for card in asked) else []
    told += [f"{COUNTS} counter"] if any(_is_marked_counter(table, view, card) for card in asked) else []
    return [f"-# {' · '.join(told)}"] if told else []


def _is_marked_counter(table: ShownTable, view: SeatView, card: Card) -> bool:
    return card in view.table.counters and not look_of(table).faces
