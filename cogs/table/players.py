"""Commands and buttons for a host to remove players from the lobby and let them back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

import discord
from discord import app_commands

from bot.common.errors import HostOnly, MatchRunning, Refused
from bot.table.lobby.before_match import LobbyChange
from bot.table.lobby.seating import LetBack, RemovePlayer
from cogs.framework.extension import Commands, Extension, Press
from cogs.framework.groups import TABLE, Topic
from cogs.framework.interactions import called, change_pressed, number_in, seat_at, show_panel_at, table_at
from cogs.framework.permissions import SETTLING, SHOWS
from cogs.framework.replies import answer_privately
from cogs.table.players_panel import players_panel
from cogs.ui.controls import Control, Verb
from cogs.ui.items import Interaction
from cogs.ui.words import safe_name

NOT_REMOVED: Final = "{player} hasn't been removed from this table."


@app_commands.command(name="remove", description="Remove a player before the match (host)")
@app_commands.describe(player="Who. They can't sit down again until you let them back")
async def remove(interaction: Interaction, player: discord.User) -> None:
    """Remove a player from the lobby; they can't sit down again until the host lets them back."""
    shown = await table_at(interaction)
    seat, name = seat_at(shown, player), safe_name(called(player))
    await interaction.client.app.tables.lobbies.change_lobby(
        shown.place.channel_id, RemovePlayer(interaction.user.id, seat.seat), table_id=shown.id
    )
    said = f"You removed {name} from the table. `/table let-back` lets them sit down again."
    await answer_privately(interaction, said)


@app_commands.command(name="let-back", description="Let a player you removed sit down again (host)")
@app_commands.describe(player="Who")
async def let_back(interaction: Interaction, player: discord.User) -> None:
    """Let a removed player sit down again, for the host; refuse if they were not removed."""
    shown, name = await table_at(interaction), safe_name(called(player))
    if player.id not in {one.id for one in shown.lobby.news.removed}:
        raise Refused(NOT_REMOVED.format(player=name))
    await interaction.client.app.tables.lobbies.change_lobby(
        shown.place.channel_id, LetBack(interaction.user.id, player.id), table_id=shown.id
    )
    await answer_privately(interaction, f"You let {name} back. They can take a seat now.")


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
    await _change(interaction, control, RemovePlayer(interaction.user.id, number_in(control)))


async def press_let_back(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Let the removed player of the button sit down again, for the host."""
    await _change(interaction, control, LetBack(interaction.user.id, number_in(control)))


async def _change(interaction: Interaction, control: Control, change: LobbyChange) -> None:
    """Change the lobby and redraw the pressed panel of players."""
    changed = await change_pressed(interaction, control, change)
    await show_panel_at(interaction, changed, players_panel(changed))


class Players(Extension):
    """Commands and controls to remove players from a lobby, and let them back."""

    typed: ClassVar = (Commands(TABLE, Topic.LOBBY, SETTLING, (remove, let_back)),)
    presses: ClassVar = {
        Verb.PLAYERS: Press(press_players, SHOWS),
        Verb.REMOVE_PLAYER: Press(press_remove_player, SETTLING),
        Verb.LET_BACK: Press(press_let_back, SETTLING),
    }


setup = Players.setup
