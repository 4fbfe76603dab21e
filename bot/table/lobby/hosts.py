"""Absent hosts of lobbies: the next seated player who decides something becomes the host."""

from __future__ import annotations

from bot.common.clock import Clock
from bot.common.errors import HostOnly
from bot.models.stored import Status, TableRecord


class Hosts:
    """Times of the last actions of hosts in their lobbies; a restart counts as one.

    After ``timeout`` seconds without an action a seated player may become the host; 0 for never.
    """

    def __init__(self, timeout: float, now: Clock) -> None:
        self._timeout = timeout
        self._now = now
        self._began_at = now()
        self._acted_at: dict[int, float] = {}

    def note_action(self, table: TableRecord, user_id: int) -> None:
        """Note when the host acts in a lobby, not other users; forgets a table that is no lobby any more."""
        if table.status is not Status.LOBBY:
            self._acted_at.pop(table.id, None)
        elif user_id == table.host_id:
            self._acted_at[table.id] = self._now()

    def with_successor(self, table: TableRecord, user_id: int) -> TableRecord:
        """The lobby's record with the user as its host, in place of an absent one.

        Raises:
            HostOnly: the user is not seated, the host acted within the timeout, or there is no timeout.
        """
        if not self._timeout or table.seat_of(user_id) is None:
            raise HostOnly
        acted_at = max(self._acted_at.get(table.id, table.created_at), self._began_at)
        if self._now() < acted_at + self._timeout:
            raise HostOnly(self._now.shown(acted_at + self._timeout))
        return table._replace(host_id=user_id)
