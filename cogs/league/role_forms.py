"""What is asked about roles: whose members organize a league, and which one its winners get."""

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
    """Ask for the role of those who organize a league; ``role`` is the one they have now."""
    return _form("Organizers", Control(Verb.LEAGUE_ORGANIZERS, league.id, 0), ORGANIZERS, role)


def winners_form(season: Season) -> ui.Modal:
    """Ask for the role that the winners of a season get."""
    return _form("Winners", Control(Verb.LEAGUE_WINNERS, season.id, 0), WINNERS, None)


def _form(title: str, control: Control, said: str, role: discord.Role | None) -> ui.Modal:
    chosen = [] if role is None else [role]
    roles: ui.RoleSelect[Any] = ui.RoleSelect(min_values=0, required=False, default_values=chosen)
    return form(title, control, ui.Label(text="Role", description=said, component=roles))
