"""Buttons for a host to remove players from the lobby and let them back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from bot.common.errors import HostOnly, MatchRunning
from bot.table.lobby.before_match import LobbyChange
from bot.table.lobby.seating import LetBack, RemovePlayer
from cogs.framework.extension import Extension, Press
from cogs.framework.interactions import change_pressed, number_in, show_panel_at, table_at
from cogs.framework.permissions import SETTLING, SHOWS
from cogs.table.players_panel import players_panel
from cogs.ui.controls import Control, Verb
from cogs.ui.items import Interaction


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
    """Controls to remove players from a lobby, and let them back."""

    presses: ClassVar = {
        Verb.PLAYERS: Press(press_players, SHOWS),
        Verb.REMOVE_PLAYER: Press(press_remove_player, SETTLING),
        Verb.LET_BACK: Press(press_let_back, SETTLING),
    }


setup = Players.setup
