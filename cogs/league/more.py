"""A league's *More* page: play, leave, earlier seasons, and organizers' actions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from discord import app_commands

from bot.league.evenings import check_by_matches, evening_for, is_by_evenings
from bot.league.schedules import can_be_scheduled
from bot.league.service import League
from cogs.evening.starting import open_evening
from cogs.framework.extension import LEAGUE, OWN_TABLES, Commands, Extension, Press, Topic
from cogs.framework.interactions import number_chosen, number_in, reason_typed, show_privately
from cogs.framework.leagues import WHICH, complete_league, league_of, season_entered
from cogs.framework.permissions import OF_ONESELF, ORGANIZING, SHOWS, May, Who
from cogs.framework.replies import answer_privately
from cogs.league.access import check_is_open, league_pressed, organized_pressed, organizes
from cogs.league.commands import leave_league, show_league
from cogs.league.fixtures_panel import TIMES
from cogs.league.more_panel import absent_form, league_more_panel, removal_form
from cogs.league.organizing import (
    ask_to_draw,
    draw_schedule,
    remove_entry,
    rule_absent,
    show_settings,
    start_next_season,
)
from cogs.league.panel import WEEKS, next_season_panel
from cogs.league.paper_panel import record_form
from cogs.table.opening import open_for_season
from cogs.ui.answers import answer_of
from cogs.ui.controls import Control, Verb
from cogs.ui.items import Interaction


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
        may_draw=can_be_scheduled(league, season),
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


async def press_write(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show the form to record a match with real cards."""
    league = await league_pressed(interaction, control)
    season = await interaction.client.app.league.leagues.open_season(league)
    check_by_matches(league, season)
    await answer_of(interaction).show_form(record_form(league, season))


async def press_draw(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Draw the schedule after a confirmation, which carries how often each two sides meet; else ask."""
    league = await organized_pressed(interaction, control)
    if control.argument:
        await check_is_open(interaction, league, control.revision)
        await draw_schedule(interaction, league, min(number_in(control), len(TIMES)))
    else:
        await ask_to_draw(interaction, league)


async def press_computers(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Store, for an organizer, whether computers may fill in at new tables, and show the settings."""
    league = await organized_pressed(interaction, control)
    leagues, may_fill = interaction.client.app.league.leagues, bool(control.argument)
    await show_settings(
        interaction, await leagues.set_computers_allowed(league, interaction.user.id, may_fill)
    )


async def press_next(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Open the next season for an organizer; it lasts the weeks the control carries. Without any, ask."""
    league = await organized_pressed(interaction, control)
    if control.argument:
        await start_next_season(interaction, league, min(number_in(control), max(WEEKS)) or None)
    else:
        await answer_privately(interaction, next_season_panel(league))


async def press_ask_removal(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show the form for the reason of removing the chosen player or pair."""
    league = await organized_pressed(interaction, control)
    await check_is_open(interaction, league, control.revision)
    chosen = number_chosen(values, 20)
    await answer_of(interaction).show_form(removal_form(league, control.revision, chosen))


async def submit_removal(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Remove the button's player, with a fixed partner, from its season if that is open, for an organizer."""
    league = await organized_pressed(interaction, control)
    await check_is_open(interaction, league, control.revision)
    await remove_entry(interaction, league, number_in(control), reason_typed(values))


async def press_ask_absent(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show the form for who stayed away from the chosen match, and why it is ruled so."""
    league = await organized_pressed(interaction, control)
    app = interaction.client.app
    season = await app.league.leagues.open_season(league)
    match = await app.league.schedules.unplayed(season, "".join(values[:1]))
    await answer_of(interaction).show_form(absent_form(league, season, match))


async def submit_absent(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Store the ruling on who stayed away from a match."""
    league = await organized_pressed(interaction, control)
    who = "".join(values[:1])
    await rule_absent(interaction, league, control.argument, who, reason_typed(values[1:]))


class LeagueMore(Extension):
    """The command of a league's *More* page, and the controls of it and of the league's message."""

    typed: ClassVar = (Commands(LEAGUE, Topic.ORGANIZING, SHOWS, (manage,)),)
    presses: ClassVar = {
        Verb.LEAGUE_MORE: Press(press_more, SHOWS),
        Verb.LEAGUE_SEASON: Press(choose_season, SHOWS),
        Verb.LEAGUE_PLAY: Press(press_play, May(over=Who.ENTERED), OWN_TABLES),
        Verb.LEAGUE_LEAVE: Press(press_leave, OF_ONESELF, LEAGUE.look_up),
        Verb.LEAGUE_WRITE: Press(press_write, SHOWS),
        Verb.LEAGUE_DRAW: Press(press_draw, ORGANIZING, LEAGUE.look_up),
        Verb.LEAGUE_COMPUTERS: Press(press_computers, ORGANIZING, LEAGUE.look_up),
        Verb.LEAGUE_NEXT: Press(press_next, ORGANIZING, LEAGUE.look_up),
        Verb.LEAGUE_ASK_OUT: Press(press_ask_removal, SHOWS),
        Verb.LEAGUE_OUT: Press(submit_removal, ORGANIZING, LEAGUE.look_up),
        Verb.LEAGUE_ASK_ABSENT: Press(press_ask_absent, SHOWS),
        Verb.LEAGUE_ABSENT: Press(submit_absent, ORGANIZING, LEAGUE.look_up),
    }


setup = LeagueMore.setup
