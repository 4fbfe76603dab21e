"""Public messages and threads that name users and belong to no table."""

from __future__ import annotations

from typing import Final

from bot.database.database import Database
from bot.delivery.store import LooseMessageStore
from bot.models.stored_messages import LooseMessage


class LooseMessages:
    """Tracks loose messages until they are deleted, or no longer name anyone.

    What cannot be stored raises a ``StoreError``; notes are kept for ``write_notes``.
    """

    def __init__(self, database: Database) -> None:
        self._store = LooseMessageStore(database)
        self.stale: Final = self._store.stale
        self.mark_unopened_stale: Final = self._store.mark_unopened_stale
        self.delete: Final = self._store.delete
        self._unstored: list[LooseMessage] = []

    async def note(self, message: LooseMessage) -> None:
        """Store that a message or thread names users."""
        self._unstored.append(message)
        await self.write_notes()

    async def write_notes(self) -> None:
        """Store all notes that are not stored yet."""
        for message in tuple(self._unstored):
            await self._store.note_loose(message)
            self._unstored = [one for one in self._unstored if one != message]
