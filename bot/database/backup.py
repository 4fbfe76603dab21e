"""Backups: one file with everything as it was at one moment, made while the bot runs, and the way back.

A backup is a SQLite file, of either database. It stands beside its place until it has been checked, so an
earlier one of that name is there until then, whatever happens.
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
from bot.database.files import KEEPING, REPLACED, RESTORING, beside, earlier_versions, in_use, keep_apart
from bot.database.opening import open_untested
from bot.database.snapshot import broken_places, look
from bot.database.sqlite import lock, open_reading, open_sqlite
from bot.database.sqlite_errors import explained

PART: Final = "-part"
"""What a backup is called until it has been checked."""

# In steps, so that a backup that is told to stop does so at once.
STEP: Final = 2000
"""Pages that are copied at a time."""


class Loss(NamedTuple):
    """What a database holds that a backup of it does not."""

    tables: int
    acts: int
    rules: int
    """Rules that servers have saved."""


async def back_up(place: Place, target: Path, tell: Tell) -> None:
    """Make a backup, and check it.

    Raises:
        StoreError: it could not be made, or does not check; a backup that was there before still is.
    """
    await asyncio.to_thread(keep_apart, place, target, PART)
    await _check_target(target)
    with _beside(target, PART) as part:
        if isinstance(place, Path):
            async with look(place):  # it is one of ours, and can be read
                await _copy_in_steps(place, part, tell)
        else:
            await _copy_server(place, part, tell)
        await check(part)
        await asyncio.to_thread(_put, part, target)


async def _check_target(target: Path) -> None:
    """Check that a file can be written, and that what is there is an earlier backup.

    Raises:
        StoreError: so it is not.
    """
    with explained(target):
        if not await asyncio.to_thread(target.parent.is_dir):
            raise StoreError(f"There is no folder {target.parent}: create it, or name another file.")
        if await asyncio.to_thread(target.exists) and not await _is_backup(target):
            raise StoreError(f"{target} is there, and is no backup of Rookery's: name another file.")


async def _is_backup(file: Path) -> bool:
    """Whether a file is a backup of ours, and no database that a bot uses or has used."""
    if not await asyncio.to_thread(file.is_file) or await asyncio.to_thread(_keeps_log, file):
        return False
    try:
        async with look(file) as snapshot:
            await _contents(snapshot)
    except StoreError:
        return False
    return True


def _keeps_log(file: Path) -> bool:
    """Whether a SQLite file has a write-ahead log while it is open; it is not opened as one for that."""
    with file.open("rb") as opened:
        return opened.read(20)[18:] != b"\x01\x01"


async def check(backup: Path) -> None:
    """Check that a backup is whole.

    Raises:
        StoreError: it is not, or it is none.
    """
    async with look(backup) as snapshot:
        broken = await broken_places(snapshot.read)
    if broken:
        raise StoreError(f"{backup} is damaged. Look at the database with: python -m bot doctor")


async def would_be_lost(backup: Path, place: Place) -> Loss | str:
    """What a database holds that would be lost if the backup took its place, or why it cannot be read.

    Raises:
        StoreError: the backup is damaged, or no other file than the database.
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
    """Put a backup in the place of a database that no bot uses.

    A SQLite file that was there is kept beside it; returns as what, if there was one.

    Raises:
        StoreError: the backup does not check, or could not be put there; then nothing has changed.
    """
    await _check_source(backup, place)
    if isinstance(place, Path):
        return await asyncio.to_thread(_put_in_place, backup, place, tell)
    with _beside(backup, RESTORING) as part:
        await _copy_in_steps(backup, part, tell)
        source = await open_sqlite(part, create=False)  # which brings it up to date
        try:
            target = await open_untested(place)
            try:
                await copy(source, target, tell, replace=True)
            finally:
                await target.close()
        finally:
            await source.close()
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
    target = await open_sqlite(part)
    try:
        async with look(place) as source:
            if not source.is_up_to_date:
                raise StoreError(
                    "An earlier Rookery wrote the PostgreSQL database: start this one once first."
                )
            await copy(source, target, tell)
    finally:
        await target.close()
    await asyncio.to_thread(close_log, part)


async def _copy_in_steps(source: Path, part: Path, tell: Tell) -> None:
    """Copy a SQLite file; one who is told to stop does so after the step that is under way."""
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
        await asyncio.wait([copying])  # before the file is taken away from under it
        raise


class _Stopped(Exception):
    """Whoever makes a copy was told to stop."""


def _copy_file(source: Path, part: Path, tell: Tell) -> None:
    """Copy a SQLite file page by page, all of them as they are at one moment."""
    with explained(part):
        made = sqlite3.connect(part)
    with (
        contextlib.closing(made) as new,
        explained(source),
        contextlib.closing(open_reading(source)) as old,
    ):
        old.execute("BEGIN")  # else a write between two steps would have all of them done again
        old.execute("SELECT 1 FROM sqlite_schema").fetchone()
        with explained(part):  # it is written to now, and its disk may be full
            old.backup(
                new, pages=STEP, progress=lambda _, left, count: tell("copying", "pages", count - left, count)
            )
    close_log(part)


def close_log(part: Path) -> None:
    """Have a file stand for itself, without a write-ahead log beside it."""
    with explained(part), contextlib.closing(sqlite3.connect(part)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")


def _put(part: Path, target: Path) -> None:
    """Put a file in a place, at once and for good."""
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
    with explained(place), contextlib.closing(lock(place)), _beside(place, RESTORING) as part:
        _check_unused(place)
        _copy_file(backup, part, tell)
        kept = _keep(place) if place.exists() else None
        _put(part, place)
    return kept


def _check_unused(place: Path) -> None:
    """Check that nothing has a database open, even if the file is gone that is locked meanwhile.

    Raises:
        StoreError: something has.
    """
    if not place.exists():
        return
    try:
        with contextlib.closing(sqlite3.connect(place, timeout=0, isolation_level=None)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")  # only the last connection can leave the log
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
            raise StoreError(f"Another program has {place} open: stop the bot first.") from None
    except sqlite3.Error:
        pass  # it is damaged: all the more it may be replaced


def _keep(place: Path) -> Path:
    """Keep a file that is about to be replaced, with what its write-ahead log holds; then there is no log.

    What was kept earlier is let go of once all of it is copied: there may be no room.
    """
    with contextlib.suppress(sqlite3.Error), contextlib.closing(sqlite3.connect(place)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    kept = beside(place, REPLACED)
    with _beside(place, KEEPING) as copy:
        copied = [ending for ending in ("", "-wal") if beside(place, ending).exists()]
        for ending in copied:
            shutil.copyfile(beside(place, ending), beside(copy, ending))
        beside(kept, "-wal").unlink(missing_ok=True)  # else it would be read as that of the file kept now
        for ending in copied:
            beside(copy, ending).replace(beside(kept, ending))
    for ending in ("-wal", "-shm"):
        beside(place, ending).unlink(missing_ok=True)
    return kept


@contextlib.contextmanager
def _beside(path: Path, ending: str) -> Iterator[Path]:
    """A file beside another, which is gone at the end with all that belongs to it, unless it was moved."""
    part = beside(path, ending)
    _remove_all_of(part)
    try:
        yield part
    finally:
        _remove_all_of(part)


def _remove_all_of(part: Path) -> None:
    for file in (*in_use(part), *earlier_versions(part)):
        with contextlib.suppress(OSError):
            file.unlink(missing_ok=True)
