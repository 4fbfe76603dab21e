"""Public messages of tables: which revision each last showed, and which ones name users."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from typing import Final

from bot.common.errors import StoreError
from bot.database.database import Database
from bot.delivery.loose_messages import LooseMessages
from bot.models.stored_messages import ShownMessage
from bot.table.store.shown_messages import ShownStore

log = logging.getLogger(__name__)

WRITTEN_EVERY: Final = 10.0
"""Seconds between two writes of the shown revisions, for all messages at once.

Messages with revisions lost in a crash are merely edited again.
"""


class ShownMessages:
    """Tracks table messages, reminders and votes until their final form, and messages that name users.

    What cannot be stored raises a ``StoreError``; notes of who is named are retried with the next write.
    """

    def __init__(self, database: Database, loose_messages: LooseMessages) -> None:
        self._loose_messages = loose_messages
        self._shown_store = ShownStore(database)
        self.stale_past: Final = self._shown_store.stale_past
        self.mark_past_correct: Final = self._shown_store.mark_past_correct
        self.forget_all: Final = self._shown_store.forget_messages
        self.of_table: Final = self._shown_store.shown
        self.stale_tables: Final = self._shown_store.stale_tables
        self._noted: dict[int, int] = {}
        self._passing: set[int] = set()
        """Messages stored as showing something temporary, which a restart must redraw."""
        self._in_passing: dict[int, tuple[int, int]] = {}
        """Notes that could not be stored yet: (table id, user id) by message id."""
        self._written_at = float("-inf")
        self._at_work: asyncio.Task[None] | None = None

    async def remind(self, message_id: int, table_id: int, revision: int) -> None:
        """Store a reminder that has been posted."""
        await self._shown_store.save_shown(ShownMessage(message_id, table_id, "reminder", 0, revision))

    async def ask(self, message_id: int, table_id: int, deal: int, revision: int) -> None:
        """Store a message that asks for a vote in a deal."""
        asking = ShownMessage(message_id, table_id, "reminder", max(deal, 1), revision)
        await self._shown_store.save_shown(asking)

    def note(self, message_id: int, revision: int) -> None:
        """Note the revision that a message shows; stored in batches, every ``WRITTEN_EVERY`` seconds."""
        self._noted[message_id] = revision
        self._passing.discard(message_id)
        now = asyncio.get_running_loop().time()
        is_at_work = self._at_work is not None and not self._at_work.done()
        if now >= self._written_at + WRITTEN_EVERY and not is_at_work:
            self._written_at = now
            self._at_work = asyncio.create_task(self._write())

    async def will_pass(self, message_id: int) -> None:
        """Store that a message will show something temporary: the next start redraws it. Only logs errors."""
        if message_id in self._passing:
            return
        self._noted.pop(message_id, None)
        try:
            await self._shown_store.note_shown({message_id: 0})
            self._passing.add(message_id)
        except StoreError as error:
            log.warning("that a message shows something in passing could not be written down: %s", error)

    async def note_in_passing(self, message_id: int, table_id: int, user_id: int) -> None:
        """Store that a message in its final form may name users of a table, and the user it was sent for."""
        try:
            await self._shown_store.note_past(message_id, table_id, user_id)
        except StoreError:
            self._in_passing[message_id] = table_id, user_id
            raise

    async def finish(self, message_id: int) -> None:
        """Stop tracking a message in its final form; a table message becomes a past one."""
        self._discard([message_id])
        await self._shown_store.finish_shown([message_id])

    async def forget(self, message_ids: Iterable[int]) -> None:
        """Delete the rows of messages that were deleted."""
        deleted = list(message_ids)
        self._discard(deleted)
        await self._shown_store.forget_shown(deleted)

    async def reminders(self) -> list[ShownMessage]:
        """All reminders of turns that are still shown."""
        return [one for one in await self._shown_store.reminders() if not one.is_of_vote]

    async def votes(self) -> list[ShownMessage]:
        """All messages of votes that do not show the result yet."""
        return [one for one in await self._shown_store.reminders() if one.is_of_vote]

    async def close(self) -> None:
        """Store all noted revisions, and notes that could not be stored before; a failure is logged."""
        if self._at_work is not None:
            await self._at_work
        await self._write()

    async def write_notes(self) -> None:
        """Store the notes that could not be stored before, of messages with or without a table."""
        for message_id, about in tuple(self._in_passing.items()):
            await self._shown_store.note_past(message_id, *about)
            self._in_passing.pop(message_id, None)  # a concurrent call may have stored it
        await self._loose_messages.write_notes()

    def _discard(self, message_ids: Iterable[int]) -> None:
        for message_id in message_ids:
            self._noted.pop(message_id, None)
            self._passing.discard(message_id)

    async def _write(self) -> None:
        noted, self._noted = self._noted, {}
        try:
            await self._shown_store.note_shown(noted)
            await self.write_notes()
        except StoreError as error:
            log.warning("what messages show could not be written down: %s", error)
