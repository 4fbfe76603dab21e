"""Law: a server that removes the bot keeps its data for a while, then none of it is left."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from tests.sim.ids import DAY, HOUR
from tests.sim.process import SETTINGS

if TYPE_CHECKING:
    from tests.sim.messages import Guild
    from tests.sim.world import World

LAW: Final = "a server that has gone is forgotten in time, and not before"
NOTICED: Final = 6 * HOUR
"""Seconds until the bot must notice: it may be down, and checks by the hour."""
KEPT: Final = SETTINGS.keep_servers * DAY
LATER: Final = 60.0
"""Seconds until the next check during a fault."""
RESULTS: Final = "SELECT table_id, game, rules_code, finished_at FROM matches WHERE guild_id = ?"
OWN: Final = "SELECT id FROM tables WHERE guild_id = ?"


class Departures:
    """Checks the stored data of servers that have removed the bot."""

    def __init__(self, world: World) -> None:
        self.forgotten = 0
        """Number of servers away so long that their data was deleted."""
        self._world = world
        self._left: dict[int, float] = {}
        self._tables: dict[int, set[int]] = {}
        self._results: dict[int, set[Any]] = {}

    def leaves(self, guild: Guild) -> None:
        """Note that a server removes the bot."""
        now, query = self._world.loop.time(), self._world.disk.connection.execute
        self._left[guild.id] = now
        self._tables[guild.id] = {number for (number,) in query(OWN, (guild.id,))}
        self._results[guild.id] = set(query(RESULTS, (guild.id,)))
        self._look_later(guild, now, KEPT + NOTICED)

    def comes_back(self, guild: Guild) -> None:
        """Check that the data of a server that invites the bot back in time is complete."""
        away = self._world.loop.time() - self._left.pop(guild.id)
        if away < KEPT - HOUR:
            now = set(self._world.disk.connection.execute(RESULTS, (guild.id,)))
            self._world.laws.found(LAW, (f"{row} is lost" for row in sorted(self._results[guild.id] - now)))
        else:
            self._world.laws.stop_watching(guild)

    def _look_later(self, guild: Guild, since: float, wait: float) -> None:
        world = self._world
        world.loop.call_later(wait, self._look, guild, since, context=world.weather.context)

    def _look(self, guild: Guild, since: float) -> None:
        if self._left.get(guild.id) != since:
            return  # invited back
        if not self._world.is_settled():
            self._look_later(guild, since, LATER)
            return
        self.forgotten += 1
        self._world.laws.found(LAW, self._stored(guild.id))

    def _stored(self, guild_id: int) -> Iterator[str]:
        """Stored rows of a server or its tables."""
        query, own = self._world.disk.connection.execute, self._tables[guild_id]
        for table in self._world.disk.changes:
            found = query(f"SELECT * FROM {table}")  # not from input: a table's name in the schema
            columns = [column[0] for column in found.description]
            for row in found.fetchall():
                named = dict(zip(columns, row, strict=True))
                if named.get("guild_id") == guild_id or named.get("table_id") in own:
                    yield f"server {guild_id} has left {row} in {table}"
