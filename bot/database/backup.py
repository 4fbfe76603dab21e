"""Backups: a consistent snapshot of the database in one file, made while the bot runs, and restoring it.

A backup is a SQLite file, of either kind of database. It is written under a temporary name and checked before
it replaces an earlier backup of its name.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Final, Literal, NamedTuple

from bot.common.address import Place
from bot.common.errors import StoreError
from bot.database.copying import Tell, copy
from bot.database.database import Database, Statement
from bot.database.files import KEEPING, REPLACED, RESTORING, earlier_versions, in_use, keep_apart, sibling
from bot.database.opening import open_database
from bot.database.snapshot import broken_places, look
from bot.database.sqlite import explained, lock, open_reading, open_sqlite

PART: Final = "-part"
"""Suffix of a backup's name until it has been checked."""

# In steps, so that a backup that is told to stop does so at once.
STEP: Final = 2000
"""Pages of a SQLite file copied at a time."""


class Loss(NamedTuple):
    """Counts of tables, actions and saved rules that a database holds and a backup of it lacks."""

    tables: int
    acts: int
    rules: int
    """Rules that servers have saved."""


async def back_up(place: Place, target: Path, tell: Tell) -> None:
    """Write a backup of a database to ``target`` and check it; ``tell`` is told of progress.

    Raises:
        StoreError: it could not be made, or its check failed; an earlier backup there is unchanged.
    """
    await asyncio.to_thread(keep_apart, place, target, PART)
    await _check_target(target)
    with _next_to(target, PART) as part:
        if isinstance(place, Path):
            async with look(place):  # it is one of ours, and can be read
                await _copy_in_steps(place, part, tell)
        else:
            await _copy_server(place, part, tell)
        await check(part)
        await asyncio.to_thread(_put, part, target)


async def _check_target(target: Path) -> None:
    """Raise a StoreError if a file's folder is missing, or a file that is no earlier backup is there."""
    with explained(target):
        if not await asyncio.to_thread(target.parent.is_dir):
            raise StoreError(f"There is no folder {target.parent}: create it, or name another file.")
        if await asyncio.to_thread(target.exists) and not await _is_backup(target):
            raise StoreError(f"{target} is there, and is no backup of Rookery's: name another file.")


async def _is_backup(file: Path) -> bool:
    """Whether a file is a backup of Rookery's, and not a database that a bot uses or has used."""
    if not await asyncio.to_thread(file.is_file) or await asyncio.to_thread(_keeps_log, file):
        return False
    try:
        async with look(file) as snapshot:
            await _contents(snapshot)
    except StoreError:
        return False
    return True


def _keeps_log(file: Path) -> bool:
    """Whether a SQLite file is in write-ahead mode, by its header: databases in use are, backups are not."""
    with file.open("rb") as opened:
        return opened.read(20)[18:] != b"\x01\x01"


async def check(backup: Path) -> None:
    """Check a backup's integrity: a StoreError if it is damaged, or no backup."""
    async with look(backup) as snapshot:
        broken = await broken_places(snapshot.read)
    if broken:
        raise StoreError(f"{backup} is damaged. Look at the database with: python -m bot doctor")


async def would_be_lost(backup: Path, place: Place) -> Loss | str:
    """Rows that a restore of the backup would lose; or, as a text, why the present database cannot be read.

    Raises:
        StoreError: the backup is damaged, or is the database itself.
    """
    await _check_source(backup, place)
    async with look(backup) as old:
        before = await _contents(old)
    try:
        async with look(place) as new:
            now = await _contents(new)
    except StoreError as error:
        return str(error)
    return Loss(*(len(mine - theirs) for mine, theirs in zip(now, before, strict=True)))


async def restore(backup: Path, place: Place, tell: Tell) -> Path | None:
    """Replace a database that no bot uses by a backup.

    Returns the path under which a replaced SQLite file is kept; None if there was none.

    Raises:
        StoreError: the backup's check failed, or it could not be restored; nothing has changed.
    """
    await _check_source(backup, place)
    if isinstance(place, Path):
        return await asyncio.to_thread(_put_in_place, backup, place, tell)
    with _next_to(backup, RESTORING) as part:
        await _copy_in_steps(backup, part, tell)
        async with (
            await open_sqlite(part, create=False) as source,  # runs the migrations
            await open_database(place, test=False) as target,
        ):
            await copy(source, target, tell, replace=True)
    return None


async def _check_source(backup: Path, place: Place) -> None:
    await asyncio.to_thread(keep_apart, backup, place, RESTORING)
    await check(backup)


async def _contents(database: Database) -> tuple[set[object], set[object], set[object]]:
    tables = await database.read(Statement("SELECT id FROM tables"))
    acts = await database.read(Statement("SELECT table_id, revision FROM actions"))
    rules = await database.read(Statement("SELECT guild_id, name, code FROM saved_rules"))
    return set(tables), set(acts), set(rules)


async def _copy_server(place: Place, part: Path, tell: Tell) -> None:
    async with await open_sqlite(part) as target, look(place) as source:
        if not source.is_up_to_date:
            raise StoreError(
                "Another version of Rookery wrote the PostgreSQL database: make the backup with that "
                "version. If it is an earlier one, you can also start this one once first."
            )
        await copy(source, target, tell)
    await asyncio.to_thread(close_log, part)


async def _copy_in_steps(source: Path, part: Path, tell: Tell) -> None:
    """Copy a SQLite file in a thread. If cancelled, the copy stops after the present step."""
    is_stopped = Event()

    def tell_or_stop(work: Literal["copying", "checking"], what: str, done: int, count: int) -> None:
        if is_stopped.is_set():
            raise _Stopped
        tell(work, what, done, count)

    copying = asyncio.create_task(asyncio.to_thread(_copy_file, source, part, tell_or_stop))
    try:
        await asyncio.shield(copying)
    except asyncio.CancelledError:
        is_stopped.set()
        await asyncio.wait([copying])  # the caller removes the file next
        raise


class _Stopped(Exception):
    """Ends a copy in its thread after the task was cancelled."""


def _copy_file(source: Path, part: Path, tell: Tell) -> None:
    """Copy a SQLite file page by page in one read transaction, so that all pages are of one moment."""
    with explained(part):
        made = sqlite3.connect(part)
    with contextlib.closing(made) as new, explained(source), contextlib.closing(open_reading(source)) as old:
        old.execute("BEGIN")  # else a write between two steps would restart the copy
        old.execute("SELECT 1 FROM sqlite_schema").fetchone()
        with explained(part):  # errors from here on are of the new file, such as a full disk
            old.backup(
                new, pages=STEP, progress=lambda _, left, count: tell("copying", "pages", count - left, count)
            )
    close_log(part)


def close_log(part: Path) -> None:
    """Leave a SQLite file's write-ahead mode: everything is in the one file, without a log."""
    with explained(part), contextlib.closing(sqlite3.connect(part)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")


def _put(part: Path, target: Path) -> None:
    """Move a file to its place atomically and durably."""
    with explained(target):
        _sync(part, os.O_RDWR)
        part.replace(target)
        if os.name == "posix":
            _sync(target.parent, os.O_RDONLY)


def _sync(path: Path, flags: int) -> None:
    file = os.open(path, flags)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def _put_in_place(backup: Path, place: Path, tell: Tell) -> Path | None:
    with explained(place), contextlib.closing(lock(place)), _next_to(place, RESTORING) as part:
        _check_unused(place)
        _copy_file(backup, part, tell)
        kept = _keep(place) if place.exists() else None
        _put(part, place)
    return kept


def _check_unused(place: Path) -> None:
    """Raise a StoreError if a program has a database open, even if its lock file was removed."""
    if not place.exists():
        return
    try:
        with contextlib.closing(sqlite3.connect(place, timeout=0, isolation_level=None)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")  # only the last connection can leave the log
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
            raise StoreError(f"Another program has {place} open: stop the bot first.") from None
    except sqlite3.Error:
        pass  # a damaged database may be replaced, too


def _keep(place: Path) -> Path:
    """Copy a file about to be replaced, with its write-ahead log, and remove the log; returns the copy.

    The copy of an earlier restore is replaced only when the new one is complete: the disk may be full.
    """
    with contextlib.suppress(sqlite3.Error), contextlib.closing(sqlite3.connect(place)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    kept = sibling(place, REPLACED)
    with _next_to(place, KEEPING) as copy:
        copied = [ending for ending in ("", "-wal") if sibling(place, ending).exists()]
        for ending in copied:
            shutil.copyfile(sibling(place, ending), sibling(copy, ending))
        sibling(kept, "-wal").unlink(missing_ok=True)  # an older log would be read as the new copy's
        for ending in copied:
            sibling(copy, ending).replace(sibling(kept, ending))
    for ending in ("-wal", "-shm"):
        sibling(place, ending).unlink(missing_ok=True)
    return kept


@contextlib.contextmanager
def _next_to(path: Path, ending: str) -> Iterator[Path]:
    """Path of a temporary file next to another; it and its logs are removed at the end, unless moved."""
    part = sibling(path, ending)
    _remove_all_of(part)
    try:
        yield part
    finally:
        _remove_all_of(part)


def _remove_all_of(part: Path) -> None:
    for file in (*in_use(part), *earlier_versions(part)):
        with contextlib.suppress(OSError):
            file.unlink(missing_ok=True)
