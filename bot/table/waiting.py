"""Waiting lists for seats, by channel; users wait until notified, cancelled, or a day has passed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Final

from bot.common.clock import Clock
from bot.common.errors import Refused
from bot.database.database import Database
from bot.models.stored_tables import Waiting
from bot.table.desk.shown import ShownTable
from bot.table.match.standing_in import COUNTED, HERE_ALREADY, SETTLED
from bot.table.store.waiting import WaitingStore

MOST: Final = 20
"""People who may wait in one channel."""
EXPIRES_AFTER: Final = 86_400.0
"""Seconds after which waiting expires."""
FULL: Final = "Too many are waiting here already. Try again later."
OF_EVENING: Final = "This table belongs to an evening, so its seats stay as they are."
FREE: Final = "A seat is free right now. Take it."


class WaitingLists:
    """Users to notify of a free seat, by channel, oldest first."""

    def __init__(self, database: Database, now: Callable[[], float]) -> None:
        self._store = WaitingStore(database)
        self._now = Clock.of(now)
        self._waiting: defaultdict[int, dict[int, float]] = defaultdict(dict)
        """Since when, by person, in epoch seconds."""

    async def resume(self) -> None:
        """Read who waited before a restart.

        Raises:
            StoreError: it cannot be read.
        """
        for one in await self._store.all_waiting(self._now() - EXPIRES_AFTER):
            self._waiting[one.channel_id][one.user_id] = one.since

    def is_waiting(self, channel_id: int, user_id: int) -> bool:
        """Whether a user waits for a seat in a channel."""
        return user_id in self._still_waiting(channel_id)

    async def wait(self, table: ShownTable, user_id: int) -> None:
        """Add a user to a channel's waiting list.

        Raises:
            Refused: they sit there, a seat is free, none will be in this match, or too many wait.
            StoreError: it could not be stored.
        """
        channel_id, since = table.place.channel_id, self._now()
        if self.is_waiting(channel_id, user_id):
            return
        if table.seat_of(user_id) is not None:
            raise Refused(HERE_ALREADY)
        if table.free_seats:
            raise Refused(FREE)
        why = why_no_seat(table)
        if why is not None:
            raise Refused(why)
        if len(self._still_waiting(channel_id)) >= MOST:
            raise Refused(FULL)
        await self._store.wait(Waiting(channel_id, user_id, table.place.guild_id, since))
        self._waiting[channel_id][user_id] = since

    async def stop(self, channel_id: int, user_id: int) -> None:
        """Remove a user from a channel's waiting list.

        Raises:
            StoreError: it could not be stored.
        """
        await self._store.remove_waiting(channel_id, user_id)
        self._waiting[channel_id].pop(user_id, None)

    def pop_waiting(self, table: ShownTable) -> tuple[int, ...]:
        """If a seat is free, empty the channel's list in memory and return those not seated; else none."""
        if table.place.channel_id not in self._waiting or not table.free_seats:
            return ()
        waiting = self._still_waiting(table.place.channel_id)
        del self._waiting[table.place.channel_id]
        return tuple(user_id for user_id in waiting if table.seat_of(user_id) is None)

    def put_back(self, channel_id: int, users: Iterable[int]) -> None:
        """Put users back on a channel's list, from which they are not deleted: they could not be notified."""
        self._waiting[channel_id] |= dict.fromkeys(users, self._now())

    async def delete_waiting(self, channel_id: int) -> None:
        """Delete the stored users who wait in a channel up to now; they are about to be notified.

        Raises:
            StoreError: it could not be stored.
        """
        await self._store.remove_waiting_until(channel_id, self._now())

    def forget(self, user_id: int) -> None:
        """Drop a deleted user from the lists in memory."""
        for waiting in self._waiting.values():
            waiting.pop(user_id, None)

    def _still_waiting(self, channel_id: int) -> list[int]:
        begun = self._now.since(EXPIRES_AFTER)
        return [user_id for user_id, since in self._waiting.get(channel_id, {}).items() if since >= begun]


def why_no_seat(table: ShownTable) -> str | None:
    """Why no seat of a table can be taken over, as a sentence; None if one can."""
    if table.is_for_newcomers:
        return None
    if table.kind.of_evening:
        return OF_EVENING
    return COUNTED if table.kind.counted and table.kind.settled is None else SETTLED
