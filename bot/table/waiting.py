"""Who waits for a seat, by channel: until they are told, stop it themselves, or a day has gone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Final

from bot.common.clock import Clock
from bot.common.errors import Refused
from bot.database.database import Database
from bot.models.stored import Waiting
from bot.table.desk.shown import ShownTable
from bot.table.lobby.taking_over import COUNTED, HERE_ALREADY, SETTLED
from bot.table.store.waiting import WaitingStore

MOST: Final = 20
"""People who may wait in one channel."""
PATIENCE: Final = 86_400.0
"""Seconds after which nobody waits any more."""
FULL: Final = "Too many are waiting here already. Try again later."
OF_EVENING: Final = "This table belongs to an evening, so its seats stay as they are."
FREE: Final = "A seat is free right now. Take it."


class WaitingLists:
    """Whoever asked to be told when a seat is free in a channel, the first one first."""

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
        for one in await self._store.everybody_waiting(self._now() - PATIENCE):
            self._waiting[one.channel_id][one.user_id] = one.since

    def is_waiting(self, channel_id: int, user_id: int) -> bool:
        """Whether somebody is to be told of a free seat in a channel."""
        return user_id in self._still_waiting(channel_id)

    async def wait(self, table: ShownTable, user_id: int) -> None:
        """Have somebody be told of a free seat.

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
        """Have somebody not be told any more.

        Raises:
            StoreError: it could not be stored.
        """
        await self._store.wait_no_more(channel_id, user_id)
        self._waiting[channel_id].pop(user_id, None)

    def to_tell(self, table: ShownTable) -> tuple[int, ...]:
        """Who is to be told that a seat is free at a table; they wait no more then."""
        if table.place.channel_id not in self._waiting or not table.free_seats:
            return ()
        waiting = self._still_waiting(table.place.channel_id)
        del self._waiting[table.place.channel_id]
        return tuple(user_id for user_id in waiting if table.seat_of(user_id) is None)

    async def note_told(self, channel_id: int) -> None:
        """Store that those who waited in a channel wait no more: they are about to be told.

        Raises:
            StoreError: it could not be stored.
        """
        await self._store.stop_waiting(channel_id, self._now())

    def forget(self, user_id: int) -> None:
        """Let go of a person, who is forgotten in the database."""
        for waiting in self._waiting.values():
            waiting.pop(user_id, None)

    def _still_waiting(self, channel_id: int) -> list[int]:
        begun = self._now.since(PATIENCE)
        return [user_id for user_id, since in self._waiting.get(channel_id, {}).items() if since >= begun]


def why_no_seat(table: ShownTable) -> str | None:
    """Why nobody takes over a seat at a table, whoever goes; None where somebody may."""
    if table.is_for_newcomers:
        return None
    if table.kind.of_evening:
        return OF_EVENING
    return COUNTED if table.kind.counted and table.kind.settled is None else SETTLED
