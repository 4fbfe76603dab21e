"""Durable acknowledged actions of one client, against the least that could store them.

On SQLite that is appending 200 bytes and ``fdatasync``; on PostgreSQL inserting them through the bare driver,
on the server of the tests, which spares the disk: there the rules and the manager weigh most, so it is told
without a bound.
"""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter

import asyncpg

from bot.loop import new_runner
from bot.play.lobby import Person
from bot.play.manager import GameManager
from bot.play.seating import Sit
from bot.play.shown import ShownTable
from bot.store.opening import open_store
from bot.store.place import Place
from bot.store.protocol import Store
from rules.catalog import DEFAULT, find_game
from tests.bench.measure import Figure, Pair, interleaved
from tests.postgres import PostgresServer, find_postgres, running_server

ACTIONS = 300
SEATS = find_game(DEFAULT).about.seats[0]
CHANNEL = 1
LINE = b"x" * 200


def durable() -> list[Figure]:
    """Measure acknowledged actions a second, each stored before it is acknowledged."""
    programs = find_postgres()
    if programs is None:
        print("No PostgreSQL is installed here: actions stored in one are not measured.")
        return [_on_sqlite()]
    with running_server(programs) as server:
        return [_on_sqlite(), _on_postgres(server)]


def _on_sqlite() -> Figure:
    with TemporaryDirectory(dir=Path.cwd(), prefix=".bench-") as folder, new_runner() as runner:
        client = runner.run(_Client.at_a_table(Path(folder) / "bench.sqlite3"))
        try:
            pair = interleaved(lambda: runner.run(client.act()), lambda: _raw(Path(folder) / "raw"))
        finally:
            runner.run(client.close())
    return _figure("durable actions of one client", pair, "appends with fdatasync", 0.40)


def _on_postgres(server: PostgresServer) -> Figure:
    with new_runner() as runner:
        client = runner.run(_Client.at_a_table(server.address(runner.run(server.create()))))
        bare = runner.run(server.connect(runner.run(server.create())))
        runner.run(bare.execute("CREATE TABLE lines (line bytea); SET synchronous_commit = on"))
        try:
            pair = interleaved(lambda: runner.run(client.act()), lambda: runner.run(_inserts(bare)))
        finally:
            runner.run(client.close())
            runner.run(bare.close())
    return _figure("the same on PostgreSQL", pair, "inserts through the driver", None)


def _figure(name: str, pair: Pair, least: str, bound: float | None) -> Figure:
    ours, baseline = f"{pair.ours:,.0f} actions/s", f"{pair.baseline:,.0f} {least}"
    return Figure(name, ours, baseline, pair.ratio, bound, at_least=True)


class _Client:
    """Plays a match alone, on every seat, one action after another."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.manager = GameManager(store, random=Random(1))
        self._random = Random(1)
        self._table: ShownTable

    @classmethod
    async def at_a_table(cls, place: Place) -> _Client:
        client = cls(await open_store(place))
        await client._begin_a_match()
        return client

    async def close(self) -> None:
        """Let go of the database."""
        await self._store.close()

    async def act(self) -> float:
        """Make so many actions, one after the other is acknowledged; returns actions a second."""
        began = perf_counter()
        for _ in range(ACTIONS):
            if not self._table.is_playing:
                await self._begin_a_match()
            user = self._table.waiting_for[0] + 1
            decision = self.manager.hand(CHANNEL, user).view.decision
            assert decision is not None
            self._table = (await self.manager.act(CHANNEL, user, decision.sample(self._random))).table
        return ACTIONS / (perf_counter() - began)

    async def _begin_a_match(self) -> None:
        await self.manager.open_table(1, CHANNEL, Person(1, "P1"))
        for number in range(2, SEATS + 1):
            person = Person(number, f"P{number}")
            await self.manager.change_lobby(CHANNEL, Sit(person))
        self._table = await self.manager.start(CHANNEL, 1)


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
