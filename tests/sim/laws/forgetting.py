"""Law: a forgotten user is named nowhere, and no result has changed otherwise.

A forgotten member never comes back, so neither id nor name can be written again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from cogs.dispatch.past_messages import RETRY_AFTER
from cogs.people.data import FORGOTTEN
from tests.sim.server import Press

if TYPE_CHECKING:
    from tests.sim.world import World

LAW: Final = "who is forgotten is named nowhere"
LATER: Final = 60.0
"""Seconds until the next check during a fault."""
TRIED_AGAIN: Final = RETRY_AFTER + 60.0
"""Seconds after which an edit of an unreachable old message has been retried."""
RESULTS: Final = ("deals", "deal_sides", "deal_players", "matches", "match_players")
NAMING: Final = frozenset({"user_id", "name", "declarer_user"})
"""Columns of results that identify a user."""
RULED_BY: Final = re.compile(r'("by": )\d+')


class Forgetting:
    """Checks what is left of forgotten members."""

    def __init__(self, world: World) -> None:
        self.forgotten = 0
        """Number of forgotten members checked."""
        self._world = world
        self._results: dict[str, set[Any]] = {}
        world.server.answered.append(self._answered)

    def begins(self) -> None:
        """Note that a member asks to be forgotten, with their results before."""
        self._results = self._all_results()

    def _answered(self, press: Press) -> None:
        if press.said != FORGOTTEN:
            return
        self.forgotten += 1
        user_id, now = press.user_id, self._world.loop.time()
        self._world.laws.found(LAW, self._lost_results())
        self._world.laws.found(LAW, self._stored(user_id))
        self._look_later(user_id, now)

    def _look_later(self, user_id: int, since: float) -> None:
        world = self._world
        world.loop.call_later(LATER, self._look, user_id, since, context=world.weather.context)

    def _look(self, user_id: int, since: float) -> None:
        if not self._is_over():
            self._look_later(user_id, since)
            return
        self._world.laws.found(LAW, self._stored(user_id))
        self._world.laws.found(LAW, self._shown(user_id))

    def _is_over(self) -> bool:
        """Whether all failed edits of old messages have been retried since."""
        world = self._world
        before = world.loop.time() - TRIED_AGAIN
        opened = [one.opened_at for one in world.server.open_channels()]
        return (
            world.is_settled()
            and world.processes.began_at < before
            and world.weather.calm_for() > TRIED_AGAIN
            and max(opened) < before
        )

    def _stored(self, user_id: int) -> Iterator[str]:
        """Stored rows that still name the user."""
        query, named = self._world.disk.connection.execute, _named(user_id)
        for table in self._world.disk.changes:
            for row in query(
                f"SELECT * FROM {table}"
            ).fetchall():  # not from input: a table's name in the schema
                if any(value == user_id or (isinstance(value, str) and named.search(value)) for value in row):
                    yield f"{user_id} stands in {table}: {row}"

    def _shown(self, user_id: int) -> Iterator[str]:
        """Messages in reachable channels that still name the user."""
        server = self._world.server
        reachable = [one for one in server.open_channels() if server.is_reachable(one) and not one.is_locked]
        for channel in reachable:
            if _named(user_id).search(channel.name):
                yield f"{user_id} is named: {channel.name}"
            for message in channel.public:
                text = message.panel.text
                if _named(user_id).search(text) and message.id not in server.unheard_of:
                    yield f"{user_id} is named: {text}"

    def _lost_results(self) -> Iterator[str]:
        """Results that differ from before in more than the user's identity."""
        now = self._all_results()
        for table, rows in self._results.items():
            for row in sorted(rows - now[table], key=str):
                yield f"{row} stands in {table} no more"

    def _all_results(self) -> dict[str, set[Any]]:
        return {table: set(self._rows(table)) for table in RESULTS}

    def _rows(self, table: str) -> Iterator[Any]:
        found = self._world.disk.connection.execute(f"SELECT * FROM {table}")
        kept = [number for number, column in enumerate(found.description) if column[0] not in NAMING]
        return (tuple(_nameless(row[number]) for number in kept) for row in found)


def _nameless(value: Any) -> Any:
    """A result's value without names in its notes, which say who ruled."""
    return RULED_BY.sub(r"\1", value) if isinstance(value, str) else value


def _named(user_id: int) -> re.Pattern[str]:
    """A pattern of the user's id as a whole number; names end with the id."""
    return re.compile(rf"\b{user_id}\b")
