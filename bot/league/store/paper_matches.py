"""Unconfirmed matches with real cards in the database."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.database.database import Database, Row, Statement, Values
from bot.database.rows import moment, or_none, readable, text, whole
from bot.models.stored_league import PaperMatch

INSERT: Final = """
    INSERT INTO paper_matches (season_id, result, recorded_by, at) VALUES (?, ?, ?, ?)
    RETURNING id
"""
_PAPER: Final = "SELECT id, season_id, result, recorded_by, at, channel_id, message_id FROM paper_matches"
ONE: Final = f"{_PAPER} WHERE id = ?"
_OWN: Final = """
    season_id IN (SELECT seasons.id FROM seasons JOIN leagues ON leagues.id = league_id WHERE {owned})
"""
BEFORE: Final = f"{_PAPER} WHERE at <= ? AND {_OWN} ORDER BY at, id"
NEXT: Final = f"SELECT MIN(at) FROM paper_matches WHERE {_OWN}"  # noqa: S608 (no user input)
SET_PLACE: Final = "UPDATE paper_matches SET channel_id = ?, message_id = ? WHERE id = ?"
LAPSE: Final = "UPDATE paper_matches SET at = 0 WHERE id = ? AND at > 0 RETURNING id"
LAPSE_SEASON: Final = "UPDATE paper_matches SET at = 0 WHERE season_id = ?"
REMOVE: Final = "DELETE FROM paper_matches WHERE id = ? RETURNING id"

CLAMP_TIMES: Final = f"UPDATE paper_matches SET at = ? WHERE at BETWEEN ? AND 1e15 AND {_OWN}"  # noqa: S608 (no user input)


class PaperMatchStore:
    """Queries for unconfirmed matches."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def keep_paper(self, paper: PaperMatch) -> PaperMatch:
        """Insert an unconfirmed match; returns it with the id it was given."""
        values = Values((paper.season_id, paper.result, paper.recorded_by, paper.at))
        [[number]] = await self._database.write(Statement(INSERT, values))
        return replace(paper, id=number)

    async def set_paper_place(self, paper_id: int, channel_id: int, message_id: int) -> None:
        """Store which message asks to confirm a match."""
        await self._database.write(Statement(SET_PLACE, Values((channel_id, message_id, paper_id))))

    async def paper(self, paper_id: int) -> PaperMatch | None:
        """An unconfirmed match by id; None if there is none.

        Raises:
            Damaged: the match cannot be read.
        """
        return next(iter(await self._read(Statement(ONE, Values((paper_id,))))), None)

    async def paper_until(self, at: float) -> list[PaperMatch]:
        """Unconfirmed matches recorded up to a time in epoch seconds; withdrawn and expired ones first.

        Raises:
            Damaged: a match cannot be read.
        """
        return await self._read(self._database.of_own_servers(BEFORE, at))

    async def clamp_times(self, now: float) -> None:
        """Set recording times in the future to ``now``, after the clock was set back."""
        await self._database.write(self._database.of_own_servers(CLAMP_TIMES, now, now))

    async def oldest_paper(self) -> float | None:
        """Epoch seconds when the oldest unconfirmed match was recorded, 0 if withdrawn; None without one."""
        [[at]] = await self._database.read(self._database.of_own_servers(NEXT))
        return or_none(moment, at, "the time of a match")

    async def lapse_paper(self, paper_id: int) -> bool:
        """Expire a match; its message is still to be updated. Returns whether it was waiting."""
        return bool(await self._database.write(Statement(LAPSE, Values((paper_id,)))))

    async def remove_paper(self, paper_id: int) -> bool:
        """Delete an unconfirmed match; returns whether there was one."""
        return bool(await self._database.write(Statement(REMOVE, Values((paper_id,)))))

    async def _read(self, statement: Statement) -> list[PaperMatch]:
        with readable("a match played with real cards"):
            return [_paper(row) for row in await self._database.read(statement)]


def lapse_season(season_id: int) -> Statement:
    """Statement that expires a season's unconfirmed matches; their messages are still to be updated."""
    return Statement(LAPSE_SEASON, Values((season_id,)))


def _paper(row: Row) -> PaperMatch:
    number, season_id, result, recorded_by, at, channel_id, message_id = row
    return PaperMatch(
        id=whole(number, "its number"),
        season_id=whole(season_id, "its season"),
        result=text(result, "its result"),
        recorded_by=whole(recorded_by, "who recorded it"),
        at=moment(at, "when it was recorded"),
        channel_id=or_none(whole, channel_id, "where it is shown"),
        message_id=or_none(whole, message_id, "where it is shown"),
    )
