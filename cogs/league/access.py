"""Which league somebody means, and whether they may organize it."""

from __future__ import annotations

from typing import Final

import discord
from discord import app_commands

from bot.common.errors import Refused
from bot.league.rosters import FOR_PAIRS
from bot.league.service import Competing, League, Season, bold_name
from cogs.framework.interactions import guild_of
from cogs.framework.rule_choices import choices
from cogs.league.words import organizers_text
from cogs.ui.controls import Control
from cogs.ui.items import Interaction

WHICH: Final = "Which league (only needed where there are several)"
NOT_MANAGER: Final = "Only managers of this server choose who organizes a league."
FOR_EVERYONE: Final = "Everyone has that role. Choose one that only the organizers have."
OTHER_SEASON: Final = "That is out of date. Season {number} of {league} goes on now: `/league show`."
NOT_ORGANIZER: Final = "Only organizers of {league} can do that: {organizers}."


async def league_of(interaction: Interaction, name: str | None) -> League:
    """The league that is meant: where the server has only one, nobody has to name it.

    Raises:
        Refused: there is none, or it is not clear which.
    """
    return await interaction.client.app.league.leagues.find(guild_of(interaction), name)


async def organized(interaction: Interaction, name: str | None) -> League:
    """The league that is meant, for one of its organizers.

    Raises:
        Refused: there is none, it is not clear which, or the person may not organize it.
    """
    league = await league_of(interaction, name)
    check_organizer(interaction, league)
    return league


def check_organizer(interaction: Interaction, league: League) -> None:
    """Check that somebody may organize a league: Discord says with each interaction who they are there.

    Raises:
        Refused: they may not.
    """
    if not organizes(interaction, league):
        who = organizers_text(league.organizer_role)
        raise Refused(NOT_ORGANIZER.format(league=bold_name(league), organizers=who))


def check_manager(interaction: Interaction) -> None:
    """Check that somebody may choose who organizes a league: organizers themselves may not.

    Raises:
        Refused: they may not.
    """
    if not interaction.permissions.manage_guild:
        raise Refused(NOT_MANAGER)


def check_organizers_role(interaction: Interaction, role: discord.Role) -> None:
    """Check that somebody may choose a role for the organizers of a league.

    Raises:
        Refused: they may not, or it is everybody's.
    """
    check_manager(interaction)
    if role.is_default():
        raise Refused(FOR_EVERYONE)


def organizes(interaction: Interaction, league: League) -> bool:
    """Whether somebody may organize a league."""
    who = interaction.user
    roles = {role.id for role in who.roles} if isinstance(who, discord.Member) else set[int]()
    return interaction.permissions.manage_guild or league.organizer_role in roles


async def season_entered(interaction: Interaction, league: League) -> Season:
    """The open season of a league, for somebody who competes in it.

    Raises:
        Refused: no season is open, or the person does not compete.
    """
    app = interaction.client.app
    season = await app.league.leagues.open_season(league)
    if await app.league.rosters.entry_of(season, interaction.user.id) is None:
        how = FOR_PAIRS if league.competing is Competing.PAIRS else "`/league join` puts you in."
        raise Refused(f"You aren't in {bold_name(league)} yet. {how}")
    return season


async def league_pressed(interaction: Interaction, control: Control) -> League:
    """The league a control was drawn for.

    Raises:
        Refused: it is none of this server's.
    """
    return await interaction.client.app.league.leagues.by_id(guild_of(interaction), control.table_id)


async def organized_pressed(interaction: Interaction, control: Control) -> League:
    """The league a control was drawn for, for one of its organizers.

    Raises:
        Refused: it is none of this server's, or the person may not organize it.
    """
    league = await league_pressed(interaction, control)
    check_organizer(interaction, league)
    return league


async def season_pressed(interaction: Interaction, season_id: int) -> tuple[League, Season]:
    """The season a control was drawn for, with its league.

    Raises:
        Refused: it is none of this server's.
    """
    return await interaction.client.app.league.leagues.season_by_id(guild_of(interaction), season_id)


async def check_goes_on(interaction: Interaction, league: League, season_id: int) -> None:
    """Check that the season a control was drawn for is the one that goes on.

    Raises:
        Refused: another one does, or none.
    """
    season = await interaction.client.app.league.leagues.open_season(league)
    if season.id != season_id:
        raise Refused(OTHER_SEASON.format(number=season.number, league=bold_name(league)))


async def complete_league(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The leagues of the server."""
    return choices(await interaction.client.app.league.leagues.offers(guild_of(interaction), typed))
