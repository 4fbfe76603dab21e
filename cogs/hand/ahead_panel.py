"""Controls of a waiting player's hand: decide the next answer ahead, or drop that plan."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import ui

from bot.common.errors import Refused
from bot.table.desk.shown import ShownTable
from bot.table.turns.ahead import CardAhead, PassAhead, Plan, cards_ahead, may_pass_ahead, passes_ahead
from cogs.ui.card_choices import card_option
from cogs.ui.controls import Control, Verb
from cogs.ui.items import MENU_LIMIT, TableButton, TableSelect, rows_of
from cogs.ui.words import look_of
from rules.core.cards import Card
from rules.core.views import SeatView
from rules.core.words import signed

NO_PLAN: Final = "none"
"""Argument of the control that drops a plan."""
BIDS_OFFERED: Final = 15
"""Bids in the menu of those to pass at."""
DIGITS: Final = 5
"""Most digits of a bid in a control's argument."""
NO_SUCH_PLAN: Final = "That can't be decided ahead. Open *My hand* and choose again."
FORGOTTEN: Final = "-# Only you see this. If the bot restarts, it's forgotten."


def ahead_text(table: ShownTable, plan: Plan | None) -> str:
    """What a plan will do, in a sentence; empty without a plan."""
    match plan:
        case PassAhead(0):
            said = "**You'll pass** when it's your turn."
        case PassAhead(least):
            said = f"**You'll pass** if the bid is {signed(least)} or more."
        case CardAhead(card):
            said = f"**You'll play** {look_of(table).cards([card])} if it's allowed."
        case None:
            return ""
    return f"{said}\n{FORGOTTEN}"


def ahead_rows(table: ShownTable, view: SeatView, plan: Plan | None) -> list[ui.ActionRow[Any]]:
    """Controls to decide ahead, or to drop ``plan``; empty if none is possible or no other people play."""
    if plan is not None:
        return rows_of([_button(table, NO_PLAN, "Change my mind")])
    if not table.has_company or table.seats[view.seat].computer:
        return []
    if may_pass_ahead(view):
        return [*rows_of([_button(table, "pass 0", "Pass when it's my turn")]), *_numbers(table, view)]
    cards = cards_ahead(view)[:MENU_LIMIT]
    if not cards:
        return []
    options = [card_option(table, view, card, f"play {card}") for card in cards]
    return [_menu(table, options, "Play a card ahead …")]


def read_plan(text: str) -> Plan | None:
    """Parse a control's argument or a menu's value (None drops the plan), or raise ``Refused``."""
    what, _, about = text.partition(" ")
    if text == NO_PLAN:
        return None
    if what == "pass" and about.isascii() and about.isdigit() and len(about) <= DIGITS:
        return PassAhead(int(about))
    try:
        return CardAhead(Card.parse(about if what == "play" else ""))
    except ValueError:
        raise Refused(NO_SUCH_PLAN) from None


def _numbers(table: ShownTable, view: SeatView) -> list[ui.ActionRow[Any]]:
    """A menu of the next bids to pass at; an empty list if there are none."""
    options = [
        discord.SelectOption(label=f"Pass at {signed(points)} or more", value=f"pass {points}")
        for points in passes_ahead(view)[:BIDS_OFFERED]
    ]
    return [_menu(table, options, "Pass once the bid is …")] if options else []


def _button(table: ShownTable, argument: str, label: str) -> TableButton:
    return TableButton(Control(Verb.AHEAD, table.id, table.revision, argument), label)


def _menu(table: ShownTable, options: list[discord.SelectOption], placeholder: str) -> ui.ActionRow[Any]:
    control = Control(Verb.AHEAD, table.id, table.revision)
    return ui.ActionRow(TableSelect(control, options, placeholder=placeholder))
