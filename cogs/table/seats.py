"""Who sits where before a match: the command, and the panel in which a host removes players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final, Literal

import discord
from discord import app_commands, ui

from bot.common.errors import HostOnly, MatchRunning, Refused
from bot.table.desk.shown import ShownTable
from bot.table.lobby.before_match import LobbyChange
from bot.table.lobby.keeping import OpenSeats, OtherPartners
from bot.table.lobby.seating import LetBack, RemovePlayer, SetComputers, Swap
from cogs.framework.extension import TABLE, Commands, Extension, Press, Topic
from cogs.framework.interactions import called, change_pressed, number_in, seat_at, show_panel_at, table_at
from cogs.framework.permissions import FILLING, SETTLING, SHOWS
from cogs.framework.replies import answer_privately
from cogs.table.computers_panel import LEVEL_CHOICES
from cogs.table.lobby_panel import LOBBY_COLOR
from cogs.ui.controls import Control, Verb
from cogs.ui.items import Interaction, panel, rows_of, table_button
from cogs.ui.words import plain_name, plain_names_of, safe_name

NOT_REMOVED: Final = "{player} hasn't been removed from this table."
NO_SEATS: Final = "Say which two seats: `first` and `second`."
NO_PLAYER: Final = "Say who: `player`."
NO_NUMBER: Final = "Say how many computers: `number`."
BUTTONS_MOST: Final = 30
"""Most buttons in the panel: Discord counts their rows, too."""


@app_commands.command(name="seats", description="Change who sits where before the match")
@app_commands.describe(
    what="What to change",
    first="Swap: one of the two seats",
    second="Swap: the other seat",
    player="Remove, let back: who",
    number="Computers: how many",
    level="Computers: how strong all of them play (host)",
)
@app_commands.choices(level=LEVEL_CHOICES)
async def seats(
    interaction: Interaction,
    what: Literal["swap", "other partners", "remove", "let back", "open kept seats", "computers"],
    first: app_commands.Range[int, 1, 8] | None = None,
    second: app_commands.Range[int, 1, 8] | None = None,
    player: discord.User | None = None,
    number: app_commands.Range[int, 0, 7] | None = None,
    level: str | None = None,
) -> None:
    """Change the seats of a lobby: its host may all of it, its players add computers and open seats."""
    user_id = interaction.user.id
    match what:
        case "swap":
            if first is None or second is None:
                raise Refused(NO_SEATS)
            await _change(interaction, Swap(user_id, first - 1, second - 1))
            told = f"Seats {first} and {second} are swapped."
        case "other partners":
            await _change(interaction, OtherPartners(user_id))
            told = "There are other partners now. Look at the table."
        case "open kept seats":
            await _change(interaction, OpenSeats(user_id))
            told = "Anyone can take the empty seats now."
        case "computers":
            if number is None:
                raise Refused(NO_NUMBER)
            await _change(interaction, SetComputers(user_id, None, number, level))
            seated = {0: "No computer sits", 1: "One computer sits"}.get(number, f"{number} computers sit")
            told = f"{seated} at the table."
        case _:
            if player is None:
                raise Refused(NO_PLAYER)
            told = await (_remove if what == "remove" else _let_back)(interaction, player)
    await answer_privately(interaction, told)


async def _remove(interaction: Interaction, player: discord.User) -> str:
    """Remove a player, who can't sit down again until the host lets them back; returns what to say."""
    seat, name = seat_at(await table_at(interaction), player), safe_name(called(player))
    await _change(interaction, RemovePlayer(interaction.user.id, seat.seat))
    return f"You removed {name} from the table. `/table seats what:let back` lets them sit down again."


async def _let_back(interaction: Interaction, player: discord.User) -> str:
    """Let a removed player sit down again, or raise ``Refused`` for another; returns what to say."""
    shown, name = await table_at(interaction), safe_name(called(player))
    if player.id not in {one.id for one in shown.lobby.news.removed}:
        raise Refused(NOT_REMOVED.format(player=name))
    await _change(interaction, LetBack(interaction.user.id, player.id))
    return f"You let {name} back. They can take a seat now."


async def _change(interaction: Interaction, change: LobbyChange) -> None:
    shown = await table_at(interaction)
    await interaction.client.app.tables.lobbies.change_lobby(
        shown.place.channel_id, change, table_id=shown.id
    )


async def _change_pressed(interaction: Interaction, control: Control, change: LobbyChange) -> None:
    """Change the lobby and redraw the pressed panel of players."""
    changed = await change_pressed(interaction, control, change)
    await show_panel_at(interaction, changed, players_panel(changed))


async def press_players(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show the host the panel of players to remove or let back."""
    shown = await table_at(interaction, control)
    if not shown.in_lobby:
        raise MatchRunning
    if not await interaction.client.app.tables.lobbies.decides(shown.place.channel_id, interaction.user.id):
        raise HostOnly
    await show_panel_at(interaction, shown, players_panel(shown))


async def press_remove_player(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Remove the player of the button's seat."""
    await _change_pressed(interaction, control, RemovePlayer(interaction.user.id, number_in(control)))


async def press_let_back(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Let the removed player of the button sit down again, for the host."""
    await _change_pressed(interaction, control, LetBack(interaction.user.id, number_in(control)))


def players_panel(table: ShownTable) -> ui.LayoutView:
    """A button to remove each player but the host, and to let back the latest removed ones that fit."""
    names = plain_names_of(table)
    buttons = [
        table_button(table, Verb.REMOVE_PLAYER, f"Remove {names[seat.seat]}", argument=str(seat.seat))
        for seat in table.seats
        if seat.user_id not in {None, table.host_id}
    ]
    room, removed = BUTTONS_MOST - len(buttons), table.lobby.news.removed
    buttons += [
        table_button(table, Verb.LET_BACK, f"Let {plain_name(one.name)} back", argument=str(one.id))
        for one in removed[-room:]
    ]
    said = "Whoever the host removes can't sit down at this table until the host lets them back."
    if len(removed) > room:
        said += f" Here are the last {room} of {len(removed)}."
    return panel(ui.TextDisplay(f"### Players\n{said}"), *rows_of(buttons), color=LOBBY_COLOR)


class Seats(Extension):
    """The command that changes seats, and the panel of players."""

    typed: ClassVar = (
        Commands(
            TABLE,
            Topic.LOBBY,
            SETTLING,
            (seats,),
            by_choice={
                **dict.fromkeys(("swap", "other partners", "remove", "let back"), SETTLING),
                **dict.fromkeys(("open kept seats", "computers"), FILLING),
            },
        ),
    )
    presses: ClassVar = {
        Verb.PLAYERS: Press(press_players, SHOWS),
        Verb.REMOVE_PLAYER: Press(press_remove_player, SETTLING),
        Verb.LET_BACK: Press(press_let_back, SETTLING),
    }


setup = Seats.setup
