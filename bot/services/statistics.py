"""What people have done in a server, in numbers."""

from __future__ import annotations

from bot.store.protocol import Store
from bot.store.stored_statistics import GameStats, PlayerStats

__all__ = ["GameStats", "PlayerStats", "Statistics"]


class Statistics:
    """Counts what has been played in a server."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def of(self, guild_id: int, user_id: int) -> PlayerStats | None:
        """What one person has done in all games; None before the first finished deal."""
        return await self._store.stats(guild_id, user_id)

    async def by_game(self, guild_id: int, user_id: int) -> list[GameStats]:
        """What one person has done in each game."""
        return await self._store.stats_by_game(guild_id, user_id)

    async def leaderboard(self, guild_id: int, places: int) -> list[PlayerStats]:
        """The best of a server, from the first place on."""
        return await self._store.leaderboard(guild_id, places)
