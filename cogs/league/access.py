"""The league, season or role an interaction is about, and checks that the user may organize it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import discord
from discord import ui

from bot.common.errors import Refused
from bot.league.service import bold_name
from bot.models.stored_league import League, Season
from cogs.framework.interactions import guild_of, number_chosen
from cogs.framework.leagues import league_of
from cogs.league.words import organizers_text
from cogs.ui.controls import Control
from cogs.ui.items import Interaction
from cogs.ui.modals import form

NOT_MANAGER: Final = "Only managers of this server choose who organizes a league."
FOR_EVERYONE: Final = "Everyone has that role. Choose one that only the organizers have."
NO_SUCH_ROLE: Final = "That role is gone. Nothing was changed. Choose another one."
OTHER_SEASON: Final = "That is out of date. Season {number} of {league} goes on now: `/league show`."
NOT_ORGANIZER: Final = "Only organizers of {league} can do that: {organizers}."


async def organized(interaction: Interaction, name: str | None) -> League:
    """The league of a name, or the server's only one; raises ``Refused`` unless the user organizes it."""
    league = await league_of(interaction, name)
    check_organizer(interaction, league)
    return league


def check_organizer(interaction: Interaction, league: League) -> None:
    """Raise ``Refused`` unless the user organizes a league, by the roles sent with the interaction."""
    if not organizes(interaction, league):
        who = organizers_text(league.organizer_role)
        raise Refused(NOT_ORGANIZER.format(league=bold_name(league), organizers=who))


def check_manager(interaction: Interaction, otherwise: str = NOT_MANAGER) -> None:
    """Raise ``Refused``, with the sentence ``otherwise``, unless the user manages the server."""
    if not interaction.permissions.manage_guild:
        raise Refused(otherwise)


def organizers_role(interaction: Interaction, role: discord.Role | None) -> int | None:
    """The id of a role for organizers; raises ``Refused`` if the user is no manager, or everyone has it."""
    if role is None:
        return None
    check_manager(interaction)
    if role.is_default():
        raise Refused(FOR_EVERYONE)
    return role.id


def role_of(interaction: Interaction, role_id: int) -> discord.Role | None:
    """The server's role of an id; None if it no longer exists."""
    return None if interaction.guild is None else interaction.guild.get_role(role_id)


def chosen_role(interaction: Interaction, values: Sequence[str]) -> discord.Role | None:
    """The role chosen in a form, None if none was; raises ``Refused`` if it no longer exists."""
    if not "".join(values):
        return None
    role = role_of(interaction, number_chosen(values, 20))
    if role is None:
        raise Refused(NO_SUCH_ROLE)
    return role


def role_form(title: str, control: Control, said: str, role: discord.Role | None) -> ui.Modal:
    """The form to choose a role or none; ``role`` is the present one."""
    chosen = [] if role is None else [role]
    roles: ui.RoleSelect[Any] = ui.RoleSelect(min_values=0, required=False, default_values=chosen)
    return form(title, control, ui.Label(text="Role", description=said, component=roles))


def organizes(interaction: Interaction, league: League) -> bool:
    """Whether the user manages the server or has the league's organizer role."""
    who = interaction.user
    roles = {role.id for role in who.roles} if isinstance(who, discord.Member) else set[int]()
    return interaction.permissions.manage_guild or league.organizer_role in roles


async def league_pressed(interaction: Interaction, control: Control) -> League:
    """The league a control was drawn for; raises ``Refused`` if this server has no such league."""
    return await interaction.client.app.league.leagues.by_id(guild_of(interaction), control.table_id)


async def organized_pressed(interaction: Interaction, control: Control) -> League:
    """The league a control was drawn for; raises ``Refused`` unless the user organizes it."""
    league = await league_pressed(interaction, control)
    check_organizer(interaction, league)
    return league


async def season_pressed(interaction: Interaction, season_id: int) -> tuple[League, Season]:
    """The season of an id, with its league; raises ``Refused`` if this server has no such season."""
    return await interaction.client.app.league.leagues.season_by_id(guild_of(interaction), season_id)


async def check_is_open(interaction: Interaction, league: League, season_id: int) -> None:
    """Raise ``Refused`` if another season of the league is open, or none."""
    season = await interaction.client.app.league.leagues.open_season(league)
    if season.id != season_id:
        raise Refused(OTHER_SEASON.format(number=season.number, league=bold_name(league)))
