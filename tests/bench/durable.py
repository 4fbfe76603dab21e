"""Durable acknowledged actions, of one client and of fifty tables, against the least that could store them.

Once as they are played, through the manager and the rules, and once the group commit of the store alone.
The least on SQLite is appending 200 bytes and ``fdatasync``; on PostgreSQL inserting them through the bare
driver, on the server of the tests, which spares the disk: there the rules and the manager weigh most, so it
is told without a bound.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple, Protocol

import asyncpg

from bot.common.address import Place
from bot.common.loop import collect_seldom, new_runner
from bot.database.database import Database
from bot.database.opening import open_database
from bot.models.stored_tables import LogEntry
from bot.table.desk.shown import ShownTable
from bot.table.lobby.before_match import Person
from bot.table.lobby.seating import Sit
from bot.table.manager import GameManager
from bot.table.store.tables import TableStore
from rules.catalog import DEFAULT, find_game
from tests.bench.measure import Figure, Pair, interleaved
from tests.postgres import PostgresServer, find_postgres, running_server

ACTIONS = 300
TABLES = 50
SEATS = find_game(DEFAULT).about.seats[0]
LINE = b"x" * 200
FAR = 1_000_000
"""A revision no match reaches."""


def durable() -> list[Figure]:
    """Measure acknowledged actions a second, each stored before it is acknowledged."""
    programs = find_postgres()
    if programs is None:
        print("No PostgreSQL is installed here: actions stored in one are not measured.")
        return _on_sqlite()
    with running_server(programs) as server:
        return [*_on_sqlite(), *_on_postgres(server)]


def _on_sqlite() -> list[Figure]:
    with TemporaryDirectory(dir=Path.cwd(), prefix=".bench-") as folder, new_runner() as runner:
        played, stored = _measured(runner, Path(folder) / "bench.sqlite3", lambda: _raw(Path(folder) / "raw"))
    least = "appends with fdatasync"
    return [
        _figure("durable actions of one client", played.alone, least, 0.40),
        _figure(f"durable actions at {TABLES} tables at once", played.together, least, 2),
        _figure("group commit, one client", stored.alone, least, 0.40),
        _figure(f"group commit, {TABLES} tables at once", stored.together, least, 2),
    ]


def _on_postgres(server: PostgresServer) -> list[Figure]:
    with new_runner() as runner:
        place = server.address(runner.run(server.create()))
        bare = runner.run(server.connect(runner.run(server.create())))
        runner.run(bare.execute("CREATE TABLE lines (line bytea); SET synchronous_commit = on"))
        try:
            played, stored = _measured(runner, place, lambda: runner.run(_inserts(bare)))
        finally:
            runner.run(bare.close())
    least = "inserts through the driver"
    return [
        _figure("durable actions on PostgreSQL", played.alone, least, None),
        _figure(f"durable actions on PostgreSQL at {TABLES} tables at once", played.together, least, None),
        _figure("group commit on PostgreSQL, one client", stored.alone, least, None),
        _figure(f"group commit on PostgreSQL, {TABLES} tables at once", stored.together, least, None),
    ]


def _measured(runner: asyncio.Runner, place: Place, least: Callable[[], float]) -> tuple[_Pairs, _Pairs]:
    """The figures of played actions, then of actions only stored, with the bot's garbage collection."""
    database = runner.run(open_database(place))
    players = runner.run(_at_tables(database))
    collect_seldom()
    try:
        played = _paired(runner, players, least)
        return played, _paired(runner, [_Writer(database, player.table_id) for player in players], least)
    finally:
        runner.run(database.close())


def _paired(runner: asyncio.Runner, clients: Sequence[_Client], least: Callable[[], float]) -> _Pairs:
    """One client, then all at once, each against the baseline."""
    alone = interleaved(lambda: runner.run(_act(clients[:1])), least)
    return _Pairs(alone, interleaved(lambda: runner.run(_act(clients)), least))


def _figure(name: str, pair: Pair, least: str, bound: float | None) -> Figure:
    ours, baseline = f"{pair.ours:,.0f} actions/s", f"{pair.baseline:,.0f} {least}"
    return Figure(name, ours, baseline, pair.ratio, bound, at_least=True)


async def _at_tables(database: Database) -> list[_Player]:
    manager = GameManager(database, random=Random(1))
    players = [_Player(manager, channel_id) for channel_id in range(1, TABLES + 1)]
    for player in players:
        await player.begin_a_match()
    return players


async def _act(clients: Sequence[_Client]) -> float:
    """Have the clients make ``ACTIONS`` actions in all; returns actions a second."""
    began = perf_counter()
    await asyncio.gather(*(client.act(ACTIONS // len(clients)) for client in clients))
    return ACTIONS / (perf_counter() - began)


class _Pairs(NamedTuple):
    """The ratios of one client and of all at once to the baseline."""

    alone: Pair
    together: Pair


class _Client(Protocol):
    """A client that makes actions at a table."""

    async def act(self, actions: int) -> None:
        """Make actions, each after the last is acknowledged."""
        ...


class _Writer:
    """Stores actions in a table's log without playing them."""

    def __init__(self, database: Database, table_id: int) -> None:
        self._store = database
        self._table_id = table_id
        self._revision = FAR

    async def act(self, actions: int) -> None:
        """Store actions, each after the last is acknowledged."""
        for _ in range(actions):
            self._revision += 1
            await TableStore(self._store).append(
                self._table_id, [LogEntry(self._revision, 0, 1, "play G7", 0.0)]
            )


class _Player:
    """Plays matches on every seat of a table, each action after the last is acknowledged.

    It reads the decisions directly, since drawing hands is not measured here.
    """

    def __init__(self, manager: GameManager, channel_id: int) -> None:
        self._manager = manager
        self._channel_id = channel_id
        self._random = Random(channel_id)
        self._table: ShownTable

    @property
    def table_id(self) -> int:
        """The id of its table."""
        return self._table.id

    async def act(self, actions: int) -> None:
        """Play actions, beginning new matches as needed."""
        for _ in range(actions):
            if not self._table.is_playing:
                await self.begin_a_match()
            table, [seat, *_] = self._manager.desk.tables.find(self._table.id), self._table.turn.waiting_for
            assert table is not None
            action = table.clock.questions.by_seat[seat].decision.sample(self._random)
            self._table = (await self._manager.play.act(self._channel_id, seat + 1, action)).table

    async def begin_a_match(self) -> None:
        """Open a table and take every seat."""
        await self._manager.lobbies.open_table(1, self._channel_id, Person(1, "P1"))
        for number in range(2, SEATS + 1):
            await self._manager.lobbies.change_lobby(self._channel_id, Sit(Person(number, f"P{number}")))
        self._table = await self._manager.lobbies.start(self._channel_id, 1)


def _raw(path: Path) -> float:
    with path.open("ab", buffering=0) as file:
        began = perf_counter()
        for _ in range(ACTIONS):
            file.write(LINE)
            os.fdatasync(file.fileno())
        return ACTIONS / (perf_counter() - began)


async def _inserts(bare: asyncpg.Connection) -> float:
    began = perf_counter()
    for _ in range(ACTIONS):
        await bare.execute("INSERT INTO lines VALUES ($1)", LINE)
    return ACTIONS / (perf_counter() - began)
