"""A league's *More* page: play, leave, earlier seasons, and organizers' actions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import discord
from discord import app_commands, ui

from bot.league.evenings import evening_for, is_by_evenings
from bot.league.schedules import can_be_scheduled
from bot.models.stored_league import League, Season
from cogs.evening.starting import open_evening
from cogs.framework.extension import LEAGUE, OWN_TABLES, Commands, Extension, Press, Topic
from cogs.framework.interactions import number_chosen, show_privately
from cogs.framework.leagues import (
    LEAGUE_COLOR,
    WHICH,
    complete_league,
    league_name,
    league_of,
    season_entered,
)
from cogs.framework.permissions import OF_ONESELF, SHOWS, May, Who
from cogs.league.access import check_is_open, league_pressed, organizes
from cogs.league.commands import leave_league, show_league
from cogs.league.file_panel import MINE
from cogs.league.words import league_button, organizers_text, season_button
from cogs.table.opening import open_for_season
from cogs.ui.controls import Control, Verb
from cogs.ui.items import MENU_LIMIT, Interaction, TableButton, menu_row, panel, rows_of
from rules.core.words import counted


def league_more_panel(
    league: League,
    season: Season,
    earlier: Sequence[Season],
    *,
    is_in: bool,
    organizes: bool,
    manages: bool,
    disputed: int = 0,
) -> ui.LayoutView:
    """The user's further actions in the newest season, and a menu of ``earlier`` seasons, latest first.

    ``is_in``: the user competes; ``manages``: they manage the server; ``disputed``: disputes to rule on.
    """
    lines = [
        f"### {league_name(league)} · More",
        "**Players**: who is in. **What was done**: every ruling, and why.",
    ]
    buttons = [
        season_button(season, Verb.LEAGUE_ROSTER, "Players"),
        season_button(season, Verb.LEAGUE_HISTORY, "What was done"),
    ]
    if season.is_open and not is_by_evenings(season):
        lines.append("**Record a match**: one you played with real cards. Another side confirms it.")
        buttons.append(league_button(league, Verb.LEAGUE_WRITE, "Record a match"))
    if season.is_open and is_in:
        lines.append("**Leave**: you're out of this season. What you played stays.")
        buttons.append(TableButton(Control(Verb.LEAGUE_LEAVE, league.id, season.id), "Leave"))
    lines.append("**My results**: what you played, as a file.")
    buttons.append(league_button(league, Verb.LEAGUE_ASK_EXPORT, "My results", argument=MINE))
    parts: list[ui.Item[Any]] = [ui.TextDisplay("\n".join(lines)), *rows_of(buttons)]
    seasons = [
        discord.SelectOption(label=f"Season {one.number}", value=str(one.number))
        for one in earlier[:MENU_LIMIT]
    ]
    parts += menu_row(Control(Verb.LEAGUE_SEASON, league.id, 0), seasons, "An earlier season")
    if organizes:
        parts += _for_organizers(league, season, disputed, manages=manages)
    return panel(*parts, color=LEAGUE_COLOR)


def _for_organizers(league: League, season: Season, disputed: int, *, manages: bool) -> list[ui.Item[Any]]:
    """The part for organizers: what they can rule on, and their buttons."""
    has_schedule = can_be_scheduled(league, season)
    fill, wanted = ("Only people play", "") if league.computers else ("Let computers fill in", "yes")
    lines = ["**For organizers**"]
    if season.is_open and disputed:
        lines.append(f"**To rule on: {counted(disputed, 'dispute')}.**")
    lines.append(f"It's organized by {organizers_text(league.organizer_role)}.")
    buttons = [
        league_button(league, Verb.LEAGUE_COMPUTERS, fill, argument=wanted),
        league_button(league, Verb.LEAGUE_POST, "Post it here"),
        league_button(league, Verb.LEAGUE_ASK_EXPORT, "Export"),
        *([league_button(league, Verb.LEAGUE_ASK_ORGANIZERS, "Organizers")] if manages else []),
    ]
    if season.is_open:
        absent = "*Schedule* rules who stayed away, " if has_schedule else ""
        played = "an evening" if is_by_evenings(season) else "a match"
        lines.append(f"*Players* takes someone out, {absent}*Results* rules on {played}.")
        if not is_by_evenings(season):
            buttons.insert(2, league_button(league, Verb.LEAGUE_ASK_IMPORT, "Import"))
        if has_schedule:
            buttons.insert(0, league_button(league, Verb.LEAGUE_DRAW, "Draw a schedule"))
        end, label, style = Verb.LEAGUE_ASK_CLOSE, "Close the season", discord.ButtonStyle.danger
    else:
        lines.append("The next season is scored like this one. Everyone joins again.")
        end, label, style = Verb.LEAGUE_NEXT, "Start the next season", discord.ButtonStyle.success
    buttons.append(league_button(league, end, label, style=style))
    return [ui.Separator(), ui.TextDisplay("\n".join(lines)), *rows_of(buttons)]


@app_commands.command(name="manage", description="Everything else of a league, for players and organizers")
@app_commands.describe(league=WHICH)
@app_commands.autocomplete(league=complete_league)
async def manage(interaction: Interaction, league: str | None = None) -> None:
    """Show privately the further actions the user may take in the league."""
    await _show_more(interaction, await league_of(interaction, league))


async def press_more(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show privately the further actions the user may take in the league."""
    await _show_more(interaction, await league_pressed(interaction, control))


async def _show_more(interaction: Interaction, league: League) -> None:
    app = interaction.client.app
    season, *earlier = await app.league.leagues.seasons(league)
    is_in = await app.league.rosters.entry_of(season, interaction.user.id) is not None
    may = organizes(interaction, league)
    disputed = (await app.league.leagues.unfinished(season)).disputed if may else 0
    view = league_more_panel(
        league,
        season,
        earlier,
        is_in=is_in,
        organizes=may,
        manages=interaction.permissions.manage_guild,
        disputed=disputed,
    )
    await show_privately(interaction, view)


async def choose_season(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show the league's message of the chosen season privately."""
    await show_league(interaction, await league_pressed(interaction, control), number_chosen(values, 5))


async def press_play(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Open a table, or an evening where the season is scored by evenings, for the open season."""
    league = await league_pressed(interaction, control)
    season = await season_entered(interaction, league)
    if is_by_evenings(season):
        await open_evening(interaction, evening_for(league, season))
    else:
        await open_for_season(interaction, league, season)


async def press_leave(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Leave the button's season if it is open, or withdraw the user's partner request."""
    league = await league_pressed(interaction, control)
    await check_is_open(interaction, league, control.revision)
    await leave_league(interaction, league)


class LeagueMore(Extension):
    """The command of a league's *More* page, and the controls of it and of the league's message."""

    typed: ClassVar = (Commands(LEAGUE, Topic.ORGANIZING, SHOWS, (manage,)),)
    presses: ClassVar = {
        Verb.LEAGUE_MORE: Press(press_more, SHOWS),
        Verb.LEAGUE_SEASON: Press(choose_season, SHOWS),
        Verb.LEAGUE_PLAY: Press(press_play, May(over=Who.ENTERED), OWN_TABLES),
        Verb.LEAGUE_LEAVE: Press(press_leave, OF_ONESELF, LEAGUE.look_up),
    }


setup = LeagueMore.setup
