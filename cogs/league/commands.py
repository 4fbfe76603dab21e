"""Leagues for whoever plays in them: join, play, look things up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from discord import app_commands

from bot.common.errors import Refused
from bot.league.evenings import check_by_matches, is_by_evenings
from bot.league.rosters import PAIRED_ALREADY, SeasonEntry
from bot.league.service import Competing, League, Season
from cogs.framework.extension import Commands, Extension, Press
from cogs.framework.groups import LEAGUE, OWN_TABLES, Topic
from cogs.framework.interactions import person_of, show_aside
from cogs.framework.leagues import WHICH, complete_league, league_name, league_of, season_entered
from cogs.framework.permissions import OF_ONESELF, SHOWS, May, Who
from cogs.framework.replies import answer_privately
from cogs.league.access import league_pressed, organizes, season_pressed
from cogs.league.evenings_panel import evenings_panel
from cogs.league.fixtures_panel import fixtures_panel, names_by_entrant
from cogs.league.messages import league_now
from cogs.league.panel import league_panel, scoring_panel
from cogs.league.partner_panel import partner_panel
from cogs.league.partners import end_messages
from cogs.league.results_panel import history_panel, results_panel
from cogs.league.roster_panel import roster_panel
from cogs.league.standings_panel import own_lines, standings_panel
from cogs.league.words import how_played, named
from cogs.table.opening import open_for_season
from cogs.ui.controls import Control, Verb
from cogs.ui.items import Interaction
from cogs.ui.stats_parts import as_of

# Commands -----------------------------------------------------------------------------------------


@app_commands.command(name="join", description="Join a league of this server")
@app_commands.describe(league=WHICH)
@app_commands.autocomplete(league=complete_league)
async def join(interaction: Interaction, league: str | None = None) -> None:
    """Compete in the season that goes on."""
    await _join(interaction, await league_of(interaction, league))


@app_commands.command(name="leave", description="Leave a league. What you played stays")
@app_commands.describe(league=WHICH)
@app_commands.autocomplete(league=complete_league)
async def leave(interaction: Interaction, league: str | None = None) -> None:
    """Compete no more."""
    await leave_league(interaction, await league_of(interaction, league))


async def leave_league(interaction: Interaction, found: League) -> None:
    """Have whoever presses or types compete no more."""
    left = await interaction.client.app.league.rosters.leave(found, interaction.user.id)
    entry = left.entry
    if entry is None:
        said = f"You no longer ask anyone to be your partner in {league_name(found)}."
    elif len(entry.entrant) > 1:
        said = f"{named(entry.entrant, entry.names)} left {league_name(found)}. What you played stays."
    else:
        said = f"You left {league_name(found)}. What you played stays. `/league join` brings you back."
    await answer_privately(interaction, said)
    await end_messages(interaction, found, left.ended)


@app_commands.command(name="show", description="Show a league of this server")
@app_commands.describe(league=WHICH)
@app_commands.autocomplete(league=complete_league)
async def show(interaction: Interaction, league: str | None = None) -> None:
    """Show what its message shows."""
    await show_league(interaction, await league_of(interaction, league))


async def show_league(interaction: Interaction, found: League, number: int | None = None) -> None:
    """Show somebody what the message of a league shows, or showed in an earlier season."""
    now, moment = await league_now(interaction.client.app, found, number)
    await answer_privately(interaction, as_of(moment, league_panel(now)))


@app_commands.command(name="roster", description="Show who plays in a league")
@app_commands.describe(league=WHICH, season="Which season (default: the newest)")
@app_commands.autocomplete(league=complete_league)
async def roster(interaction: Interaction, league: str | None = None, season: int | None = None) -> None:
    """Show who competes."""
    found = await league_of(interaction, league)
    await _show_roster(
        interaction, found, await interaction.client.app.league.leagues.season(found, season), 0
    )


@app_commands.command(name="play", description="Open a table in this channel for a league match")
@app_commands.describe(league=WHICH)
@app_commands.autocomplete(league=complete_league)
async def play(interaction: Interaction, league: str | None = None) -> None:
    """Open a table of the season that goes on."""
    found = await league_of(interaction, league)
    season = await season_entered(interaction, found)
    check_by_matches(found, season)
    await open_for_season(interaction, found, season)


@app_commands.command(name="standings", description="Show the standings of a league")
@app_commands.describe(league=WHICH, season="Which season (default: the newest)")
@app_commands.autocomplete(league=complete_league)
async def standings(interaction: Interaction, league: str | None = None, season: int | None = None) -> None:
    """Show the table of a season."""
    found = await league_of(interaction, league)
    await _show_standings(
        interaction, found, await interaction.client.app.league.leagues.season(found, season), 0
    )


@app_commands.command(name="schedule", description="Show your next league matches, and all others")
@app_commands.describe(league=WHICH, season="Which season (default: the newest)")
@app_commands.autocomplete(league=complete_league)
async def schedule(interaction: Interaction, league: str | None = None, season: int | None = None) -> None:
    """Show the schedule."""
    found = await league_of(interaction, league)
    await _show_schedule(
        interaction, found, await interaction.client.app.league.leagues.season(found, season), None
    )


@app_commands.command(name="results", description="Show the matches or evenings of a league")
@app_commands.describe(league=WHICH, season="Which season (default: the newest)")
@app_commands.autocomplete(league=complete_league)
async def results(interaction: Interaction, league: str | None = None, season: int | None = None) -> None:
    """Show what was played."""
    found = await league_of(interaction, league)
    await _show_results(
        interaction, found, await interaction.client.app.league.leagues.season(found, season), 0
    )


@app_commands.command(name="audit", description="Show what organizers did in a league, and why")
@app_commands.describe(league=WHICH)
@app_commands.autocomplete(league=complete_league)
async def audit(interaction: Interaction, league: str | None = None) -> None:
    """Show what was done."""
    found = await league_of(interaction, league)
    await _show_history(interaction, found, await interaction.client.app.league.leagues.season(found), 0)


# Presses ------------------------------------------------------------------------------------------


async def press_join(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Join, or see who would like to be one's partner; whoever has one reads so."""
    app = interaction.client.app
    league = await league_pressed(interaction, control)
    if league.competing is Competing.PLAYERS:
        await _join(interaction, league)
        return
    season = await app.league.leagues.open_season(league)
    if await app.league.rosters.entry_of(season, interaction.user.id) is not None:
        raise Refused(PAIRED_ALREADY)
    asked = [one for one in await app.league.rosters.requests(season) if one.asked == interaction.user.id]
    await answer_privately(interaction, partner_panel(league, asked))


async def press_roster(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show a page of who competes."""
    league, season = await season_pressed(interaction, control.table_id)
    await _show_roster(interaction, league, season, control.revision)


async def press_standings(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show a page of the table of a season."""
    league, season = await season_pressed(interaction, control.table_id)
    await _show_standings(interaction, league, season, control.revision)


async def press_schedule(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show a page of the schedule; first the one with what is next."""
    league, season = await season_pressed(interaction, control.table_id)
    await _show_schedule(interaction, league, season, control.revision if control.argument else None)


async def press_results(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show a page of what was played."""
    league, season = await season_pressed(interaction, control.table_id)
    await _show_results(interaction, league, season, control.revision)


async def press_history(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show a page of what was done."""
    league, season = await season_pressed(interaction, control.table_id)
    await _show_history(interaction, league, season, control.revision)


async def press_scoring(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show how the season is scored."""
    league, season = await season_pressed(interaction, control.table_id)
    app, user_id = interaction.client.app, interaction.user.id
    lines = list[str]()
    async with app.stats.moments.of(league.guild_id) as moment:
        entries = await app.league.rosters.of(season)
        own = next((one.entrant for one in sorted(entries, key=_has_left) if user_id in one.entrant), None)
        if own is not None:
            line = await app.league.standings.line(season.id, own)
            origins = await app.league.standings.origins(season.id, own)
            equals = [] if line is None else await app.league.standings.equals_of(season.id, line)
            lines = own_lines(season, line, origins, names_by_entrant(entries), equals)
    await answer_privately(interaction, as_of(moment, scoring_panel(league, season, lines)))


# Shared -------------------------------------------------------------------------------------------


async def _join(interaction: Interaction, league: League) -> None:
    season = await interaction.client.app.league.rosters.join(league, person_of(interaction))
    await answer_privately(
        interaction,
        f"You're in {league_name(league)}, season {season.number}. {how_played(season)}.",
    )


def _has_left(entry: SeasonEntry) -> bool:
    return entry.left_at is not None


async def _show_roster(interaction: Interaction, league: League, season: Season, page: int) -> None:
    app, may = interaction.client.app, organizes(interaction, league)
    async with app.stats.moments.of(league.guild_id):
        entries, requests = await app.league.rosters.of(season), await app.league.rosters.requests(season)
    await show_aside(interaction, roster_panel(league, season, entries, requests, page, organizes=may))


async def _show_standings(interaction: Interaction, league: League, season: Season, page: int) -> None:
    app = interaction.client.app
    async with app.stats.moments.of(league.guild_id) as moment:
        shown = await app.league.standings.page(season.id, page)
    await show_aside(interaction, as_of(moment, standings_panel(league, season, shown)))


async def _show_schedule(interaction: Interaction, league: League, season: Season, page: int | None) -> None:
    app = interaction.client.app
    async with app.stats.moments.of(league.guild_id):
        fixtures, entries = await app.league.schedules.of(season), await app.league.rosters.of(season)
    may, own = organizes(interaction, league), interaction.user.id
    await show_aside(interaction, fixtures_panel(league, season, fixtures, entries, own, page, organizes=may))


async def _show_results(interaction: Interaction, league: League, season: Season, page: int) -> None:
    app = interaction.client.app
    async with app.stats.moments.of(league.guild_id):
        if is_by_evenings(season):
            view = evenings_panel(league, season, await app.league.evenings.page(season, page))
        else:
            found, entries = await app.league.results.page(season, page), await app.league.rosters.of(season)
            view = results_panel(league, season, found, names_by_entrant(entries))
    await show_aside(interaction, view)


async def _show_history(interaction: Interaction, league: League, season: Season, page: int) -> None:
    acts = await interaction.client.app.league.results.history(league, page)
    await show_aside(interaction, history_panel(league, season, acts))


class LeaguePlay(Extension):
    """Leagues for whoever plays in them."""

    typed: ClassVar = (
        Commands(LEAGUE, Topic.LEAGUE, OF_ONESELF, (join, leave)),
        Commands(LEAGUE, Topic.LEAGUE, SHOWS, (show, roster)),
        Commands(LEAGUE, Topic.LEAGUE, May(over=Who.ENTERED), (play,), OWN_TABLES),
        Commands(LEAGUE, Topic.LEAGUE, SHOWS, (standings, schedule, results)),
        Commands(LEAGUE, Topic.ORGANIZING, SHOWS, (audit,)),
    )
    presses: ClassVar = {
        Verb.LEAGUE_JOIN: Press(press_join, OF_ONESELF, LEAGUE.look_up),
        Verb.LEAGUE_ROSTER: Press(press_roster, SHOWS),
        Verb.LEAGUE_STANDINGS: Press(press_standings, SHOWS),
        Verb.LEAGUE_SCHEDULE: Press(press_schedule, SHOWS),
        Verb.LEAGUE_RESULTS: Press(press_results, SHOWS),
        Verb.LEAGUE_HISTORY: Press(press_history, SHOWS),
        Verb.LEAGUE_SCORING: Press(press_scoring, SHOWS),
    }


setup = LeaguePlay.setup
