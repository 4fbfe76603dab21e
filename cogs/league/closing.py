"""Closing a season, and the role for its winners, if both the organizer and the bot may give it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import ClassVar, Final

import discord

from bot.common.errors import Refused, StoreError
from bot.common.text import has_account
from bot.models.credits import Named
from bot.models.stored_league import League, Season
from cogs.framework.extension import LEAGUE, Extension, Press
from cogs.framework.interactions import guild_of, number_in
from cogs.framework.leagues import league_name
from cogs.framework.permissions import ORGANIZING, SHOWS
from cogs.framework.replies import answer_privately
from cogs.league.access import (
    check_organizer,
    chosen_role,
    organized_pressed,
    role_form,
    role_of,
    season_pressed,
)
from cogs.league.panel import close_panel, closed_panel
from cogs.ui.answers import answer_of
from cogs.ui.controls import Control, Verb
from cogs.ui.items import TROUBLE, Interaction

log = logging.getLogger(__name__)

WINNERS: Final = "Whoever is first gets it when the season closes. Empty: no role."
NOT_YOURS: Final = "Choose a role you can give: that takes Manage Roles, and a role of yours above it."
NOT_MINE: Final = "I can't give that role. I need Manage Roles, and my own role above it."
NO_ROLE: Final = "That role is gone. Close the season without one."


async def press_ask_close(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Ask the organizer to confirm closing the season."""
    league = await organized_pressed(interaction, control)
    await _ask(interaction, league, await interaction.client.app.league.leagues.open_season(league), None)


async def press_ask_winners(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show an organizer the form for the role that a season's winners get at its close."""
    league, season = await season_pressed(interaction, control.table_id)
    check_organizer(interaction, league)
    await answer_of(interaction).show_form(
        role_form("Winners", Control(Verb.LEAGUE_WINNERS, season.id, 0), WINNERS, None)
    )


async def submit_winners(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Ask again to confirm closing the season, now with the chosen role for its winners, if any."""
    league, season = await season_pressed(interaction, control.table_id)
    check_organizer(interaction, league)
    role = chosen_role(interaction, values)
    if role is not None:
        _check_role(interaction, role)
    await _ask(interaction, league, season, role)


async def _ask(interaction: Interaction, league: League, season: Season, role: discord.Role | None) -> None:
    """Ask to confirm closing a season; its winners get ``role``."""
    unfinished = await interaction.client.app.league.leagues.unfinished(season)
    role_id = None if role is None else role.id
    await answer_privately(interaction, close_panel(league, season, unfinished, role_id))


async def press_close(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Close the season, and give its winners the role the control carries."""
    league, season = await season_pressed(interaction, control.table_id)
    check_organizer(interaction, league)
    role = role_of(interaction, number_in(control)) if control.argument else None
    if role is not None:
        _check_role(interaction, role)
    elif control.argument:
        raise Refused(NO_ROLE)
    await answer_of(interaction).load()
    app = interaction.client.app
    if not await app.league.leagues.close(league, season, interaction.user.id):
        raise Refused(f"Season {season.number} of {league_name(league)} is closed already.")
    try:
        await app.stats.ledger.catch_up()
        winners = await app.league.standings.winners(season)
    except StoreError as error:
        log.error("a season was closed, and who has won it is not known yet: %s", error)
        told = "" if role is None else f"Give the winners <@&{role.id}> yourself then."
        await answer_privately(interaction, closed_panel(league, season, None, told))
        return
    given = "" if role is None else await _give(interaction, winners, role)
    await answer_privately(interaction, closed_panel(league, season, winners, given))


def _check_role(interaction: Interaction, role: discord.Role) -> None:
    """Raise ``Refused`` unless both the user and the bot may give a role."""
    # Otherwise closing a season would be a way around Manage Roles. An interaction's own permissions will not
    # do: in a channel the same bit means Manage Permissions.
    who, own = interaction.user, role.guild.me
    if not isinstance(who, discord.Member) or not _may_give(who, role):
        raise Refused(NOT_YOURS)
    if role.managed or role.is_default() or not _may_give(own, role):
        raise Refused(NOT_MINE)


def _may_give(who: discord.Member, role: discord.Role) -> bool:
    """Whether a member may give a role: the owner, or Manage Roles with a higher role."""
    is_owner = role.guild.owner_id == who.id
    return is_owner or (who.guild_permissions.manage_roles and role < who.top_role)


async def _give(interaction: Interaction, winners: Sequence[Named], role: discord.Role) -> str:
    """Give a role to a season's winners, except forgotten ones; returns a sentence on the outcome."""
    app, guild_id = interaction.client.app, guild_of(interaction)
    people = [user_id for one in winners for user_id in one.entrant if has_account(user_id)]
    failed = 0
    for user_id in people:
        try:
            async with app.delivery.outgoing.turn(asyncio.get_running_loop().time(), guild_id):
                await interaction.client.http.add_role(guild_id, user_id, role.id, reason="Won a season")
        except TROUBLE:
            failed += 1
    if not people:
        return f"No one got <@&{role.id}>."
    if failed:
        done = f"{len(people) - failed} of {len(people)} winners got <@&{role.id}>."
        return f"{done} Give it to the others yourself."
    return f"The winners got <@&{role.id}>."


class LeagueClosing(Extension):
    """Controls to close a season and to choose a role for its winners."""

    presses: ClassVar = {
        Verb.LEAGUE_ASK_CLOSE: Press(press_ask_close, SHOWS),
        Verb.LEAGUE_ASK_WINNERS: Press(press_ask_winners, SHOWS),
        Verb.LEAGUE_WINNERS: Press(submit_winners, SHOWS),
        Verb.LEAGUE_CLOSE: Press(press_close, ORGANIZING, LEAGUE.look_up),
    }


setup = LeagueClosing.setup
