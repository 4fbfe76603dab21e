"""Choosing the discard: cards toggled by buttons or chosen in menus, a summary, and one button to confirm."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import discord
from discord import ui

from bot.table.desk.shown import ShownTable
from cogs.ui.answer_buttons import choose_again, option_button
from cogs.ui.card_choices import PHONE_ROW, card_label
from cogs.ui.controls import Verb
from cogs.ui.group_choices import cards_menu, may_be_chosen, packed
from cogs.ui.items import MENU_LIMIT, TableButton, rows_of, table_button
from cogs.ui.words import look_of
from rules.core.actions import Discard
from rules.core.cards import Card
from rules.core.decisions import ChooseCards
from rules.core.views import SeatView
from rules.core.words import counted

CHOSEN: Final = "✅"
"""Replaces a chosen card's face, so that no button changes its width under a thumb."""
TOGGLED_MOST: Final = 6
"""Largest discard that is chosen by one press a card (seven presses with the one that confirms)."""
PHONE_MOST: Final = 15
"""Most cards in rows of ``PHONE_ROW``: a row of five takes two lines of a phone; more rows fill a message."""


def nest_text(table: ShownTable, view: SeatView, decision: ChooseCards, chosen: Sequence[Card]) -> list[str]:
    """Lines with the cards chosen, and once these are a legal discard, with the cards kept."""
    look = look_of(table)
    lines = []
    if chosen:
        counters = sum(card in view.table.counters for card in chosen)
        counting = f" · {counted(counters, 'counter')}" if counters else ""
        lines.append(f"{len(chosen)} of {decision.most}: {look.cards(chosen)}{counting}")
    if decision.accepts(Discard(tuple(chosen))):
        lines += ["You keep:", *look.lines([card for card in view.order if card not in chosen])]
    return lines


def nest_rows(
    table: ShownTable, view: SeatView, decision: ChooseCards, chosen: Sequence[Card]
) -> list[ui.ActionRow[Any]]:
    """Rows to choose the discard, to confirm or clear it, and for the other answers.

    Each card is a button; a discard of more than ``TOGGLED_MOST`` cards is chosen in menus.
    """
    if decision.most > TOGGLED_MOST:
        offered = [card for card in view.order if card in decision.cards]
        asked = f"Choose {counted(decision.most, 'card')} to discard"
        cards = [
            cards_menu(
                table, view, Verb.LAY, offered[start : start + MENU_LIMIT], chosen, asked, most=decision.most
            )
            for start in range(0, len(offered), MENU_LIMIT)
        ]
    else:
        toggles = [_toggle(table, view, decision, chosen, card) for card in view.order]
        cards = rows_of(toggles, PHONE_ROW) if len(toggles) <= PHONE_MOST else rows_of(toggles)
    draft = Discard(tuple(chosen))
    number = len(chosen) if decision.accepts(draft) else decision.most
    enough = table_button(
        table,
        Verb.ANSWER,
        f"Discard these {number}" if number > 1 else "Discard it",
        argument=str(draft),
        style=discord.ButtonStyle.success,
        disabled=not decision.accepts(draft),
    )
    again = choose_again(table, disabled=not chosen)
    others = [option_button(table, view, option) for option in decision.otherwise]
    return cards + rows_of([enough, again, *others])


def _toggle(
    table: ShownTable, view: SeatView, decision: ChooseCards, chosen: Sequence[Card], card: Card
) -> TableButton:
    """The button of a card. Its control carries all cards that are chosen once it is pressed."""
    is_chosen = card in chosen
    after = tuple(one for one in view.order if (one in chosen) != (one == card))
    style = discord.ButtonStyle.success if is_chosen else discord.ButtonStyle.primary
    is_open = may_be_chosen(decision, after)
    return table_button(
        table,
        Verb.LAY,
        card_label(table, view, card),
        argument=packed(after),
        style=style if is_open else discord.ButtonStyle.secondary,
        emoji=CHOSEN if is_chosen else look_of(table).emoji(card),
        disabled=not is_open,
    )
