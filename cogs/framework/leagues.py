"""The league a command names, its name safe to show, and the season the user plays in."""

from __future__ import annotations

from typing import Final

from discord import app_commands

from bot.common.errors import Refused
from bot.common.text import in_markdown
from bot.league.rosters import FOR_PAIRS
from bot.league.service import NAME_LIMIT as LEAGUE_LIMIT
from bot.league.service import bold_name
from bot.models.credits import Competing
from bot.models.stored_league import League, Season
from cogs.framework.interactions import guild_of
from cogs.framework.rule_choices import choices
from cogs.ui.items import Interaction

LEAGUE_COLOR: Final = 0xD4A017
WHICH: Final = "Which league (only needed where there are several)"


def league_name(league: League) -> str:
    """The name of a league, safe to show."""
    return in_markdown(league.name, LEAGUE_LIMIT)


async def league_of(interaction: Interaction, name: str | None) -> League:
    """The server's league of a name, or its only league without a name; raises ``Refused`` without one."""
    return await interaction.client.app.league.leagues.find(guild_of(interaction), name)


async def season_entered(interaction: Interaction, league: League) -> Season:
    """The open season of a league; raises ``Refused`` without one, or if the user does not compete in it."""
    app = interaction.client.app
    season = await app.league.leagues.open_season(league)
    if await app.league.rosters.entry_of(season, interaction.user.id) is None:
        how = FOR_PAIRS if league.competing is Competing.PAIRS else "`/league join` puts you in."
        raise Refused(f"You aren't in {bold_name(league)} yet. {how}")
    return season


async def complete_league(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Autocomplete choices of the server's leagues."""
    return choices(await interaction.client.app.league.leagues.offers(guild_of(interaction), typed))
