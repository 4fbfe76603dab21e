"""Scores: the sheet of a match, a player's record, the leaderboard of a server."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from cogs.front import channel_of, front, front_of, guild_of
from cogs.replies import answer_privately
from cogs.ui.controls import Control
from cogs.ui.items import Interaction
from cogs.ui.score_panel import leaderboard_panel, record_panel
from cogs.ui.score_sheet import score_sheet

if TYPE_CHECKING:
    from bot.client import RookeryBot

PLACES = 10


async def press_sheet(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show the score sheet of the match the button belongs to, however long it is over."""
    table = await front(interaction).manager.recall(channel_of(interaction), control.table_id)
    await answer_privately(interaction, score_sheet(table))


@app_commands.command(name="score", description="Show the score sheet of this match")
async def score(interaction: Interaction) -> None:
    """Show the score sheet."""
    table = front(interaction).manager.shown(channel_of(interaction), finished=True)
    await answer_privately(interaction, score_sheet(table))


@app_commands.command(name="stats", description="Show a player's record in this server")
@app_commands.describe(player="Whose record (default: your own)")
async def stats(interaction: Interaction, player: discord.Member | None = None) -> None:
    """Show a player's record."""
    who = player or interaction.user
    store = front(interaction).manager.store
    record = await store.stats(guild_of(interaction), who.id)
    games = await store.stats_by_game(guild_of(interaction), who.id)
    await answer_privately(interaction, record_panel(record, games, who.display_name))


@app_commands.command(name="leaderboard", description="Show this server's leaderboard")
async def leaderboard(interaction: Interaction) -> None:
    """Show the leaderboard."""
    records = await front(interaction).manager.store.leaderboard(guild_of(interaction), PLACES)
    await answer_privately(interaction, leaderboard_panel(records))


async def setup(bot: RookeryBot) -> None:
    """Add the commands and the handler."""
    desk = front_of(bot)
    commands: list[app_commands.Command[Any, ..., Any]] = [score, stats, leaderboard]
    for command in commands:
        desk.rook.add_command(command)
    desk.on_press("sheet", press_sheet)
