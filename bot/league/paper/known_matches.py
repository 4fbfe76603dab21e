"""The matches a season has or that wait to be confirmed, so that none is recorded or imported twice."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bot.database.database import Database
from bot.database.rows import readable
from bot.league.paper.duplicates import KnownReports, report_of, reports_of_stored
from bot.league.paper.result import LeagueGame, read
from bot.league.store.recorded_matches import RecordedMatchStore
from bot.models.stored_league import PaperMatch, Season

IN_SEASON: Final = "The season has this match already."
WAITING: Final = "This match waits to be confirmed already."


async def known_matches(
    database: Database, season: Season, playing: LeagueGame, waiting: Iterable[PaperMatch]
) -> KnownReports:
    """A season's matches and those of ``waiting`` that are in it, for finding duplicates.

    Raises:
        Damaged: a match cannot be read.
    """
    known = KnownReports()
    for played in await RecordedMatchStore(database).played_in_season(season.id):
        for report in reports_of_stored(played, playing):
            known.add(report, IN_SEASON)
    with readable("a match that waits"):
        results = [read(one.result) for one in waiting if one.season_id == season.id]
    for result in results:
        known.add(report_of(result, playing), WAITING)
    return known
