"""The forms to choose a league's organizer role and its winners' role."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import ui

from bot.league.service import League, Season
from cogs.ui.controls import Control, Verb
from cogs.ui.modals import form

ORGANIZERS: Final = "Its members organize the league, besides managers. Empty: no one else does."
WINNERS: Final = "Whoever is first gets it when the season closes. Empty: no role."


def organizers_form(league: League, role: discord.Role | None) -> ui.Modal:
    """The form for a league's organizer role; ``role`` is the present one."""
    return _form("Organizers", Control(Verb.LEAGUE_ORGANIZERS, league.id, 0), ORGANIZERS, role)


def winners_form(season: Season) -> ui.Modal:
    """The form for the role that a season's winners get."""
    return _form("Winners", Control(Verb.LEAGUE_WINNERS, season.id, 0), WINNERS, None)


def _form(title: str, control: Control, said: str, role: discord.Role | None) -> ui.Modal:
    chosen = [] if role is None else [role]
    roles: ui.RoleSelect[Any] = ui.RoleSelect(min_values=0, required=False, default_values=chosen)
    return form(title, control, ui.Label(text="Role", description=said, component=roles))
