"""SQL of the waiting lists for seats, by channel."""

from __future__ import annotations

from typing import Final

from bot.database.database import Database, Statement, Values
from bot.database.rows import moment, sound, whole
from bot.models.stored_tables import Waiting

INSERT: Final = """
    INSERT INTO waiting (channel_id, user_id, guild_id, since) VALUES (?, ?, ?, ?)
    ON CONFLICT (channel_id, user_id) DO UPDATE SET since = excluded.since
"""
DELETE: Final = "DELETE FROM waiting WHERE channel_id = ? AND user_id = ?"
DELETE_OLDER: Final = "DELETE FROM waiting WHERE channel_id = ? AND since <= ?"
DELETE_USER: Final = "DELETE FROM waiting WHERE user_id = ?"
"""Removes a user from all waiting lists."""
DELETE_EXPIRED: Final = "DELETE FROM waiting WHERE since < ?"
WAITING: Final = "SELECT channel_id, user_id, guild_id, since FROM waiting"
OWN_WAITING: Final = f"{WAITING} WHERE {{owned}} ORDER BY since, user_id"


class WaitingStore:
    """Waiting lists in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def wait(self, waiting: Waiting) -> None:
        """Store that a user waits for a channel's seat; a user already waiting gets the new time."""
        await self._database.write(Statement(INSERT, Values(waiting)))

    async def remove_waiting(self, channel_id: int, user_id: int) -> None:
        """Remove a user from a channel's waiting list."""
        await self._database.write(Statement(DELETE, Values((channel_id, user_id))))

    async def remove_waiting_until(self, channel_id: int, until: float) -> None:
        """Remove users who began to wait in a channel up to a time, in epoch seconds."""
        await self._database.write(Statement(DELETE_OLDER, Values((channel_id, until))))

    async def all_waiting(self, since: float) -> list[Waiting]:
        """Who waits in this process's servers, oldest first; then deletes those from before ``since``.

        The time is in epoch seconds.
        """
        rows = await self._database.read(self._database.of_own_servers(OWN_WAITING))
        await self._database.write(Statement(DELETE_EXPIRED, Values((since,))))
        return sound(read_waiting, rows, "who waits for a seat")


def read_waiting(channel_id: object, user_id: object, guild_id: object, since: object) -> Waiting:
    """The waiting user of a row's values.

    Raises:
        Damaged: it cannot be read.
    """
    return Waiting(
        whole(channel_id, "the channel"),
        whole(user_id, "who it is"),
        whole(guild_id, "the server"),
        moment(since, "since when"),
    )
