"""Queries for the record of one player or pair: stored sums, and the matches behind them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.database.database import Database, SqlValue, Statement, Values
from bot.database.pairs import keys, pair_of
from bot.database.rows import legible, readable
from bot.models.boards import Games, Period
from bot.models.credits import Entrant, Named, Verdict
from bot.stats.store.tallies import named
from bot.stats.values import FormMatch, Meeting

MATCHES: Final = """
    SELECT {columns}
    FROM booked_entries AS own JOIN booked_matches AS played ON played.table_id = own.table_id {more}
    WHERE own.guild_id = ? AND own.size = ? AND own.first = ? AND own.second = ? AND own.verdict IS NOT NULL
        AND {period} AND {games}
    ORDER BY own.finished_at DESC, own.table_id DESC
"""
_FORM: Final = "own.finished_at, game, own.verdict, own.margin"
_MEETING: Final = "own.table_id, own.verdict, other.verdict, own.side_points, other.side_points"
_AGAINST: Final = """
    JOIN booked_entries AS other ON other.table_id = own.table_id AND other.size = own.size
        AND other.first = ? AND other.second = ? AND other.side <> own.side
        AND other.verdict IN ('won', 'drawn', 'lost')
"""


class RecordStore:
    """Reads matches, wins and meetings of players and pairs. Raises ``Damaged`` if a match cannot be read."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def named(self, guild_id: int, *entrants: Entrant) -> list[Named]:
        """Players and pairs with the names they last had in a server."""
        return await named(self._database, guild_id, entrants)

    async def form_of(
        self,
        guild_id: int,
        entrant: Entrant,
        period: Period,
        games: Games,
        limit: int,
        against: Entrant | None = None,
    ) -> list[FormMatch]:
        """The last ``limit`` matches of a player or pair, if given those ``against`` some, newest first."""
        wanted = _matches(_FORM, guild_id, entrant, period, games, against=against, limit=limit)
        rows = await self._database.read(wanted)
        with readable("a match in the book"):
            return [
                FormMatch(finished_at, legible(game), Verdict(verdict), margin)
                for finished_at, game, verdict, margin in rows
            ]

    async def wins_of(self, guild_id: int, entrant: Entrant, period: Period, games: Games) -> list[bool]:
        """For each match of a player or pair, whether they won it, newest first."""
        wanted = _matches("own.verdict = 'won'", guild_id, entrant, period, games)
        return [bool(won) for [won] in await self._database.read(wanted)]

    async def meetings(
        self, guild_id: int, one: Entrant, other: Entrant, period: Period, games: Games
    ) -> list[Meeting]:
        """All meetings of two players or pairs on different sides, seen by ``one``, newest first."""
        rows = await self._database.read(_matches(_MEETING, guild_id, one, period, games, against=other))
        with readable("a match in the book"):
            return [
                Meeting(table_id, Verdict(own), Verdict(theirs), scored, conceded)
                for table_id, own, theirs, scored, conceded in rows
            ]


def _matches(
    columns: str,
    guild_id: int,
    entrant: Entrant,
    period: Period,
    games: Games,
    *,
    against: Entrant | None = None,
    limit: int | None = None,
) -> Statement:
    """Statement that selects an entrant's matches, newest first; ``against`` limits them to meetings."""
    of_period, dates = _in_period(period)
    of_games, names = _of_games(games)
    sql = MATCHES.format(
        columns=columns, more="" if against is None else _AGAINST, period=of_period, games=of_games
    )
    opponent = () if against is None else pair_of(against)
    values: tuple[SqlValue, ...] = (*opponent, guild_id, *keys(entrant), *dates, *names)
    if limit is None:
        return Statement(sql, Values(values))
    return Statement(f"{sql} LIMIT ?", Values((*values, limit)))


def _in_period(period: Period) -> tuple[str, tuple[SqlValue, ...]]:
    if period.season_id is not None:
        return "season_id = ?", (period.season_id,)
    if period.span is not None:
        return "is_counted = 1 AND own.finished_at >= ? AND own.finished_at < ?", period.span
    return _COUNTED[period], ()


_COUNTED: Final[Mapping[Period, str]] = {
    Period.EVER: "is_counted = 1",
    Period.CASUAL: "is_counted = 0 AND has_computers = 0",
    Period.COMPUTERS: "has_computers = 1",
}


def _of_games(games: Games) -> tuple[str, tuple[SqlValue, ...]]:
    if games.one_game is not None:
        return "game = ?", (games.one_game,)
    if games.one_family is not None:
        return "family = ? AND is_alone = 0", (games.one_family,)
    return "is_alone = 0", ()
