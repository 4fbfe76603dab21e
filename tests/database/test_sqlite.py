"""The SQLite file itself: opening, one owner, full disks, cancelled callers, no secrets in messages."""

# ruff: noqa: ASYNC240 (a test may wait for a file)

import asyncio
import contextlib
import errno
import logging
import os
import sqlite3
import sys
import traceback
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

import pytest

from bot.common.address import place_of
from bot.common.errors import StoreError
from bot.database.database import Database, Statement
from bot.database.opening import open_database
from bot.database.remembered import Remembered
from bot.database.sqlite import explained
from bot.delivery.store import HandMessage, HandMessageStore
from bot.models.stored_results import Results
from bot.models.stored_tables import LogEntry
from bot.table.store.results import ResultStore
from bot.table.store.tables import TableStore
from bot.tools.doctor import examine
from tests.database.samples import ANN, SECRET_ACTION, SECRET_TOKEN, deal, entries, new_table, stored_tables

pytestmark = pytest.mark.usefixtures("step_by_step")


async def pragma(database: Database, sql: str) -> object:
    rows = await database.read(Statement(f"PRAGMA {sql}"))
    return rows[0][0] if rows else None


def deny_writing(path: Path) -> None:
    """Remove write permission; skip the test for a user it does not bind (root)."""
    path.chmod(0o500)
    if os.access(path, os.W_OK):
        pytest.skip("this user may write anywhere")


# Opening


async def test_stored_data_is_there_after_closing_and_opening(path: Path) -> None:
    database = await open_database(path)
    table = await new_table(database)
    await TableStore(database).append(table.id, entries(1, 2))
    await database.close()

    again = await open_database(path)
    assert await stored_tables(again) == [table]
    assert await TableStore(again).log(table.id) == entries(1, 2)
    await again.close()


async def test_every_write_reaches_the_disk_and_the_write_ahead_log_empties(sqlite: Database) -> None:
    assert await pragma(sqlite, "journal_mode") == "wal"
    assert await pragma(sqlite, "synchronous") == 2, "FULL"
    assert await pragma(sqlite, "foreign_keys") == 1
    assert await pragma(sqlite, "busy_timeout") == 1000
    assert await pragma(sqlite, "wal_autocheckpoint") == 250, "pages: it is soon written over, not grown"


async def test_missing_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"no folder .*nowhere: create it"):
        await open_database(tmp_path / "nowhere" / "rookery.sqlite3")


async def test_file_in_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    with pytest.raises(StoreError, match="no folder"):
        await open_database(tmp_path / "file" / "rookery.sqlite3")


async def test_folder_in_place_of_the_file_is_refused(path: Path) -> None:
    path.mkdir()

    with pytest.raises(StoreError, match="is no file: name one"):
        await open_database(path)


async def test_folder_without_write_permission_is_refused(path: Path) -> None:
    deny_writing(path.parent)
    try:
        with pytest.raises(StoreError, match="cannot be written"):
            await open_database(path)
    finally:
        path.parent.chmod(0o700)


async def test_file_without_write_permission_is_refused(path: Path) -> None:
    await (await open_database(path)).close()
    deny_writing(path)

    with pytest.raises(StoreError, match="cannot be written"):
        await open_database(path)


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        (errno.ENOSPC, "The disk is full: make room for {path}. Nothing was stored."),
        (errno.EPERM, "{path} cannot be written: check the rights of the file and of its folder."),
        (errno.EROFS, "{path} cannot be written: check the rights of the file and of its folder."),
        (errno.ENAMETOOLONG, "{path}: the file system refused (File name too long)."),
    ],
)
def test_file_system_error_is_answered_with_what_to_do(path: Path, code: int, sentence: str) -> None:
    with pytest.raises(StoreError) as refused, explained(path):
        raise OSError(code, os.strerror(code))
    assert str(refused.value) == sentence.format(path=path)


@pytest.mark.skipif(sys.platform == "win32", reason="other systems set no limit to files")
async def test_no_room_for_the_index_of_the_log_is_reported_as_a_full_disk(path: Path) -> None:
    import resource

    await (await open_database(path)).close()
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (16_384, limits[1]))
    try:
        with pytest.raises(StoreError, match=f"The disk is full: make room for {path}"):
            await open_database(path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)


async def test_file_that_is_no_database_is_refused_and_left_alone(path: Path) -> None:
    path.write_text("Dear diary, today I lost at Rook.\n" * 100)
    before = path.read_bytes()

    await assert_refused_without_a_trace(path, "is not a database")
    assert path.read_bytes() == before


@pytest.mark.parametrize("mode", ["DELETE", "WAL"])
async def test_another_programs_database_is_refused_and_left_alone(path: Path, mode: str) -> None:
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA journal_mode = {mode}")
        connection.execute("CREATE TABLE recipes (name TEXT)")
    before = path.read_bytes()

    await assert_refused_without_a_trace(path, "another program's database")
    assert path.read_bytes() == before


async def test_another_programs_database_is_refused_while_in_use(path: Path) -> None:
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE recipes (name TEXT)")
        await assert_refused_without_a_trace(path, "another program's database")


async def test_empty_file_is_refused_by_a_read_only_look(path: Path) -> None:
    path.touch()
    await assert_refused_without_a_trace(path, "holds nothing of Rookery's", create=False)
    assert path.read_bytes() == b""

    await (await open_database(path)).close()
    assert await examine(path) == []


async def assert_refused_without_a_trace(path: Path, why: str, *, create: bool = True) -> None:
    """Check that opening and a read-only look are refused and leave no file."""
    before = set(path.parent.iterdir())
    with pytest.raises(StoreError, match=why):
        await open_database(path, create=create)
    with pytest.raises(StoreError, match=why):
        await examine(path)
    assert set(path.parent.iterdir()) == before


async def test_damaged_database_is_refused(path: Path) -> None:
    await (await open_database(path)).close()
    damaged = bytearray(path.read_bytes())
    damaged[100:4096] = b"\x2a" * 3996  # the page that lists the tables
    path.write_bytes(damaged)

    with pytest.raises(StoreError, match="damaged"):
        await open_database(path)


# One owner


async def test_second_bot_on_a_file_is_refused_until_the_first_closes(path: Path) -> None:
    first = await open_database(path)
    with pytest.raises(StoreError, match="Another Rookery is using"):
        await open_database(path)
    await first.close()

    await (await open_database(path)).close()


OPENING: Final = """
import asyncio, pathlib, sys
from bot.database.opening import open_database
asyncio.run(open_database(pathlib.Path(sys.argv[1])))
"""


async def test_second_bot_opening_the_file_by_a_link_is_refused_too(sqlite: Database, path: Path) -> None:
    link = path.parent / "link"
    link.symlink_to(path.name)
    with pytest.raises(StoreError, match="Another Rookery is using"):
        await open_database(place_of(str(link)))


async def test_second_process_on_the_same_file_is_refused(sqlite: Database, path: Path) -> None:
    root = Path(__file__).parents[2]
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", OPENING, str(path)),
        stderr=asyncio.subprocess.PIPE,
        cwd=root,
    )
    _, errors = await process.communicate()

    assert process.returncode == 1
    assert b"Another Rookery is using" in errors


async def test_refused_opening_releases_the_file(path: Path) -> None:
    path.write_text("not a database " * 100)
    with pytest.raises(StoreError):
        await open_database(path)
    path.unlink()

    await (await open_database(path)).close()


async def test_others_may_read_and_back_up_the_file_while_open(sqlite: Database, path: Path) -> None:
    table = await new_table(sqlite)
    with contextlib.closing(sqlite3.connect(path)) as reader:
        await TableStore(sqlite).append(table.id, entries(1))
        assert reader.execute("SELECT revision FROM actions").fetchall() == [(1,)]
        await TableStore(sqlite).append(table.id, entries(2))
        with contextlib.closing(sqlite3.connect(path.with_name("copy"))) as copy:
            reader.backup(copy)
            assert copy.execute("SELECT COUNT(*) FROM actions").fetchall() == [(2,)]


# Trouble


async def fill(database: Database) -> None:
    """Allow the database no further page, as on a full disk."""
    pages = await pragma(database, "page_count")
    await pragma(database, f"max_page_count = {pages}")


async def test_full_disk_is_reported_and_nothing_has_changed(sqlite: Database) -> None:
    table = await new_table(sqlite)
    await TableStore(sqlite).append(table.id, entries(1))
    await fill(sqlite)
    big = LogEntry(2, 0, ANN, "x" * 50_000, 1.5)

    for results, saved in ((None, None), (Results((deal(1),)), table._replace(revision=2))):
        with pytest.raises(StoreError, match="disk is full") as refused:
            await TableStore(sqlite).append(table.id, [big], results=results, table=saved)
        assert "xxx" not in str(refused.value)
    assert await TableStore(sqlite).log(table.id) == entries(1)
    assert await stored_tables(sqlite) == [table]
    assert await ResultStore(sqlite).deals(table.id) == []

    await pragma(sqlite, "max_page_count = 100000")
    await TableStore(sqlite).append(table.id, [big])
    assert await TableStore(sqlite).log(table.id) == [*entries(1), big]


async def test_health_check_reports_when_writing_has_become_impossible(sqlite: Database) -> None:
    await pragma(sqlite, "query_only = ON")
    assert not await Remembered(sqlite).is_writable()

    await pragma(sqlite, "query_only = OFF")
    assert await Remembered(sqlite).is_writable()


async def test_program_that_keeps_the_file_locked_is_named_as_the_reason(
    sqlite: Database, path: Path
) -> None:
    await pragma(sqlite, "busy_timeout = 1")
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")

        with pytest.raises(StoreError, match=r"Another program keeps .* locked"):
            await new_table(sqlite)
    await new_table(sqlite)


async def test_closing_waits_for_what_is_in_flight(path: Path) -> None:
    database = await open_database(path)
    table = await new_table(database)
    saved = table._replace(revision=2)
    writing = asyncio.create_task(TableStore(database).append(table.id, entries(1, 2), table=saved))
    await asyncio.sleep(0)
    await database.close()
    await writing

    again = await open_database(path)
    assert (await TableStore(again).log(table.id), await stored_tables(again)) == (
        entries(1, 2),
        [saved],
    )
    await again.close()


@pytest.mark.parametrize("steps", range(30))
async def test_cancelled_transaction_is_stored_whole_or_not_at_all(sqlite: Database, steps: int) -> None:
    table = await new_table(sqlite)
    saved = table._replace(revision=2)
    task = asyncio.create_task(
        TableStore(sqlite).append(table.id, entries(1, 2), results=Results((deal(1),)), table=saved)
    )
    for _ in range(steps):
        await asyncio.sleep(0.0002)
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task

    log, tables, deals = (
        await TableStore(sqlite).log(table.id),
        await stored_tables(sqlite),
        await ResultStore(sqlite).deals(table.id),
    )
    if log:
        assert (log, tables, deals) == (entries(1, 2), [saved], [deal(1)])
    else:
        assert (tables, deals) == ([table], [])
    await TableStore(sqlite).append(table.id, entries(3), table=table._replace(revision=3))


# Secrets


async def test_driver_logs_no_card_and_no_token(sqlite: Database, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, "aiosqlite")
    table = await new_table(sqlite)
    await TableStore(sqlite).append(table.id, [LogEntry(1, -1, None, SECRET_ACTION, 1.5)])
    await HandMessageStore(sqlite).save_hand(HandMessage(table.id, ANN, 70, SECRET_TOKEN, 1.5))
    await TableStore(sqlite).log(table.id)
    await HandMessageStore(sqlite).reachable_hands(0.0)

    assert "FROM actions" in caplog.text
    assert SECRET_ACTION not in caplog.text
    assert SECRET_TOKEN not in caplog.text


def broken_write(entry: LogEntry | None, hand: HandMessage | None) -> Callable[[Database], Awaitable[None]]:
    async def write(database: Database) -> None:
        await new_table(database)
        if entry:
            await TableStore(database).append(1, [LogEntry(1, 0, None, "first", 1.5)])
            await TableStore(database).append(1, [entry])
        if hand:
            await HandMessageStore(database).save_hand(hand)

    return write


@pytest.mark.parametrize(
    "write",
    [
        pytest.param(broken_write(LogEntry(1, 0, None, SECRET_ACTION, 1.5), None), id="taken-revision"),
        pytest.param(broken_write(LogEntry(2, -5, None, SECRET_ACTION, 1.5), None), id="no-such-seat"),
        pytest.param(broken_write(LogEntry(2, 0, 2**63, SECRET_ACTION, 1.5), None), id="number-too-large"),
        pytest.param(
            broken_write(LogEntry(2, 0, None, SECRET_ACTION + "\ud800", 1.5), None), id="broken-text"
        ),
        pytest.param(broken_write(None, HandMessage(9, ANN, 70, SECRET_TOKEN, 1.5)), id="no-such-table"),
        pytest.param(
            broken_write(None, HandMessage(1, ANN, 2**63, SECRET_TOKEN, 1.5)), id="token-beside-too-large"
        ),
    ],
)
async def test_no_error_shows_a_card_or_a_token(
    sqlite: Database, write: Callable[[Database], Awaitable[None]]
) -> None:
    with pytest.raises(StoreError) as refused:
        await write(sqlite)

    shown = "".join(traceback.format_exception(refused.value))
    assert SECRET_ACTION not in shown
    assert SECRET_TOKEN not in shown
