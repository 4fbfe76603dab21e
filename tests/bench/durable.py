"""Durable acknowledged actions of one client, against appending 200 bytes and ``fdatasync``."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter

from bot.loop import new_runner
from bot.play.lobby import Person
from bot.play.manager import GameManager
from bot.play.seating import Sit
from bot.play.shown import ShownTable
from bot.store.opening import open_store
from bot.store.protocol import Store
from rules.catalog import DEFAULT, find_game
from tests.bench.measure import Figure, interleaved

ACTIONS = 300
SEATS = find_game(DEFAULT).about.seats[0]
CHANNEL = 1


def durable() -> list[Figure]:
    """Measure acknowledged actions a second, each stored before it is acknowledged."""
    with TemporaryDirectory(dir=Path.cwd(), prefix=".bench-") as folder, new_runner() as runner:
        client = runner.run(_Client.at_a_table(Path(folder)))
        try:
            pair = interleaved(lambda: runner.run(client.act()), lambda: _raw(Path(folder) / "raw"))
        finally:
            runner.run(client.store.close())
    return [
        Figure(
            "durable actions of one client",
            f"{pair.ours:,.0f} actions/s",
            f"{pair.baseline:,.0f} appends with fdatasync",
            pair.ratio,
            0.40,
            at_least=True,
        )
    ]


class _Client:
    """Plays a match alone, on every seat, one action after another."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.manager = GameManager(store, random=Random(1))
        self._random = Random(1)
        self._table: ShownTable

    @classmethod
    async def at_a_table(cls, folder: Path) -> _Client:
        client = cls(await open_store(folder / "bench.sqlite3"))
        await client._begin_a_match()
        return client

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
    line = b"x" * 200
    with path.open("ab", buffering=0) as file:
        began = perf_counter()
        for _ in range(ACTIONS):
            file.write(line)
            os.fdatasync(file.fileno())
        return ACTIONS / (perf_counter() - began)
