"""Deciding the next answer ahead, or dropping that plan: controls of a waiting player's hand, and presses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final

import discord
from discord import ui

from bot.common.errors import Refused
from bot.table.desk.shown import ShownTable
from bot.table.turns.ahead import CardAhead, PassAhead, Plan, cards_ahead, may_pass_ahead, passes_ahead
from cogs.framework.extension import Extension, Press
from cogs.framework.interactions import channel_of, screens
from cogs.framework.permissions import PLAYING
from cogs.ui.card_choices import card_option
from cogs.ui.controls import Control, Verb
from cogs.ui.items import MENU_LIMIT, Interaction, menu, rows_of, table_button
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
        return rows_of([table_button(table, Verb.AHEAD, "Change my mind", argument=NO_PLAN)])
    if not table.has_company or table.seats[view.seat].computer:
        return []
    if may_pass_ahead(view):
        now = table_button(table, Verb.AHEAD, "Pass when it's my turn", argument="pass 0")
        return [*rows_of([now]), *_numbers(table, view)]
    cards = cards_ahead(view)[:MENU_LIMIT]
    if not cards:
        return []
    options = [card_option(table, view, card, f"play {card}") for card in cards]
    return [menu(table, Verb.AHEAD, "", options, placeholder="Play a card ahead …")]


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
    return [menu(table, Verb.AHEAD, "", options, placeholder="Pass once the bid is …")] if options else []


async def press_ahead(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Store a pass or card for the user's turn, or drop the one stored, and redraw the hand."""
    hand = await interaction.client.app.tables.play.plan(
        channel_of(interaction),
        interaction.user.id,
        read_plan(values[0] if values else control.argument),
        table_id=control.table_id,
        revision=control.revision,
    )
    interaction.client.app.turns.look_again(control.table_id)
    await screens(interaction).hands.redraw(interaction, hand)


class DecidingAhead(Extension):
    """Controls to decide before one's turn."""

    presses: ClassVar = {Verb.AHEAD: Press(press_ahead, PLAYING)}


setup = DecidingAhead.setup
