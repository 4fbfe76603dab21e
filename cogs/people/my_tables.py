"""A user's own tables: who is asked, since when, until when, and a link to each."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import ClassVar, Final

from discord import app_commands, ui

from bot.table.desk.shown import ShownTable
from cogs.framework.extension import TABLE, Commands, Extension, Press, Topic, same_as
from cogs.framework.interactions import show_privately
from cogs.framework.permissions import SHOWS
from cogs.table.opening import table_link
from cogs.ui.controls import Verb
from cogs.ui.items import Interaction, lines_within, panel
from cogs.ui.match_kind import turn_marks
from cogs.ui.words import name_of
from rules.core.words import listed

NONE: Final = "You sit at no table. `/rook new` opens one."
ROOM: Final = 3900
"""Characters of the lines in one message, of the 4,000 that Discord takes."""


def my_tables_panel(tables: Sequence[ShownTable], user_id: int) -> ui.LayoutView:
    """The tables a user sits at, their turns first, then by turn limit; or that there are none."""
    ordered = sorted(tables, key=lambda table: _order(table, user_id))
    lines = [_line(table, user_id) for table in ordered] or [NONE]
    return panel(ui.TextDisplay("\n".join(["### My tables", *lines_within(lines, ROOM, "and {} more")])))


def _order(table: ShownTable, user_id: int) -> tuple[bool, bool, float, int]:
    due_at = inf if table.turn.due_at is None else table.turn.due_at
    return not _is_asked(table, user_id), table.in_lobby, due_at, table.id


def _line(table: ShownTable, user_id: int) -> str:
    facts = (f"**{table.rules.about.title}**", *turn_marks(table), _now(table, user_id))
    return f"- {' · '.join(facts)}\n  -# {table_link(table)}"


def _is_asked(table: ShownTable, user_id: int) -> bool:
    return any(table.seats[seat].user_id == user_id for seat in table.turn.waiting_for)


def _now(table: ShownTable, user_id: int) -> str:
    """A few words on a table: the lobby's seats, the turn, or what the match waits for."""
    if table.in_lobby:
        here = sum(not seat.is_empty for seat in table.seats)
        return f"before the match, {here} of {len(table.seats)} here"
    if _is_asked(table, user_id):
        return f"**your turn**{_since(table)}"
    own = table.seat_of(user_id)
    away = "a computer plays for you, " if own is not None and own.is_away else ""
    if table.waits_for_people:
        return "everyone has left, so the match waits"
    waiting = listed([name_of(table.seats[seat]) for seat in table.turn.waiting_for])
    return f"{away}waiting for {waiting}{_since(table)}" if waiting else f"{away}{_without_players(table)}"


def _without_players(table: ShownTable) -> str:
    """A few words on a match that waits for no player."""
    if table.turn.asked:
        return "the computers are playing"
    if table.turn.next_deal_at is not None:
        return f"the next deal comes <t:{int(table.turn.next_deal_at)}:R>"
    return "the next deal waits" if table.match.deal_end else "going on by itself"


def _since(table: ShownTable) -> str:
    """Since when the asked player is asked, and the turn limit if there is one."""
    until = "" if table.turn.due_at is None else f". A computer takes over <t:{int(table.turn.due_at)}:R>"
    return f", asked <t:{int(table.turn.changed_at)}:R>{until}"


@app_commands.command(name="mine", description="List your tables, and whose turn it is")
async def mine(interaction: Interaction) -> None:
    """List privately the tables the user sits at, in all servers."""
    user_id = interaction.user.id
    tables = await interaction.client.app.tables.reading.tables_with(user_id)
    await show_privately(interaction, my_tables_panel(tables, user_id))


class MyTables(Extension):
    """The command and control that list a user's tables."""

    typed: ClassVar = (Commands(TABLE, Topic.YOURS, SHOWS, (mine,)),)
    presses: ClassVar = {Verb.MY_TABLES: Press(same_as(mine), SHOWS)}


setup = MyTables.setup
