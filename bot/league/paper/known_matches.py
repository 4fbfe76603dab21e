"""The matches a season has or that wait to be confirmed, so that none is recorded or imported twice."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bot.database.database import Database
from bot.database.rows import readable
from bot.league.paper.result import LeagueGame, read
from bot.league.paper.sameness import Tellings, telling_of, tellings_of_stored
from bot.league.store.recorded_matches import RecordedMatchStore
from bot.models.stored_league import PaperMatch, Season

IN_SEASON: Final = "The season has this match already."
WAITING: Final = "This match waits to be confirmed already."


async def known_matches(
    database: Database, season: Season, playing: LeagueGame, waiting: Iterable[PaperMatch]
) -> Tellings:
    """A season's matches and the waiting ones, for finding duplicates.

    Raises:
        Damaged: a match cannot be read.
    """
    known = Tellings()
    for played in await RecordedMatchStore(database).played_in_season(season.id):
        for telling in tellings_of_stored(played, playing):
            known.add(telling, IN_SEASON)
    with readable("a match that waits"):
        results = [read(one.result) for one in waiting if one.season_id == season.id]
    for result in results:
        known.add(telling_of(result, playing), WAITING)
    return known
