"""Queries for who competes in a season, and for requests to be partners."""

from __future__ import annotations

from typing import Final

from bot.database.database import Database, Row, Statement, Values
from bot.database.pairs import entrant_of, pair_of
from bot.database.rows import moment, or_none, readable, text
from bot.delivery.store import to_loose
from bot.league.store.acts import note_act
from bot.models.credits import Entrant
from bot.models.stored_league import LeagueAct, PairRequest, SeasonEntry
from bot.table.store.result_queue import queue_season

ENTER: Final = """
    INSERT INTO season_entries (season_id, first, second, first_name, second_name, joined_at)
    VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (season_id, first, second) DO UPDATE
    SET left_at = NULL, first_name = excluded.first_name, second_name = excluded.second_name
"""
LEAVE: Final = """
    UPDATE season_entries SET left_at = ?
    WHERE season_id = ? AND first = ? AND second = ? AND left_at IS NULL
    RETURNING season_id
"""
ROSTER: Final = """
    SELECT first, second, first_name, second_name, joined_at, left_at FROM season_entries
    WHERE season_id = ? ORDER BY joined_at, first, second
"""
ASK: Final = """
    INSERT INTO pair_requests (season_id, asker, asked, asker_name, asked_name, at, channel_id, message_id)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (season_id, asker) DO UPDATE
    SET asked = excluded.asked, asker_name = excluded.asker_name, asked_name = excluded.asked_name,
        at = excluded.at, channel_id = excluded.channel_id, message_id = excluded.message_id
"""
PLACE: Final = """
    UPDATE pair_requests SET channel_id = ?, message_id = ?
    WHERE season_id = ? AND asker = ? AND asked = ? AND at = ?
"""
REQUESTS: Final = """
    SELECT season_id, asker, asked, asker_name, asked_name, at, channel_id, message_id FROM pair_requests
    WHERE season_id = ? ORDER BY at, asker
"""
_OF_BOTH: Final = "season_id = ? AND (asker IN (?, ?) OR asked IN (?, ?))"
SETTLED: Final = (to_loose(_OF_BOTH), f"DELETE FROM pair_requests WHERE {_OF_BOTH}")  # noqa: S608 (no user input)
_OF_ASKER: Final = "season_id = ? AND asker = ?"
ASKED_BEFORE: Final = to_loose(_OF_ASKER)
WITHDRAW: Final = (ASKED_BEFORE, f"DELETE FROM pair_requests WHERE {_OF_ASKER}")  # noqa: S608 (no user input)


class RosterStore:
    """Queries for rosters."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def enter(self, season_id: int, entry: SeasonEntry) -> None:
        """Enter a player or pair, again if they had left. Open requests of or to them are deleted."""
        first, second = pair_of(entry.entrant)
        names = (*entry.names, "")[:2]
        values = Values((season_id, first, second, *names, entry.joined_at))
        both = Values((season_id, first, second, first, second))
        settled = (Statement(sql, both) for sql in SETTLED)
        await self._database.write(Statement(ENTER, values), *settled, queue_season(season_id))

    async def leave_season(
        self, season_id: int, entrant: Entrant, at: float, act: LeagueAct | None = None
    ) -> None:
        """Withdraw a player or pair from a season at a time in epoch seconds; results stay.

        ``act`` is given if an organizer removed them.
        """
        left = Statement(LEAVE, Values((at, season_id, *pair_of(entrant))))
        await self._database.write(left, queue_season(season_id), *([note_act(act)] if act else []))

    async def roster(self, season_id: int) -> list[SeasonEntry]:
        """All entries of a season, including those that left, in the order they joined.

        Raises ``Damaged`` if an entry cannot be read.
        """
        rows = await self._database.read(Statement(ROSTER, Values((season_id,))))
        with readable("who competes"):
            return [_entry(row) for row in rows]

    async def ask_to_pair(self, request: PairRequest) -> None:
        """Store a request to be partners, replacing the asker's earlier one."""
        before = Values((request.season_id, request.asker))
        await self._database.write(Statement(ASKED_BEFORE, before), Statement(ASK, Values(request)))

    async def place_request(self, request: PairRequest, channel_id: int, message_id: int) -> None:
        """Store which message shows a request, if it is still open."""
        season_id, asker, asked, _, _, at, *_ = request
        values = Values((channel_id, message_id, season_id, asker, asked, at))
        await self._database.write(Statement(PLACE, values))

    async def pair_requests(self, season_id: int) -> list[PairRequest]:
        """Open requests to be partners in a season, oldest first."""
        rows = await self._database.read(Statement(REQUESTS, Values((season_id,))))
        return [PairRequest(*row) for row in rows]

    async def withdraw_request(self, season_id: int, asker: int) -> None:
        """Delete the open request of a user."""
        await self._database.write(*(Statement(sql, Values((season_id, asker))) for sql in WITHDRAW))


def _entry(row: Row) -> SeasonEntry:
    first, second, first_name, second_name, joined_at, left_at = row
    entrant = entrant_of(first, second)
    names = tuple(text(name, "a name") for name in (first_name, second_name)[: len(entrant)])
    return SeasonEntry(
        entrant, names, moment(joined_at, "when they joined"), or_none(moment, left_at, "when they left")
    )
