"""Cards that belong together: chosen in menus, then a button for each thing they may be."""

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
"""Menus of cards in one message: a hundred and fifty cards."""
CHOSEN_MOST: Final = 32
"""Cards chosen at a time: a control has room for no more."""
DIGITS: Final = 2
"""Digits of a card's number in base 36."""


def may_be_chosen(decision: ChooseCards, cards: Sequence[Card]) -> bool:
    """Whether cards may be laid away together, perhaps with more of them."""
    chosen = CardSet.of(cards)
    is_sound = len(set(cards)) == len(cards) <= decision.most and set(cards) <= set(decision.cards)
    return is_sound and (chosen & decision.few).bit_count() <= decision.few_most


def group_text(table: ShownTable, view: SeatView, decision: ChooseGroup, chosen: Sequence[Card]) -> list[str]:
    """What has been chosen so far; where that is nothing, what belongs together."""
    if not chosen:
        return []
    cards = look_of(table).cards(chosen)
    if decision.grouping.readings(CardSet.of(chosen)):
        return [f"**{cards}**: choose how to meld them."]
    why = said(table, table.rules.words.reason(view)) or "these cards don't go together."
    return [f"**{cards}**: {why}"]


def group_rows(
    table: ShownTable, view: SeatView, decision: ChooseGroup, chosen: Sequence[Card] = ()
) -> list[ui.ActionRow[Any]]:
    """A button for each thing the chosen cards may be, the menus of cards, and the other answers."""
    readings = decision.grouping.readings(CardSet.of(chosen)) if chosen else ()
    # A card that is no one's yet may belong, too: the top of the discards that is to be taken (Club).
    others = CardSet(decision.cards & ~view.hand)
    cards = [card for card in (*view.order, *others) if card in decision.cards]
    starts = range(0, len(cards), MENU_LIMIT)[:MENUS_MOST]
    menus = [
        _menu(table, view, decision, cards[start : start + MENU_LIMIT], chosen, is_only=len(starts) == 1)
        for start in starts
    ]
    return [
        *option_rows(table, view, readings, most=5),
        *menus,
        *option_rows(table, view, decision.otherwise, most=5),
    ]


def _menu(
    table: ShownTable,
    view: SeatView,
    decision: ChooseGroup,
    cards: Sequence[Card],
    chosen: Collection[Card],
    *,
    is_only: bool,
) -> ui.ActionRow[Any]:
    """Some of the cards; the control carries what is chosen in other menus."""
    look = look_of(table)
    options = [card_option(table, view, card, str(card), is_chosen=card in chosen) for card in cards]
    elsewhere = [card for card in chosen if card not in cards]
    control = Control(Verb.GROUP, table.id, table.revision, f"{cards[0]} {packed(elsewhere)}")
    most = min(decision.most, len(cards))
    part = "" if is_only else f" from {look.name(cards[0])} to {look.name(cards[-1])}"
    return ui.ActionRow(
        TableSelect(control, options, placeholder=f"Choose cards{part}", least=int(is_only), most=most)
    )


def packed(cards: Sequence[Card]) -> str:
    """Cards as two digits each, so that many find room in a control."""
    return "".join(base36(card).rjust(DIGITS, "0") for card in cards)


def unpacked(text: str) -> tuple[Card, ...]:
    """Read cards from two digits each.

    Raises:
        ValueError: the text is no list of cards.
    """
    return tuple(Card(int(text[start : start + DIGITS], 36)) for start in range(0, len(text), DIGITS))


def chosen_with(control: Control, values: Sequence[str]) -> tuple[Card, ...]:
    """What is chosen after a menu was used: its cards, and those of the other menus.

    Raises:
        ValueError: it names no cards, one twice, or more than belong together in any game.
    """
    _, _, elsewhere = control.argument.partition(" ")
    chosen = (*unpacked(elsewhere), *(Card.parse(value) for value in values))
    if len(set(chosen)) < len(chosen) or len(chosen) > CHOSEN_MOST:
        raise ValueError("a card is named twice, or there are too many")
    return chosen
