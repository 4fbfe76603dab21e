"""Finds everything stored of one user, and puts it under a former player's number, room by room."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from contextlib import suppress
from typing import Final

from bot.common.text import MOST_FORMER
from bot.daily import store as daily
from bot.database.database import Damaged, Database, Statement, Values, each_with
from bot.database.remembered import remember
from bot.database.rows import with_number
from bot.delivery.store import forget_hand
from bot.league.store.people import forget_in_leagues, unsaid_in_leagues
from bot.learn import store as learn
from bot.models.former_players import ONLY_IN_COPIES, Forgetting, Known
from bot.people.store import personal_settings
from bot.server.store import forget_in_audit, unsaid_in_audit
from bot.stats.store.people import forget_in_ledger
from bot.table.store.people import forget_at_table, names_of, pages, reason_removals
from bot.table.store.reading import read_seats
from bot.table.store.shown_messages import mark_messages_stale, mark_replays_stale
from bot.table.store.waiting import DELETE_USER

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
BEGIN_FORGETTING: Final = """
    INSERT INTO forgetting (user_id, former_id) VALUES (?, ?)
    ON CONFLICT (user_id) DO UPDATE SET former_id = excluded.former_id
"""
END_FORGETTING: Final = "DELETE FROM forgetting WHERE user_id = ?"
END_BUT_FOR_COPIES: Final = f"UPDATE forgetting SET former_id = {ONLY_IN_COPIES} WHERE user_id = ?"  # noqa: S608 (no user input)
END_IN_COPIES: Final = f"{END_FORGETTING} AND former_id = {ONLY_IN_COPIES}"
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
OPEN_ELSEWHERE: Final = "SELECT id FROM tables WHERE status IN ('lobby', 'playing') AND NOT {owned}"
ACTED_AT: Final = "SELECT DISTINCT table_id FROM actions WHERE table_id > ? AND table_id <= ? AND user_id = ?"
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
OWN: Final[Mapping[str, str]] = {
    "forgetting": "SELECT user_id FROM forgetting WHERE user_id = ?",
}
"""Exported personal data, by kind; each ``?`` is the user's id."""


class PeopleStore:
    """Queries for users' data."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def begin_forgetting(self, user_id: int) -> Forgetting:
        """Store that forgetting a user has begun, unless it has; returns it with the former number."""
        async with self._database.transaction() as run:
            for known in await run(Statement(FORGETTING)):
                if known[0] == user_id and known[1] != ONLY_IN_COPIES:
                    return Forgetting(*known)
            [[last]] = await run(Statement(LAST_FORMER, Values((MOST_FORMER,) * LAST_FORMER.count("?"))))
            await run(remember("former_players", last + 1))
            await run(Statement(BEGIN_FORGETTING, Values((user_id, last + 1))))
            return Forgetting(user_id, last + 1)

    async def being_forgotten(self) -> list[Forgetting]:
        """Forgettings begun, maybe unfinished; their number is ``ONLY_IN_COPIES`` if only backups remain."""
        return [Forgetting(*row) for row in await self._database.read(Statement(FORGETTING))]

    async def end_forgetting(self, user_id: int) -> None:
        """Delete a user's last rows and the note, also from the file; ``Busy`` while a snapshot is read."""
        await self._end(user_id, END_FORGETTING)

    async def end_but_for_copies(self, user_id: int) -> None:
        """Delete a user's last rows, also from the file; the note then says that only backups name them."""
        await self._end(user_id, END_BUT_FOR_COPIES)

    async def end_in_copies(self, user_id: int) -> None:
        """Delete the note that backups still name a user, and erase it from the file."""
        await self._database.write(Statement(END_IN_COPIES, Values((user_id,))))
        await self._database.erase_traces()

    async def _end(self, user_id: int, note: str) -> None:
        await self._database.erase_traces()  # first: if this fails, the note stays for a retry
        the_rest = (personal_settings.FORGET, learn.FORGET, DELETE_USER, daily.FORGET_ALL)
        await self._database.write(*each_with((*the_rest, note), user_id))
        await self._database.erase_traces()

    async def tables_of(self, user_id: int) -> list[int]:
        """Numbers of all tables with data of a user."""
        seated, ruled = with_number("user_id", user_id), with_number("by", user_id)
        values = (user_id, seated, *(user_id,) * 7, ruled)
        found = {row[0] for row in await self._database.read(Statement(TABLES_OF, Values(values)))}
        async for first, last in pages(self._database):
            rows = await self._database.read(Statement(ACTED_AT, Values((first, last, user_id))))
            found.update(row[0] for row in rows)
        return sorted(found)

    async def open_elsewhere(self) -> frozenset[int]:
        """Numbers of the open tables of other processes' servers."""
        rows = await self._database.read(self._database.of_own_servers(OPEN_ELSEWHERE))
        return frozenset(table_id for [table_id] in rows)

    async def remove_reasons(self, who: Forgetting) -> list[int]:
        """Remove reasons a user wrote and reasons that name them; their names must still be stored.

        Returns the tables with messages to redraw.
        """
        known = await self._known(who.user_id)
        changes = [
            change
            for unsaid in (unsaid_in_audit, unsaid_in_leagues, reason_removals)
            async for change in unsaid(self._database, who.user_id, known)
        ]
        tables = sorted({table_id for table_id, _ in changes if table_id})
        again = [statement for one in tables for statement in mark_messages_stale(one)]
        if changes:
            await self._database.write(*(change for _, change in changes), *again)
        return tables

    async def _known(self, user_id: int) -> Known:
        """A user's names by server, and the tables where their name can no longer be found."""
        names, left = defaultdict[int, set[str]](set), set(await self.tables_of(user_id))
        for guild_id, name in await self._database.read(
            Statement(NAMES, Values((user_id,) * NAMES.count("?")))
        ):
            names[guild_id].add(name)
        seated = Statement(SEATED, Values((with_number("user_id", user_id),)))
        for table_id, guild_id, seats in await self._database.read(seated):
            with suppress(Damaged):
                names[guild_id] |= names_of(read_seats(seats), user_id)
                left.discard(table_id)
        return Known(str(user_id), names, left)

    async def forget_at(self, table_id: int, who: Forgetting) -> None:
        """Replace a user by a former player at one table, and mark its messages for redrawing."""
        async with self._database.transaction() as run:
            await forget_at_table(run, table_id, who)
            for statement in (
                *forget_in_audit(table_id, who),
                forget_hand(table_id, who.user_id),
                *mark_messages_stale(table_id),
                *mark_replays_stale(table_id),
            ):
                await run(statement)

    async def forget_in_leagues(self, who: Forgetting) -> None:
        """Replace a user by a former player in leagues and in the ledger."""
        async with self._database.transaction() as run:
            await forget_in_leagues(run, who)
            await forget_in_ledger(run, who)
