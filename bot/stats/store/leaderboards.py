"""Queries for leaderboards: indexed pages of sums and ratings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bot.database.database import Database, Row, SqlValue, Statement, Values
from bot.database.names import named
from bot.database.pairs import entry_of, keys
from bot.models.boards import Among, Games, Order, Period
from bot.models.credits import Entry
from bot.models.figures import Figures
from bot.stats.rating_model import Rating
from bot.stats.store.tallying import FIGURES, figures_of
from bot.stats.stored_book import LeaderLine, RatingNow

_OF_BOARD: Final = "guild_id = ? AND period = ? AND games = ? AND size = ? AND matches >= ?"
_IN_ORDER: Final = {
    Order.WINS: "won DESC, matches, first, second",
    Order.SHARE: "(won * 1.0 / NULLIF(matches, 0)) DESC, matches DESC, first, second",
}
PAGES: Final = {
    order: f"SELECT first, second FROM tallies WHERE {_OF_BOARD} ORDER BY {by} LIMIT ? OFFSET ?"  # noqa: S608
    for order, by in _IN_ORDER.items()
}
NUMBER: Final = f"SELECT COUNT(*) FROM tallies WHERE {_OF_BOARD}"  # noqa: S608 (of ours)
EQUALS_BEFORE: Final = f"""
    SELECT COUNT(*) FROM tallies
    WHERE {_OF_BOARD} AND won = ? AND matches = ? AND (first, second) < (?, ?)
"""  # noqa: S608 (of ours)
_OF_RATINGS: Final = "guild_id = ? AND board = ? AND size = ? AND matches >= ?"
RATINGS: Final = f"""
    SELECT first, second, mean, spread, matches FROM ratings
    WHERE {_OF_RATINGS} ORDER BY is_provisional, mean DESC, first, second LIMIT ? OFFSET ?
"""  # noqa: S608 (of ours)
NUMBER_RATED: Final = f"SELECT COUNT(*) FROM ratings WHERE {_OF_RATINGS}"  # noqa: S608 (of ours)
BETTER: Final = f"""
    SELECT COUNT(*) FROM ratings WHERE {_OF_RATINGS} AND is_provisional = 0 AND mean > ?
"""  # noqa: S608 (of ours)
TALLY: Final = f"""
    SELECT {FIGURES} FROM tallies
    WHERE guild_id = ? AND period = ? AND games = ? AND size = ? AND first = ? AND second = ?
"""  # noqa: S608 (of ours)
_AMONG: Final = "size = ? AND first IN ({first}) AND second IN ({second})"
"""Some players, or every pair with one player of each list: a superset, filtered afterwards."""
TALLIES_AMONG: Final = f"""
    SELECT first, second, {FIGURES} FROM tallies
    WHERE guild_id = ? AND period = ? AND games = ? AND {_AMONG}
"""  # noqa: S608 (of ours)
RATINGS_AMONG: Final = f"""
    SELECT first, second, mean, spread, matches FROM ratings WHERE guild_id = ? AND board = ? AND {_AMONG}
"""  # noqa: S608 (of ours)
NEXT_PERIOD: Final = "SELECT MIN(period) FROM tallies WHERE guild_id = ? AND period > ?"
NEXT_GAMES: Final = "SELECT MIN(games) FROM tallies WHERE guild_id = ? AND period = ? AND games > ?"


class LeaderboardStore:
    """Queries for leaderboards."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def number_of_leaders(
        self, guild_id: int, among: Among, period: Period, games: Games, least: int
    ) -> int:
        """How many players or pairs have at least ``least`` matches."""
        values = Values((guild_id, period.key, games.key, among.size, max(least, 1)))
        return await self._database.count(Statement(NUMBER, values))

    async def leaders(
        self,
        guild_id: int,
        among: Among,
        period: Period,
        games: Games,
        order: Order,
        least: int,
        skip: int,
        number: int,
    ) -> list[LeaderLine]:
        """``number`` lines of a leaderboard by wins or by share of wins, after the first ``skip``."""
        board = (guild_id, period.key, games.key, among.size, max(least, 1))
        rows = await self._database.read(Statement(PAGES[order], Values((*board, number, skip))))
        entries = [entry_of(first, second) for first, second in rows]  # skipped rows cost only an index scan
        found = await self.tallies_of(guild_id, among, entries, period, games)
        if not found:
            return []
        first, figures = next(iter(found.items()))
        tie = Values((*board, figures.won, figures.matches, *keys(first)[1:]))
        [[equals]] = await self._database.read(Statement(EQUALS_BEFORE, tie))
        return await self._placed(guild_id, found, skip, skip - equals + 1)

    async def _placed(
        self, guild_id: int, found: Mapping[Entry, Figures], skip: int, first_place: int
    ) -> list[LeaderLine]:
        lines: list[LeaderLine] = []
        whose = await named(self._database.read, guild_id, list(found))
        for number, (who, figures) in enumerate(zip(whose, found.values(), strict=True)):
            last = lines[-1] if lines else None
            is_equal = last is not None and _merit(last.figures) == _merit(figures)
            place = last.place if last and is_equal else first_place if last is None else skip + number + 1
            lines.append(LeaderLine(place, who, figures, None))
        return lines

    async def number_rated(self, guild_id: int, board: str, among: Among, least: int) -> int:
        """How many players or pairs on a rating board have at least ``least`` matches."""
        values = Values((guild_id, board, among.size, least))
        return await self._database.count(Statement(NUMBER_RATED, values))

    async def best_rated(
        self, guild_id: int, board: str, among: Among, least: int, skip: int, number: int
    ) -> list[RatingNow]:
        """``number`` lines of a rating board after the first ``skip``, best first, provisional ratings last.

        Equals share a place: partners who have always played together are equal.
        """
        values = Values((guild_id, board, among.size, least, number, skip))
        rows = await self._database.read(Statement(RATINGS, values))
        entries = [entry_of(first, second) for first, second, *_ in rows]
        whose = await named(self._database.read, guild_id, entries)
        ratings = [Rating(*rating) for _, _, *rating in rows]
        place = skip + 1
        if ratings:
            place = await self.rating_place(guild_id, board, among.size, ratings[0].mean, least)
        lines: list[RatingNow] = []
        for position, (who, one) in enumerate(zip(whose, ratings, strict=True), start=skip + 1):
            if lines and lines[-1].rating.mean != one.mean:
                place = position
            lines.append(RatingNow(who, one, None if one.is_provisional else place))
        return lines

    async def ratings_of(
        self, guild_id: int, board: str, among: Among, entries: Sequence[Entry]
    ) -> dict[Entry, Rating]:
        """Ratings of the given players or pairs on a board; unrated ones are left out."""
        rows = await self._among(RATINGS_AMONG, (guild_id, board), among, entries)
        return {entry: Rating(*rating) for entry, rating in rows.items()}

    async def rating_place(self, guild_id: int, board: str, size: int, mean: float, least: int = 0) -> int:
        """The place of an established rating among those with at least ``least`` matches."""
        values = Values((guild_id, board, size, least, mean))
        return await self._database.count(Statement(BETTER, values)) + 1

    async def tally_of(self, guild_id: int, entry: Entry, period: Period, games: Games) -> Figures | None:
        """Figures of a player or a pair; None if they played no such match."""
        values = Values((guild_id, period.key, games.key, *keys(entry)))
        rows = await self._database.read(Statement(TALLY, values))
        return figures_of(rows[0]) if rows else None

    async def tallies_of(
        self, guild_id: int, among: Among, entries: Sequence[Entry], period: Period, games: Games
    ) -> dict[Entry, Figures]:
        """Figures of the given players or pairs; those without a match are left out."""
        rows = await self._among(TALLIES_AMONG, (guild_id, period.key, games.key), among, entries)
        return {entry: figures_of(sums) for entry, sums in rows.items()}

    async def _among(
        self, sql: str, board: tuple[SqlValue, ...], among: Among, entries: Sequence[Entry]
    ) -> dict[Entry, Row]:
        """Rows of the given players or pairs, without their keys, by one statement."""
        if not entries:
            return {}
        _, first, second = (sorted(set(column)) for column in zip(*map(keys, entries), strict=True))
        sql = sql.format(first=", ".join("?" * len(first)), second=", ".join("?" * len(second)))
        rows = await self._database.read(Statement(sql, Values((*board, among.size, *first, *second))))
        found = {entry_of(one, other): tuple(values) for one, other, *values in rows}
        return {entry: found[entry] for entry in entries if entry in found}

    async def periods_played(self, guild_id: int) -> list[Period]:
        """All periods with matches, in the order of their keys."""
        return [Period(key) for key in await self._keys(NEXT_PERIOD, guild_id)]

    async def games_played(self, guild_id: int, period: Period) -> list[Games]:
        """All groups of games played in a period, in the order of their keys."""
        return [Games(key) for key in await self._keys(NEXT_GAMES, guild_id, period.key)]

    async def _keys(self, sql: str, *values: int | str) -> list[str]:
        """Distinct keys, one index search each, however many rows share them (a loose index scan)."""
        found = [""]
        while True:
            [[following]] = await self._database.read(Statement(sql, Values((*values, found[-1]))))
            if following is None:
                return found[1:]
            found.append(following)


def _merit(figures: Figures) -> tuple[int, int]:
    return figures.won, figures.matches
