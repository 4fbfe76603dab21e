"""Scores: the sheet of a match, a player's record, the leaderboard of a server."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

import discord
from discord import app_commands

from bot.play.shown import ShownTable
from cogs.extension import Extension
from cogs.groups import ROOK, STATS
from cogs.interactions import called, channel_of, guild_of
from cogs.replies import answer_privately
from cogs.ui.controls import Control, Verb
from cogs.ui.items import Interaction
from cogs.ui.score_panel import leaderboard_panel, record_panel
from cogs.ui.score_sheet import score_sheet

if TYPE_CHECKING:
    from bot.client import RookeryBot

PLACES = 10


async def press_sheet(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show the score sheet of the match the button belongs to, however long it is over."""
    table = await interaction.client.app.tables.recall(channel_of(interaction), control.table_id)
    await _show_sheet(interaction, table)


@app_commands.command(name="score", description="Show the score sheet of this match")
async def score(interaction: Interaction) -> None:
    """Show the score sheet."""
    table = await interaction.client.app.tables.shown(channel_of(interaction), finished=True)
    await _show_sheet(interaction, table)


async def _show_sheet(interaction: Interaction, table: ShownTable) -> None:
    is_over = not table.in_lobby and not table.is_playing
    notes = await interaction.client.app.statistics.notes(table.id) if is_over else None
    await answer_privately(interaction, score_sheet(table, notes))


@app_commands.command(name="player", description="Show a player's record in this server")
@app_commands.describe(player="Whose record (default: your own)")
async def player_(interaction: Interaction, player: discord.Member | None = None) -> None:
    """Show a player's record."""
    await _show_record(interaction, player or interaction.user)


async def press_record(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show the record of whoever presses."""
    await _show_record(interaction, interaction.user)


async def _show_record(interaction: Interaction, who: discord.User | discord.Member) -> None:
    statistics, guild_id = interaction.client.app.statistics, guild_of(interaction)
    record = await statistics.of(guild_id, who.id)
    games = await statistics.by_game(guild_id, who.id)
    on_board = await statistics.counted(guild_id, who.id)
    await answer_privately(interaction, record_panel(record, games, called(who), on_board))


@app_commands.command(name="leaderboard", description="Show this server's leaderboard")
async def leaderboard(interaction: Interaction) -> None:
    """Show the leaderboard."""
    await _show_leaderboard(interaction)


async def press_leaderboard(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show the leaderboard."""
    await _show_leaderboard(interaction)


async def _show_leaderboard(interaction: Interaction) -> None:
    records = await interaction.client.app.statistics.leaderboard(guild_of(interaction), PLACES)
    await answer_privately(interaction, leaderboard_panel(records))


class Scores(Extension):
    """What has been played, in numbers."""

    groups: ClassVar = {ROOK: (score,), STATS: (player_, leaderboard)}
    presses: ClassVar = {
        Verb.SHEET: press_sheet,
        Verb.RECORD: press_record,
        Verb.LEADERBOARD: press_leaderboard,
    }


async def setup(bot: RookeryBot) -> None:
    """Load the cog."""
    await bot.add_cog(Scores(bot))
