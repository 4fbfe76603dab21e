"""The log of acts in leagues: append-only but for forgetting users."""

from __future__ import annotations

import json
from typing import Final

from bot.database.database import Database, Row, Statement, Values
from bot.database.rows import legible, parsed, readable
from bot.models.stored_league import Did, LeagueAct

NOTE: Final = """
    INSERT INTO league_acts (league_id, season_id, table_id, user_id, about, what, detail, reason, at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_ACTS: Final = """
    SELECT league_id, user_id, what, at, season_id, table_id, about, detail, reason FROM league_acts
    WHERE league_id = ?
"""
NEWEST: Final = f"{_ACTS} ORDER BY id DESC LIMIT ? OFFSET ?"
ON_MATCH: Final = f"{_ACTS} AND table_id = ? AND what = ? ORDER BY id DESC LIMIT 1"
NUMBER: Final = "SELECT COUNT(*) FROM league_acts WHERE league_id = ?"
KNOWN: Final = frozenset(Did)


class LeagueActStore:
    """Queries for acts in leagues. They raise ``Damaged`` if an act cannot be read."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def league_acts(self, league_id: int, limit: int, skip: int = 0) -> list[LeagueAct]:
        """``limit`` acts, newest first, after the first ``skip``; unknown kinds are left out."""
        rows = await self._database.read(Statement(NEWEST, Values((league_id, limit, skip))))
        with readable("what was done in a league"):
            return [_act(row) for row in rows if row[2] in KNOWN]

    async def act_on_match(self, league_id: int, table_id: int, what: Did) -> LeagueAct | None:
        """The newest act of a kind on a match of a league; None if there is none."""
        rows = await self._database.read(Statement(ON_MATCH, Values((league_id, table_id, what))))
        with readable("what was done in a league"):
            return _act(rows[0]) if rows else None

    async def number_of_acts(self, league_id: int) -> int:
        """Number of acts in a league."""
        return await self._database.count(Statement(NUMBER, Values((league_id,))))


def note_act(act: LeagueAct) -> Statement:
    """Statement that inserts an act; for the transaction of the change it records."""
    values = (
        *(act.league_id, act.season_id, act.table_id, act.user_id, act.about, act.what),
        *(json.dumps(dict(act.detail)), act.reason, act.at),
    )
    return Statement(NOTE, Values(values))


def _act(row: Row) -> LeagueAct:
    league_id, user_id, what, at, season_id, table_id, about, detail, reason = row
    said = parsed(detail, "its detail")
    return LeagueAct(league_id, user_id, Did(what), at, season_id, table_id, about, said, legible(reason))
