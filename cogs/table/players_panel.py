"""The private panel in which a host removes players from the lobby, and lets them back."""

from __future__ import annotations

from typing import Final

from discord import ui

from bot.table.desk.shown import ShownTable
from cogs.table.lobby_panel import LOBBY_COLOR
from cogs.ui.controls import Verb
from cogs.ui.items import LABEL_LIMIT, TableButton, panel, rows_of, table_button
from cogs.ui.words import plain_name, plain_names_of

BUTTONS_MOST: Final = 30
"""Most buttons in the panel: Discord counts their rows, too."""


def players_panel(table: ShownTable) -> ui.LayoutView:
    """A button to remove each player but the host, and to let back the latest removed ones that fit."""
    names = plain_names_of(table)
    buttons = [
        _button(table, Verb.REMOVE_PLAYER, f"Remove {names[seat.seat]}", seat.seat)
        for seat in table.seats
        if seat.user_id not in {None, table.host_id}
    ]
    room, removed = BUTTONS_MOST - len(buttons), table.lobby.news.removed
    buttons += [
        _button(table, Verb.LET_BACK, f"Let {plain_name(one.name)} back", one.id) for one in removed[-room:]
    ]
    said = "Whoever the host removes can't sit down at this table until the host lets them back."
    if len(removed) > room:
        said += f" Here are the last {room} of {len(removed)}."
    return panel(ui.TextDisplay(f"### Players\n{said}"), *rows_of(buttons), color=LOBBY_COLOR)


def _button(table: ShownTable, verb: Verb, label: str, about: int) -> TableButton:
    return table_button(table, verb, label[:LABEL_LIMIT], argument=str(about))
