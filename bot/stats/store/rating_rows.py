"""Rated matches in order of time, and the rating change each made.

If a match is new or changes, its board is stale from there on and is rated again in batches; a stored
row says how far that has come.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from bot.database.database import Database, Row, Run, Statement, Values
from bot.database.pairs import entrant_of, keys
from bot.models.credits import Competing, Entrant
from bot.stats.rating_model import Change, RatedMatch, Rating
from bot.stats.store.tallies import AMONG, named, rows_among
from bot.stats.values import RatingNow, RatingStep, ToRate, Unrated

UNRATED: Final = "SELECT guild_id, board, finished_at, table_id FROM boards_to_rate"
FROM_MATCH: Final = """
    SELECT finished_at, table_id, size, first, second, side, place, is_exempt FROM rated_entries
    WHERE guild_id = ? AND board = ? AND (finished_at, table_id) >= (?, ?)
    ORDER BY finished_at, table_id, size, side, seat LIMIT ?
"""
_OF_ENTRANT: Final = "guild_id = ? AND board = ? AND size = ? AND first = ? AND second = ?"
BEFORE_MATCH: Final = f"""
    SELECT mean, spread, matches FROM rated_entries
    WHERE {_OF_ENTRANT} AND (finished_at, table_id) < (?, ?) AND is_exempt = 0
    ORDER BY finished_at DESC, table_id DESC LIMIT 1
"""  # noqa: S608 (no user input)
SEASON_BEFORE: Final = """
    SELECT earlier.id FROM seasons
    JOIN seasons AS earlier ON earlier.league_id = seasons.league_id AND earlier.number = seasons.number - 1
    WHERE seasons.id = ?
"""
RATING: Final = f"SELECT mean, spread, matches FROM ratings WHERE {_OF_ENTRANT}"  # noqa: S608 (no user input)
SET_RATED: Final = """
    UPDATE rated_entries
    SET mean_before = ?, spread_before = ?, matches_before = ?, mean = ?, spread = ?, matches = ?
    WHERE guild_id = ? AND board = ? AND finished_at = ? AND table_id = ?
        AND size = ? AND first = ? AND second = ?
"""
SET_RATING: Final = """
    INSERT INTO ratings (guild_id, board, size, first, second, mean, spread, matches, is_provisional)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (guild_id, board, size, first, second)
    DO UPDATE SET mean = excluded.mean, spread = excluded.spread, matches = excluded.matches,
        is_provisional = excluded.is_provisional
"""
CLEAR_STALE: Final = """
    DELETE FROM boards_to_rate WHERE guild_id = ? AND board = ? AND finished_at = ? AND table_id = ?
    RETURNING table_id
"""
SET_PROGRESS: Final = """
    UPDATE boards_to_rate SET finished_at = ?, table_id = ?
    WHERE guild_id = ? AND board = ? AND finished_at = ? AND table_id = ?
    RETURNING table_id
"""
_OF_RATINGS: Final = "guild_id = ? AND board = ? AND size = ? AND matches >= ?"
RATINGS: Final = f"""
    SELECT first, second, mean, spread, matches FROM ratings
    WHERE {_OF_RATINGS} ORDER BY is_provisional, mean DESC, first, second LIMIT ? OFFSET ?
"""  # noqa: S608 (no user input)
NUMBER_RATED: Final = f"SELECT COUNT(*) FROM ratings WHERE {_OF_RATINGS}"  # noqa: S608 (no user input)
BETTER: Final = f"""
    SELECT COUNT(*) FROM ratings WHERE {_OF_RATINGS} AND is_provisional = 0 AND mean > ?
"""  # noqa: S608 (no user input)
RATINGS_AMONG: Final = f"""
    SELECT first, second, mean, spread, matches FROM ratings WHERE guild_id = ? AND board = ? AND {AMONG}
"""  # noqa: S608 (no user input)
STEPS: Final = f"""
    SELECT table_id, finished_at, mean_before, spread_before, matches_before, mean, spread, matches
    FROM rated_entries WHERE {_OF_ENTRANT} AND mean IS NOT NULL
    ORDER BY finished_at DESC, table_id DESC LIMIT ?
"""  # noqa: S608 (no user input)
ROWS_OF_MATCH: Final = 12
"""The most rated rows of one match: one for each seat and each pair."""


class RatingStore:
    """Queries for ratings."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def unrated(self) -> list[Unrated]:
        """The stale rating boards."""
        return [Unrated(*row) for row in await self._database.read(Statement(UNRATED))]

    async def to_rate(self, unrated: Unrated, most: int) -> ToRate:
        """The next ``most`` matches to rate on a board.

        ``before`` has no entrant for unrated players; ``following`` is None after the last match.
        """
        limit = (most + 1) * ROWS_OF_MATCH
        rows = await self._database.read(Statement(FROM_MATCH, Values((*unrated, limit))))
        matches = [list(some) for _, some in groupby(rows, lambda row: (row[0], row[1]))]
        whole = len(matches) if len(rows) < limit else len(matches) - 1
        now, later = matches[: min(whole, most)], matches[min(whole, most) :]
        found = tuple(one for some in now for one in _rated(some))
        times = {some[0][1]: some[0][0] for some in now}
        entrants = {entrant for match in found for side in match.sides for entrant in side}
        before = {}
        for entrant in sorted(entrants):
            if (rating := await self._before(unrated, entrant)) is not None:
                before[entrant] = rating
        following = None
        if later:
            finished_at, table_id, *_ = later[0][0]
            following = unrated._replace(finished_at=finished_at, table_id=table_id)
        return ToRate(found, before, times, following)

    async def _before(self, unrated: Unrated, entrant: Entrant) -> Rating | None:
        board = (unrated.guild_id, unrated.board, *keys(entrant))
        values = Values((*board, unrated.finished_at, unrated.table_id))
        rows = await self._database.read(Statement(BEFORE_MATCH, values))
        return Rating(*rows[0]) if rows else None

    async def rating(self, guild_id: int, board: str, entrant: Entrant) -> Rating | None:
        """The current rating of a player or pair on a board; None if unrated."""
        values = Values((guild_id, board, *keys(entrant)))
        rows = await self._database.read(Statement(RATING, values))
        return Rating(*rows[0]) if rows else None

    async def number_rated(self, guild_id: int, board: str, competing: Competing, least: int) -> int:
        """Number of players or pairs on a rating board with at least ``least`` matches."""
        values = Values((guild_id, board, competing.size, least))
        return await self._database.count(Statement(NUMBER_RATED, values))

    async def best_rated(
        self, guild_id: int, board: str, competing: Competing, least: int, skip: int, number: int
    ) -> list[RatingNow]:
        """``number`` lines of a rating board after the first ``skip``, best first, provisional ratings last.

        Equals share a place: partners who have always played together are equal.
        """
        values = Values((guild_id, board, competing.size, least, number, skip))
        rows = await self._database.read(Statement(RATINGS, values))
        entrants = [entrant_of(first, second) for first, second, *_ in rows]
        names = await named(self._database, guild_id, entrants)
        ratings = [Rating(*rating) for _, _, *rating in rows]
        place = skip + 1
        if ratings:
            place = await self.rating_place(guild_id, board, competing.size, ratings[0].mean, least)
        lines: list[RatingNow] = []
        for position, (who, one) in enumerate(zip(names, ratings, strict=True), start=skip + 1):
            if lines and lines[-1].rating.mean != one.mean:
                place = position
            lines.append(RatingNow(who, one, None if one.is_provisional else place))
        return lines

    async def ratings_of(
        self, guild_id: int, board: str, competing: Competing, entrants: Sequence[Entrant]
    ) -> dict[Entrant, Rating]:
        """Ratings of the given players or pairs on a board; unrated ones are left out."""
        rows = await rows_among(self._database, RATINGS_AMONG, (guild_id, board), competing, entrants)
        return {entrant: Rating(*rating) for entrant, rating in rows.items()}

    async def rating_place(self, guild_id: int, board: str, size: int, mean: float, least: int = 0) -> int:
        """The place of an established rating among those with at least ``least`` matches."""
        values = Values((guild_id, board, size, least, mean))
        return await self._database.count(Statement(BETTER, values)) + 1

    async def rating_steps(self, guild_id: int, board: str, entrant: Entrant, most: int) -> list[RatingStep]:
        """The last ``most`` changes of a rating, oldest first."""
        values = Values((guild_id, board, *keys(entrant), most))
        rows = await self._database.read(Statement(STEPS, values))
        return [
            RatingStep(table_id, at, Rating(*numbers[:3]), Rating(*numbers[3:]))
            for table_id, at, *numbers in reversed(rows)
        ]

    async def season_before(self, season_id: int) -> int | None:
        """The previous season of the same league; None for the first."""
        rows = await self._database.read(Statement(SEASON_BEFORE, Values((season_id,))))
        return rows[0][0] if rows else None

    async def keep_rated(self, unrated: Unrated, rated: ToRate, changes: Sequence[Change]) -> None:
        """Store a batch of rating changes and the batch's progress, in one transaction.

        Stores nothing if an earlier match made the board stale since; the next batch starts there.
        """
        board = (unrated.guild_id, unrated.board)
        async with self._database.transaction() as run:
            if not await _record_progress(run, unrated, rated.following):
                return
            for change in changes:
                at = (rated.times[change.match], change.match)
                key = (*board, *at, *keys(change.entrant))
                values = Values((*_values(change.before), *_values(change.after), *key))
                await run(Statement(SET_RATED, values))
            for entrant, rating in {change.entrant: change.after for change in changes}.items():
                values = Values((*board, *keys(entrant), *_values(rating), int(rating.is_provisional)))
                await run(Statement(SET_RATING, values))


async def _record_progress(run: Run, unrated: Unrated, following: Unrated | None) -> bool:
    if following is None:
        return bool(await run(Statement(CLEAR_STALE, Values(unrated))))
    values = Values((following.finished_at, following.table_id, *unrated))
    return bool(await run(Statement(SET_PROGRESS, values)))


def _values(rating: Rating) -> tuple[float, float, int]:
    return (rating.mean, rating.spread, rating.matches)


def _rated(rows: Sequence[Row]) -> list[RatedMatch]:
    """The rows of one match as rated matches: one for players, one for pairs."""
    found = []
    for _, some in groupby(rows, lambda row: row[2]):
        sides = [list(side) for _, side in groupby(some, lambda row: row[5])]
        entrants = tuple(tuple(entrant_of(row[3], row[4]) for row in side) for side in sides)
        exempt = frozenset(entrant_of(row[3], row[4]) for side in sides for row in side if row[7])
        found.append(RatedMatch(rows[0][1], entrants, tuple(side[0][6] for side in sides), exempt))
    return found
