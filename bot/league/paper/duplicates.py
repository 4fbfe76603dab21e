"""Finds reports of the same match, whether typed, imported or stored."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Final, NamedTuple

from bot.database.database import Database
from bot.database.rows import readable
from bot.league.paper.dates import TO_THE_MINUTE
from bot.league.paper.result import LeagueGame, PaperResult, read, reported_points
from bot.league.store.paper_matches import PaperMatchStore
from bot.models.stored_league import PaperMatch, Season

SAME_EVENING: Final = 12 * 3600.0
"""Seconds: a match recorded without a date was played within this time of being typed."""
IN_SEASON: Final = "The season has this match already."
WAITING: Final = "This match waits to be confirmed already."

Scores = frozenset[tuple[frozenset[int | None], int | None]]
"""Points of each set of partners, independent of the order of sides and players."""


class Report(NamedTuple):
    """A report of a match: when it was played, and the points of each set of partners."""

    at: float
    """In epoch seconds."""
    scores: Scores
    within: float = TO_THE_MINUTE
    """Seconds: another report of the same match is less than this apart."""

    def is_same(self, other: Report) -> bool:
        """Whether both are of the same match: equal points of the same players, close enough in time."""
        apart = abs(self.at - other.at)
        return self.scores == other.scores and apart < max(self.within, other.within)


class KnownReports:
    """Known matches, each with the message for reporting it again."""

    def __init__(self) -> None:
        self._by_scores = defaultdict[Scores, list[tuple[Report, str]]](list)

    def add(self, report: Report, said: str) -> None:
        """Add a known match, with the message for a repeat."""
        self._by_scores[report.scores].append((report, said))

    def repeat_message(self, report: Report) -> str | None:
        """The message for a match that is known already; None for a new one."""
        known = self._by_scores.get(report.scores, ())
        return next((said for one, said in known if one.is_same(report)), None)


def report_of(result: PaperResult, playing: LeagueGame, within: float = TO_THE_MINUTE) -> Report:
    """The report of a result."""
    players = tuple(one.id for one in result.players)
    return Report(result.at, _scores(players, result.totals, playing), within)


def _scores(players: tuple[int | None, ...], points: tuple[int | None, ...], playing: LeagueGame) -> Scores:
    return frozenset(
        (frozenset(players[seat] for seat in seats), total)
        for seats, total in zip(playing.sides, points, strict=True)
    )


async def known_matches(
    database: Database, season: Season, playing: LeagueGame, waiting: Iterable[PaperMatch]
) -> KnownReports:
    """A season's matches and those of ``waiting`` that are in it, for finding duplicates.

    Raises ``Damaged`` if a match cannot be read.
    """
    known = KnownReports()
    for played in await PaperMatchStore(database).played_in_season(season.id):
        for points in reported_points(played, playing):
            known.add(Report(played.at, _scores(played.players, points, playing)), IN_SEASON)
    with readable("a match that waits"):
        results = [read(one.result) for one in waiting if one.season_id == season.id]
    for result in results:
        known.add(report_of(result, playing), WAITING)
    return known
