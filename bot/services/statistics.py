"""What people have done in a server, in numbers."""

from __future__ import annotations

from bot.store.protocol import Store
from bot.store.stored_results import MatchNotes
from bot.store.stored_statistics import CountedStats, GameStats, PlayerStats

__all__ = ["CountedStats", "GameStats", "MatchNotes", "PlayerStats", "Statistics"]


class Statistics:
    """Counts what has been played in a server."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def of(self, guild_id: int, user_id: int) -> PlayerStats | None:
        """What one person has done in all games; None before the first finished deal."""
        return await self._store.stats(guild_id, user_id)

    async def counted(self, guild_id: int, user_id: int) -> CountedStats:
        """What of one person's matches counts on the leaderboard."""
        return await self._store.counted_stats(guild_id, user_id)

    async def by_game(self, guild_id: int, user_id: int) -> list[GameStats]:
        """What one person has done in each game."""
        return await self._store.stats_by_game(guild_id, user_id)

    async def notes(self, table_id: int) -> MatchNotes | None:
        """What was special in a match that is over, or was broken off; None where nothing is recorded of it.

        Raises:
            Damaged: that cannot be read.
        """
        match = await self._store.match(table_id)
        return None if match is None else match.notes

    async def leaderboard(self, guild_id: int, places: int) -> list[PlayerStats]:
        """The best of a server, from the first place on."""
        return await self._store.leaderboard(guild_id, places)
