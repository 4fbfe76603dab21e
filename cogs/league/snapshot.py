"""What the message of a league shows, gathered from the services."""

from __future__ import annotations

from bot.app import App
from bot.league.service import League
from bot.stats.moments import Moment
from cogs.league.panel import SHOWN, LeagueNow
from cogs.league.standings_panel import standing_lines


async def league_now(app: App, league: League, number: int | None = None) -> tuple[LeagueNow, Moment]:
    """A league as it stands, in its newest season or the one of a number, and the moment that is as of.

    Raises:
        Refused: there is no such season.
    """
    async with app.stats.moments.of(league.guild_id) as moment:
        season = await app.league.leagues.season(league, number)
        roster, results = await app.league.rosters.of(season), await app.league.results.page(season)
        top = await app.league.standings.page(season.id, 0, SHOWN)
        winners = await app.league.titles.winners(season) if top.is_final else ()
    has_begun = results.total or top.is_final or any(line.value is not None for line in top.lines)
    standings = standing_lines(top, with_ties=False) if has_begun else []
    return LeagueNow(league, season, roster, standings, results.total, winners), moment
