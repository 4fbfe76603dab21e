"""*More*: the private panel of controls for which the table message has no room."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

import discord
from discord import ui

from bot.common.errors import Refused
from bot.table.desk.shown import ShownSeat, ShownTable
from cogs.framework.extension import Extension, Press
from cogs.framework.interactions import show_panel_at, table_at
from cogs.framework.permissions import SHOWS
from cogs.framework.replies import NO_SUCH_BUTTON
from cogs.table.lobby_panel import may_fill
from cogs.table.vote_panel import is_alone
from cogs.ui.controls import Control, Verb
from cogs.ui.items import Interaction, TableButton, TableSelect, choice, panel, rows_of, table_button
from cogs.ui.rules_panel import table_code
from cogs.ui.words import name_of, plain_names_of

LOOK_UPS: Final[Mapping[Verb, str]] = {
    Verb.RECORD: "My record",
    Verb.LEADERBOARD: "Leaderboard",
    Verb.LEAGUE_LIST: "Leagues and evenings",
    Verb.REPLAY: "Replay of this match",
    Verb.HISTORY: "Matches I played here",
    Verb.MY_TABLES: "My tables",
    Verb.PINGS: "My settings",
    Verb.LESSONS: "Learn to play",
}
"""What the menu offers to look up, by the verb with the handler that shows it."""
LOBBY_ONLY: Final = "before"
"""Argument of the button that closes a lobby: it never ends a match."""


async def press_more(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show the private panel of further controls at a table."""
    table = await table_at(interaction, control)
    await show_panel_at(interaction, table, await more_of(interaction, table))


async def look_up(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show the entry chosen in the menu by the handler of its verb, or raise ``Refused`` for any other."""
    chosen = next((verb for verb in LOOK_UPS if verb in values[:1]), None)
    if chosen is None:
        raise Refused(NO_SUCH_BUTTON)
    await interaction.client.handlers[chosen](interaction, Control(chosen, control.table_id, 0), ())


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
    always = [table_button(table, Verb.RULES, "Rules"), table_button(table, Verb.HELP, "How to play")]
    small = f"-# Code of these rules: `{table_code(table)}`"
    if table.match.seal is not None:  # the commitment to the shuffle
        small += f"\n-# {'Next seal' if table.match.deal_end else 'Seal'}: `{table.match.seal}`"
    return panel(
        ui.TextDisplay("\n".join(["### More", *lines])),
        *rows_of([*always, *buttons]),
        _look_ups(table),
        ui.TextDisplay(small),
    )


def _look_ups(table: ShownTable) -> ui.ActionRow[Any]:
    """The menu of what can be looked up from a table."""
    has_deals = table.view is not None and bool(table.view.scored)
    offered = ((verb, label) for verb, label in LOOK_UPS.items() if has_deals or verb is not Verb.REPLAY)
    choices = [choice(label, verb) for verb, label in offered]
    return ui.ActionRow(TableSelect(Control(Verb.LOOK_UP, table.id, 0), choices, placeholder="Look up …"))


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
    may_answer = not is_one if table.counts_anywhere else not own.is_away
    has_say = (alone or may_answer) and not table.kind.of_evening
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
            label = f"Go on without {plain_names_of(table)[seat.seat]}"
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


class More(Extension):
    """The panel of further controls, and its menu of what can be looked up."""

    presses: ClassVar = {Verb.MORE: Press(press_more, SHOWS), Verb.LOOK_UP: Press(look_up, SHOWS)}


setup = More.setup
