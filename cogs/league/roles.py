"""Controls for a league's organizer role and its winners' role."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final

import discord
from discord import ui

from bot.common.errors import Refused
from bot.league.service import League, Season
from cogs.framework.extension import LEAGUE, Extension, Press
from cogs.framework.interactions import number_chosen
from cogs.framework.permissions import MANAGING, SHOWS
from cogs.league.access import (
    check_manager,
    check_organizer,
    check_organizers_role,
    league_pressed,
    season_pressed,
)
from cogs.league.organizing import ask_to_close, show_settings
from cogs.league.winners import check_role
from cogs.ui.answers import answer_of
from cogs.ui.controls import Control, Verb
from cogs.ui.items import Interaction
from cogs.ui.modals import form

ORGANIZERS: Final = "Its members organize the league, besides managers. Empty: no one else does."
WINNERS: Final = "Whoever is first gets it when the season closes. Empty: no role."
NO_SUCH_ROLE: Final = "That role is gone. Nothing was changed. Choose another one."


async def press_ask_organizers(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show the form for the organizer role to a manager of the server; refuse others."""
    league = await league_pressed(interaction, control)
    check_manager(interaction)
    role = None if league.organizer_role is None else _role(interaction, league.organizer_role)
    await answer_of(interaction).show_form(_organizers_form(league, role))


async def submit_organizers(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Store the organizer role, for a manager; if none is chosen, only managers organize the league."""
    league = await league_pressed(interaction, control)
    check_manager(interaction)
    role = _chosen(interaction, values)
    if role is not None:
        check_organizers_role(interaction, role)
    role_id = None if role is None else role.id
    leagues = interaction.client.app.league.leagues
    await show_settings(interaction, await leagues.name_organizers(league, interaction.user.id, role_id))


async def press_ask_winners(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show an organizer the form for the role that a season's winners get at its close."""
    league, season = await season_pressed(interaction, control.table_id)
    check_organizer(interaction, league)
    await answer_of(interaction).show_form(_winners_form(season))


async def submit_winners(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Ask again to confirm closing the season, now with the chosen role for its winners, if any."""
    league, season = await season_pressed(interaction, control.table_id)
    check_organizer(interaction, league)
    role = _chosen(interaction, values)
    if role is not None:
        check_role(interaction, role)
    await ask_to_close(interaction, league, season, role)


def _chosen(interaction: Interaction, values: Sequence[str]) -> discord.Role | None:
    """The role chosen in a form; None if none was.

    Raises:
        Refused: the role no longer exists.
    """
    if not "".join(values):
        return None
    role = _role(interaction, number_chosen(values, 20))
    if role is None:
        raise Refused(NO_SUCH_ROLE)
    return role


def _role(interaction: Interaction, role_id: int) -> discord.Role | None:
    return None if interaction.guild is None else interaction.guild.get_role(role_id)


def _organizers_form(league: League, role: discord.Role | None) -> ui.Modal:
    """The form for a league's organizer role; ``role`` is the present one."""
    return _form("Organizers", Control(Verb.LEAGUE_ORGANIZERS, league.id, 0), ORGANIZERS, role)


def _winners_form(season: Season) -> ui.Modal:
    """The form for the role that a season's winners get."""
    return _form("Winners", Control(Verb.LEAGUE_WINNERS, season.id, 0), WINNERS, None)


def _form(title: str, control: Control, said: str, role: discord.Role | None) -> ui.Modal:
    chosen = [] if role is None else [role]
    roles: ui.RoleSelect[Any] = ui.RoleSelect(min_values=0, required=False, default_values=chosen)
    return form(title, control, ui.Label(text="Role", description=said, component=roles))


class LeagueRoles(Extension):
    """Controls to choose a league's organizer role, and the role of a season's winners."""

    presses: ClassVar = {
        Verb.LEAGUE_ASK_ORGANIZERS: Press(press_ask_organizers, SHOWS),
        Verb.LEAGUE_ORGANIZERS: Press(submit_organizers, MANAGING, LEAGUE.look_up),
        Verb.LEAGUE_ASK_WINNERS: Press(press_ask_winners, SHOWS),
        Verb.LEAGUE_WINNERS: Press(submit_winners, SHOWS),
    }


setup = LeagueRoles.setup
