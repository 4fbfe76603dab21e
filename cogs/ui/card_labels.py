"""Labels of cards on buttons and in menus: names with marks, and the legend of the marks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bot.table.desk.shown import ShownTable
from cogs.ui.words import COVERING, look_of
from rules.core.cards import Card
from rules.core.views import SeatView

NEW: Final = "⁺"
"""Marks a card just added to the hand. Narrow, so that a phone shows three buttons in a row."""
COUNTS: Final = "•"
"""Marks a counter, unless drawn faces show it."""


def card_label(table: ShownTable, view: SeatView, card: Card, *, is_covering: bool = False) -> str:
    """Label of a card on a button or in a menu, without its emoji: ``R14⁺ •``."""
    look = look_of(table)
    name = look.name(card) + COVERING * is_covering + NEW * (card in view.fresh)
    return f"{name} {COUNTS}" if _is_marked_counter(table, view, card) else name


def marks_line(table: ShownTable, view: SeatView, cards: Iterable[Card]) -> list[str]:
    """A line that explains the marks on ``cards`` and lists new cards; an empty list without marks."""
    asked, look = list(cards), look_of(table)
    fresh = [card for card in view.order if card in view.fresh]
    told = [f"{NEW} new: {look.cards(fresh)}"] if fresh else []
    told += [f"{COUNTS} counter"] if any(_is_marked_counter(table, view, card) for card in asked) else []
    return [f"-# {' · '.join(told)}"] if told else []


def _is_marked_counter(table: ShownTable, view: SeatView, card: Card) -> bool:
    return card in view.table.counters and not look_of(table).faces
