"""Choosing several cards, for a discard or a meld: menus of cards, and a button for each meld they make."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final

from discord import ui

from bot.table.desk.shown import ShownTable
from cogs.ui.answer_buttons import option_rows
from cogs.ui.card_choices import card_option
from cogs.ui.controls import Control, Verb, base36
from cogs.ui.items import MENU_LIMIT, TableSelect
from cogs.ui.news import said
from cogs.ui.words import look_of
from rules.core.cards import Card, CardSet
from rules.core.decisions import ChooseCards, ChooseGroup
from rules.core.views import SeatView

MENUS_MOST: Final = 6
"""Most menus of cards in one message: 150 cards."""
CHOSEN_MOST: Final = 32
"""Most cards chosen at a time: the limit of a ``custom_id``."""
DIGITS: Final = 2
"""Base-36 digits of a card's number."""


def may_be_chosen(decision: ChooseCards, cards: Sequence[Card]) -> bool:
    """Whether a legal discard can contain these cards."""
    chosen = CardSet.of(cards)
    are_offered = len(set(cards)) == len(cards) <= decision.most and set(cards) <= set(decision.cards)
    return are_offered and decision.allows_few(chosen)


def group_text(table: ShownTable, view: SeatView, decision: ChooseGroup, chosen: Sequence[Card]) -> list[str]:
    """A line with the chosen cards and what to do, or why they make no meld; an empty list without cards."""
    if not chosen:
        return []
    cards = look_of(table).cards(chosen)
    if decision.grouping.readings(CardSet.of(chosen)):
        return [f"**{cards}**: choose how to meld them."]
    why = said(table, table.rules.words.reason(view)) or "these cards don't go together."
    return [f"**{cards}**: {why}"]


def group_rows(
    table: ShownTable, view: SeatView, decision: ChooseGroup, chosen: Sequence[Card]
) -> list[ui.ActionRow[Any]]:
    """A button for each meld of the chosen cards, the menus of cards, and the other answers."""
    readings = decision.grouping.readings(CardSet.of(chosen)) if chosen else ()
    # A card outside the hand can be part of a meld: the top of the discard pile (Club).
    others = CardSet(decision.cards & ~view.hand)
    cards = [card for card in (*view.order, *others) if card in decision.cards]
    parts = [cards[start : start + MENU_LIMIT] for start in range(0, len(cards), MENU_LIMIT)][:MENUS_MOST]
    look, least, most, menus = look_of(table), int(len(parts) == 1), decision.most, []
    for part in parts:
        asked = "Choose cards"
        asked += "" if least else f" from {look.name(part[0])} to {look.name(part[-1])}"
        menus.append(cards_menu(table, view, Verb.GROUP, part, chosen, asked, least=least, most=most))
    return [
        *option_rows(table, view, readings, most=5),
        *menus,
        *option_rows(table, view, decision.otherwise, most=5),
    ]


def cards_menu(
    table: ShownTable,
    view: SeatView,
    verb: Verb,
    cards: Sequence[Card],
    chosen: Collection[Card],
    placeholder: str,
    *,
    least: int = 0,
    most: int,
) -> ui.ActionRow[Any]:
    """A menu of cards, several of which can be chosen; its control carries those chosen in other menus."""
    options = [card_option(table, view, card, str(card), is_chosen=card in chosen) for card in cards]
    elsewhere = [card for card in chosen if card not in cards]
    control = Control(verb, table.id, table.revision, f"{cards[0]} {packed(elsewhere)}")
    most = min(most, len(cards))
    return ui.ActionRow(TableSelect(control, options, placeholder=placeholder, least=least, most=most))


def packed(cards: Sequence[Card]) -> str:
    """Cards as two base-36 digits each, to fit many into a ``custom_id``."""
    return "".join(base36(card).rjust(DIGITS, "0") for card in cards)


def unpacked(text: str) -> tuple[Card, ...]:
    """Parse cards of two base-36 digits each, or raise ``ValueError``."""
    return tuple(Card(int(text[start : start + DIGITS], 36)) for start in range(0, len(text), DIGITS))


def chosen_with(control: Control, values: Sequence[str]) -> tuple[Card, ...]:
    """All cards chosen after a menu was used: its values, and the cards of the other menus.

    Raises ``ValueError`` for a text that is no card, a card named twice, or more than ``CHOSEN_MOST``.
    """
    _, _, elsewhere = control.argument.partition(" ")
    chosen = (*unpacked(elsewhere), *(Card.parse(value) for value in values))
    if len(set(chosen)) < len(chosen) or len(chosen) > CHOSEN_MOST:
        raise ValueError("a card is named twice, or there are too many")
    return chosen
