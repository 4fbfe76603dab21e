"""What matches in play cost: memory of a table nobody touches, and time to take all of them up.

``python -m tests.bot.memory`` prints both.
"""

from __future__ import annotations

import asyncio
import gc
import tracemalloc
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple, TypeVar

from bot.manager import GameManager
from bot.store.protocol import Store
from bot.store.records import LogEntry, SeatRecord, Status, TableRecord
from bot.store.sqlite import open_sqlite
from bot.table import Table
from rules.actions import Action, parse_action
from rules.catalog import find_game
from rules.decisions import Seat

T = TypeVar("T")

ACTIONS = 80
TABLES = 1000
GAME = "kentucky"

Answers = Sequence[tuple[Seat, Action]]


def play(actions: int, random: Random) -> Answers:
    """The first so many answers of a match played at random, chance's included."""
    game = find_game(GAME)
    state = game.start(4)
    answers: list[tuple[Seat, Action]] = []
    while len(answers) < actions and (decisions := game.decisions(state)):
        seat, decision = next(iter(decisions.items()))
        action = decision.sample(random)
        answers.append((seat, action))
        state, _ = game.apply(state, seat, action)
    return answers


async def store_match(store: Store, channel_id: int, answers: Answers) -> None:
    """Store a match in play: people with names of their own, and its log."""
    table = await store.create_table(
        guild_id=channel_id, channel_id=channel_id, host_id=channel_id, game=GAME, seats=4, at=1.7e9
    )
    seats = tuple(SeatRecord(channel_id * 10 + seat, f"Player {channel_id}-{seat}") for seat in range(4))
    entries = [
        LogEntry(number, seat, None if seat < 0 else seats[seat].user_id, str(action), 1.7e9 + number)
        for number, (seat, action) in enumerate(answers, start=2)
    ]
    await store.append(
        table.id, entries, table=replace(table, seats=seats, status=Status.PLAYING, revision=1)
    )


async def store_matches(path: Path, tables: int, actions: int) -> list[Answers]:
    """Fill a new database with matches in play, each another one."""
    matches = [play(actions, Random(seed)) for seed in range(tables)]
    store = await open_sqlite(path)
    for channel_id, answers in enumerate(matches, start=1):
        await store_match(store, channel_id, answers)
    await store.close()
    return matches


async def idle_table_bytes(path: Path) -> float:
    """Bytes that one table taken up from a database keeps, once its log is forgotten."""
    store = await open_sqlite(path)
    first = GameManager(store)
    await first.resume()  # whatever tables share is made now
    held = len(first.tables)
    del first
    gc.collect()
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        manager = GameManager(store)
        await manager.resume()
        gc.collect()
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
        await store.close()
    assert len(manager.tables) == held
    return (after - before) / held


class ResumeTimes(NamedTuple):
    """Seconds for all matches of a database."""

    reading: float
    """``open_tables`` and ``open_logs``."""
    parsing: float
    """The actions from their text, alone."""
    replaying: float
    """``Table.replay``, parsing included."""
    rules: float
    """The same actions applied by the rules, already parsed."""

    @property
    def ratio(self) -> float:
        """Taking up a match from the database against playing it again from memory."""
        return (self.reading + self.replaying) / self.rules


async def resume_times(path: Path, matches: Sequence[Answers]) -> ResumeTimes:
    """Take up every match of a database, and apply the same actions from memory."""
    store = await open_sqlite(path)
    began = perf_counter()
    records = await store.open_tables()
    logs = await store.open_logs()
    reading = perf_counter() - began
    await store.close()
    return ResumeTimes(
        reading,
        _seconds(_parse, logs.values()),
        _seconds(_replay, [(record, logs[record.id]) for record in records]),
        _seconds(_apply, matches),
    )


def _parse(logs: Iterable[list[LogEntry]]) -> None:
    for log in logs:
        for entry in log:
            parse_action(entry.action)


def _replay(stored: Iterable[tuple[TableRecord, list[LogEntry]]]) -> None:
    for record, log in stored:
        Table(record).replay(log)


def _apply(matches: Iterable[Answers]) -> None:
    game = find_game(GAME)
    for answers in matches:
        state = game.start(4)
        for seat, action in answers:
            state, _ = game.apply(state, seat, action)


def _seconds(work: Callable[[T], None], matches: T) -> float:
    began = perf_counter()
    work(matches)
    return perf_counter() - began


async def main() -> None:
    with TemporaryDirectory(prefix="rookery-") as folder:
        path = Path(folder) / "rookery.sqlite3"
        matches = await store_matches(path, TABLES, ACTIONS)
        times = await resume_times(path, matches)
        size = await idle_table_bytes(path)
    print(f"an idle table: {size / 1024:.1f} KiB")  # noqa: T201
    print(f"taking up {TABLES} matches of {ACTIONS} actions: {times} ratio {times.ratio:.1f}")  # noqa: T201


if __name__ == "__main__":
    asyncio.run(main())
