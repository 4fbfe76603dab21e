"""A user's data at tables: anonymized on deletion, and listed for export."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterable, Mapping
from dataclasses import replace
from typing import Final

from bot.common.text import FORMER_PLAYER
from bot.database.database import Damaged, Database, Run, Statement, Values
from bot.database.packed_logs import with_acts_changed
from bot.models.former_players import UNSAID, Forgetting, Known, is_named
from bot.models.stored_tables import SeatRecord
from bot.table.store.reading import read_seats, written_seats
from bot.table.store.result_queue import queue_result
from bot.table.store.tables import PACKED_LOG
from rules.core.actions import Fault, Penalize, parse_action
from rules.core.decisions import REFEREE

PAGE: Final = 200
"""Tables per batch of searched logs: other work needs the database, too."""
FEW: Final = 20
"""Tables per batch of compressed logs: unpacking one takes under a millisecond."""
LAST_TABLE: Final = "SELECT COALESCE(MAX(id), 0) FROM tables"
SEATS: Final = "SELECT seats FROM tables WHERE id = ?"
SET_SEATS: Final = "UPDATE tables SET seats = ? WHERE id = ?"
RULINGS: Final = """
    SELECT guild_id, table_id, actions.revision, user_id, action
    FROM actions JOIN tables ON tables.id = table_id
    WHERE table_id > ? AND table_id <= ? AND seat = ?
"""
SET_ACTION: Final = "UPDATE actions SET action = ? WHERE table_id = ? AND revision = ?"
PACKED_LOGS: Final = """
    SELECT guild_id, table_id, log FROM packed_logs JOIN tables ON tables.id = table_id
    WHERE table_id > ? AND table_id <= ?
"""
SET_PACKED: Final = "UPDATE packed_logs SET log = ? WHERE table_id = ?"
RENUMBER: Final = (
    "UPDATE tables SET host_id = ? WHERE host_id = ? AND id = ?",
    "UPDATE tables SET ended_by = ? WHERE ended_by = ? AND id = ?",
    "UPDATE actions SET user_id = ? WHERE user_id = ? AND table_id = ?",
    "UPDATE deals SET declarer_user = ? WHERE declarer_user = ? AND table_id = ?",
    "UPDATE deal_players SET user_id = ? WHERE user_id = ? AND table_id = ?",
    "UPDATE match_players SET user_id = ? WHERE user_id = ? AND table_id = ?",
)
RENAME: Final = "UPDATE match_players SET name = ? WHERE user_id = ? AND table_id = ?"
NOTES: Final = "SELECT notes FROM matches WHERE table_id = ?"
SET_NOTES: Final = "UPDATE matches SET notes = ? WHERE table_id = ?"
OWN: Final[Mapping[str, str]] = {
    "tables": """
        SELECT id, guild_id, channel_id, game, options, status, created_at,
            CASE WHEN host_id = ? THEN 1 ELSE 0 END AS is_host, seats
        FROM tables WHERE host_id = ? OR seats LIKE ? ORDER BY id
    """,
    "deals": """
        SELECT deals.table_id, deals.deal, seat, computer, at
        FROM deal_players JOIN deals
        ON deals.table_id = deal_players.table_id AND deals.deal = deal_players.deal
        WHERE user_id = ? ORDER BY 1, 2
    """,
    "bids": """
        SELECT table_id, deal, bid, trump, made, nest_points
        FROM deals WHERE declarer_user = ? ORDER BY 1, 2
    """,
    "matches": """
        SELECT matches.table_id, guild_id, game, name, seat, points, place, won, finished_at
        FROM match_players JOIN matches ON matches.table_id = match_players.table_id
        WHERE user_id = ? ORDER BY 1
    """,
    "rulings": "SELECT table_id, notes FROM matches WHERE notes LIKE ? ORDER BY 1",
    "closed": "SELECT id, ended, ended_by FROM tables WHERE ended_by = ? ORDER BY id",
    "waiting": "SELECT channel_id, guild_id, since FROM waiting WHERE user_id = ? ORDER BY 1",
    "season_matches": """
        SELECT season_matches.table_id, season_id, fixture, state, side, points, is_paper
        FROM season_sides JOIN season_matches ON season_matches.table_id = season_sides.table_id
        WHERE first = ? OR second = ? ORDER BY 1
    """,
    "notes": "SELECT table_id, message_id FROM past_messages WHERE user_id = ? ORDER BY 2",
}
"""Queries of a user's data export; each ? is the user id."""
ACT: Final = """
    SELECT table_id, revision, seat, action, at
    FROM actions WHERE table_id > ? AND table_id <= ? AND user_id = ? ORDER BY table_id, revision
"""
"""A user's actions at some tables; the parameters start with the table ids."""
PACKED_WITH: Final = """
    SELECT match_players.table_id, seat, log
    FROM match_players JOIN packed_logs ON packed_logs.table_id = match_players.table_id
    WHERE match_players.table_id > ? AND match_players.table_id <= ? AND user_id = ? ORDER BY 1, 2
"""
"""Compressed logs of matches a user played, with the seat: user ids are not in them."""


async def reason_removals(
    database: Database, user_id: int, known: Known
) -> AsyncIterator[tuple[int, Statement]]:
    """Statements that remove reasons of rulings a user wrote or that name them, with their table ids."""
    async for first, last in pages(database):
        rulings = Statement(RULINGS, Values((first, last, REFEREE)))
        for guild, table_id, revision, referee, action in await database.read(rulings):
            names = known.at(guild, table_id)
            if (said := _without_reason(action, names, is_own=referee == user_id)) != action:
                yield table_id, Statement(SET_ACTION, Values((said, table_id, revision)))
    async for first, last in pages(database, FEW):
        packed_logs = Statement(PACKED_LOGS, Values((first, last)))
        for guild, table_id, log in await database.read(packed_logs):
            if (kept := _without_reasons(log, known.at(guild, table_id))) != log:
                yield table_id, Statement(SET_PACKED, Values((kept, table_id)))


async def forget_at_table(run: Run, table_id: int, who: Forgetting) -> None:
    """Replace a user by a former player in a table's record, log, notes and results, and queue its result."""
    numbers = (who.former_id, who.user_id, table_id)
    names: set[str] | None = None
    for [text] in await run(Statement(SEATS, Values((table_id,)))):
        try:
            seats = read_seats(text)
        except Damaged:
            record = _without_in(str(text), who)
        else:
            names = names_of(seats, who.user_id) or None
            record = written_seats(_without(seat, who) for seat in seats)
        if record != text:
            await run(Statement(SET_SEATS, Values((record, table_id))))
    for [log] in await run(Statement(PACKED_LOG, Values((table_id,)))):
        if (kept := _without_reasons(log, names)) != log:
            await run(Statement(SET_PACKED, Values((kept, table_id))))
    for [text] in await run(Statement(NOTES, Values((table_id,)))):
        notes = text.replace(f'"by": {who.user_id},', f'"by": {who.former_id},')
        await run(Statement(SET_NOTES, Values((notes, table_id))))
    await run(Statement(RENAME, Values((FORMER_PLAYER, who.user_id, table_id))))
    for sql in RENUMBER:
        await run(Statement(sql, Values(numbers)))
    await run(queue_result(table_id))  # the ledger may be about to enter it for the user


async def pages(database: Database, size: int = PAGE) -> AsyncIterator[tuple[int, int]]:
    """Ranges that cover all table ids, ``size`` at a time: (first, excluded; last, included)."""
    [[newest]] = await database.read(Statement(LAST_TABLE))
    for first in range(0, newest, size):
        yield first, first + size


def names_of(seats: Iterable[SeatRecord], user_id: int) -> set[str]:
    """The names a user has on the seats of a table."""
    return {seat.name for seat in seats if seat.user_id == user_id}


def _without(seat: SeatRecord, who: Forgetting) -> SeatRecord:
    if seat.kept is not None and seat.kept.user_id == who.user_id:
        seat = replace(seat, kept=None)
    if seat.user_id != who.user_id:
        return seat
    return replace(seat, user_id=who.former_id, name=FORMER_PLAYER)


def _without_in(seats: str, who: Forgetting) -> str:
    """Damaged seats JSON with the user's readable entries anonymized."""
    theirs = rf'"user_id": {who.user_id}, "name": "(?:[^"\\]|\\.)*"'
    return re.sub(theirs, f'"user_id": {who.former_id}, "name": "{FORMER_PLAYER}"', seats)


def _without_reason(text: str, names: Iterable[str] | None, *, is_own: bool) -> str:
    """A logged ruling; its free-text reason is removed if ``is_own`` or it has one of the names."""
    try:
        ruling = parse_action(text)
    except ValueError:
        return text
    if not isinstance(ruling, Penalize) or isinstance(ruling.fault, Fault):
        return text
    is_theirs = is_own or is_named(names, ruling.reason)
    return str(replace(ruling, reason=UNSAID)) if is_theirs else text


def _without_reasons(log: str, names: Iterable[str] | None) -> str:
    """A compressed log with rulings that name the person removed; it holds no user ids."""
    try:
        return with_acts_changed(log, REFEREE, lambda ruling: _without_reason(ruling, names, is_own=False))
    except Damaged:
        return log
