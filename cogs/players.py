"""Players a host removes from the lobby, and lets back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from bot.errors import MatchRunning
from bot.play.lobby import LobbyChange
from bot.play.seating import LetBack, RemovePlayer
from cogs.extension import Extension
from cogs.interactions import channel_of, number_in, table_at
from cogs.replies import answer_privately
from cogs.ui.controls import Control, Verb
from cogs.ui.items import Interaction
from cogs.ui.players_panel import players_panel

if TYPE_CHECKING:
    from bot.client import RookeryBot


async def press_players(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show whom the host may remove or let back."""
    shown = await table_at(interaction, control)
    if not shown.in_lobby:
        raise MatchRunning
    await answer_privately(interaction, players_panel(shown))


async def press_remove_player(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Remove the player of the button's seat."""
    await _change(interaction, control, RemovePlayer(interaction.user.id, number_in(control)))


async def press_let_back(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Let the person of the button sit down again."""
    await _change(interaction, control, LetBack(interaction.user.id, number_in(control)))


async def _change(interaction: Interaction, control: Control, change: LobbyChange) -> None:
    """Change who may sit, and redraw the private panel that was pressed."""
    changed = await interaction.client.app.tables.change_lobby(
        channel_of(interaction), change, table_id=control.table_id, revision=control.revision
    )
    await interaction.response.edit_message(view=players_panel(changed))


class Players(Extension):
    """Who may sit at a table, as its host says."""

    presses: ClassVar = {
        Verb.PLAYERS: press_players,
        Verb.REMOVE_PLAYER: press_remove_player,
        Verb.LET_BACK: press_let_back,
    }


async def setup(bot: RookeryBot) -> None:
    """Load the cog."""
    await bot.add_cog(Players(bot))
