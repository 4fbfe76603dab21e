"""A SQLite file belongs to the process that opened it last, as long as it stays in its place."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.common.errors import Displaced, StoreError
from bot.database.backup import back_up, restore
from bot.database.database import Database, Statement
from bot.database.files import sibling
from bot.database.opening import open_database
from bot.database.remembered import Remembered
from bot.league.ledger import requeue_all
from bot.table.store.tables import TableStore
from tests.database.samples import entries, new_table
from tests.postgres import PostgresServer


async def two_stores(path: Path) -> tuple[Database, Database]:
    """An open store, and a second one opened on the same file after its lock file was deleted."""
    first = await open_database(path)
    sibling(path, "-lock").unlink()
    return first, await open_database(path)


async def test_store_writes_nothing_once_another_has_opened_the_file(path: Path) -> None:
    """Bug: without the lock file two bots wrote one database."""
    first, second = await two_stores(path)
    table = await new_table(second)

    with pytest.raises(Displaced, match="taken over"):
        await TableStore(first).append(table.id, entries(1))
    assert await TableStore(second).log(table.id) == []
    await TableStore(second).append(table.id, entries(1))
    with pytest.raises(Displaced, match="taken over"):
        first.check_held()
    second.check_held()
    await first.close()
    await TableStore(second).append(table.id, entries(2))
    assert await TableStore(second).log(table.id) == entries(1, 2)
    await second.close()


async def test_transaction_of_several_steps_is_refused_likewise(path: Path) -> None:
    first, second = await two_stores(path)

    with pytest.raises(Displaced):
        await requeue_all(first)
    assert not await Remembered(first).is_writable()
    assert await Remembered(second).is_writable()
    await first.close()
    await second.close()


def moved(path: Path) -> None:
    path.rename(path.with_name("moved.sqlite3"))


def removed(path: Path) -> None:
    path.unlink()


def replaced(path: Path) -> None:
    copy = path.with_name("copy.sqlite3")
    shutil.copy(path, copy)
    copy.rename(path)


@pytest.mark.parametrize("displace", [moved, removed, replaced])
async def test_moved_database_file_refuses_further_writes(
    path: Path, displace: Callable[[Path], None]
) -> None:
    """Bug: the bot played on, and all of it was lost with the next start."""
    database = await open_database(path)
    table = await new_table(database)
    await TableStore(database).append(table.id, entries(1))
    displace(path)

    for _ in range(2):
        with pytest.raises(Displaced, match=r"moved, removed or replaced .* python -m bot restore"):
            await TableStore(database).append(table.id, entries(2))
        with pytest.raises(Displaced):
            database.check_held()
        with pytest.raises(Displaced):
            await requeue_all(database)
    await database.close()


async def test_moved_database_file_holds_all_that_was_acknowledged(path: Path) -> None:
    database = await open_database(path)
    table = await new_table(database)
    await TableStore(database).append(table.id, entries(1, 2))
    moved(path)
    with pytest.raises(Displaced):
        await TableStore(database).append(table.id, entries(3))
    await database.close()

    again = await open_database(path.with_name("moved.sqlite3"), create=False)
    assert await TableStore(again).log(table.id) == entries(1, 2)
    await again.close()


async def test_copies_backups_and_restored_files_open_without_the_old_holder(
    path: Path, tmp_path: Path
) -> None:
    backup, copy = tmp_path / "backup.sqlite3", tmp_path / "copy.sqlite3"
    database = await open_database(path)
    table = await new_table(database)
    await TableStore(database).append(table.id, entries(1))
    await back_up(path, backup, lambda *_: None)
    await TableStore(database).append(table.id, entries(2))
    await database.close()
    shutil.copy(path, copy)
    await restore(backup, path, lambda *_: None)

    for place, revisions in ((path, (1,)), (copy, (1, 2))):
        opened = await open_database(place, create=False)
        assert await TableStore(opened).log(table.id) == entries(*revisions)
        assert await Remembered(opened).is_writable()
        await opened.close()


async def test_backup_is_not_restored_over_an_open_file_without_lock_file(path: Path, tmp_path: Path) -> None:
    backup = tmp_path / "backup.sqlite3"
    database = await open_database(path)
    await new_table(database)
    await back_up(path, backup, lambda *_: None)
    with pytest.raises(StoreError, match="Another Rookery is using"):
        await restore(backup, path, lambda *_: None)
    sibling(path, "-lock").unlink()

    with pytest.raises(StoreError, match="stop the bot first"):
        await restore(backup, path, lambda *_: None)
    assert await Remembered(database).is_writable()
    await database.close()
    assert await restore(backup, path, lambda *_: None) == sibling(path, "-replaced")


async def test_read_only_look_does_not_become_the_holder(path: Path) -> None:
    database = await open_database(path)
    await new_table(database)
    number = await database.read(Statement("PRAGMA application_id"))
    await back_up(path, path.with_name("backup.sqlite3"), lambda *_: None)

    assert await database.read(Statement("PRAGMA application_id")) == number
    assert await Remembered(database).is_writable()
    await database.close()


OTHER_SESSIONS = ("SET rookery.session = 'another'", "RESET rookery.session")


@pytest.mark.parametrize("other", OTHER_SESSIONS)
async def test_session_that_a_pooler_gave_to_another_client_writes_nothing(
    postgres: PostgresServer, name: str, other: str
) -> None:
    """A pooler that ties no session to a client leaves the locks to the next client of the session."""
    database = await open_database(postgres.address(name))
    table = await new_table(database)
    await database.read(Statement(other))

    with pytest.raises(Displaced, match="was given to another program"):
        await TableStore(database).append(table.id, entries(1))
    with pytest.raises(Displaced):
        database.check_held()
    with pytest.raises(Displaced):
        await requeue_all(database)
    assert await postgres.rows("SELECT FROM actions", name) == []
    await database.close()


async def test_transaction_of_several_steps_notices_another_session_likewise(
    postgres: PostgresServer, name: str
) -> None:
    database = await open_database(postgres.address(name))
    await database.read(Statement(OTHER_SESSIONS[0]))

    with pytest.raises(Displaced, match="was given to another program"):
        await requeue_all(database)
    await database.close()
