"""What a server's managers have settled for its tables, and what they did at them."""

from __future__ import annotations

from typing import Final

from bot.database.protocol import Store
from bot.models.stored import AuditEntry, ServerSettings

__all__ = ["AuditEntry", "Management", "ServerSettings"]

PAGE: Final = 10
"""Acts of managers shown at a time."""


class Management:
    """How a server's new tables are, and its audit list."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def settings(self, guild_id: int) -> ServerSettings:
        """How a server's new tables are."""
        return await self._store.server_settings(guild_id)

    async def settle(self, guild_id: int, settings: ServerSettings) -> None:
        """Settle how a server's new tables are; those that are open stay as they are."""
        await self._store.set_server_settings(guild_id, settings)

    async def audit(self, guild_id: int, page: int) -> list[AuditEntry]:
        """What managers of a server did at its tables: a page of it, the newest on page 1."""
        return await self._store.audit(guild_id, PAGE, (page - 1) * PAGE)
