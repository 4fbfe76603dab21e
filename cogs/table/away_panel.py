"""What players read while a computer has their seat, in the hand and at the table, and their way back."""

from __future__ import annotations

from typing import Final

import discord

from bot.table.desk.shown import ShownSeat, ShownTable
from bot.table.turns.time_limit import NEXT_DEAL
from cogs.table.trick_lines import AWAY
from cogs.ui.answer_buttons import IN_PLACE
from cogs.ui.controls import Verb
from cogs.ui.items import TableButton, lasting_button, table_button
from cogs.ui.words import name_of
from rules.core.words import listed

OUT: Final = "The match goes on without you, so a computer plays for you to the end."


def away_text(table: ShownTable, seat: ShownSeat) -> str:
    """What happened to a player's seat, and when; empty while they play themselves."""
    if not seat.is_away:
        return ""
    if _must_ask(table, seat):
        return OUT
    if seat.seat in table.turn.until_next_deal:
        return " ".join(filter(None, (_what_happened(seat), NEXT_DEAL)))
    if table.waits_for_people and table.turn.is_paused:
        now = "The match waits for your return."
    else:
        now = "A computer plays for you."
    return " ".join(filter(None, (_what_happened(seat), now)))


def away_buttons(table: ShownTable, seat: ShownSeat) -> list[TableButton]:
    """The button that brings a player back, or asks the others for it; empty if neither is possible."""
    if not seat.is_away or seat.seat in table.turn.until_next_deal:
        return []
    if _must_ask(table, seat):
        return [table_button(table, Verb.ASK_BACK, "Ask to play again")]
    label, style = "Take my seat back", discord.ButtonStyle.success
    return [lasting_button(table, Verb.HAND, label, argument=IN_PLACE, style=style, emoji="🎴")]


def away_line(table: ShownTable) -> str:
    """A line on the players who can take their seats back; empty without any, or if every person left."""
    kept = table.turn.until_next_deal
    away = [
        seat for seat in table.seats if seat.is_away and seat.seat not in kept and not _must_ask(table, seat)
    ]
    if not away or table.waits_for_people:
        return ""
    names, their = listed([name_of(seat) for seat in away]), "seat" if len(away) == 1 else "seats"
    return f"{AWAY} {names}: *My hand* takes your {their} back."


def _what_happened(seat: ShownSeat) -> str:
    if seat.away is None:
        return ""
    what = "Your time ran out" if seat.away.is_late else "You left"
    return f"**{what} <t:{int(seat.away.since)}:R>.**"


def _must_ask(table: ShownTable, seat: ShownSeat) -> bool:
    """Whether the others continued without a player and are there to be asked."""
    others = (one for one in table.seats if one != seat)
    return seat.is_out and any(one.user_id is not None and not one.computer for one in others)
