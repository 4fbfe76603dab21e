"""Backups: consistent snapshots made while the bot writes, checked, and restored."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import sqlite3
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.common.address import Place
from bot.common.errors import StoreError
from bot.common.settings import Settings, SettingsError
from bot.database import backup as backups
from bot.database.backup import Loss, back_up, check, restore, would_be_lost
from bot.database.database import Database
from bot.database.files import REPLACED
from bot.database.opening import open_database
from bot.database.sqlite_migrate import FOLDER as MIGRATIONS
from bot.maintenance.backups import Backups, backups_of
from bot.maintenance.copies import Copies
from bot.models.stored_results import Results
from bot.models.stored_settings import SavedRules
from bot.models.stored_tables import TableRecord
from bot.server.store import ServerStore
from bot.table.store.results import ResultStore
from bot.table.store.tables import TableStore
from tests.database.samples import ANN, HOME, deal, entries, match, new_table, player, stored_tables
from tests.postgres import PostgresServer

ROUNDS = int(os.environ.get("ROOKERY_BACKUPS", "2"))
"""Number of backups taken under load and restored, for each database."""
TABLES = 4


def no_progress(work: str, table: str, done: int, count: int) -> None:
    """Show no progress."""


@pytest.fixture(params=["file", "postgres"])
async def place(request: pytest.FixtureRequest, path: Path) -> AsyncIterator[Place]:
    """Address of an unused database of each kind."""
    if request.param == "postgres":
        server: PostgresServer = request.getfixturevalue("postgres")
        async with server.ready() as name:
            yield server.address(name)
    else:
        await (await open_database(path)).close()
        yield path


async def store_sample(database: Database) -> TableRecord:
    """Store a sample of everything; returns a table in play."""
    table = await new_table(database)
    await TableStore(database).append(
        table.id, entries(1, 2), results=Results((deal(1),), match(player(ANN, won=True)))
    )
    await ServerStore(database).save_rules(HOME, SavedRules("Ours", "1000-4DAG-9"))
    return table


async def test_restored_backup_equals_the_original(place: Place, tmp_path: Path) -> None:
    database = await open_database(place)
    table = await store_sample(database)
    backup = tmp_path / "backup.sqlite3"
    await back_up(place, backup, no_progress)
    await TableStore(database).append(table.id, entries(3))
    await new_table(database, channel_id=2)
    await ServerStore(database).save_rules(HOME, SavedRules("Others", "1000-4DAG-9"))
    await database.close()

    assert await would_be_lost(backup, place) == Loss(tables=1, acts=1, rules=1)
    await restore(backup, place, no_progress)

    database = await open_database(place)
    assert await stored_tables(database) == [table]
    assert await TableStore(database).log(table.id) == entries(1, 2)
    assert await ResultStore(database).deals(table.id) == [deal(1)]
    assert await ServerStore(database).saved_rules(HOME) == [SavedRules("Ours", "1000-4DAG-9")]
    await TableStore(database).append(table.id, entries(3))
    await database.close()


async def test_backup_under_load_is_a_consistent_snapshot(place: Place, tmp_path: Path) -> None:
    """Action, result and table are written together, table after table; a backup must not split them."""
    backup = tmp_path / "backup.sqlite3"
    database = await open_database(place)
    tables = [await new_table(database, channel_id=channel) for channel in range(TABLES)]
    written, more = [0], asyncio.Event()

    async def play() -> None:
        while True:
            revision = written[-1] + 1
            for table in tables:
                saved = table._replace(revision=revision)
                await TableStore(database).append(
                    table.id, entries(revision), results=Results((deal(revision),)), table=saved
                )
            written.append(revision)
            more.set()

    playing = asyncio.create_task(play())
    for _ in range(ROUNDS):
        more.clear()
        await more.wait()
        before = written[-1]
        await back_up(place, backup, no_progress)
        restored = tmp_path / "restored.sqlite3"
        await restore(backup, restored, no_progress)
        await check_moment(restored, before)
    playing.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await playing
    await database.close()
    await restore(backup, place, no_progress)
    await check_moment(place, before)


async def check_moment(place: Place, least: int) -> None:
    """Check that every table is at the same moment, no earlier than the start of the backup."""
    database = await open_database(place)
    tables = await stored_tables(database)
    revisions = [table.revision for table in tables]
    for table in tables:
        assert await TableStore(database).log(table.id) == entries(*range(1, table.revision + 1))
        assert await ResultStore(database).deals(table.id) == [
            deal(number) for number in range(1, table.revision + 1)
        ]
    assert revisions == sorted(revisions, reverse=True)
    assert revisions[0] - revisions[-1] <= 1
    assert revisions[-1] >= least
    await database.close()


async def test_restore_keeps_the_replaced_file_next_to_it(path: Path, tmp_path: Path) -> None:
    database = await open_database(path)
    table = await store_sample(database)
    await back_up(path, tmp_path / "backup", no_progress)
    await TableStore(database).append(table.id, entries(3))
    await database.close()
    await restore(tmp_path / "backup", path, no_progress)

    kept = await open_database(path.with_name(path.name + REPLACED))
    assert await TableStore(kept).log(table.id) == entries(1, 2, 3)
    await kept.close()


async def test_write_ahead_log_of_the_replaced_file_is_ignored(path: Path, tmp_path: Path) -> None:
    await (await open_database(path)).close()
    await back_up(path, tmp_path / "backup", no_progress)
    stale = path.with_name(f"{path.name}{REPLACED}-wal")
    write(stale, b"the log of another database")
    await restore(tmp_path / "backup", path, no_progress)
    assert not stale.exists()


async def test_restore_under_a_running_bot_is_refused(sqlite: Database, path: Path, tmp_path: Path) -> None:
    table = await store_sample(sqlite)
    await back_up(path, tmp_path / "backup", no_progress)

    with pytest.raises(StoreError, match="Another Rookery is using"):
        await restore(tmp_path / "backup", path, no_progress)
    await TableStore(sqlite).append(table.id, entries(3))


async def test_backup_includes_the_write_ahead_log_of_a_killed_bot(path: Path, tmp_path: Path) -> None:
    """The write-ahead log of a file that was not closed belongs to it."""
    database = await open_database(path)
    table = await store_sample(database)
    for file in path.parent.glob(f"{path.name}*"):
        if not file.name.endswith("-lock"):
            (tmp_path / f"left-{file.name}").write_bytes(file.read_bytes())
    await database.close()

    await back_up(tmp_path / f"left-{path.name}", tmp_path / "backup", no_progress)
    again = await open_database(tmp_path / "backup")
    assert await TableStore(again).log(table.id) == entries(1, 2)
    await again.close()


@pytest.mark.parametrize(
    "harm",
    [
        pytest.param(lambda data: data[: len(data) // 2], id="half"),
        pytest.param(lambda data: data[:0], id="nothing"),
        pytest.param(lambda data: b"Dear diary, " * len(data), id="no-database"),
        pytest.param(lambda data: data[:20_000] + b"\x2a" * 2000 + data[22_000:], id="a-page-destroyed"),
    ],
)
async def test_restore_of_an_unsound_backup_is_refused_and_changes_nothing(
    path: Path, tmp_path: Path, harm: object
) -> None:
    database = await open_database(path)
    table = await store_sample(database)
    backup = tmp_path / "backup"
    await back_up(path, backup, no_progress)
    await database.close()
    assert callable(harm)
    write(backup, harm(read(backup)))

    with pytest.raises(StoreError):
        await would_be_lost(backup, path)
    with pytest.raises(StoreError):
        await restore(backup, path, no_progress)
    database = await open_database(path)
    assert await stored_tables(database) == [table]
    await database.close()


def read(path: Path) -> bytes:
    return path.read_bytes()


def write(path: Path, data: bytes) -> None:
    path.write_bytes(data)


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


@pytest.mark.parametrize("step", ["check", "_copy_file", "_put", "_sync"])
async def test_failed_backup_leaves_the_old_backup(
    path: Path, tmp_path: Path, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tried at every step with a full disk and with a stop."""
    database = await open_database(path)
    await store_sample(database)
    await database.close()
    folder = tmp_path / "backups"
    folder.mkdir()
    await back_up(path, folder / "backup", no_progress)
    before = read(folder / "backup")

    def fails(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(backups, step, fails)
    with pytest.raises((StoreError, OSError)):
        await back_up(path, folder / "backup", no_progress)
    assert names(folder) == ["backup"]
    assert read(folder / "backup") == before


async def test_stopped_backup_ends_after_a_step_and_leaves_no_file(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = await open_database(path)
    await store_sample(database)
    await database.close()
    folder = tmp_path / "backups"
    folder.mkdir()
    loop, told = asyncio.get_running_loop(), list[int]()

    async def stop() -> None:
        making.cancel()
        await asyncio.sleep(0)

    def tell(work: str, what: str, done: int, count: int) -> None:
        told.append(done)
        asyncio.run_coroutine_threadsafe(stop(), loop).result()

    monkeypatch.setattr(backups, "STEP", 1)
    making = asyncio.create_task(back_up(path, folder / "backup", tell))
    with pytest.raises(asyncio.CancelledError):
        await making
    assert told == [1]
    assert names(folder) == []


async def test_restoring_an_older_backup_to_a_server_leaves_no_copy(
    postgres: PostgresServer, tmp_path: Path
) -> None:
    backup = tmp_path / "backup"
    made_by_the_first_version(backup)
    async with postgres.ready() as name:
        await restore(backup, postgres.address(name), no_progress)
        database = await open_database(postgres.address(name))
        assert [table.guild_id for table in await stored_tables(database)] == [501]
        await database.close()
    assert names(tmp_path) == ["backup"]


def made_by_the_first_version(path: Path) -> None:
    """Make a file as the first version did, with sample rows."""
    first = MIGRATIONS / "0001_tables_and_results.sql"
    data = Path(__file__).with_name("data") / "v1.sql"
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.executescript(f"{first.read_text()} PRAGMA user_version = 1; {data.read_text()}")


async def test_newer_schema_is_not_said_to_restore_without_loss(path: Path, tmp_path: Path) -> None:
    database = await open_database(path)
    await back_up(path, tmp_path / "backup", no_progress)
    await store_sample(database)
    await database.close()
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 999")

    assert "was written by a newer Rookery" in str(await would_be_lost(tmp_path / "backup", path))


async def test_remains_of_a_killed_backup_do_not_stop_the_next(path: Path, tmp_path: Path) -> None:
    await (await open_database(path)).close()
    (tmp_path / "backup-part").write_bytes(b"half of it")

    await back_up(path, tmp_path / "backup", no_progress)
    await check(tmp_path / "backup")
    assert not (tmp_path / "backup-part").exists()


def contents(folder: Path) -> dict[str, bytes]:
    """Name and content of every file of a folder."""
    return {file.name: read(file) for file in folder.iterdir() if file.is_file()}


def spelled(path: Path) -> list[Path]:
    """Names by which a database or one of its files could be overwritten."""
    folder = path.parent
    link, hard = folder / "link", folder / "hard"
    link.symlink_to(path.name)
    hard.hardlink_to(path)
    (folder / "link-to-lock").symlink_to(f"{path.name}-lock")
    (folder / "here").symlink_to(folder)
    own = (
        "-wal",
        "-shm",
        "-journal",
        "-lock",
        "-replaced",
        "-replaced-wal",
        "-restoring",
        "-v30",
        ".1.alive",
    )
    return [
        *(path, link, hard, folder / "link-to-lock", folder / "here" / path.name),
        *(folder / ".." / folder.name / path.name, *(folder / f"{path.name}{one}" for one in own)),
    ]


async def test_backup_over_the_database_or_its_own_files_is_refused(path: Path) -> None:
    database = await open_database(path)
    table = await store_sample(database)
    targets = spelled(path)
    before = contents(path.parent)
    for target in targets:
        for place in (path, path.parent / "link"):
            with pytest.raises(StoreError, match="the same, or one belongs to the other"):
                await back_up(place, target, no_progress)
    assert contents(path.parent) == before
    await TableStore(database).append(table.id, entries(3))
    await database.close()
    again = await open_database(path)
    assert await TableStore(again).log(table.id) == entries(1, 2, 3)
    await again.close()


async def test_database_named_like_a_temporary_copy_is_not_lost(
    tmp_path: Path,
) -> None:
    database = await open_database(tmp_path / "backup-part")
    with pytest.raises(StoreError, match="the same, or one belongs"):
        await back_up(tmp_path / "backup-part", tmp_path / "backup", no_progress)
    await database.close()
    path = tmp_path / "rookery.sqlite3"
    await back_up(tmp_path / "backup-part", tmp_path / "rookery.sqlite3-restoring", no_progress)
    for place in (path, tmp_path / "rookery.sqlite3-restoring"):
        with pytest.raises(StoreError, match="the same, or one belongs"):
            await restore(tmp_path / "rookery.sqlite3-restoring", place, no_progress)
    await check(tmp_path / "rookery.sqlite3-restoring")


async def test_replaced_database_can_be_restored_again(path: Path, tmp_path: Path) -> None:
    database = await open_database(path)
    table = await store_sample(database)
    await back_up(path, tmp_path / "backup", no_progress)
    await TableStore(database).append(table.id, entries(3))
    await database.close()
    await restore(tmp_path / "backup", path, no_progress)
    await restore(path.with_name(path.name + REPLACED), path, no_progress)
    database = await open_database(path)
    assert await TableStore(database).log(table.id) == entries(1, 2, 3)
    await database.close()


async def test_restore_without_disk_space_changes_nothing(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor is the copy kept by an earlier restore lost, or half a copy left in its place."""
    database = await open_database(path)
    await store_sample(database)
    await back_up(path, tmp_path / "backup", no_progress)
    await database.close()
    await restore(tmp_path / "backup", path, no_progress)
    before = {name: read(path.parent / name) for name in names(path.parent)}

    def fills_the_disk(source: Path, target: Path) -> None:
        write(target, read(source)[:100])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(shutil, "copyfile", fills_the_disk)
    with pytest.raises(StoreError, match=f"The disk is full: make room for {path}"):
        await restore(tmp_path / "backup", path, no_progress)
    assert {name: read(path.parent / name) for name in names(path.parent)} == before


@pytest.mark.skipif(sys.platform == "win32", reason="other systems set no limit to files")
@pytest.mark.parametrize("command", ["back up", "restore"])
async def test_full_disk_error_names_the_file_that_does_not_fit(
    path: Path, tmp_path: Path, command: str
) -> None:
    """The named file is not the source, which may be on another disk."""
    import resource

    await (await open_database(path)).close()
    backup, new = tmp_path / "backup", tmp_path / "elsewhere" / "new.sqlite3"
    new.parent.mkdir()
    await back_up(path, backup, no_progress)
    copying = restore(backup, new, no_progress) if command == "restore" else back_up(path, new, no_progress)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, limits[1]))
    try:
        with pytest.raises(StoreError) as refused:
            await copying
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert str(refused.value).startswith(f"{new}-")
    assert not new.exists()


@pytest.mark.parametrize("other", ["text", "nothing", "folder", "another-program", "another-bot", "its-lock"])
async def test_file_that_is_no_backup_is_not_overwritten(path: Path, tmp_path: Path, other: str) -> None:
    await (await open_database(path)).close()
    folder = tmp_path / "others"
    folder.mkdir()
    file = folder / "file"
    if other == "folder":
        file.mkdir()
    elif other == "another-program":
        with contextlib.closing(sqlite3.connect(file)) as connection:
            connection.executescript("CREATE TABLE notes (text); PRAGMA user_version = 3")
    elif other in {"another-bot", "its-lock"}:
        await (await open_database(file)).close()
        file = folder / "file-lock" if other == "its-lock" else file
    else:
        write(file, b"Dear diary, " * 99 * (other == "text"))
    before = names(folder)
    data = b"" if file.is_dir() else read(file)

    with pytest.raises(StoreError, match="is no backup of Rookery's"):
        await back_up(path, file, no_progress)
    assert names(folder) == before
    assert file.is_dir() or read(file) == data


async def test_damaged_database_does_not_replace_a_good_backup(path: Path, tmp_path: Path) -> None:
    database = await open_database(path)
    await store_sample(database)
    await database.close()
    with contextlib.closing(sqlite3.connect(path)) as connection:
        [[page]] = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'actions'").fetchall()
    data = bytearray(read(path))
    data[(page - 1) * 1024 : page * 1024] = b"\x2a" * 1024
    write(path, bytes(data))

    with pytest.raises(StoreError, match="damaged"):
        await back_up(path, tmp_path / "backup", no_progress)
    assert not (tmp_path / "backup").exists()


# Scheduled backups


async def test_scheduled_backups_keep_the_newest(path: Path, tmp_path: Path) -> None:
    await (await open_database(path)).close()
    times = [1.7e9]
    keeper = Backups(path, tmp_path / "backups", every=24, keep=3, now=lambda: times[-1])
    made = []
    for hours in range(0, 24 * 5, 12):
        times.append(1.7e9 + hours * 3600)
        made.append(await keeper.make_if_due())

    assert [one is not None for one in made] == [True, False] * 5
    kept = [one.name for one in made if one is not None][-3:]
    assert names(tmp_path / "backups") == kept
    assert kept[0].startswith("rookery-20231116-")


async def test_backup_dated_in_the_future_does_not_prevent_the_next(path: Path, tmp_path: Path) -> None:
    """The clock was wrong when it was made."""
    await (await open_database(path)).close()
    times = [2e9]
    keeper = Backups(path, tmp_path / "backups", every=24, keep=1, now=lambda: times[-1])
    assert await keeper.make_if_due() is not None
    times.append(1.7e9)
    assert await keeper.newest() is None
    made = await keeper.make_if_due()
    assert made is not None
    assert names(tmp_path / "backups") == [made.name]
    assert await keeper.newest() == 1.7e9
    assert await keeper.make_if_due() is None


async def test_file_only_named_like_a_backup_is_not_deleted(path: Path, tmp_path: Path) -> None:
    await (await open_database(path)).close()
    keeper = Backups(path, tmp_path / "backups", every=24, keep=1, now=lambda: 1.7e9)
    made = await keeper.make()
    by_hand = tmp_path / "backups" / "rookery-mybackup-before.sqlite3"
    write(by_hand, b"a copy")
    assert await keeper.make() == made
    assert names(tmp_path / "backups") == [made.name, by_hand.name]


async def test_next_scheduled_backup_deletes_what_a_killed_one_left(path: Path, tmp_path: Path) -> None:
    """Bug: nearly a whole copy stayed for good, with players forgotten since."""
    await (await open_database(path)).close()
    folder, by_hand = tmp_path / "backups", "rookery-mybackup-before.sqlite3-part"
    folder.mkdir()
    for left in ("-part", "-part-wal", "-part-lock"):
        write(folder / f"rookery-20260101-000000.sqlite3{left}", b"half of it")
    write(folder / by_hand, b"a backup under way")
    made = await Backups(path, folder, every=24, keep=1, now=lambda: 1.7e9).make()
    assert names(folder) == [made.name, by_hand]


async def test_database_named_like_a_backup_is_not_counted_as_one(tmp_path: Path) -> None:
    path = tmp_path / "rookery-20200101-000000.sqlite3"
    database = await open_database(path)
    times = [1.7e9]
    keeper = Backups(path, tmp_path, every=1, keep=1, now=lambda: times[-1])
    assert await keeper.newest() is None
    await keeper.make()
    times.append(1.8e9)
    made = await keeper.make()
    assert [name for name in names(tmp_path) if name.endswith(".sqlite3")] == [path.name, made.name]
    await Copies(path, tmp_path).forget(ANN)
    await database.close()


async def test_folder_that_cannot_be_read_is_told_of_and_ends_nothing(
    path: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await (await open_database(path)).close()
    unreadable = tmp_path / ("a" * 300)
    keeper = Backups(path, unreadable, every=1, keep=1, now=lambda: 1.7e9)
    assert await keeper.make_if_due() is None
    assert "no backup could be made" in caplog.text
    with pytest.raises(StoreError, match="cannot be read"):
        await Copies(path, unreadable).forget(ANN)


def test_backup_folder_equal_to_a_database_file_is_refused(path: Path) -> None:
    for folder in (path.name, f"{path.name}-lock", f"./{path.name}-v30"):
        settings = Settings(_env_file=None, database=path, backup_folder=Path(folder))
        with pytest.raises(SettingsError, match="ROOKERY_BACKUP_FOLDER"):
            backups_of(settings, lambda: 1.7e9)
    for folder in (".", "/", "backups"):
        assert backups_of(Settings(_env_file=None, database=path, backup_folder=Path(folder)), float)


async def test_failed_scheduled_backup_is_logged_and_old_ones_stay(
    path: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await (await open_database(path)).close()
    times = [1.7e9]
    keeper = Backups(path, tmp_path / "backups", every=1, keep=1, now=lambda: times[-1])
    await keeper.make_if_due()
    before = names(tmp_path / "backups")
    times.append(2e9)
    write(path, b"Dear diary" * 500)

    assert await keeper.make_if_due() is None
    assert names(tmp_path / "backups") == before
    assert "no backup could be made" in caplog.text
    caplog.clear()
    times.append(times[-1] + 60)
    assert await keeper.make_if_due() is None
    assert not caplog.text, "it is told of once"
    assert keeper.failed_at == times[-1]
