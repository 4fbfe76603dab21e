"""Law: boards of evenings and messages of leagues are current, and no evening is stuck.

The expected messages are drawn from stored data, without the bot's memory. A difference counts only if it is
still there a while later without a change in between.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Container, Iterator
from functools import partial
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final

from bot.database.database import Database
from bot.evening.joining import SIGN_UP_FOR
from bot.evening.results import read_lines, so_far
from bot.evening.shown import shown_evening
from bot.evening.store.evenings import EveningStore
from bot.league.results import LeagueResults
from bot.league.rosters import Rosters
from bot.league.service import Leagues
from bot.league.standings_pages import Standings
from bot.league.store.leagues import LeagueStore
from bot.models.evening_kinds import EveningStatus
from bot.models.stored_evenings import EveningRecord
from bot.models.stored_tables import OPEN
from bot.stats.records import Moments
from bot.table.store.tables import TableStore
from cogs.evening.boards import LONGEST_RETRY
from cogs.evening.panel import evening_panel
from cogs.league.messages import league_now
from cogs.league.panel import league_panel
from rules.catalog import game_with
from tests.sim.laws.screens import timeless
from tests.sim.laws.seasons import wrong_season
from tests.sim.messages import Panel
from tests.sim.reading import Unchanged, at_once

if TYPE_CHECKING:
    from tests.sim.world import World

SHOWN: Final = "what is shown is what holds"
IS_OPEN: Final = "every evening goes on"
COUNTED: Final = "a season's table is what its matches give"
EVERY: Final = 600.0
"""Seconds between two checks."""
CALM: Final = 600.0
"""Seconds after the last fault before a check, since retries have doubling pauses."""
AGAIN: Final = 20.0
"""Seconds until a difference is checked again."""
POSTED_AGAIN: Final = LONGEST_RETRY + CALM
"""Seconds until the bot notices that a board with trouble to show was deleted."""
TROUBLE: Final = "⚠️"
EVENINGS: Final = "SELECT id, channel_id, message_id FROM evenings ORDER BY id DESC LIMIT 20"
SEASONS: Final = "SELECT id FROM seasons WHERE closed_at IS NULL ORDER BY id"
LEAGUES: Final = "SELECT id, channel_id, message_id FROM leagues WHERE channel_id > 0 ORDER BY id"

Wrong = tuple[str, str]
"""The name of a law, and how it is broken."""


class Boards:
    """Checks evenings and leagues at intervals, where data may have changed."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._unchanged = Unchanged(world.disk)

    @property
    def looks(self) -> int:
        """Number of boards, messages and seasons checked."""
        return self._unchanged.looks

    async def watch(self) -> None:
        """Check at intervals, until cancelled."""
        while True:
            await asyncio.sleep(EVERY)
            first = set(self._wrong())
            if first:
                await asyncio.sleep(AGAIN)
                for law, problem in self._wrong():
                    if (law, problem) in first:
                        self._world.laws.found(law, [problem])

    def _wrong(self) -> list[Wrong]:
        world, unchanged = self._world, self._unchanged
        is_quiet = world.is_settled() and world.weather.calm_for() > CALM
        if not is_quiet or world.disk.connection.in_transaction:
            return []
        wrong: list[Wrong] = []
        for (number,) in self._rows(SEASONS):
            problems = unchanged.problems(("season", number), None, partial(wrong_season, number))
            wrong += ((COUNTED, problem) for problem in problems)
        reachable = frozenset(filter(self._is_reachable, world.server.channels))
        for number, channel_id, message_id in self._rows(EVENINGS):
            if channel_id in reachable:
                board = self._board(channel_id, message_id)
                told = self._hears_of_trouble(channel_id, board)
                look = partial(_of_evening, number, board, reachable, has_trouble=told)
                wrong += unchanged.problems(("evening", number), (board, reachable, told), look)
        for number, channel_id, message_id in self._rows(LEAGUES):
            if channel_id not in reachable:
                continue
            if message_id is None:
                wrong.append((SHOWN, f"league {number} has a channel and no message"))
            elif (board := self._board(channel_id, message_id)) is not None:
                problems = unchanged.problems(("league", number), board, partial(_of_league, number, board))
                wrong += ((SHOWN, problem) for problem in problems)
        return wrong

    def _rows(self, sql: str) -> list[Any]:
        return self._world.disk.connection.execute(sql).fetchall()

    def _is_reachable(self, channel_id: int) -> bool:
        server = self._world.server
        channel = server.channels[channel_id]
        return server.is_reachable(channel) and not channel.is_archived

    def _hears_of_trouble(self, channel_id: int, board: Panel | None) -> bool:
        """Whether a board says why a table is not open; true for one deleted a short while ago."""
        if board is not None:
            return TROUBLE in board.text
        deleted = self._world.server.deleted.get(channel_id)
        return deleted is not None and self._world.loop.time() < deleted + POSTED_AGAIN

    def _board(self, channel_id: int, message_id: int | None) -> Panel | None:
        """A message's content; None if it was deleted."""
        public = self._world.server.channels[channel_id].public
        return next((one.panel for one in public if one.id == message_id), None)


# Evenings -----------------------------------------------------------------------------------------


def _of_evening(
    number: int, board: Panel | None, reachable: Collection[int], database: Database, *, has_trouble: bool
) -> Iterator[Wrong]:
    evening = at_once(EveningStore(database).evening(number))
    if evening is None:
        return
    for problem in at_once(standing_still(evening, database, reachable, has_trouble=has_trouble)):
        yield IS_OPEN, problem
    if board is None or has_trouble:
        return
    wanted = at_once(wanted_board(evening, database))
    if not says_the_same(board, wanted):
        yield SHOWN, f"evening {number} is {wanted.text}\nand its board says {board.text}"


async def wanted_board(evening: EveningRecord, database: Database) -> Panel:
    """What the board of an evening is to show, by what is stored alone."""
    come = {
        table.table_id: await so_far(database, table.table_id)
        for table in evening.tables
        if table.table_id is not None and table.score is None
    }
    lines = await read_lines(database, evening)
    about = game_with(evening.game, evening.options).about
    closes_at = evening.created_at + SIGN_UP_FOR if evening.status is EveningStatus.SIGN_UP else None
    view: Any = evening_panel(shown_evening(evening, about, lines, come, closes_at))
    return Panel(view.to_components())


async def standing_still(
    evening: EveningRecord, database: Database, reachable: Container[int], *, has_trouble: bool = False
) -> list[str]:
    """Problems of a round: all scores in but no next round, or a table neither open nor explained."""
    problems = []
    if evening.tables and evening.rounds[-1].is_over:
        problems.append(f"every table of round {len(evening.rounds)} of evening {evening.id} has its score")
    for table in evening.tables:
        if table.score is not None or (table.channel_id and table.channel_id not in reachable):
            continue
        if table.table_id is None:
            if not has_trouble:
                problems.append(
                    f"table {table.number} of evening {evening.id} is not open, and nobody hears why"
                )
            continue
        record = await TableStore(database).table(table.table_id)
        if record is None or record.status not in OPEN:
            problems.append(f"table {table.number} of evening {evening.id} is over, and has no score")
    return problems


# Leagues ------------------------------------------------------------------------------------------


def _of_league(number: int, board: Panel, database: Database) -> Iterator[str]:
    wanted = at_once(wanted_message(number, database))
    if wanted is not None and not says_the_same(board, wanted):
        yield f"league {number} is {wanted.text}\nand its message says {board.text}"


async def wanted_message(number: int, database: Database) -> Panel | None:
    """What the message of a league is to show, by what is stored alone; None if there is no such league."""
    leagues = Leagues(database)
    app: Any = SimpleNamespace(
        league=SimpleNamespace(
            leagues=leagues,
            rosters=Rosters(database, leagues),
            results=LeagueResults(database, leagues),
            standings=Standings(database),
        ),
        stats=SimpleNamespace(moments=Moments(database)),
    )
    league = await LeagueStore(database).league(number)
    if league is None:
        return None
    now, _ = await league_now(app, league)
    view: Any = league_panel(now)
    return Panel(view.to_components())


def says_the_same(panel: Panel, wanted: Panel) -> bool:
    """Whether two messages have equal texts and controls, revisions left out, and times.

    What is stored does not tell how often the machine's clock was set, and times go by that clock.
    """
    return timeless(panel.text) == timeless(wanted.text) and _offers(panel) == _offers(wanted)


def _offers(panel: Panel) -> list[tuple[str, int, str]]:
    controls = (one.control for one in panel.controls)
    return [(control.verb, control.table_id, control.argument) for control in controls]
