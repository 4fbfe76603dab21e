"""Writes that wait at the same moment go into one commit; each caller is told its own result."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import time
from collections.abc import AsyncIterator, Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest

from bot.common.errors import Busy, StoreError
from bot.database.database import ChannelTaken, Conflict, Database, Insert, Row, Statement, Unit, Values
from bot.database.group_commit import inserts_of
from bot.database.remembered import Remembered
from bot.database.sqlite import Connection
from bot.models.stored_results import Results
from bot.models.stored_tables import LogEntry, TableRecord
from bot.table.store.results import ResultStore
from bot.table.store.tables import TableStore
from tests.database.samples import deal, entries, match, new_table, player, stored_tables
from tests.postgres import PostgresServer

TABLES = 8


async def tables_of(database: Database) -> list[TableRecord]:
    return [await new_table(database, channel_id=channel) for channel in range(1, TABLES + 1)]


class Commits:
    """Counts the commits of a store."""

    def __init__(self, database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
        self.statements: list[int] = []
        commit = database._commit  # type: ignore[attr-defined]

        async def counted(statements: Sequence[Statement]) -> list[list[Row]]:
            self.statements.append(len(statements))
            rows: list[list[Row]] = await commit(statements)
            return rows

        monkeypatch.setattr(database, "_commit", counted)


async def test_actions_of_many_tables_at_once_are_stored_by_one_statement(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = await tables_of(database)
    commits = Commits(database, monkeypatch)

    await asyncio.gather(*(TableStore(database).append(table.id, entries(1, 2)) for table in tables))

    assert commits.statements == [1]
    for table in tables:
        assert await TableStore(database).log(table.id) == entries(1, 2)


async def test_results_tables_and_actions_go_into_one_transaction(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = await tables_of(database)
    commits = Commits(database, monkeypatch)
    results = Results((deal(1),), match(player(1001, won=True)))

    await asyncio.gather(
        *(
            TableStore(database).append(
                table.id, entries(1), results=results, table=table._replace(revision=1)
            )
            for table in tables
        ),
        new_table(database, channel_id=99),
    )

    assert len(commits.statements) == 1
    assert [table.revision for table in await stored_tables(database)] == [1] * TABLES + [0]
    for table in tables:
        assert await ResultStore(database).deals(table.id) == [deal(1)]
        stored = await ResultStore(database).match(table.id)
        assert stored is not None
        assert (stored.deals, stored.started_at) == (1, entries(1)[0].at)


class Trips:
    """A connection that counts the trips to its thread."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self.made = 0

    async def execute_fetchall(self, sql: str, parameters: Sequence[Any], /) -> Iterable[Any]:
        self.made += 1
        return await self._connection.execute_fetchall(sql, parameters)

    async def execute_as_one(self, statements: Sequence[Statement], /) -> list[list[Row]]:
        self.made += 1
        return await self._connection.execute_as_one(statements)

    async def rollback(self) -> None:
        self.made += 1
        await self._connection.rollback()


async def test_group_commit_is_one_trip_to_the_thread(
    sqlite: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = await tables_of(sqlite)
    database: Any = sqlite
    trips = Trips(database._connection)
    monkeypatch.setattr(database, "_connection", trips)
    results = Results((deal(1),), match(player(1001, won=True)))

    await asyncio.gather(
        TableStore(sqlite).append(tables[0].id, entries(1)),
        TableStore(sqlite).append(
            tables[1].id, entries(1), results=results, table=tables[1]._replace(revision=1)
        ),
        TableStore(sqlite).save_table(tables[2]._replace(revision=1)),
    )
    assert trips.made == 1

    with pytest.raises(StoreError, match="no such table"):
        await TableStore(sqlite).append(tables[3].id, entries(1), table=tables[3]._replace(id=999))
    assert trips.made == 2
    assert await TableStore(sqlite).log(tables[3].id) == []


async def test_each_write_of_a_group_has_its_own_result_or_error(database: Database) -> None:
    """A taken revision, a taken channel, a missing table and a number too large among good ones."""
    good, taken, *others = await tables_of(database)
    await TableStore(database).append(taken.id, entries(1))

    outcomes = await asyncio.gather(
        TableStore(database).append(good.id, entries(1)),
        TableStore(database).append(taken.id, entries(1)),
        new_table(database, channel_id=others[0].channel_id),
        new_table(database, channel_id=77),
        TableStore(database).save_table(good._replace(id=999, channel_id=888)),
        TableStore(database).append(others[1].id, [LogEntry(1, 0, 2**70, "x", 1.5)]),
        TableStore(database).append(others[2].id, entries(1, 2), table=others[2]._replace(revision=2)),
        return_exceptions=True,
    )

    kinds = [type(outcome) for outcome in outcomes]
    assert kinds == [
        list,
        Conflict,
        ChannelTaken,
        TableRecord,
        StoreError,
        StoreError,
        list,
    ]
    assert await TableStore(database).log(good.id) == await TableStore(database).log(taken.id) == entries(1)
    assert await TableStore(database).log(others[1].id) == []
    assert await TableStore(database).log(others[2].id) == entries(1, 2)
    [created] = [outcome for outcome in outcomes if isinstance(outcome, TableRecord)]
    assert created in await stored_tables(database)


async def test_full_disk_refuses_what_does_not_fit_and_stores_the_rest(sqlite: Database) -> None:
    tables = await tables_of(sqlite)
    await TableStore(sqlite).append(tables[0].id, entries(1))
    [[pages]] = await sqlite.read(Statement("PRAGMA page_count"))
    await sqlite.read(Statement(f"PRAGMA max_page_count = {pages}"))

    outcomes = await asyncio.gather(
        TableStore(sqlite).append(tables[0].id, entries(2)),
        TableStore(sqlite).append(tables[1].id, [LogEntry(1, 0, None, "x" * 50_000, 1.5)]),
        return_exceptions=True,
    )

    assert outcomes[0] == []
    assert "disk is full" in str(outcomes[1])
    assert await TableStore(sqlite).log(tables[0].id) == entries(1, 2)
    assert await TableStore(sqlite).log(tables[1].id) == []


async def test_rolled_back_writes_are_never_read(database: Database) -> None:
    good, taken, *_ = await tables_of(database)
    await TableStore(database).append(taken.id, entries(1))
    for revision in range(1, 20):
        attempts = asyncio.gather(
            TableStore(database).append(good.id, entries(revision)),
            TableStore(database).append(taken.id, entries(1)),
            return_exceptions=True,
        )
        await asyncio.sleep(0)
        seen = await TableStore(database).log(good.id)
        assert (await attempts)[0] == []
        assert await TableStore(database).log(good.id) == [*seen, *entries(revision)][:revision]


async def test_cancelled_write_does_not_cancel_its_group(database: Database) -> None:
    tables = await tables_of(database)
    for turns in range(6):
        tasks = [
            asyncio.create_task(TableStore(database).append(table.id, entries(turns + 1))) for table in tables
        ]
        for _ in range(turns):
            await asyncio.sleep(0)
        tasks[0].cancel()
        tasks[3].cancel()
        outcomes = await asyncio.gather(*tasks, return_exceptions=True)
        assert [outcome for number, outcome in enumerate(outcomes) if number not in {0, 3}] == [[]] * 6
    for number, table in enumerate(tables):
        if number not in {0, 3}:
            assert await TableStore(database).log(table.id) == entries(*range(1, 7))
    assert await Remembered(database).is_writable()


async def test_internal_error_reaches_every_waiter_and_the_next_is_stored(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, *_ = await tables_of(database)
    faults: list[Exception] = [RuntimeError("a fault")]
    execute = database._execute  # type: ignore[attr-defined]

    async def faulty(statement: Statement) -> list[Row]:
        if faults:
            raise faults.pop()
        rows: list[Row] = await execute(statement)
        return rows

    monkeypatch.setattr(database, "_execute", faulty)
    with pytest.raises(RuntimeError):
        await TableStore(database).append(table.id, entries(1))
    await TableStore(database).append(table.id, entries(1))
    assert await TableStore(database).log(table.id) == entries(1)


def test_rows_for_one_table_are_inserted_together() -> None:
    units: list[Unit] = [
        [Insert("a (x)", [Values((1,))]), Insert("b (x)", [Values((2,))]), Statement("then")],
        [Insert("a (x)", [Values((3,)), Values((4,))])],
    ]

    assert inserts_of(units) == [
        Statement("INSERT INTO a (x) VALUES (?), (?), (?)", Values((1, 3, 4))),
        Statement("INSERT INTO b (x) VALUES (?)", Values((2,))),
    ]


# Another program holds the database


@contextlib.asynccontextmanager
async def held_sqlite(path: Path) -> AsyncIterator[None]:
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield


@contextlib.asynccontextmanager
async def held_postgres(postgres: PostgresServer, name: str) -> AsyncIterator[None]:
    other = await postgres.connect(name)
    await other.execute("BEGIN; LOCK TABLE actions IN ACCESS EXCLUSIVE MODE")
    yield
    await other.close()


async def test_lock_held_by_another_program_makes_no_write_queue(sqlite: Database, path: Path) -> None:
    await hold_and_check(sqlite, held_sqlite(path))


async def test_lock_held_on_the_server_makes_no_write_queue(
    postgres: PostgresServer, server: Database, name: str
) -> None:
    await hold_and_check(server, held_postgres(postgres, name))


async def hold_and_check(database: Database, held: contextlib.AbstractAsyncContextManager[None]) -> None:
    """Check that actions at many tables, and in sequence at one, are answered within three seconds."""
    tables = await tables_of(database)

    async def refused(table: TableRecord) -> float:
        with pytest.raises(Busy, match="Nothing was stored"):
            await TableStore(database).append(table.id, entries(1))
        return time.monotonic()

    async def one_after_the_other(table: TableRecord) -> float:
        return [await refused(table) for _ in range(8)][-1]

    async with held:
        began = time.monotonic()
        answered = await asyncio.gather(*map(refused, tables[1:]), one_after_the_other(tables[0]))
        assert max(answered) - began < 2.5
    for table in tables:
        assert await TableStore(database).log(table.id) == []
    await asyncio.gather(*(TableStore(database).append(table.id, entries(1)) for table in tables))
    assert await TableStore(database).log(tables[0].id) == entries(1)


async def test_briefly_held_lock_is_waited_for(sqlite: Database, path: Path) -> None:
    """Also after a wait for the lock that timed out."""
    table = await new_table(sqlite)
    async with held_sqlite(path):
        with pytest.raises(Busy):
            await TableStore(sqlite).append(table.id, entries(1))
    await TableStore(sqlite).append(table.id, entries(1))

    async with held_sqlite(path):
        waiting = asyncio.create_task(TableStore(sqlite).append(table.id, entries(2)))
        await asyncio.sleep(0.1)
        assert not waiting.done()
    await waiting
