"""What is stored of one person: found, and put under the name of a former player."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Final, NamedTuple

from bot.database.database import Database, Statement, Values
from bot.database.errors import Damaged
from bot.database.packed_logs import with_acts_changed
from bot.league.store.people import forget_rivals
from bot.models.former_players import FORMER_PLAYER, MOST_FORMER
from bot.models.stored import ONLY_IN_COPIES, Forgetting, SeatRecord
from bot.stats.store.to_book import to_book
from bot.table.store.seats import read_seats, written_seats
from rules.core.actions import Fault, Penalize, parse_action
from rules.core.decisions import REFEREE

PAGE: Final = 200
"""Tables whose logs are looked through at a time: others want the database, too."""
FEW: Final = 20
"""Tables whose packed logs are: to unpack one takes a part of a millisecond."""
_UNSAID: Final = "-"
"""What is left of a reason that tells of a person who is forgotten."""

FORGETTING: Final = "SELECT user_id, former_id FROM forgetting ORDER BY former_id"
LAST_FORMER: Final = """
    SELECT COALESCE(MAX(number), 0) FROM (
        SELECT MAX(user_id) AS number FROM deal_players WHERE user_id <= ?
        UNION ALL SELECT MAX(user_id) FROM match_players WHERE user_id <= ?
        UNION ALL SELECT MAX(user_id) FROM audit WHERE user_id <= ?
        UNION ALL SELECT MAX(removed) FROM audit WHERE removed <= ?
        UNION ALL SELECT MAX(ended_by) FROM tables WHERE ended_by <= ?
        UNION ALL SELECT MAX(first) FROM season_entries WHERE first <= ?
        UNION ALL SELECT MAX(second) FROM season_entries WHERE second <= ?
        UNION ALL SELECT MAX(user_id) FROM league_acts WHERE user_id <= ?
        UNION ALL SELECT MAX(about) FROM league_acts WHERE about <= ?
        UNION ALL SELECT MAX(user_id) FROM evening_guests WHERE user_id <= ?
        UNION ALL SELECT MAX(user_id) FROM daily_attempts WHERE user_id <= ?
        UNION ALL SELECT MAX(host_id) FROM evenings WHERE host_id <= ?
        UNION ALL SELECT CAST(value AS BIGINT) FROM settings WHERE key = 'former_players'
    ) AS numbers
"""
SAVE_LAST: Final = """
    INSERT INTO settings (key, value) VALUES ('former_players', ?)
    ON CONFLICT (key) DO UPDATE SET value = excluded.value
"""
BEGIN_FORGETTING: Final = """
    INSERT INTO forgetting (user_id, former_id) VALUES (?, ?)
    ON CONFLICT (user_id) DO UPDATE SET former_id = excluded.former_id
"""
THE_REST_GOES: Final = (
    "DELETE FROM personal_settings WHERE user_id = ?",
    "DELETE FROM lessons_done WHERE user_id = ?",
    "DELETE FROM waiting WHERE user_id = ?",
    "DELETE FROM daily_attempts WHERE user_id = ?",
)
END_FORGETTING: Final = "DELETE FROM forgetting WHERE user_id = ?"
END_BUT_FOR_COPIES: Final = f"UPDATE forgetting SET former_id = {ONLY_IN_COPIES} WHERE user_id = ?"  # noqa: S608
END_IN_COPIES: Final = f"{END_FORGETTING} AND former_id = {ONLY_IN_COPIES}"
LAST_TABLE: Final = "SELECT COALESCE(MAX(id), 0) FROM tables"
TABLES_OF: Final = """
    SELECT id FROM tables WHERE host_id = ? OR seats LIKE ?
    UNION SELECT table_id FROM deal_players WHERE user_id = ?
    UNION SELECT table_id FROM match_players WHERE user_id = ?
    UNION SELECT table_id FROM hand_messages WHERE user_id = ?
    UNION SELECT table_id FROM actions WHERE seat = -3 AND user_id = ?
    UNION SELECT id FROM tables WHERE ended_by = ?
    UNION SELECT table_id FROM audit WHERE user_id = ?
    UNION SELECT table_id FROM audit WHERE removed = ?
    UNION SELECT table_id FROM matches WHERE notes LIKE ?
"""
ACTED_AT: Final = "SELECT DISTINCT table_id FROM actions WHERE table_id > ? AND table_id <= ? AND user_id = ?"
SEATS: Final = "SELECT seats FROM tables WHERE id = ?"
SET_SEATS: Final = "UPDATE tables SET seats = ? WHERE id = ?"
SEATED: Final = "SELECT id, guild_id, seats FROM tables WHERE seats LIKE ?"
NAMES: Final = """
    SELECT DISTINCT guild_id, name
    FROM match_players JOIN matches ON matches.table_id = match_players.table_id WHERE user_id = ?
    UNION SELECT guild_id, CASE WHEN first = ? THEN first_name ELSE second_name END
    FROM season_entries JOIN seasons ON seasons.id = season_id JOIN leagues ON leagues.id = league_id
    WHERE first = ? OR second = ?
    UNION SELECT guild_id, name
    FROM evening_guests JOIN evenings ON evenings.id = evening_id WHERE user_id = ?
    UNION SELECT guild_id, name FROM daily_attempts WHERE user_id = ?
"""
RULINGS: Final = """
    SELECT guild_id, table_id, actions.revision, user_id, action
    FROM actions JOIN tables ON tables.id = table_id
    WHERE table_id > ? AND table_id <= ? AND seat = ?
"""
SET_ACTION: Final = "UPDATE actions SET action = ? WHERE table_id = ? AND revision = ?"
AUDITED: Final = "SELECT guild_id, table_id, id, user_id, removed, reason FROM audit WHERE reason <> ''"
SET_REASON: Final = "UPDATE audit SET reason = ? WHERE id = ?"
DONE_IN_LEAGUES: Final = """
    SELECT guild_id, COALESCE(table_id, 0), league_acts.id, user_id, about, reason
    FROM league_acts JOIN leagues ON leagues.id = league_id WHERE reason <> ''
"""
SET_LEAGUE_REASON: Final = "UPDATE league_acts SET reason = ? WHERE id = ?"
PACKED: Final = "SELECT log FROM packed_logs WHERE table_id = ?"
PACKED_LOGS: Final = """
    SELECT guild_id, table_id, log FROM packed_logs JOIN tables ON tables.id = table_id
    WHERE table_id > ? AND table_id <= ?
"""
SET_PACKED: Final = "UPDATE packed_logs SET log = ? WHERE table_id = ?"
RENUMBER: Final = (
    "UPDATE tables SET host_id = ? WHERE host_id = ? AND id = ?",
    "UPDATE tables SET ended_by = ? WHERE ended_by = ? AND id = ?",
    "UPDATE audit SET user_id = ? WHERE user_id = ? AND table_id = ?",
    "UPDATE audit SET removed = ? WHERE removed = ? AND table_id = ?",
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
LAST_IS_WRONG: Final = """
    INSERT INTO past_messages (message_id, table_id, kind, deal, is_wrong)
    SELECT shown_messages.message_id, tables.id, kind, deal, 1
    FROM shown_messages JOIN tables ON tables.id = shown_messages.table_id
    WHERE tables.id = ? AND kind = 'table' AND tables.status IN ('finished', 'cancelled')
    ON CONFLICT (message_id) DO UPDATE SET is_wrong = 1
"""
"""Its last form may be on its way, drawn before; it would not be shown anew after that."""
PLAYED_AGAIN_IS_WRONG: Final = """
    UPDATE past_messages SET is_wrong = 1
    WHERE table_id IN (SELECT table_id FROM earlier_deals WHERE source_id = ?)
"""
SHOW_PLAYED_AGAIN: Final = """
    UPDATE shown_messages SET revision = 0
    WHERE table_id IN (SELECT table_id FROM earlier_deals WHERE source_id = ?)
"""
"""Where a deal is played again, whoever played it first is named, too."""
SHOW_ANEW: Final = "UPDATE shown_messages SET revision = 0 WHERE table_id = ?"
IS_WRONG: Final = (SHOW_ANEW, PAST_IS_WRONG, LAST_IS_WRONG)
"""All messages of a table are to be shown anew."""


class PeopleStore:
    """What is stored of people, in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def begin_forgetting(self, user_id: int) -> Forgetting:
        """Note that a person is to be forgotten, whatever happens; the number it gives takes their place."""
        async with self._database.transaction() as run:
            for known in await run(Statement(FORGETTING)):
                if known[0] == user_id and known[1] != ONLY_IN_COPIES:
                    return Forgetting(*known)
            [[last]] = await run(Statement(LAST_FORMER, Values((MOST_FORMER,) * LAST_FORMER.count("?"))))
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
        await self._end(user_id, END_FORGETTING)

    async def end_but_for_copies(self, user_id: int) -> None:
        """Let nothing be left of a person but the note, which tells of copies of the database from now on.

        Raises:
            Busy: somebody reads what was there before.
        """
        await self._end(user_id, END_BUT_FOR_COPIES)

    async def end_in_copies(self, user_id: int) -> None:
        """Let go of a note that tells of copies."""
        await self._database.write(Statement(END_IN_COPIES, Values((user_id,))))
        await self._database.erase_traces()

    async def _end(self, user_id: int, note: str) -> None:
        await self._database.erase_traces()  # else it is not over, and the note stays
        await self._database.write(*(Statement(sql, Values((user_id,))) for sql in (*THE_REST_GOES, note)))
        await self._database.erase_traces()

    async def tables_of(self, user_id: int) -> list[int]:
        """Every table at which there is something of a person, by number."""
        values = (user_id, _seated(user_id), *(user_id,) * 7, f'%"by": {user_id},%')
        found = {row[0] for row in await self._database.read(Statement(TABLES_OF, Values(values)))}
        async for first, last in pages(self._database):
            rows = await self._database.read(Statement(ACTED_AT, Values((first, last, user_id))))
            found.update(row[0] for row in rows)
        return sorted(found)

    async def unsay(self, who: Forgetting) -> list[int]:
        """Take away the reasons a person wrote or that tell of them, while it is known what they were called.

        Returns the tables at which that was; their messages are to be shown again.
        """
        known = await self._known(who.user_id)
        changes = list[tuple[int, Statement]]()
        for kept, change in ((AUDITED, SET_REASON), (DONE_IN_LEAGUES, SET_LEAGUE_REASON)):
            for guild, table_id, number, doer, about, reason in await self._database.read(Statement(kept)):
                is_theirs = who.user_id in {doer, about} or _is_named(known.at(guild, table_id), reason)
                if is_theirs and reason != _UNSAID:
                    changes.append((table_id, Statement(change, Values((_UNSAID, number)))))
        async for first, last in pages(self._database):
            rulings = Statement(RULINGS, Values((first, last, REFEREE)))
            for guild, table_id, revision, referee, action in await self._database.read(rulings):
                names = known.at(guild, table_id)
                if (said := _without_reason(action, names, is_own=referee == who.user_id)) != action:
                    changes.append((table_id, Statement(SET_ACTION, Values((said, table_id, revision)))))
        async for first, last in pages(self._database, FEW):
            packed_logs = Statement(PACKED_LOGS, Values((first, last)))
            for guild, table_id, log in await self._database.read(packed_logs):
                if (kept := _without_reasons(log, known.at(guild, table_id))) != log:
                    changes.append((table_id, Statement(SET_PACKED, Values((kept, table_id)))))
        tables = sorted({table_id for table_id, _ in changes if table_id})
        anew = [Statement(sql, Values((one,))) for one in tables for sql in IS_WRONG]
        if changes:
            await self._database.write(*(change for _, change in changes), *anew)
        return tables

    async def _known(self, user_id: int) -> _Known:
        """What a person was called in each server, and where nobody knows that any more."""
        names, left = defaultdict[int, set[str]](set), set(await self.tables_of(user_id))
        for guild_id, name in await self._database.read(
            Statement(NAMES, Values((user_id,) * NAMES.count("?")))
        ):
            names[guild_id].add(name)
        seated = Statement(SEATED, Values((_seated(user_id),)))
        for table_id, guild_id, seats in await self._database.read(seated):
            with suppress(Damaged):
                names[guild_id] |= _names(read_seats(seats), user_id)
                left.discard(table_id)
        return _Known(str(user_id), names, left)

    async def forget_at(self, table_id: int, who: Forgetting) -> None:
        """Have a table know a person as a former player only; its messages are to be shown again."""
        numbers = (who.former_id, who.user_id, table_id)
        async with self._database.transaction() as run:
            names: set[str] | None = None
            for [text] in await run(Statement(SEATS, Values((table_id,)))):
                try:
                    seats = read_seats(text)
                except Damaged:
                    record = _without_in(str(text), who)
                else:
                    names = _names(seats, who.user_id) or None
                    record = written_seats(_without(seat, who) for seat in seats)
                if record != text:
                    await run(Statement(SET_SEATS, Values((record, table_id))))
            for [log] in await run(Statement(PACKED, Values((table_id,)))):
                if (kept := _without_reasons(log, names)) != log:
                    await run(Statement(SET_PACKED, Values((kept, table_id))))
            for [text] in await run(Statement(NOTES, Values((table_id,)))):
                notes = text.replace(f'"by": {who.user_id},', f'"by": {who.former_id},')
                await run(Statement(SET_NOTES, Values((notes, table_id))))
            await run(Statement(RENAME, Values((FORMER_PLAYER, who.user_id, table_id))))
            for sql in RENUMBER:
                await run(Statement(sql, Values(numbers)))
            await run(Statement(FORGET_HANDS, Values((who.user_id, table_id))))
            for sql in (*IS_WRONG, SHOW_PLAYED_AGAIN, PLAYED_AGAIN_IS_WRONG):
                await run(Statement(sql, Values((table_id,))))
            await forget_rivals(run, table_id, who)
            await run(to_book(table_id))  # its result may be about to be booked for the person


async def pages(database: Database, size: int = PAGE) -> AsyncIterator[tuple[int, int]]:
    """All tables by their numbers, some at a time: after the first, up to the last."""
    [[newest]] = await database.read(Statement(LAST_TABLE))
    for first in range(0, newest, size):
        yield first, first + size


class _Known(NamedTuple):
    """What is known of how a person was called."""

    number: str
    """The one they have everywhere."""
    names: Mapping[int, set[str]]
    """In each server."""
    left: set[int]
    """Tables they have left, perhaps under another name."""

    def at(self, guild_id: int, table_id: int) -> set[str] | None:
        """What may stand for them at a table; None where that is not known."""
        return None if table_id in self.left else {self.number, *self.names.get(guild_id, ())}


def _seated(user_id: int) -> str:
    """What stands in the seats of a table where somebody sits."""
    return f'%"user_id": {user_id},%'


def _names(seats: Iterable[SeatRecord], user_id: int) -> set[str]:
    """What a person is called on the seats of a table."""
    return {seat.name for seat in seats if seat.user_id == user_id}


def _without(seat: SeatRecord, who: Forgetting) -> SeatRecord:
    if seat.kept is not None and seat.kept.user_id == who.user_id:
        seat = replace(seat, kept=None)
    if seat.user_id != who.user_id:
        return seat
    return replace(seat, user_id=who.former_id, name=FORMER_PLAYER)


def _without_in(seats: str, who: Forgetting) -> str:
    """Damaged seats without a person, where theirs can be read."""
    theirs = rf'"user_id": {who.user_id}, "name": "(?:[^"\\]|\\.)*"'
    return re.sub(theirs, f'"user_id": {who.former_id}, "name": "{FORMER_PLAYER}"', seats)


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
    """Whether a reason may name a person; any may where they have left, and nobody knows their name.

    A name that is a part of a longer word is none.
    """
    said = reason.replace("\\", "").casefold()
    words = (re.escape(name.strip("“”").casefold()) for name in names or ())
    return names is None or any(re.search(f"(?<![a-z0-9]){word}(?![a-z0-9])", said) for word in words if word)


def _without_reasons(log: str, names: Iterable[str] | None) -> str:
    """A packed log whose rulings name no such person; who wrote them is not in it."""
    try:
        return with_acts_changed(log, REFEREE, lambda ruling: _without_reason(ruling, names, is_own=False))
    except Damaged:
        return log
