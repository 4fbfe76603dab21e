"""Commands and buttons of leagues for players: join, leave, play, look up."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import ClassVar, Final, Literal

import discord
from discord import app_commands

from bot.common.errors import Refused
from bot.league.evenings import check_by_matches, is_by_evenings
from bot.league.rosters import PAIRED_ALREADY
from bot.models.credits import Competing
from bot.models.stored_league import League, Season
from bot.table.lobby.before_match import Person
from cogs.framework.extension import LEAGUE, OWN_TABLES, Commands, Extension, Press, Topic
from cogs.framework.interactions import called, person_of, show_privately
from cogs.framework.leagues import WHICH, complete_league, league_name, league_of, season_entered
from cogs.framework.permissions import OF_ONESELF, SHOWS, May, Who
from cogs.framework.replies import answer_privately
from cogs.league.access import league_pressed, organizes, season_pressed
from cogs.league.fixtures_panel import fixtures_panel, names_by_entrant
from cogs.league.history_panel import history_panel
from cogs.league.messages import league_now
from cogs.league.panel import league_panel, scoring_panel
from cogs.league.partners import NO_PARTNER, ask_partner, end_messages, partner_panel
from cogs.league.results_panel import evenings_panel, results_panel
from cogs.league.roster_panel import roster_panel
from cogs.league.standings_panel import own_lines, standings_panel
from cogs.league.words import how_played, named
from cogs.table.opening import open_for_season
from cogs.ui.controls import Control, Verb
from cogs.ui.items import Handler, Interaction
from cogs.ui.stats_parts import with_counting_note


@app_commands.command(name="join", description="Join a league, in one for pairs with a partner")
@app_commands.describe(league=WHICH, partner="The partner you ask, or say yes to")
@app_commands.autocomplete(league=complete_league)
async def join(
    interaction: Interaction, league: str | None = None, partner: discord.Member | None = None
) -> None:
    """Enter the league's open season; with a partner, ask that member, or accept their request."""
    found = await league_of(interaction, league)
    if partner is None:
        await join_league(interaction, found)
    elif partner.bot:
        raise Refused(NO_PARTNER)
    else:
        await ask_partner(interaction, found, Person(partner.id, called(partner)))


@app_commands.command(name="leave", description="Leave a league. What you played stays")
@app_commands.describe(league=WHICH)
@app_commands.autocomplete(league=complete_league)
async def leave(interaction: Interaction, league: str | None = None) -> None:
    """Leave the league's open season, with a fixed partner, or withdraw the user's partner request."""
    await leave_league(interaction, await league_of(interaction, league))


async def leave_league(interaction: Interaction, found: League) -> None:
    """Take the user and a fixed partner out of the open season; without entry, withdraw their request."""
    left = await interaction.client.app.league.rosters.leave(found, interaction.user.id)
    entry = left.entry
    if entry is None:
        said = f"You no longer ask anyone to be your partner in {league_name(found)}."
    elif len(entry.entrant) > 1:
        pair = named(entry.entrant, entry.names)
        said = f"Your pair left {league_name(found)}: {pair}. What you played stays."
    else:
        said = f"You left {league_name(found)}. What you played stays. `/league join` brings you back."
    await answer_privately(interaction, said)
    await end_messages(interaction, found, left.ended)


@app_commands.command(name="show", description="Show a league: its standings, schedule, results or people")
@app_commands.describe(
    what="What to show (default: the league itself)",
    league=WHICH,
    season="Which season (default: the newest)",
)
@app_commands.autocomplete(league=complete_league)
async def show(
    interaction: Interaction,
    what: Literal["league", "standings", "schedule", "results", "people", "rulings"] = "league",
    league: str | None = None,
    season: int | None = None,
) -> None:
    """Show privately the league's message, or a part of a season, by default the newest."""
    found = await league_of(interaction, league)
    if what == "league":
        await show_league(interaction, found, season)
        return
    of_season = await interaction.client.app.league.leagues.season(found, season)
    await PARTS[what](interaction, found, of_season, None)


async def show_league(interaction: Interaction, found: League, number: int | None = None) -> None:
    """Show the user a league's message privately, of the newest season or of ``number``."""
    now, is_counting = await league_now(interaction.client.app, found, number)
    await answer_privately(interaction, with_counting_note(league_panel(now), is_counting))


@app_commands.command(name="play", description="Open a table in this channel for a league match")
@app_commands.describe(league=WHICH)
@app_commands.autocomplete(league=complete_league)
async def play(interaction: Interaction, league: str | None = None) -> None:
    """Open a table for the open season, if it is scored by matches and the user competes in it."""
    found = await league_of(interaction, league)
    season = await season_entered(interaction, found)
    check_by_matches(found, season)
    await open_for_season(interaction, found, season)


async def press_join(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Join the league; in one for pairs, show the requests to be the user's partner, and a button to ask."""
    app = interaction.client.app
    league = await league_pressed(interaction, control)
    if league.competing is Competing.PLAYERS:
        await join_league(interaction, league)
        return
    season = await app.league.leagues.open_season(league)
    if await app.league.rosters.entry_of(season, interaction.user.id) is not None:
        raise Refused(PAIRED_ALREADY)
    asked = [one for one in await app.league.rosters.requests(season) if one.asked == interaction.user.id]
    await answer_privately(interaction, partner_panel(league, asked))


async def press_scoring(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show how the season is scored, and what the user's own place is made of."""
    league, season = await season_pressed(interaction, control.table_id)
    app, user_id = interaction.client.app, interaction.user.id
    lines = list[str]()
    async with app.stats.moments.of(league.guild_id) as is_counting:
        entries = await app.league.rosters.of(season)
        mine = [one for one in entries if user_id in one.entrant]
        if mine:
            own = min(mine, key=lambda one: one.left_at is not None).entrant
            line = await app.league.standings.line(season.id, own)
            origins = await app.league.standings.origins(season.id, own)
            equals = [] if line is None else await app.league.standings.equals_of(season.id, line)
            lines = own_lines(season, line, origins, names_by_entrant(entries), equals)
    await answer_privately(interaction, with_counting_note(scoring_panel(league, season, lines), is_counting))


async def press_schedule(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show a page of the schedule; first the page with the next match."""
    league, season = await season_pressed(interaction, control.table_id)
    await _show_schedule(interaction, league, season, control.revision if control.argument else None)


def _press_of(part: str) -> Handler:
    """The handler that shows privately the page of a season's part that a button carries."""

    async def press(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        league, season = await season_pressed(interaction, control.table_id)
        await PARTS[part](interaction, league, season, control.revision)

    return press


async def join_league(interaction: Interaction, league: League) -> None:
    """Enter a league's open season for oneself."""
    season = await interaction.client.app.league.rosters.join(league, person_of(interaction))
    await answer_privately(
        interaction, f"You're in {league_name(league)}, season {season.number}. {how_played(season)}."
    )


async def _show_roster(interaction: Interaction, league: League, season: Season, page: int | None) -> None:
    app, may = interaction.client.app, organizes(interaction, league)
    async with app.stats.moments.of(league.guild_id):
        entries, requests = await app.league.rosters.of(season), await app.league.rosters.requests(season)
    await show_privately(
        interaction, roster_panel(league, season, entries, requests, page or 0, organizes=may)
    )


async def _show_standings(interaction: Interaction, league: League, season: Season, page: int | None) -> None:
    app = interaction.client.app
    async with app.stats.moments.of(league.guild_id) as is_counting:
        shown = await app.league.standings.page(season.id, page or 0)
    await show_privately(interaction, with_counting_note(standings_panel(league, season, shown), is_counting))


async def _show_schedule(interaction: Interaction, league: League, season: Season, page: int | None) -> None:
    app = interaction.client.app
    async with app.stats.moments.of(league.guild_id):
        fixtures, entries = await app.league.schedules.of(season), await app.league.rosters.of(season)
    may, own = organizes(interaction, league), interaction.user.id
    await show_privately(
        interaction, fixtures_panel(league, season, fixtures, entries, own, page, organizes=may)
    )


async def _show_results(interaction: Interaction, league: League, season: Season, page: int | None) -> None:
    app = interaction.client.app
    async with app.stats.moments.of(league.guild_id):
        if is_by_evenings(season):
            view = evenings_panel(league, season, await app.league.evenings.page(season, page or 0))
        else:
            found = await app.league.results.page(season, page or 0)
            entries = await app.league.rosters.of(season)
            view = results_panel(league, season, found, names_by_entrant(entries))
    await show_privately(interaction, view)


async def _show_history(interaction: Interaction, league: League, season: Season, page: int | None) -> None:
    acts = await interaction.client.app.league.results.history(league, page or 0)
    await show_privately(interaction, history_panel(league, season, acts))


PARTS: Final[Mapping[str, Callable[[Interaction, League, Season, int | None], Awaitable[None]]]] = {
    "standings": _show_standings,
    "schedule": _show_schedule,
    "results": _show_results,
    "people": _show_roster,
    "rulings": _show_history,
}
"""By part of a season, what shows a page of it; for None the first page, of the schedule the next match's."""


class LeaguePlay(Extension):
    """Commands and controls of leagues for players."""

    typed: ClassVar = (
        Commands(LEAGUE, Topic.LEAGUE, OF_ONESELF, (join, leave)),
        Commands(LEAGUE, Topic.LEAGUE, SHOWS, (show,), by_choice=dict.fromkeys(("league", *PARTS), SHOWS)),
        Commands(LEAGUE, Topic.LEAGUE, May(over=Who.ENTERED), (play,), OWN_TABLES),
    )
    presses: ClassVar = {
        Verb.LEAGUE_JOIN: Press(press_join, OF_ONESELF, LEAGUE.look_up),
        Verb.LEAGUE_ROSTER: Press(_press_of("people"), SHOWS),
        Verb.LEAGUE_STANDINGS: Press(_press_of("standings"), SHOWS),
        Verb.LEAGUE_SCHEDULE: Press(press_schedule, SHOWS),
        Verb.LEAGUE_RESULTS: Press(_press_of("results"), SHOWS),
        Verb.LEAGUE_HISTORY: Press(_press_of("rulings"), SHOWS),
        Verb.LEAGUE_SCORING: Press(press_scoring, SHOWS),
    }


setup = LeaguePlay.setup
