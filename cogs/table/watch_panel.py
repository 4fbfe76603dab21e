"""The private message of a user who watches: the public table, and ways to a seat. Never a hand."""

from __future__ import annotations

from typing import Any, Final

from discord import ui

from bot.table.desk.shown import ShownTable
from bot.table.waiting import why_no_seat
from cogs.table.panel import result_text, table_parts
from cogs.table.rematch_lines import kept_seats, newcomer_lines
from cogs.ui.controls import Verb
from cogs.ui.items import TableButton, panel, rows_of, table_button
from cogs.ui.words import name_of, plain_names_of, safe_name
from rules.core.words import listed

WATCH_COLOR: Final = 0x607D8B
HEAD: Final = "### Watching"
STOP: Final = "stop"
"""Argument of the button that stops waiting for a seat."""


def watch_panel(table: ShownTable, *, is_waiting: bool = False) -> ui.LayoutView:
    """The table for a user without a seat, without phrases (these are on the table message alone).

    ``is_waiting``: whether the user waits for a free seat.
    """
    view = table.view
    if table.in_lobby:
        return _panel([], _lobby_lines(table), _buttons(table, is_waiting=is_waiting))
    if view is None or not table.is_playing:
        result = [result_text(table, view.outcome)] if view and view.outcome else []
        return _panel([], ["The match is over.", *result, *newcomer_lines(table)], [])
    return _panel(
        table_parts(table._replace(talk=table.talk._replace(said=())), view),
        _seats(table),
        _buttons(table, is_waiting=is_waiting),
    )


def _panel(parts: list[ui.Item[Any]], lines: list[str], buttons: list[TableButton]) -> ui.LayoutView:
    head: list[ui.Item[Any]] = [ui.TextDisplay("\n".join([HEAD, *lines]))]
    return panel(*head, *([ui.Separator()] if parts else []), *parts, *rows_of(buttons), color=WATCH_COLOR)


def _lobby_lines(table: ShownTable) -> list[str]:
    here = [name_of(seat) for seat in table.seats if not seat.is_empty]
    free = len(table.free_seats)
    taken = "The empty seats are kept for a rematch." if kept_seats(table) else "Every seat is taken."
    seats = f"Free seats: {free}. Take one at the table." if free else taken
    return [f"The match hasn't started. Here: {listed(here)}.", seats]


def _seats(table: ShownTable) -> list[str]:
    """Lines on newcomers with the next deal, and on how to get a seat."""
    lines = [
        f"{safe_name(seat.kept.name)} takes over {name_of(seat)}'s seat with the next deal."
        for seat in table.seats
        if seat.kept is not None
    ]
    if table.free_seats:
        lines.append("-# You can ask for a computer's seat. It's yours from the next deal on.")
    elif (why := why_no_seat(table)) is not None:
        lines.append(f"-# {why}")
    return lines


def _buttons(table: ShownTable, *, is_waiting: bool) -> list[TableButton]:
    names = plain_names_of(table)
    free = table.free_seats
    if free and table.in_lobby:
        return []
    if free:
        return [
            table_button(table, Verb.TAKE_OVER, f"Take {names[seat]}'s seat", argument=str(seat))
            for seat in free
        ]
    if is_waiting:
        return [table_button(table, Verb.WAIT, "Stop waiting", argument=STOP)]
    if not table.is_for_newcomers:
        return []
    return [table_button(table, Verb.WAIT, "Tell me when a seat is free")]
