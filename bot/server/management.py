"""Table defaults set by a server's managers, and the log of what they did at tables."""

from __future__ import annotations

from typing import Final

from bot.database.database import Database
from bot.models.stored_settings import AuditEntry
from bot.server.store import ServerStore

PAGE: Final = 10
"""Log entries on a page."""


class Management:
    """Table defaults of servers, and their managers' log."""

    def __init__(self, database: Database) -> None:
        self._store = ServerStore(database)
        self.settings: Final = self._store.server_settings
        """A server's defaults for new tables; the global defaults if unset or unreadable."""
        self.set_settings: Final = self._store.set_server_settings
        """Set the defaults for a server's new tables; open tables keep theirs."""

    async def audit(self, guild_id: int, page: int) -> list[AuditEntry]:
        """A page of the managers' log, newest first, counted from 1.

        Raises:
            StoreError: it cannot be read now.
        """
        return await self._store.audit(guild_id, PAGE, (page - 1) * PAGE)
