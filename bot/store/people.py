"""What is stored of one person: found, given out, and put under the name of a former player."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterable
from dataclasses import replace
from typing import Any, Final

from bot.former_players import FORMER_PLAYER, MOST_FORMER
from bot.store.database import Database, Statement, Values
from bot.store.packed_logs import packed, unpacked
from bot.store.protocol import Damaged
from bot.store.seats import read_seats, written_seats
from bot.store.stored import Forgetting, SeatRecord
from rules.core.actions import Fault, Penalize, parse_action
from rules.core.decisions import REFEREE

PAGE: Final = 200
"""Tables whose logs are looked through at a time: others want the database, too."""
_UNSAID: Final = "-"
"""What is left of a reason that tells of a person who is forgotten."""

FORGETTING: Final = "SELECT user_id, former_id FROM forgetting ORDER BY former_id"
LAST_FORMER: Final = """
    SELECT COALESCE(MAX(number), 0) FROM (
        SELECT MAX(user_id) AS number FROM deal_players WHERE user_id <= ?
        UNION ALL SELECT MAX(user_id) FROM match_players WHERE user_id <= ?
        UNION ALL SELECT MAX(user_id) FROM audit WHERE user_id <= ?
        UNION ALL SELECT MAX(ended_by) FROM tables WHERE ended_by <= ?
        UNION ALL SELECT CAST(value AS BIGINT) FROM settings WHERE key = 'former_players'
    ) AS numbers
"""
SAVE_LAST: Final = """
    INSERT INTO settings (key, value) VALUES ('former_players', ?)
    ON CONFLICT (key) DO UPDATE SET value = excluded.value
"""
BEGIN_FORGETTING: Final = "INSERT INTO forgetting (user_id, former_id) VALUES (?, ?)"
END_FORGETTING: Final = "DELETE FROM forgetting WHERE user_id = ?"
LAST_TABLE: Final = "SELECT COALESCE(MAX(id), 0) FROM tables"
TABLES_OF: Final = """
    SELECT id FROM tables WHERE host_id = ? OR seats LIKE ?
    UNION SELECT table_id FROM deal_players WHERE user_id = ?
    UNION SELECT table_id FROM match_players WHERE user_id = ?
    UNION SELECT table_id FROM hand_messages WHERE user_id = ?
    UNION SELECT table_id FROM actions WHERE seat = -3 AND user_id = ?
    UNION SELECT id FROM tables WHERE ended_by = ?
    UNION SELECT table_id FROM audit WHERE user_id = ?
    UNION SELECT table_id FROM matches WHERE notes LIKE ?
"""
ACTED_AT: Final = "SELECT DISTINCT table_id FROM actions WHERE table_id > ? AND table_id <= ? AND user_id = ?"
SEATS: Final = "SELECT seats FROM tables WHERE id = ?"
SET_SEATS: Final = "UPDATE tables SET seats = ? WHERE id = ?"
PENALTIES: Final = "SELECT revision, user_id, action FROM actions WHERE table_id = ? AND seat = ?"
SET_ACTION: Final = "UPDATE actions SET action = ? WHERE table_id = ? AND revision = ?"
AUDITED: Final = "SELECT id, user_id, reason FROM audit WHERE table_id = ?"
SET_REASON: Final = "UPDATE audit SET reason = ? WHERE id = ?"
PACKED: Final = "SELECT log FROM packed_logs WHERE table_id = ?"
SET_PACKED: Final = "UPDATE packed_logs SET log = ? WHERE table_id = ?"
RENUMBER: Final = (
    "UPDATE tables SET host_id = ? WHERE host_id = ? AND id = ?",
    "UPDATE tables SET ended_by = ? WHERE ended_by = ? AND id = ?",
    "UPDATE audit SET user_id = ? WHERE user_id = ? AND table_id = ?",
    "UPDATE actions SET user_id = ? WHERE user_id = ? AND table_id = ?",
    "UPDATE deals SET declarer_user = ? WHERE declarer_user = ? AND table_id = ?",
    "UPDATE deal_players SET user_id = ? WHERE user_id = ? AND table_id = ?",
    "UPDATE match_players SET user_id = ? WHERE user_id = ? AND table_id = ?",
)
RENAME: Final = "UPDATE match_players SET name = ? WHERE user_id = ? AND table_id = ?"
FORGET_HANDS: Final = "DELETE FROM hand_messages WHERE user_id = ? AND table_id = ?"
NOTES: Final = "SELECT notes FROM matches WHERE table_id = ?"
SET_NOTES: Final = "UPDATE matches SET notes = ? WHERE table_id = ?"
PAST_IS_WRONG: Final = "UPDATE past_messages SET is_wrong = 1 WHERE table_id = ?"
SHOW_ANEW: Final = "UPDATE shown_messages SET revision = 0 WHERE table_id = ?"
DATA: Final = {
    "tables": (
        ("id", "guild_id", "channel_id", "game", "options", "status", "created_at"),
        "FROM tables WHERE host_id = ? OR seats LIKE ? ORDER BY id",
    ),
    "deals": (
        ("deals.table_id", "deals.deal", "seat", "computer", "at"),
        """
        FROM deal_players JOIN deals
            ON deals.table_id = deal_players.table_id AND deals.deal = deal_players.deal
        WHERE user_id = ? ORDER BY 1, 2
        """,
    ),
    "bids": (
        ("table_id", "deal", "bid", "trump", "made", "nest_points"),
        "FROM deals WHERE declarer_user = ? ORDER BY 1, 2",
    ),
    "matches": (
        ("matches.table_id", "guild_id", "game", "name", "seat", "points", "place", "won", "finished_at"),
        """
        FROM match_players JOIN matches ON matches.table_id = match_players.table_id
        WHERE user_id = ? ORDER BY 1
        """,
    ),
    "closed": (("id", "ended", "ended_by"), "FROM tables WHERE ended_by = ? ORDER BY id"),
    "managed": (
        ("table_id", "guild_id", "what", "reason", "at"),
        "FROM audit WHERE user_id = ? ORDER BY id",
    ),
    "hands": (("table_id", "message_id", "expires_at"), "FROM hand_messages WHERE user_id = ? ORDER BY 1"),
}
"""What is given out of each kind: the columns, and where they stand."""
ACTS: Final = """
    SELECT table_id, revision, seat, action, at FROM actions
    WHERE table_id > ? AND table_id <= ? AND user_id = ? ORDER BY table_id, revision
"""


class PeopleStore:
    """What is stored of people, in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def data_of(self, user_id: int) -> dict[str, list[dict[str, Any]]]:
        """Everything stored of one person, by kind, as plain values; no token is among it."""
        found = {}
        for kind, (columns, rest) in DATA.items():
            values = (user_id, _seated(user_id)) if kind == "tables" else (user_id,)
            sql = f"SELECT {', '.join(columns)} {rest}"
            names = [column.rpartition(".")[2] for column in columns]
            rows = await self._database.read(Statement(sql, Values(values)))
            found[kind] = [dict(zip(names, row, strict=True)) for row in rows]
        names = ["table_id", "revision", "seat", "action", "at"]
        found["acts"] = []
        async for first, last in self._pages():
            rows = await self._database.read(Statement(ACTS, Values((first, last, user_id))))
            found["acts"] += [dict(zip(names, row, strict=True)) for row in rows]
        return found

    async def begin_forgetting(self, user_id: int) -> Forgetting:
        """Note that a person is to be forgotten, whatever happens; the number it gives takes their place."""
        async with self._database.transaction() as run:
            for known in await run(Statement(FORGETTING)):
                if known[0] == user_id:
                    return Forgetting(*known)
            [[last]] = await run(Statement(LAST_FORMER, Values((MOST_FORMER,) * 4)))
            await run(Statement(SAVE_LAST, Values((json.dumps(last + 1),))))
            await run(Statement(BEGIN_FORGETTING, Values((user_id, last + 1))))
            return Forgetting(user_id, last + 1)

    async def being_forgotten(self) -> list[Forgetting]:
        """Everybody whose forgetting was begun and is not known to have ended."""
        return [Forgetting(*row) for row in await self._database.read(Statement(FORGETTING))]

    async def end_forgetting(self, user_id: int) -> None:
        """Let nothing be left of a person, this note included.

        Raises:
            Busy: somebody reads what was there before.
        """
        await self._database.erase_traces()  # else it is not over, and the note stays
        await self._database.write(Statement(END_FORGETTING, Values((user_id,))))
        await self._database.erase_traces()

    async def tables_of(self, user_id: int) -> list[int]:
        """Every table at which there is something of a person, by number."""
        values = (user_id, _seated(user_id), *(user_id,) * 6, f'%"by": {user_id},%')
        found = {row[0] for row in await self._database.read(Statement(TABLES_OF, Values(values)))}
        async for first, last in self._pages():
            rows = await self._database.read(Statement(ACTED_AT, Values((first, last, user_id))))
            found.update(row[0] for row in rows)
        return sorted(found)

    async def forget_at(self, table_id: int, who: Forgetting) -> None:
        """Have a table know a person as a former player only; its messages are to be shown again."""
        numbers = (who.former_id, who.user_id, table_id)
        async with self._database.transaction() as run:
            names: set[str] | None = None
            for [text] in await run(Statement(SEATS, Values((table_id,)))):
                try:
                    seats = read_seats(text)
                except Damaged:
                    continue
                names = {seat.name for seat in seats if seat.user_id == who.user_id} or None
                record = written_seats(_without(seat, who) for seat in seats)
                await run(Statement(SET_SEATS, Values((record, table_id))))
            for revision, referee, action in await run(Statement(PENALTIES, Values((table_id, REFEREE)))):
                if (said := _without_reason(action, names, is_own=referee == who.user_id)) != action:
                    await run(Statement(SET_ACTION, Values((said, table_id, revision))))
            for [log] in await run(Statement(PACKED, Values((table_id,)))):
                if (kept := _without_reasons(log, names)) != log:
                    await run(Statement(SET_PACKED, Values((kept, table_id))))
            for number, manager, reason in await run(Statement(AUDITED, Values((table_id,)))):
                if reason and (manager == who.user_id or _is_named(names, reason)):
                    await run(Statement(SET_REASON, Values((_UNSAID, number))))
            for [text] in await run(Statement(NOTES, Values((table_id,)))):
                notes = text.replace(f'"by": {who.user_id},', f'"by": {who.former_id},')
                await run(Statement(SET_NOTES, Values((notes, table_id))))
            await run(Statement(RENAME, Values((FORMER_PLAYER, who.user_id, table_id))))
            for sql in RENUMBER:
                await run(Statement(sql, Values(numbers)))
            await run(Statement(FORGET_HANDS, Values((who.user_id, table_id))))
            for sql in (SHOW_ANEW, PAST_IS_WRONG):
                await run(Statement(sql, Values((table_id,))))

    async def _pages(self) -> AsyncIterator[tuple[int, int]]:
        """All tables by their numbers, some at a time: after the first, up to the last."""
        [[newest]] = await self._database.read(Statement(LAST_TABLE))
        for first in range(0, newest, PAGE):
            yield first, first + PAGE


def _seated(user_id: int) -> str:
    """What stands in the seats of a table where somebody sits."""
    return f'%"user_id": {user_id},%'


def _without(seat: SeatRecord, who: Forgetting) -> SeatRecord:
    if seat.user_id != who.user_id:
        return seat
    return replace(seat, user_id=who.former_id, name=FORMER_PLAYER)


def _without_reason(text: str, names: Iterable[str] | None, *, is_own: bool) -> str:
    """A ruling without a reason that was written by a person, or that names one."""
    try:
        ruling = parse_action(text)
    except ValueError:
        return text
    if not isinstance(ruling, Penalize) or isinstance(ruling.fault, Fault):
        return text
    is_theirs = is_own or _is_named(names, ruling.reason)
    return str(replace(ruling, reason=_UNSAID)) if is_theirs else text


def _is_named(names: Iterable[str] | None, reason: str) -> bool:
    """Whether a reason may name a person; any may where they have left, and nobody knows their name."""
    return names is None or any(name and name.casefold() in reason.casefold() for name in names)


def _without_reasons(log: str, names: Iterable[str] | None) -> str:
    """A packed log whose rulings name no such person; who wrote them is not in it."""
    try:
        entries = unpacked(log)
    except Damaged:
        return log
    rulings = [replace(one, action=_without_reason(one.action, names, is_own=False)) for one in entries]
    return log if rulings == entries else packed(rulings)
