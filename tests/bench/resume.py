"""Resuming 1,000 matches of 80 actions from a file, against replaying the same actions from memory."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter

from bot.manager import GameManager
from bot.store.records import LogEntry, SeatRecord, Status
from bot.store.sqlite import SqliteStore, open_sqlite
from rules.actions import Action
from rules.catalog import DEFAULT, find_game
from rules.decisions import Seat
from tests.bench.measure import Figure, interleaved

MATCHES = 1000
ACTIONS = 80
GAME = find_game(DEFAULT)
SEATS = GAME.about.seats[0]

Played = list[tuple[Seat, Action]]


def resume() -> list[Figure]:
    """Measure taking up every open table after a restart."""
    matches = [_a_match(seed) for seed in range(MATCHES)]
    with TemporaryDirectory(dir=Path.cwd(), prefix=".bench-") as folder, asyncio.Runner() as runner:
        store = runner.run(open_sqlite(Path(folder) / "bench.sqlite3"))
        try:
            runner.run(_store(store, matches))
            pair = interleaved(lambda: runner.run(_resume(store)), lambda: _replay(matches), rounds=5)
        finally:
            runner.run(store.close())
    return [
        Figure(
            f"resuming {MATCHES:,} matches of {ACTIONS} actions",
            f"{pair.ours:.2f} s",
            f"{pair.baseline:.2f} s from memory",
            pair.ratio,
            8.0,
            at_least=False,
        )
    ]


def _a_match(seed: int) -> Played:
    random = Random(seed)
    state = GAME.start(SEATS)
    played: Played = []
    while len(played) < ACTIONS:
        for seat, decision in GAME.decisions(state).items():
            action = decision.sample(random)
            state, _ = GAME.apply(state, seat, action)
            played.append((seat, action))
    return played


async def _store(store: SqliteStore, matches: list[Played]) -> None:
    for channel, played in enumerate(matches):
        table = await store.create_table(
            guild_id=1, channel_id=channel, host_id=1, game=DEFAULT, seats=SEATS, at=0.0
        )
        seats = tuple(SeatRecord(number, f"P{number}") for number in range(1, SEATS + 1))
        entries = [
            LogEntry(revision, seat, 1, str(action), 0.0)
            for revision, (seat, action) in enumerate(played, start=1)
        ]
        await store.append(
            table.id, entries, table=replace(table, seats=seats, status=Status.PLAYING, revision=ACTIONS)
        )


async def _resume(store: SqliteStore) -> float:
    manager = GameManager(store)
    began = perf_counter()
    await manager.resume()
    took = perf_counter() - began
    assert len(manager.tables) == MATCHES
    return took


def _replay(matches: list[Played]) -> float:
    began = perf_counter()
    for played in matches:
        state = GAME.start(SEATS)
        for seat, action in played:
            state, _ = GAME.apply(state, seat, action)
    return perf_counter() - began
