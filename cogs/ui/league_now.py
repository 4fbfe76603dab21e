"""What the message of a league shows, gathered from the services."""

from __future__ import annotations

from bot.app import App
from bot.services.leagues import League
from cogs.ui.league_panel import LeagueNow


async def league_now(app: App, league: League) -> LeagueNow:
    """A league as it stands, in its newest season."""
    season = await app.leagues.season(league)
    results = await app.league_results.page(season)
    return LeagueNow(league, season, await app.rosters.of(season), (), results.total)
