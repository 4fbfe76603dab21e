"""Cards of a decision as buttons or in menus, their labels, and the legend of the marks on them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any, Final

import discord
from discord import ui

from bot.table.desk.shown import ShownTable
from cogs.ui.answer_buttons import answer_button, option_rows
from cogs.ui.controls import Verb
from cogs.ui.items import MENU_LIMIT, TableButton, menu, rows_of
from cogs.ui.words import COVERING, look_of
from rules.core.cards import FACES, Card, Color
from rules.core.decisions import ChooseCard
from rules.core.views import SeatView

BUTTON_LIMIT: Final = 25
"""Most cards shown as buttons: five rows."""
BUTTONS_WITH_OTHERS: Final = 20
"""Most cards shown as buttons if there are other answers: four rows."""
PHONE_ROW: Final = 3
"""Cards in a row of a hand of up to ``PHONE_MOST``: as many as a phone shows side by side."""
PHONE_MOST: Final = 12
OTHER_BUTTONS: Final = 5
"""Most other answers shown as buttons: one row."""
COPIES: Final = ("", "of the second deck", "of the third deck")
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


def card_option(
    table: ShownTable, view: SeatView, card: Card, value: str, *, is_chosen: bool = False
) -> discord.SelectOption:
    """A card as a menu option, marked as on a button; ``value`` is sent if it is chosen."""
    return discord.SelectOption(
        label=card_label(table, view, card),
        value=value,
        emoji=look_of(table).emoji(card),
        description=COPIES[card // FACES] or None,
        default=is_chosen,
    )


def card_rows(
    table: ShownTable, view: SeatView, decision: ChooseCard, order: Sequence[Card], covering: Collection[Card]
) -> list[ui.ActionRow[Any]]:
    """Rows to choose one card of ``order``, then the decision's other answers.

    Each card is a button, disabled if it is not legal; too many legal ones go into a menu for each color.
    Cards of ``covering`` lie on a covered card and are marked so.
    """
    others = option_rows(
        table, view, decision.otherwise, most=OTHER_BUTTONS, style=discord.ButtonStyle.success
    )
    return [*_cards(table, view, decision, order, covering), *others]


def _cards(
    table: ShownTable, view: SeatView, decision: ChooseCard, order: Sequence[Card], covering: Collection[Card]
) -> list[ui.ActionRow[Any]]:
    if len(order) <= (BUTTONS_WITH_OTHERS if decision.otherwise else BUTTON_LIMIT):
        buttons = [_button(table, view, decision, card, is_covering=card in covering) for card in order]
        return rows_of(buttons, PHONE_ROW) if len(buttons) <= PHONE_MOST else rows_of(buttons)
    birds = [card for card in order if card.is_bird and card in decision.cards]
    rows = rows_of([_button(table, view, decision, card) for card in birds])
    for color in Color:
        cards = [card for card in order if card.color is color and card in decision.cards]
        for start in range(0, len(cards), MENU_LIMIT):
            rows.append(_menu(table, view, decision, cards[start : start + MENU_LIMIT], color))
    return rows


def _button(
    table: ShownTable, view: SeatView, decision: ChooseCard, card: Card, *, is_covering: bool = False
) -> TableButton:
    legal = card in decision.cards
    return answer_button(
        table,
        decision.actions[card],
        card_label(table, view, card, is_covering=is_covering),
        style=discord.ButtonStyle.primary if legal else discord.ButtonStyle.secondary,
        emoji=look_of(table).emoji(card),
        disabled=not legal,
    )


def _menu(
    table: ShownTable, view: SeatView, decision: ChooseCard, cards: Sequence[Card], color: Color
) -> ui.ActionRow[Any]:
    look = look_of(table)
    options = [card_option(table, view, card, str(decision.actions[card])) for card in cards]
    placeholder = f"{look.shapes[color]} {look.words[color].capitalize()}"
    return menu(table, Verb.PICK, str(cards[0]), options, placeholder=placeholder)
