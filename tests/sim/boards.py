"""Law: the boards of evenings and the messages of leagues show what holds, and no evening stands still.

They are drawn from what is stored, without the bot's memory. A difference is one only if it is there still
a while later, and nothing has changed meanwhile.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final

from bot.evenings.results import read_results
from bot.evenings.scoring import so_far
from bot.evenings.shown import shown_evening
from bot.services.league_results import LeagueResults
from bot.services.leagues import Leagues
from bot.services.rosters import Rosters
from bot.services.standings import Standings
from bot.store.stored import OPEN
from bot.store.stored_evenings import EveningRecord
from cogs.ui.evening_panel import evening_panel
from cogs.ui.league_now import league_now
from cogs.ui.league_panel import league_panel
from rules.catalog import game_with
from tests.sim.messages import Message, Panel
from tests.sim.reading import at_once, store_of
from tests.sim.seasons import wrong_seasons

if TYPE_CHECKING:
    from tests.sim.world import World

SHOWN: Final = "what is shown is what holds"
GOES_ON: Final = "every evening goes on"
COUNTED: Final = "a season's table is what its matches give"
EVERY: Final = 600.0
"""Seconds between two looks."""
CALM: Final = 600.0
"""Seconds after the last fault: what Discord has refused is tried again with pauses that double."""
AGAIN: Final = 20.0
"""Seconds until a difference is looked at again."""
TROUBLE: Final = "⚠️"
EVENINGS: Final = "SELECT id FROM evenings WHERE status <> 'over' OR is_shown = 1 ORDER BY id DESC LIMIT 20"
SEASONS: Final = "SELECT id FROM seasons WHERE closed_at IS NULL ORDER BY id"
LEAGUES: Final = "SELECT id FROM leagues WHERE message_id IS NOT NULL ORDER BY id"

Wrong = tuple[str, str]
"""A law, and how it is broken."""


class Boards:
    """Looks at evenings and leagues now and then."""

    def __init__(self, world: World) -> None:
        self.looks = 0
        """How many boards and messages were looked at."""
        self._world = world
        self._store = store_of(world.disk)

    async def watch(self) -> None:
        """Look, for ever."""
        while True:
            await asyncio.sleep(EVERY)
            first = set(self._wrong())
            if first:
                await asyncio.sleep(AGAIN)
                for law, problem in self._wrong():
                    if (law, problem) in first:
                        self._world.laws.found(law, [problem])

    def _wrong(self) -> list[Wrong]:
        world = self._world
        is_quiet = world.is_settled() and world.weather.calm_for() > CALM
        if not is_quiet or world.disk.connection.in_transaction:
            return []
        open_seasons = [number for (number,) in self._rows(SEASONS)]
        return [
            *((COUNTED, problem) for problem in wrong_seasons(self._store, open_seasons)),
            *(wrong for (number,) in self._rows(EVENINGS) for wrong in self._of_evening(number)),
            *((SHOWN, problem) for (number,) in self._rows(LEAGUES) for problem in self._of_league(number)),
        ]

    def _rows(self, sql: str) -> list[Any]:
        return self._world.disk.connection.execute(sql).fetchall()

    # Evenings -------------------------------------------------------------------------------------

    def _of_evening(self, number: int) -> Iterator[Wrong]:
        evening = at_once(self._store.evening(number))
        if evening is None or not self._is_reachable(evening.channel_id):
            return
        message = self._message(evening.channel_id, evening.message_id)
        trouble = message is not None and TROUBLE in message.panel.text
        for problem in self._standing_still(evening, has_trouble=trouble):
            yield GOES_ON, problem
        if message is None or trouble:
            return
        self.looks += 1
        wanted = Panel(at_once(self._drawn(evening)).to_components())
        if not _says_the_same(message.panel, wanted):
            yield SHOWN, f"evening {number} is {wanted.text}\nand its board says {message.panel.text}"

    async def _drawn(self, evening: EveningRecord) -> Any:
        come = {
            table.table_id: await so_far(self._store, table.table_id)
            for table in evening.tables
            if table.table_id is not None and table.score is None
        }
        results = await read_results(self._store, evening)
        about = game_with(evening.game, evening.options).about
        return evening_panel(shown_evening(evening, about, results.lines, come))

    def _standing_still(self, evening: EveningRecord, *, has_trouble: bool) -> Iterator[str]:
        """A round moves on with its last score, and each of its tables is open, or cannot be and says so."""
        if evening.tables and evening.rounds[-1].is_over:
            yield f"every table of round {len(evening.rounds)} of evening {evening.id} has its score"
        for table in evening.tables:
            if table.score is not None or (table.channel_id and not self._is_reachable(table.channel_id)):
                continue
            if table.table_id is None:
                if not has_trouble:
                    yield f"table {table.number} of evening {evening.id} is not open, and nobody hears why"
                continue
            record = at_once(self._store.table(table.table_id))
            if record is None or record.status not in OPEN:
                yield f"table {table.number} of evening {evening.id} is over, and has no score"

    # Leagues --------------------------------------------------------------------------------------

    def _of_league(self, number: int) -> Iterator[str]:
        leagues = Leagues(self._store)
        services = SimpleNamespace(
            leagues=leagues,
            rosters=Rosters(self._store, leagues),
            league_results=LeagueResults(self._store, leagues),
            standings=Standings(self._store),
        )
        league = at_once(self._store.league(number))
        if league is None or league.channel_id is None or not self._is_reachable(league.channel_id):
            return
        message = self._message(league.channel_id, league.message_id)
        if message is None:
            return
        self.looks += 1
        app: Any = services
        view: Any = league_panel(at_once(league_now(app, league)))
        wanted = Panel(view.to_components())
        if not _says_the_same(message.panel, wanted):
            yield f"league {number} is {wanted.text}\nand its message says {message.panel.text}"

    # Discord --------------------------------------------------------------------------------------

    def _is_reachable(self, channel_id: int) -> bool:
        server = self._world.server
        channel = server.channels[channel_id]
        return server.is_reachable(channel) and not channel.is_archived

    def _message(self, channel_id: int, message_id: int | None) -> Message | None:
        """The message, unless somebody has deleted it."""
        public = self._world.server.channels[channel_id].public
        return next((one for one in public if one.id == message_id), None)


def _says_the_same(panel: Panel, wanted: Panel) -> bool:
    """Whether two messages say the same and offer the same; how old a control is does not matter on these."""
    return panel.text == wanted.text and _offers(panel) == _offers(wanted)


def _offers(panel: Panel) -> list[tuple[str, int, str]]:
    controls = (one.control for one in panel.controls)
    return [(control.verb, control.table_id, control.argument) for control in controls]
