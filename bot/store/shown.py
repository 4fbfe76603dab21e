"""Messages people look at: what each last showed, for as long as it has to change."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bot.store.database import Database, Statement, Values
from bot.store.stored import ShownMessage, StaleTable

SAVE_SHOWN = """
    INSERT INTO shown_messages (message_id, table_id, kind, deal, revision) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (message_id) DO UPDATE SET deal = excluded.deal, revision = excluded.revision
"""
SET_MESSAGE = "UPDATE tables SET message_id = ? WHERE id = ? RETURNING id"
NOTE_SHOWN = "UPDATE shown_messages SET revision = ? WHERE message_id = ?"
FORGET_SHOWN = "DELETE FROM shown_messages WHERE message_id = ?"
SHOWN = """
    SELECT message_id, table_id, kind, deal, revision FROM shown_messages
    WHERE table_id = ? ORDER BY message_id
"""
REMINDERS = """
    SELECT message_id, table_id, kind, deal, revision FROM shown_messages
    WHERE kind = 'reminder' ORDER BY message_id
"""
STALE = """
    SELECT tables.id, tables.guild_id, tables.channel_id
    FROM shown_messages JOIN tables ON tables.id = shown_messages.table_id
    WHERE tables.status IN ('finished', 'cancelled')
        OR shown_messages.message_id <> COALESCE(tables.message_id, 0)
        OR shown_messages.revision < tables.revision
        OR EXISTS (
            SELECT 1 FROM actions
            WHERE actions.table_id = tables.id AND actions.revision > shown_messages.revision
        )
    UNION
    SELECT id, guild_id, channel_id FROM tables WHERE status IN ('lobby', 'playing') AND message_id IS NULL
    ORDER BY 1
"""


class ShownStore:
    """What messages show, in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def save_shown(self, shown: ShownMessage) -> None:
        """Keep what a message shows; one of the kind ``table`` is its table's message from now on."""
        values = (shown.message_id, shown.table_id, shown.kind, shown.deal, shown.revision)
        statements = [Statement(SAVE_SHOWN, Values(values))]
        if shown.kind == "table":
            place = Values((shown.message_id, shown.table_id))
            statements.insert(0, Statement(SET_MESSAGE, place, must_find=True))
        await self._database.write(*statements)

    async def note_shown(self, revisions: Mapping[int, int]) -> None:
        """Keep at which revision of their tables messages, by their ids, were last shown."""
        noted = [Statement(NOTE_SHOWN, Values((revision, one))) for one, revision in revisions.items()]
        if noted:
            await self._database.write(*noted)

    async def forget_shown(self, message_ids: Iterable[int]) -> None:
        """Forget messages that need not change any more."""
        gone = [Statement(FORGET_SHOWN, Values((one,))) for one in message_ids]
        if gone:
            await self._database.write(*gone)

    async def shown(self, table_id: int) -> list[ShownMessage]:
        """The messages of a table that are still to change, oldest first."""
        rows = await self._database.read(Statement(SHOWN, Values((table_id,))))
        return [ShownMessage(*row) for row in rows]

    async def reminders(self) -> list[ShownMessage]:
        """All reminders that have not been taken back."""
        return [ShownMessage(*row) for row in await self._database.read(Statement(REMINDERS))]

    async def stale_tables(self) -> list[StaleTable]:
        """Every table whose messages do not show how it stands, and open ones without a message."""
        return [StaleTable(*row) for row in await self._database.read(Statement(STALE))]
