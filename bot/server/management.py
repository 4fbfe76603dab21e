"""What a server's managers have settled for its tables, and what they did at them."""

from __future__ import annotations

from typing import Final

from bot.database.database import Database
from bot.models.stored import AuditEntry, ServerSettings
from bot.server.store.audit import AuditStore
from bot.server.store.settled import ServerStore

__all__ = ["AuditEntry", "Management", "ServerSettings"]

PAGE: Final = 10
"""Acts of managers shown at a time."""


class Management:
    """How a server's new tables are, and its audit list."""

    def __init__(self, database: Database) -> None:
        self._audit_store = AuditStore(database)
        self._server_store = ServerStore(database)

    async def settings(self, guild_id: int) -> ServerSettings:
        """How a server's new tables are."""
        return await self._server_store.server_settings(guild_id)

    async def settle(self, guild_id: int, settings: ServerSettings) -> None:
        """Settle how a server's new tables are; those that are open stay as they are."""
        await self._server_store.set_server_settings(guild_id, settings)

    async def audit(self, guild_id: int, page: int) -> list[AuditEntry]:
        """What managers of a server did at its tables: a page of it, the newest on page 1."""
        return await self._audit_store.audit(guild_id, PAGE, (page - 1) * PAGE)
