"""Stored matches in play: memory of an idle table, time to load all of them."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Sequence
from pathlib import Path
from random import Random
from time import perf_counter

from bot.database.database import Database
from bot.database.opening import open_database
from bot.models.stored_tables import LogEntry, SeatRecord, Status
from bot.table.lobby.before_match import Person
from bot.table.manager import GameManager
from bot.table.opening import WantedTable, new_table
from bot.table.store.tables import TableStore
from rules.catalog import find_game
from rules.core.actions import Action
from rules.core.decisions import Seat
from tests.bench.hurried import hurried_store
from tests.database.samples import stored_tables

ACTIONS = 80
TABLES = 1000
DIFFERENT = 1000
"""Number of different matches; if more are stored, these repeat."""
GAME = "kentucky"

Answers = Sequence[tuple[Seat, Action]]


def play(actions: int, random: Random) -> Answers:
    """The first ``actions`` actions of a random match, those of chance included."""
    game = find_game(GAME)
    state = game.start(4)
    answers: list[tuple[Seat, Action]] = []
    while len(answers) < actions and (decisions := game.decisions(state)):
        seat, decision = next(iter(decisions.items()))
        action = decision.sample(random)
        answers.append((seat, action))
        state, _ = game.apply(state, seat, action)
    return answers


async def store_match(database: Database, channel_id: int, answers: Answers) -> None:
    """Store a match in play with its players and log."""
    seats = tuple(SeatRecord(channel_id * 10 + seat, f"Player {channel_id}-{seat}") for seat in range(4))
    host = Person(channel_id, "Host")
    empty = new_table(channel_id, channel_id, host, WantedTable(GAME, seats=len(seats)), at=1.7e9)
    table = await TableStore(database).create_table(empty)
    entries = [
        LogEntry(number, seat, None if seat < 0 else seats[seat].user_id, str(action), 1.7e9 + number)
        for number, (seat, action) in enumerate(answers, start=2)
    ]
    await TableStore(database).append(
        table.id, entries, table=table._replace(seats=seats, status=Status.PLAYING, revision=1)
    )


async def store_matches(path: Path, tables: int, actions: int) -> list[Answers]:
    """Fill a new database with matches in play; returns the different matches."""
    matches = [play(actions, Random(seed)) for seed in range(min(tables, DIFFERENT))]
    with hurried_store(path) as database:
        for number in range(tables):
            await store_match(database, number + 1, matches[number % DIFFERENT])
    return matches


async def table_bytes(path: Path, *, awake: bool) -> float:
    """Bytes of memory of one open table: unloaded, or loaded without its log."""
    database = await open_database(path)
    manager = await _resumed(database, awake=awake)  # makes what all tables share, before memory is measured
    held = len(await stored_tables(database))
    del manager
    gc.collect()
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        manager = await _resumed(database, awake=awake)
        gc.collect()
        after, _ = tracemalloc.get_traced_memory()
        assert len(manager.desk.tables.unloaded_tables) == (0 if awake else held)
    finally:
        tracemalloc.stop()
        await database.close()
    return (after - before) / held


async def seconds_to_resume(path: Path) -> float:
    """Seconds to read every match of a database into memory."""
    database = await open_database(path)
    began = perf_counter()
    await _resumed(database, awake=True)
    took = perf_counter() - began
    await database.close()
    return took


async def _resumed(database: Database, *, awake: bool) -> GameManager:
    """A manager with the index of open tables; with ``awake`` all are loaded."""
    manager = GameManager(database)
    await manager.resume()
    for unloaded in manager.desk.tables.unloaded_tables if awake else ():
        await manager.desk.awake(unloaded.channel_id)
    return manager


def seconds_to_replay(matches: Sequence[Answers]) -> float:
    """Seconds to apply the same actions by the rules alone, from memory."""
    game = find_game(GAME)
    began = perf_counter()
    for answers in matches:
        state = game.start(4)
        for seat, action in answers:
            state, _ = game.apply(state, seat, action)
    return perf_counter() - began
