"""One SQLite file: opening it for this process alone, and running statements on it atomically.

A write is one statement, which is atomic by itself and needs one trip to aiosqlite's thread, or
several in a transaction. One coroutine has the connection at a time, so nobody's statement slips
into another's transaction, and nobody reads what may yet be rolled back.
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, cast

import aiosqlite

from bot.errors import StoreError
from bot.store.migrate import check_version, migrate
from bot.store.protocol import ChannelTaken, Conflict
from bot.store.statements import Statement

Row = tuple[Any, ...]

OLDEST_SQLITE = (3, 37)
"""The first with STRICT tables."""
BUSY_SECONDS = 5.0
"""How long to wait for another program, a backup say, that has the database locked."""
OPTIONS: Final[dict[str, Any]] = {"uri": True, "timeout": BUSY_SECONDS, "isolation_level": None}

BEGIN = Statement("BEGIN IMMEDIATE")
COMMIT = Statement("COMMIT")


class Database:
    """An open database. Every error is a StoreError, and no message shows a statement's values."""

    def __init__(
        self, path: Path, connection: aiosqlite.Connection, opened: contextlib.AsyncExitStack
    ) -> None:
        self._path = path
        self._connection = connection
        self._opened = opened
        self._turn = asyncio.Lock()
        self._is_closed = False

    async def run(self, statement: Statement) -> list[Row]:
        """Run one statement in a transaction of its own, and give the rows it returns.

        A caller cancelled meanwhile cannot know whether it was run.

        Raises:
            StoreError: it failed, and nothing has changed.
        """
        async with self._turn:
            return await self._execute(statement)

    async def run_all(self, statements: Sequence[Statement]) -> None:
        """Run statements in one transaction. Cancelled before the end, it is rolled back.

        Raises:
            StoreError: one failed, and nothing has changed.
        """
        async with self._turn:
            if len(statements) == 1:
                await self._execute(statements[0])
            elif statements:
                await self._transact(statements)

    async def close(self) -> None:
        """Wait for what is in flight, then let go of the file. Closing twice is harmless."""
        async with self._turn:
            self._is_closed = True
            with explained(self._path):
                await self._opened.aclose()

    async def _transact(self, statements: Sequence[Statement]) -> None:
        try:
            for statement in (BEGIN, *statements, COMMIT):
                await self._execute(statement)
        except BaseException:
            with contextlib.suppress(sqlite3.Error):
                await self._connection.rollback()  # does nothing where no transaction is open
            raise

    async def _execute(self, statement: Statement) -> list[Row]:
        if self._is_closed:
            raise StoreError("The database is closed.")
        with explained(self._path):
            rows = await self._connection.execute_fetchall(statement.sql, statement.values)
        if statement.must_find and not rows:
            raise StoreError("There is no such table in the database.")
        return cast("list[Row]", rows)


async def open_database(path: Path, *, read_only: bool) -> Database:
    """Open a database, for this process alone unless it is for reading only.

    Raises:
        StoreError: it cannot be opened, or another process has it.
    """
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        raise StoreError(f"SQLite {sqlite3.sqlite_version} is too old: Rookery needs 3.37 or newer.")
    if not path.parent.is_dir():
        raise StoreError(f"There is no folder {path.parent}: create it, or name another database file.")
    async with contextlib.AsyncExitStack() as opened:
        with explained(path):
            if not read_only:
                opened.enter_context(contextlib.closing(_lock(path)))
            await asyncio.to_thread(_prepare, path, read_only=read_only)
            connection = await opened.enter_async_context(
                aiosqlite.connect(_uri(path, read_only=read_only), **OPTIONS)
            )
            await connection.execute_fetchall("PRAGMA synchronous = FULL")
            # A short write-ahead log is soon written over instead of growing: growth makes a sync slow.
            await connection.execute_fetchall("PRAGMA wal_autocheckpoint = 250")
            await connection.execute_fetchall("PRAGMA foreign_keys = ON")
        kept = opened.pop_all()
    return Database(path, connection, kept)


def _uri(path: Path, *, read_only: bool) -> str:
    return f"{path.absolute().as_uri()}?mode={'ro' if read_only else 'rwc'}"


def _prepare(path: Path, *, read_only: bool) -> None:
    """Check that the file is a database of ours, and unless it is for reading bring it up to date."""
    with contextlib.closing(sqlite3.connect(_uri(path, read_only=read_only), **OPTIONS)) as connection:
        version = check_version(connection, path, read_only=read_only)
        if not read_only:
            # A commit writes whole pages: small ones halve the time of an action. Only a new file heeds it.
            connection.execute("PRAGMA page_size = 1024")
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            migrate(connection, path, version)


def _lock(path: Path) -> sqlite3.Connection:
    """Lock the database against other bots until the connection is closed or the process ends.

    The lock is SQLite's own, on an empty file beside the database: it works on every platform, no
    child process inherits it, and the database itself stays open to readers and backups.

    Raises:
        StoreError: another process has it.
    """
    lock = sqlite3.connect(path.with_name(f"{path.name}-lock"), timeout=0, isolation_level=None)
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        lock.close()
        if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
            raise StoreError(
                f"Another Rookery is using {path}: stop it first, or name another file."
            ) from None
        raise
    return lock


@contextlib.contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn every error of the database into a StoreError."""
    try:
        yield
    except sqlite3.Error as error:
        raise explain(error, path) from error
    except OSError as error:
        raise StoreError(f"{path}: the file system refused ({error}).") from error
    except (OverflowError, UnicodeError):
        raise StoreError(
            "The database cannot hold a value: a number is too large, or a text is broken."
        ) from None


def explain(error: sqlite3.Error, path: Path) -> StoreError:
    """Say in a sentence what went wrong, and what to do about it."""
    code = getattr(error, "sqlite_errorcode", 0)
    match code:
        case sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY:
            return Conflict("The database holds this revision or result already.")
        case sqlite3.SQLITE_CONSTRAINT_UNIQUE:
            return ChannelTaken("The channel has an open table already.")
    match code & 0xFF:
        case sqlite3.SQLITE_FULL:
            return StoreError(f"The disk is full: make room for {path}. Nothing was stored.")
        case sqlite3.SQLITE_NOTADB:
            return StoreError(f"{path} is not a database: name another file.")
        case sqlite3.SQLITE_CORRUPT:
            return StoreError(f"{path} is damaged: restore a backup.")
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return StoreError(f"Another program keeps {path} locked: close it.")
        case sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM:
            return StoreError(f"{path} cannot be written: check the rights of the file and of its folder.")
    return StoreError(f"{path}: the database refused ({error}).")
