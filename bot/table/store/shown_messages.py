"""Messages of tables that may still change, and past ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from bot.database.database import Database, Statement, Values
from bot.models.stored_messages import PastMessage, ShownMessage, StaleTable

SAVE_SHOWN: Final = """
    INSERT INTO shown_messages (message_id, table_id, kind, deal, revision) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (message_id) DO UPDATE SET deal = excluded.deal, revision = excluded.revision
"""
SET_MESSAGE: Final = "UPDATE tables SET message_id = ? WHERE id = ? RETURNING id"
NOTE_SHOWN: Final = "UPDATE shown_messages SET revision = ? WHERE message_id = ?"
FINISH_SHOWN: Final = """
    INSERT INTO past_messages (message_id, table_id, kind, deal)
    SELECT message_id, table_id, kind, deal FROM shown_messages WHERE message_id = ? AND kind = 'table'
    ON CONFLICT (message_id) DO NOTHING
"""
NOTE_PAST: Final = """
    INSERT INTO past_messages (message_id, table_id, kind, deal, user_id)
    SELECT CAST(? AS BIGINT), id, 'note', 0, CAST(? AS BIGINT) FROM tables WHERE id = ?
    ON CONFLICT (message_id) DO NOTHING
"""
TO_SHOW_AT_LAST: Final = """
    INSERT INTO past_messages (message_id, table_id, kind, deal, is_wrong) VALUES (?, ?, 'table', 0, 1)
    ON CONFLICT (message_id) DO UPDATE SET is_wrong = 1
"""
WRONG_PAST: Final = """
    SELECT past_messages.message_id, table_id, channel_id, kind, deal
    FROM past_messages JOIN tables ON tables.id = past_messages.table_id
    WHERE is_wrong = 1 AND {owned} ORDER BY 1
"""
PAST_IS_RIGHT: Final = "UPDATE past_messages SET is_wrong = 0 WHERE message_id = ?"
FORGET_PAST: Final = "DELETE FROM past_messages WHERE message_id = ?"
FORGET_MESSAGES: Final = (
    "DELETE FROM shown_messages WHERE table_id = ?",
    "DELETE FROM past_messages WHERE table_id = ?",
)
FORGET_SHOWN: Final = "DELETE FROM shown_messages WHERE message_id = ?"
SHOWN: Final = """
    SELECT message_id, table_id, kind, deal, revision FROM shown_messages
    WHERE table_id = ? ORDER BY message_id
"""
REMINDERS: Final = """
    SELECT shown_messages.message_id, table_id, kind, deal, shown_messages.revision
    FROM shown_messages JOIN tables ON tables.id = table_id
    WHERE kind = 'reminder' AND {owned} ORDER BY shown_messages.message_id
"""
STALE: Final = """
    SELECT tables.id, tables.guild_id, tables.channel_id
    FROM shown_messages JOIN tables ON tables.id = shown_messages.table_id
    WHERE {owned} AND (
        tables.status IN ('finished', 'cancelled')
        OR shown_messages.message_id <> COALESCE(tables.message_id, 0)
        OR shown_messages.revision < tables.revision
        OR EXISTS (
            SELECT 1 FROM actions
            WHERE actions.table_id = tables.id AND actions.revision > shown_messages.revision
        )
    )
    UNION
    SELECT id, guild_id, channel_id FROM tables
    WHERE status IN ('lobby', 'playing') AND {owned}
        AND (message_id IS NULL OR EXISTS (SELECT 1 FROM unseen_tables WHERE table_id = tables.id))
    ORDER BY 1
"""
MARK_STALE: Final = "UPDATE shown_messages SET revision = 0 WHERE table_id = ?"
PAST_IS_WRONG: Final = "UPDATE past_messages SET is_wrong = 1 WHERE table_id = ?"
LAST_IS_WRONG: Final = """
    INSERT INTO past_messages (message_id, table_id, kind, deal, is_wrong)
    SELECT shown_messages.message_id, tables.id, kind, deal, 1
    FROM shown_messages JOIN tables ON tables.id = shown_messages.table_id
    WHERE tables.id = ? AND kind = 'table' AND tables.status IN ('finished', 'cancelled')
    ON CONFLICT (message_id) DO UPDATE SET is_wrong = 1
"""
"""A final form rendered before the change may still be in flight: it is marked, too."""
IS_WRONG: Final = (MARK_STALE, PAST_IS_WRONG, LAST_IS_WRONG)
UNNAME_NOTES: Final = "UPDATE past_messages SET is_wrong = 1, user_id = NULL WHERE user_id = ?"
NOTE_UNSEEN: Final = (
    "INSERT INTO unseen_tables (table_id, since) VALUES (?, ?) ON CONFLICT (table_id) DO NOTHING"
)
NOTE_SEEN: Final = "DELETE FROM unseen_tables WHERE table_id = ?"
UNSEEN: Final = """
    SELECT table_id, since FROM unseen_tables WHERE table_id IN (SELECT id FROM tables WHERE {owned})
"""


class ShownStore:
    """Rows of live and past messages of tables, in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def save_shown(self, shown: ShownMessage) -> None:
        """Store what a message shows; kind ``table`` makes it the table's message."""
        values = (shown.message_id, shown.table_id, shown.kind, shown.deal, shown.revision)
        statements = [Statement(SAVE_SHOWN, Values(values))]
        if shown.kind == "table":
            place = Values((shown.message_id, shown.table_id))
            statements.insert(0, Statement(SET_MESSAGE, place, must_find=True))
        await self._database.write(*statements)

    async def note_shown(self, revisions: Mapping[int, int]) -> None:
        """Store the table revision each message last showed, by message id."""
        noted = [Statement(NOTE_SHOWN, Values((revision, one))) for one, revision in revisions.items()]
        if noted:
            await self._database.write(*noted)

    async def note_past(self, message_id: int, table_id: int, user_id: int) -> None:
        """Store a table's note that names users, and the user it was sent for; only if there is a table."""
        await self._database.write(Statement(NOTE_PAST, Values((message_id, user_id, table_id))))

    async def finish_shown(self, message_ids: Iterable[int]) -> None:
        """Stop tracking messages in their final form; table messages become past ones."""
        await self._write_for_each(message_ids, FINISH_SHOWN, FORGET_SHOWN)

    async def stale_past(self) -> list[PastMessage]:
        """Messages that name a deleted user or lack their final form, oldest first."""
        rows = await self._database.read(self._database.of_own_servers(WRONG_PAST))
        return [PastMessage(*row) for row in rows]

    async def mark_past_correct(self, message_id: int) -> None:
        """Clear the mark of a past message that was corrected, or edited to its final form."""
        await self._database.write(Statement(PAST_IS_RIGHT, Values((message_id,))))

    async def forget_shown(self, message_ids: Iterable[int]) -> None:
        """Delete the rows of deleted messages."""
        await self._write_for_each(message_ids, FORGET_SHOWN, FORGET_PAST)

    async def forget_messages(self, table_id: int) -> None:
        """Delete the rows of all messages of a table after its channel was deleted."""
        await self._database.write(*(Statement(sql, Values((table_id,))) for sql in FORGET_MESSAGES))

    async def _write_for_each(self, message_ids: Iterable[int], *statements: str) -> None:
        unit = [Statement(sql, Values((one,))) for one in message_ids for sql in statements]
        if unit:
            await self._database.write(*unit)

    async def shown(self, table_id: int) -> list[ShownMessage]:
        """The messages of a table that are still to change, oldest first."""
        rows = await self._database.read(Statement(SHOWN, Values((table_id,))))
        return [ShownMessage(*row) for row in rows]

    async def reminders(self) -> list[ShownMessage]:
        """All messages that remind of a turn or ask for a vote and are still to change, oldest first."""
        rows = await self._database.read(self._database.of_own_servers(REMINDERS))
        return [ShownMessage(*row) for row in rows]

    async def stale_tables(self) -> list[StaleTable]:
        """Tables with stale messages, and open tables without a message or that Discord does not show."""
        return [StaleTable(*row) for row in await self._database.read(self._database.of_own_servers(STALE))]

    async def note_unseen(self, table_id: int, since: float) -> None:
        """Store when a table became invisible, in epoch seconds; an earlier time stays."""
        await self._database.write(Statement(NOTE_UNSEEN, Values((table_id, since))))

    async def note_seen(self, table_id: int) -> None:
        """Delete the mark of an invisible table."""
        await self._database.write(Statement(NOTE_SEEN, Values((table_id,))))

    async def unseen(self) -> dict[int, float]:
        """When each invisible table became so, in epoch seconds, by table id."""
        return dict(await self._database.read(self._database.of_own_servers(UNSEEN)))


def queue_last_form(message_id: int, table_id: int) -> Statement:
    """Statement that marks a message for an edit to its final form."""
    return Statement(TO_SHOW_AT_LAST, Values((message_id, table_id)))


def mark_messages_stale(table_id: int) -> list[Statement]:
    """Statements that mark all messages of a table, live and past, for another render."""
    return [Statement(sql, Values((table_id,))) for sql in IS_WRONG]


def mark_replays_stale(source_id: int) -> list[Statement]:
    """Statements that mark messages of tables that play a deal of this one again: they name its players."""
    again = "SELECT table_id FROM earlier_deals WHERE source_id = ?"
    live = f"UPDATE shown_messages SET revision = 0 WHERE table_id IN ({again})"  # noqa: S608 (no user input)
    return [Statement(sql, Values((source_id,))) for sql in (live, mark_past_stale(again))]


def mark_past_stale(tables: str) -> str:
    """SQL that marks past messages of the tables a query selects for another render."""
    return f"UPDATE past_messages SET is_wrong = 1 WHERE table_id IN ({tables})"  # noqa: S608 (no user input)


def unname_in_notes(user_id: int) -> Statement:
    """Statement that marks passing messages naming a user for correction, and drops the user id."""
    return Statement(UNNAME_NOTES, Values((user_id,)))
