"""*More*: the private panel of controls for which the table message has no room."""

from __future__ import annotations

from typing import Final

import discord
from discord import ui

from bot.table.desk.shown import ShownSeat, ShownTable
from cogs.table.deal_words import deals_of
from cogs.table.lobby_panel import may_fill
from cogs.table.vote_panel import is_alone
from cogs.ui.controls import Control, Verb
from cogs.ui.items import LABEL_LIMIT, Interaction, TableButton, panel, rows_of, table_button
from cogs.ui.words import name_of, plain_names_of

LOBBY_ONLY: Final = "before"
"""Argument of the button that closes a lobby: it never ends a match."""


async def more_of(interaction: Interaction, table: ShownTable) -> ui.LayoutView:
    """The *More* panel of a table, with the controls that the presser may use."""
    user_id, tables = interaction.user.id, interaction.client.app.tables
    decides = table.in_lobby and await tables.lobbies.decides(table.place.channel_id, user_id)
    return more_panel(table, table.seat_of(user_id), decides=decides)


def more_panel(table: ShownTable, own: ShownSeat | None, *, decides: bool) -> ui.LayoutView:
    """The *More* panel for the user of seat ``own`` (None without one).

    ``decides``: whether the user may do what the host may.
    """
    if table.in_lobby:
        lines, buttons = _lobby_controls(table, own, decides=decides)
    else:
        lines, buttons = _match_controls(table, own) if own is not None else ([], [])
    look_up = [
        table_button(table, Verb.RULES, "Rules"),
        table_button(table, Verb.HELP, "How to play"),
        table_button(table, Verb.LESSONS, "Learn"),
        table_button(table, Verb.RECORD, "My record"),
        table_button(table, Verb.LEADERBOARD, "Leaderboard"),
        table_button(table, Verb.LEAGUE_LIST, "Leagues and evenings"),
        TableButton(Control(Verb.HISTORY, table.id, 0), "History"),
        TableButton(Control(Verb.MY_TABLES, table.id, 0), "My tables"),
        TableButton(Control(Verb.PINGS, table.id, 0), "Pings"),
    ]
    if table.view is not None and deals_of(table.view):
        look_up.append(TableButton(Control(Verb.REPLAY, table.id, 0), "Replay"))
    return panel(ui.TextDisplay("\n".join(["### More", *lines])), *rows_of(look_up), *rows_of(buttons))


def _lobby_controls(
    table: ShownTable, own: ShownSeat | None, *, decides: bool
) -> tuple[list[str], list[TableButton]]:
    """Lines and buttons for a lobby: computers, players, leave, close; only those that would be accepted."""
    lines = ["**Close table**: the host can, before the match, and so can a server manager."]
    buttons = []
    if own is not None:
        if may_fill(table):
            buttons.append(table_button(table, Verb.ADD, "Add a computer"))
        if any(seat.computer for seat in table.seats):
            buttons.append(table_button(table, Verb.REMOVE, "Remove a computer"))
    if decides and (sum(seat.user_id is not None for seat in table.seats) > 1 or table.lobby.news.removed):
        buttons.append(table_button(table, Verb.PLAYERS, "Remove a player"))
    if own is not None and len(table.seats) > 1:
        buttons.append(table_button(table, Verb.LEAVE, "Leave"))
    return lines, [*buttons, table_button(table, Verb.CANCEL, "Close table", argument=LOBBY_ONLY)]


def _match_controls(table: ShownTable, own: ShownSeat) -> tuple[list[str], list[TableButton]]:
    """Lines and buttons for a match: votes to start, leave; only those that would be accepted."""
    alone = own.user_id is not None and is_alone(table, own.user_id)
    is_one = sum(seat.user_id is not None for seat in table.seats) == 1
    has_say = alone or (not is_one if table.counts_anywhere else not own.is_away)
    who = "all who began the match" if table.counts_anywhere else "most"
    agreed = "" if alone else f", if {who} agree"
    is_last = all(seat.computer for seat in table.seats if seat != own)
    left = "the match waits" if is_last and not table.kind.of_evening else "a computer plays for you"
    lines, buttons = [], list[TableButton]()
    if has_say and not table.match.deal_end:
        lines.append(f"**Deal again**: throw this deal in{agreed}.")
        buttons.append(table_button(table, Verb.REDEAL, "Deal again"))
    if own.seat in table.voting.may_take_back:
        lines.append("**Take back**: your last card or call.")
        buttons.append(table_button(table, Verb.TAKE_BACK, "Take back"))
    for seat in table.seats:
        if seat.may_be_out and seat != own and not own.is_away:
            lines.append(f"**Go on without {name_of(seat)}**, who used up a deal's time: if most agree.")
            label = f"Go on without {plain_names_of(table)[seat.seat]}"[:LABEL_LIMIT]
            buttons.append(table_button(table, Verb.WITHOUT, label, argument=str(seat.seat)))
    if own.is_out:
        buttons.append(table_button(table, Verb.ASK_BACK, "Ask to play again"))
    if not own.is_away:
        lines.append(f"**Leave**: {left}. *My hand* takes your seat back.")
        buttons.append(table_button(table, Verb.LEAVE, "Leave"))
    if has_say:
        lines.append(f"**End the match**: no winner{agreed}.")
        buttons.append(table_button(table, Verb.CANCEL, "End the match", style=discord.ButtonStyle.danger))
    return lines, buttons
