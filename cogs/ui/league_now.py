"""What the message of a league shows, gathered from the services."""

from __future__ import annotations

from bot.app import App
from bot.services.leagues import League
from cogs.ui.league_panel import SHOWN, LeagueNow
from cogs.ui.standings_panel import standing_lines


async def league_now(app: App, league: League, number: int | None = None) -> LeagueNow:
    """A league as it stands, in its newest season or the one of a number.

    Raises:
        Refused: there is no such season.
    """
    season = await app.leagues.season(league, number)
    roster, results = await app.rosters.of(season), await app.league_results.page(season)
    top = await app.standings.page(season.id, 0, SHOWN)
    has_begun = results.total or top.is_final or any(line.value is not None for line in top.lines)
    standings = standing_lines(top, with_ties=False) if has_begun else []
    winners = await app.titles.winners(season) if top.is_final else ()
    return LeagueNow(league, season, roster, standings, results.total, winners)
