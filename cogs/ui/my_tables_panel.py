"""All tables of one person: whose turn it is, and the way there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from discord import ui

from bot.play.shown import ShownTable
from cogs.ui.items import panel
from cogs.ui.words import listed, name_of

NONE: Final = "You sit at no table. `/rook new` opens one."
MOST: Final = 15
"""Tables in one message."""


def my_tables_panel(tables: Sequence[ShownTable], user_id: int) -> ui.LayoutView:
    """The tables somebody sits at; those where it is their turn come first."""
    if not tables:
        return panel(ui.TextDisplay(f"### My tables\n{NONE}"))
    ordered = sorted(tables, key=lambda table: (not _is_asked(table, user_id), table.in_lobby, table.id))
    lines = [_line(table, user_id) for table in ordered[:MOST]]
    more = [f"-# and {len(ordered) - MOST} more"] if len(ordered) > MOST else []
    return panel(ui.TextDisplay("\n".join(["### My tables", *lines, *more])))


def table_link(table: ShownTable) -> str:
    """Where a table is, as Discord shows it: its message, or the channel while it has none."""
    place = f"https://discord.com/channels/{table.guild_id}/{table.channel_id}"
    return place if table.message_id is None else f"{place}/{table.message_id}"


def _line(table: ShownTable, user_id: int) -> str:
    return f"- **{table.about.title}** · {_now(table, user_id)}\n  -# {table_link(table)}"


def _is_asked(table: ShownTable, user_id: int) -> bool:
    return any(table.seats[seat].user_id == user_id for seat in table.waiting_for)


def _now(table: ShownTable, user_id: int) -> str:
    """How a table stands, in a few words."""
    if table.in_lobby:
        here = sum(not seat.is_empty for seat in table.seats)
        return f"before the match, {here} of {len(table.seats)} here"
    if _is_asked(table, user_id):
        return "**your turn**"
    own = table.seat_of(user_id)
    away = "a computer plays for you, " if own is not None and own.is_away else ""
    if table.everybody_left:
        return "everyone has left, so the match waits"
    waiting = listed([name_of(table.seats[seat]) for seat in table.waiting_for])
    return f"{away}{f'waiting for {waiting}' if waiting else 'the computers are playing'}"
