"""Who waits for a seat, by channel. It is not stored: a restart ends the waiting, as it does votes."""

from __future__ import annotations

from collections import defaultdict
from typing import Final

from bot.errors import Refused
from bot.play.shown import ShownTable
from bot.play.taking_over import HERE_ALREADY

MOST: Final = 20
"""People who may wait in one channel."""
FULL: Final = "Many are waiting here already. Look again later."
FREE: Final = "A seat is free right now. Take it."


class WaitingLists:
    """Whoever asked to be told when a seat is free in a channel, the first one first."""

    def __init__(self) -> None:
        self._waiting: defaultdict[int, list[int]] = defaultdict(list)

    def wait(self, table: ShownTable, user_id: int) -> bool:
        """Have somebody be told of a free seat, or not any more; returns whether they wait now.

        Raises:
            Refused: they sit there, a seat is free, or too many wait.
        """
        waiting = self._waiting[table.channel_id]
        if user_id in waiting:
            waiting.remove(user_id)
            return False
        if table.seat_of(user_id) is not None:
            raise Refused(HERE_ALREADY)
        if table.free_seats:
            raise Refused(FREE)
        if len(waiting) >= MOST:
            raise Refused(FULL)
        waiting.append(user_id)
        return True

    def to_tell(self, table: ShownTable) -> tuple[int, ...]:
        """Who is to be told that a seat is free at a table; they wait no more then."""
        if table.channel_id not in self._waiting or not table.free_seats:
            return ()
        waiting = self._waiting.pop(table.channel_id)
        return tuple(user_id for user_id in waiting if table.seat_of(user_id) is None)

    def forget(self, user_id: int) -> None:
        """Let go of a person."""
        for waiting in self._waiting.values():
            if user_id in waiting:
                waiting.remove(user_id)
