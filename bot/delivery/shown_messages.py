"""Which public messages are still to change, and what each of them last showed."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from typing import Final

from bot.common.errors import StoreError
from bot.database.database import Database
from bot.delivery.store.loose_messages import LooseMessageStore
from bot.models.stored import LooseMessage, PastMessage, ShownMessage, StaleTable
from bot.table.store.shown_messages import ShownStore

__all__ = ["LooseMessage", "PastMessage", "ShownMessage", "ShownMessages"]

log = logging.getLogger(__name__)

WRITTEN_EVERY: Final = 10.0
"""Seconds between two times at which it is written down what was shown, for all messages at once.

What a crash takes of that is shown once more, and no harm done.
"""


class ShownMessages:
    """Table messages and reminders, for as long as they have to change."""

    def __init__(self, database: Database) -> None:
        self._loose_message_store = LooseMessageStore(database)
        self._shown_store = ShownStore(database)
        self._noted: dict[int, int] = {}
        self._passing: set[int] = set()
        """Messages that show something a restart forgets, as far as that is stored."""
        self._in_passing: dict[int, tuple[int, int]] = {}
        """What could not be stored yet: the table each message is about, and for whom, by its number."""
        self._loose: list[LooseMessage] = []
        """The same of those that belong to no table."""
        self._written_at = float("-inf")
        self._at_work: asyncio.Task[None] | None = None

    async def remind(self, message_id: int, table_id: int, revision: int) -> None:
        """Keep a reminder that has been posted.

        Raises:
            StoreError: it could not be stored.
        """
        await self._shown_store.save_shown(ShownMessage(message_id, table_id, "reminder", 0, revision))

    async def ask(self, message_id: int, table_id: int, deal: int, revision: int) -> None:
        """Keep a message that asks for a vote in a deal.

        Raises:
            StoreError: it could not be stored.
        """
        asking = ShownMessage(message_id, table_id, "reminder", max(deal, 1), revision)
        await self._shown_store.save_shown(asking)

    def note(self, message_id: int, revision: int) -> None:
        """A message shows its table as it is at a revision; that is written down with what follows."""
        self._noted[message_id] = revision
        self._passing.discard(message_id)
        now = asyncio.get_running_loop().time()
        is_at_work = self._at_work is not None and not self._at_work.done()
        if now >= self._written_at + WRITTEN_EVERY and not is_at_work:
            self._written_at = now
            self._at_work = asyncio.create_task(self._write())

    async def will_pass(self, message_id: int) -> None:
        """A message is to show something that a restart forgets: the next start shows it anew."""
        if message_id in self._passing:
            return
        self._noted.pop(message_id, None)
        try:
            await self._shown_store.note_shown({message_id: 0})
            self._passing.add(message_id)
        except StoreError as error:
            log.warning("that a message shows something in passing could not be written down: %s", error)

    async def note_in_passing(self, message_id: int, table_id: int, user_id: int) -> None:
        """Keep that a message that never changes may name people of a table, and whoever it was sent for.

        Raises:
            StoreError: it could not be stored yet; it is tried again with what follows.
        """
        try:
            await self._shown_store.note_past(message_id, table_id, user_id)
        except StoreError:
            self._in_passing[message_id] = table_id, user_id
            raise

    async def note_loose(self, message: LooseMessage) -> None:
        """Keep that a message or a thread that belongs to no table names people.

        Raises:
            StoreError: it could not be stored yet; it is tried again with what follows.
        """
        try:
            await self._loose_message_store.note_loose(message)
        except StoreError:
            self._loose.append(message)
            raise

    async def wrong_loose(self) -> list[LooseMessage]:
        """What belongs to no table and names somebody who is forgotten, or is to go."""
        return await self._loose_message_store.wrong_loose()

    async def unopened_are_wrong(self, since: int) -> None:
        """A process that ended while it opened tables has left threads without one, since a message perhaps.

        Raises:
            StoreError: it could not be stored which.
        """
        await self._loose_message_store.unopened_are_wrong(since)

    async def loose_is_gone(self, message_id: int) -> None:
        """A message or a thread that belongs to no table names nobody now, or is not there.

        Raises:
            StoreError: it could not be stored.
        """
        await self._loose_message_store.loose_is_gone(message_id)

    async def wrong_past(self) -> list[PastMessage]:
        """The messages that name somebody who is forgotten, or are not in their last form."""
        return await self._shown_store.wrong_past()

    async def past_is_right(self, message_id: int) -> None:
        """A message is in its last form, and names nobody who is forgotten.

        Raises:
            StoreError: it could not be stored.
        """
        await self._shown_store.past_is_right(message_id)

    async def finish(self, message_id: int) -> None:
        """A message need not change any more.

        Raises:
            StoreError: it could not be stored.
        """
        self._let_go([message_id])
        await self._shown_store.finish_shown([message_id])

    async def forget(self, message_ids: Iterable[int]) -> None:
        """Forget messages that are gone.

        Raises:
            StoreError: it could not be stored.
        """
        gone = list(message_ids)
        self._let_go(gone)
        await self._shown_store.forget_shown(gone)

    async def forget_all(self, table_id: int) -> None:
        """Forget all messages of a table: its channel is gone.

        Raises:
            StoreError: it could not be stored.
        """
        await self._shown_store.forget_messages(table_id)

    async def of_table(self, table_id: int) -> list[ShownMessage]:
        """The messages of a table that are still to change, oldest first."""
        return await self._shown_store.shown(table_id)

    async def reminders(self) -> list[ShownMessage]:
        """All reminders that have not been taken back."""
        return [one for one in await self._shown_store.reminders() if not one.is_of_vote]

    async def votes(self) -> list[ShownMessage]:
        """All messages of votes that do not say yet how theirs has ended."""
        return [one for one in await self._shown_store.reminders() if one.is_of_vote]

    async def stale_tables(self) -> list[StaleTable]:
        """Every table whose messages do not show how it stands, and open ones nobody can see."""
        return await self._shown_store.stale_tables()

    async def close(self) -> None:
        """Write down what is noted."""
        if self._at_work is not None:
            await self._at_work
        await self._write()

    async def write_notes(self) -> None:
        """Write down which messages name people, where that could not be stored when they were posted.

        Raises:
            StoreError: it cannot be yet.
        """
        for message_id, about in tuple(self._in_passing.items()):
            await self._shown_store.note_past(message_id, *about)
            self._in_passing.pop(message_id, None)  # another may have written it down meanwhile
        for message in tuple(self._loose):
            await self._loose_message_store.note_loose(message)
            self._loose = [one for one in self._loose if one != message]

    def _let_go(self, message_ids: Iterable[int]) -> None:
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
