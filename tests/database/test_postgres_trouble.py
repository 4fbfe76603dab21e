"""Bots and servers that stop and return: one owner, lost connections, a stopped server, a full disk."""

# ruff: noqa: ASYNC240 (a test may wait for a file)

from __future__ import annotations

import asyncio
import contextlib
import shutil
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Literal

import pytest

from bot.common.errors import Displaced, InDoubt, StoreError
from bot.database import postgres_migrate, postgres_session
from bot.database.database import Database, Statement
from bot.database.opening import open_database
from bot.database.remembered import Remembered
from bot.database.snapshot import look
from bot.league.ledger import requeue_all
from bot.models.stored_results import Results
from bot.models.stored_tables import LogEntry
from bot.table.store.results import ResultStore
from bot.table.store.tables import TableStore
from bot.tools.doctor import examine
from tests.database.line import Line, lost, open_line
from tests.database.samples import deal, entries, new_table, stored_tables
from tests.postgres import PostgresServer

pytestmark = pytest.mark.usefixtures("short_waits")
RESULTS = Results((deal(1),))


@pytest.fixture
def database(server: Database) -> Database:
    return server


@pytest.fixture
def extra_migration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Path of an additional migration, to be written by the test."""
    folder = tmp_path / "migrations"
    shutil.copytree(postgres_migrate.FOLDER, folder)
    monkeypatch.setattr(postgres_migrate, "FOLDER", folder)
    return folder / f"{len(postgres_migrate.migrations()) + 1:04}_longer.sql"


@pytest.fixture
async def line(postgres: PostgresServer) -> AsyncIterator[Line]:
    async with open_line(postgres.socket) as line:
        yield line


@pytest.fixture
async def far(line: Line, name: str) -> AsyncIterator[Database]:
    """A store at the other end of a proxy."""
    database = await open_database(line.address(name))
    yield database
    await database.close()


async def value(database: Database, sql: str) -> object:
    [[found]] = await database.read(Statement(sql))
    return found


# One owner


async def test_second_bot_on_a_database_is_refused_until_the_first_closes(
    postgres: PostgresServer, database: Database, name: str
) -> None:
    with pytest.raises(StoreError, match="Another Rookery is using"):
        await open_database(postgres.address(name))
    await database.close()

    await (await open_database(postgres.address(name))).close()


async def test_bot_that_is_just_ending_is_waited_for(
    postgres: PostgresServer, database: Database, name: str
) -> None:
    second = asyncio.create_task(open_database(postgres.address(name)))
    while not await postgres.rows("SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted", name):
        assert not second.done()
    await database.close()

    await (await second).close()


async def test_bots_in_two_databases_of_a_server_do_not_conflict(
    postgres: PostgresServer, database: Database
) -> None:
    async with postgres.ready() as other:
        second = await open_database(postgres.address(other))
        await new_table(second)
        await second.close()
    assert await stored_tables(database) == []


# Trouble


async def test_migration_has_no_time_limit(
    postgres: PostgresServer, name: str, extra_migration: Path
) -> None:
    extra_migration.write_text("SELECT pg_sleep(1.5); ALTER TABLE settings ADD COLUMN note TEXT;")
    await (await open_database(postgres.address(name), lease=1)).close()
    assert await postgres.rows("SELECT note FROM settings WHERE key = 'none'", name) == []


async def test_migration_ends_with_its_server(
    postgres: PostgresServer, name: str, extra_migration: Path
) -> None:
    extra_migration.write_text("SELECT pg_sleep(600);")
    opening = asyncio.create_task(open_database(postgres.address(name)))
    idle = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'PgSleep'"
    while not await postgres.rows(idle, name):
        assert not opening.done()
    with pytest.raises(StoreError):
        await opening


async def test_erasing_traces_has_no_time_limit_and_play_continues(
    postgres: PostgresServer, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_session, "STATEMENT_SECONDS", 0.3)
    for setting in ("vacuum_cost_delay = '1ms'", "vacuum_cost_limit = 1", "statement_timeout = '0.3s'"):
        await postgres.run(f"ALTER DATABASE {name} SET {setting}")
    database = await open_database(postgres.address(name), lease=1)
    table = await new_table(database)
    began = asyncio.get_running_loop().time()
    erasing = [asyncio.create_task(database.erase_traces()) for _ in range(2)]
    while not await postgres.rows("SELECT FROM pg_stat_progress_vacuum", name):
        assert not any(one.done() for one in erasing)
    await TableStore(database).append(table.id, entries(1))
    assert not any(one.done() for one in erasing)
    await asyncio.gather(*erasing)
    assert asyncio.get_running_loop().time() - began > 1

    await database.close()
    with pytest.raises(StoreError, match="closed"):
        await database.erase_traces()


async def stored_log(postgres: PostgresServer, name: str, table_id: int) -> list[LogEntry]:
    """A table's log as the next start finds it."""
    database = await open_database(postgres.address(name))
    log = await TableStore(database).log(table_id)
    await database.close()
    return log


async def test_cut_connection_ends_all_use_of_the_database(
    postgres: PostgresServer, far: Database, line: Line, name: str
) -> None:
    table = await new_table(far)
    await TableStore(far).append(table.id, entries(1))
    line.cut()
    await lost(far)

    for _ in range(2):
        with pytest.raises(Displaced, match="was lost, and the hold on the database with it"):
            await TableStore(far).append(table.id, entries(2))
        with pytest.raises(Displaced):
            await TableStore(far).log(table.id)
        with pytest.raises(Displaced):
            await requeue_all(far)
    assert not await Remembered(far).is_writable()
    assert await stored_log(postgres, name, table.id) == entries(1)


async def test_stopped_server_is_noticed_at_once_and_the_next_start_works(
    postgres: PostgresServer, name: str
) -> None:
    ways: tuple[Literal["fast", "immediate"], ...] = ("fast", "immediate")
    for number, how in enumerate(ways, start=1):
        database = await open_database(postgres.address(name))
        table = await new_table(database, channel_id=number)
        await TableStore(database).append(table.id, entries(1))
        postgres.stop(how)
        await lost(database)
        with pytest.raises(Displaced):
            await TableStore(database).append(table.id, entries(9), results=RESULTS)
        await database.close()
        postgres.start()
        assert await stored_log(postgres, name, table.id) == entries(1)


async def test_server_that_answers_nothing_is_lost_after_the_lease(
    postgres: PostgresServer, name: str, line: Line
) -> None:
    database = await open_database(line.address(name), lease=0.6)
    table = await new_table(database)
    await TableStore(database).append(table.id, entries(1))
    line.loses_answers = True
    await lost(database)
    line.loses_answers = False

    with pytest.raises(Displaced):
        await TableStore(database).append(table.id, entries(2))
    await database.close()
    assert await stored_log(postgres, name, table.id) == entries(1)


async def test_slow_statement_is_ended_by_the_server_and_the_session_stays(
    postgres: PostgresServer, name: str
) -> None:
    database = await open_database(postgres.address(name), lease=1.5)
    with pytest.raises(StoreError, match="takes too long to answer") as slow:
        await database.read(Statement("SELECT pg_sleep(60)"))
    assert not isinstance(slow.value, Displaced)
    assert await Remembered(database).is_writable()
    await database.close()


async def test_patient_caller_waits_for_a_slow_server_longer_than_a_press(
    postgres: PostgresServer, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before, a start on a busy server ended with what is said of a press."""
    monkeypatch.setattr("bot.database.postgres.ANSWER_SECONDS", 0.05)
    database = await open_database(postgres.address(name), lease=5)
    slow = Statement("SELECT 1 FROM pg_sleep(0.2)")
    database.is_patient = True
    assert await database.read(slow) == [(1,)]
    database.is_patient = False
    with pytest.raises(StoreError, match="takes too long to answer"):
        await database.read(slow)
    await database.close()


async def test_lost_answer_leaves_in_doubt_whether_it_was_stored(
    postgres: PostgresServer, far: Database, line: Line, name: str
) -> None:
    table = await new_table(far)
    await TableStore(far).append(table.id, entries(1))  # prepares the statement, which takes answers
    line.loses_answers = True
    writing = asyncio.create_task(TableStore(far).append(table.id, entries(2)))
    while await postgres.rows("SELECT MAX(revision) FROM actions", name) != [(2,)]:
        assert not writing.done()
    line.loses_answers = False
    line.cut()

    with pytest.raises(InDoubt, match="connection to the PostgreSQL server was lost"):
        await writing
    assert await stored_log(postgres, name, table.id) == entries(1, 2)


async def test_transaction_cut_before_commit_is_in_no_doubt_and_not_stored(
    postgres: PostgresServer, far: Database, line: Line, name: str
) -> None:
    table = await new_table(far)
    await postgres.run(f"ALTER DATABASE {name} SET lock_timeout = 0")
    other = await postgres.connect(name)
    await other.execute("BEGIN; LOCK TABLE deals IN ACCESS EXCLUSIVE MODE")
    await value(far, "SELECT set_config('lock_timeout', '0', false)")
    writing = asyncio.create_task(TableStore(far).append(table.id, entries(1), results=RESULTS))
    while not await postgres.rows("SELECT 1 FROM pg_locks WHERE NOT granted", name):
        assert not writing.done()
    line.cut()

    with pytest.raises(StoreError, match="was lost") as lost:
        await writing
    assert not isinstance(lost.value, InDoubt)
    await other.close()
    assert await stored_log(postgres, name, table.id) == []
    assert await postgres.rows("SELECT FROM deals", name) == []


async def test_crashed_server_loses_nothing_it_acknowledged(postgres: PostgresServer, name: str) -> None:
    """Entries and table are written together until the crash; after it both are there, or neither."""
    database = await open_database(postgres.address(name))
    tables = [await new_table(database, channel_id=channel) for channel in range(4)]
    for crash in range(3):
        acknowledged = dict.fromkeys((table.id for table in tables), 0)
        first = crash * 10_000 + 1

        async def write(
            number: int,
            first: int = first,
            done: dict[int, int] = acknowledged,
            database: Database = database,
        ) -> None:
            for revision in range(first, first + 10_000):
                table = tables[number]._replace(revision=revision)
                try:
                    await TableStore(database).append(table.id, entries(revision), table=table)
                except StoreError:
                    return
                done[table.id] = revision

        writing = [asyncio.create_task(write(number)) for number in range(4)]
        while not await Remembered(database).is_writable() or min(acknowledged.values()) < first + 5 * (
            crash + 1
        ):
            pass
        await asyncio.to_thread(postgres.stop, "immediate")
        await asyncio.gather(*writing)
        await database.close()
        postgres.start()
        database = await open_database(postgres.address(name))

        for table in await stored_tables(database):
            log = await TableStore(database).log(table.id)
            assert log[-1].revision == table.revision
            assert table.revision in {acknowledged[table.id], acknowledged[table.id] + 1}
    await database.close()


async def test_full_disk_is_reported_and_nothing_has_changed(
    postgres: PostgresServer, database: Database, name: str
) -> None:
    table = await new_table(database)
    await TableStore(database).append(table.id, entries(1))
    await postgres.run(
        """
        CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'could not extend file: %', NEW USING ERRCODE = 'disk_full'; END $$;
        CREATE TRIGGER full_disk BEFORE INSERT ON deals FOR EACH ROW EXECUTE FUNCTION no_room()
        """,
        name,
    )
    with pytest.raises(StoreError, match="disk of the PostgreSQL server is full"):
        await TableStore(database).append(
            table.id, entries(2), results=RESULTS, table=table._replace(revision=2)
        )

    assert await TableStore(database).log(table.id) == entries(1)
    assert await stored_tables(database) == [table]
    await postgres.run("DROP TRIGGER full_disk ON deals", name)
    await TableStore(database).append(table.id, entries(2), results=RESULTS)


async def test_program_that_keeps_a_table_locked_is_named_as_the_reason(
    postgres: PostgresServer, database: Database, name: str
) -> None:
    other = await postgres.connect(name)
    await other.execute("BEGIN; LOCK TABLE tables IN ACCESS EXCLUSIVE MODE")
    with pytest.raises(StoreError, match="keeps the PostgreSQL database locked"):
        await new_table(database)
    await other.close()

    await new_table(database)


async def test_read_only_look_at_a_locked_database_is_refused_at_once(
    postgres: PostgresServer, database: Database, name: str
) -> None:
    other = await postgres.connect(name)
    for table in ("rookery", "tables"):
        await other.execute(f"BEGIN; LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE")
        with pytest.raises(StoreError, match="keeps the PostgreSQL database locked"):
            await examine(postgres.address(name))
        await other.execute("ROLLBACK")
    await other.close()

    assert await examine(postgres.address(name)) == []


async def test_read_only_look_at_an_unresponsive_server_is_given_up(
    database: Database, name: str, line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_session, "connect", partial(postgres_session.connect, seconds=0.3))
    async with look(line.address(name)) as snapshot:
        line.loses_answers = True
        with pytest.raises(StoreError, match="takes too long to answer"):
            await snapshot.read(Statement("SELECT id FROM tables"))
    line.loses_answers = False


async def test_interrupted_read_only_look_is_reported(database: Database, name: str, line: Line) -> None:
    async with look(line.address(name)) as snapshot:
        line.cut()
        for _ in range(2):
            with pytest.raises(StoreError, match="has ended the connection: check that it runs"):
                await snapshot.read(Statement("SELECT id FROM tables"))


async def test_health_check_reports_when_writing_has_become_impossible(database: Database) -> None:
    await value(database, "SELECT set_config('default_transaction_read_only', 'on', false)")
    assert not await Remembered(database).is_writable()

    await value(database, "SELECT set_config('default_transaction_read_only', 'off', false)")
    assert await Remembered(database).is_writable()


async def test_closing_waits_for_what_is_in_flight(postgres: PostgresServer, name: str) -> None:
    database = await open_database(postgres.address(name))
    table = await new_table(database)
    saved = table._replace(revision=2)
    writing = asyncio.create_task(TableStore(database).append(table.id, entries(1, 2), table=saved))
    await asyncio.sleep(0)
    await database.close()
    await writing

    again = await open_database(postgres.address(name))
    assert (await TableStore(again).log(table.id), await stored_tables(again)) == (
        entries(1, 2),
        [saved],
    )
    await again.close()


@pytest.mark.parametrize("steps", range(24))
async def test_cancelled_transaction_is_stored_whole_or_not_at_all(database: Database, steps: int) -> None:
    table = await new_table(database)
    saved = table._replace(revision=2)
    task = asyncio.create_task(
        TableStore(database).append(table.id, entries(1, 2), results=RESULTS, table=saved)
    )
    for _ in range(steps):
        await asyncio.sleep(0.0002)
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task

    log, tables, deals = (
        await TableStore(database).log(table.id),
        await stored_tables(database),
        await ResultStore(database).deals(table.id),
    )
    expected = (entries(1, 2), [saved], [deal(1)]) if log else ([], [table], [])
    assert (log, tables, deals) == expected
    await TableStore(database).append(table.id, entries(3), table=table._replace(revision=3))


async def test_two_hundred_cancelled_appends_leave_a_working_connection(database: Database) -> None:
    table = await new_table(database)
    for revision in range(1, 201):
        task = asyncio.create_task(TableStore(database).append(table.id, entries(revision)))
        for _ in range(revision % 7):
            await asyncio.sleep(0)
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task

    log = await TableStore(database).log(table.id)
    assert log == entries(*(entry.revision for entry in log))
    assert await Remembered(database).is_writable()
