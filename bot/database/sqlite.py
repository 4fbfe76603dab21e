"""SQLite: one file, opened for this process alone, or a database in memory.

Each commit, one statement or a transaction of several, is one round trip to aiosqlite's thread.

A lock on a file next to the database keeps other bots away. Even if that file is removed, or the database
moved, each transaction detects it before it writes: the file's header holds a number of the process that
opened it last, and the path must still lead to the opened file.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import sqlite3
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol, cast

import aiosqlite

from bot.common.errors import Busy, Displaced, StoreError
from bot.database.database import MOST_ROWS, Row, Run, Statement, Values
from bot.database.files import in_use, sibling
from bot.database.group_commit import GroupCommit, checked
from bot.database.leases import AllLeases
from bot.database.sqlite_errors import explain, refused
from bot.database.sqlite_migrate import check_version, migrate

IN_MEMORY: Final = Path(":memory:")
"""Path of a database in memory, which is lost when it is closed."""
OLDEST_SQLITE = (3, 37)
"""The first version with STRICT tables."""
OPENING_SECONDS = 5.0
"""Longest wait for another program's lock when the bot starts."""
BUSY_SECONDS = 1.0
"""Longest wait for another program's lock later: Discord wants a press answered within three seconds."""

MOVED: Final = (
    "{path} was moved, removed or replaced while the bot was running. The bot stops and stores nothing more. "
    "To go on with what it had, put that file back and start the bot again. To go back to a backup, use "
    "python -m bot restore while the bot is stopped."
)

BEGIN = Statement("BEGIN IMMEDIATE")
BEGIN_READING = Statement("BEGIN DEFERRED")
COMMIT = Statement("COMMIT")
EMPTY_LOG = Statement("PRAGMA wal_checkpoint(TRUNCATE)")
TAKE_OVER: Final = "PRAGMA application_id = {}"
"""Puts the number of the process that may write into a field of the file's header left to applications.

It is no row, so that a copy of the rows does not carry it.
"""
MOST_NUMBERS: Final = 2**31
CHECK_HOLDER: Final = """
    INSERT INTO settings (key, value)
    SELECT 'holder', NULL WHERE NOT EXISTS (SELECT 1 FROM pragma_application_id WHERE application_id = ?)
"""
"""Changes nothing if the number in the file is this process's; else it fails."""
FIRST_ID: Final = """
    INSERT INTO sqlite_sequence (name, seq)
    SELECT ?, 0 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = ?)
"""
RAISE_LAST_ID: Final = "UPDATE sqlite_sequence SET seq = MAX(seq, ?) WHERE name = ?"


class Connection(Protocol):
    """The methods that ``SqliteDatabase`` needs of a connection."""

    async def execute_fetchall(self, sql: str, parameters: Sequence[Any], /) -> Iterable[Any]:
        """Run a statement; returns its rows."""

    async def execute_as_one(self, statements: Sequence[Statement], /) -> list[list[Row]]:
        """Run statements in a transaction; returns the rows of each."""

    async def rollback(self) -> None:
        """Roll back the open transaction; does nothing without one."""


class _ThreadConnection(aiosqlite.Connection):
    """An aiosqlite connection, in a thread of its own."""

    async def execute_as_one(self, statements: Sequence[Statement], /) -> list[list[Row]]:
        """Run statements in a transaction, in one round trip to the thread; returns the rows of each."""
        in_thread: Any = self._execute  # untyped in aiosqlite
        rows: list[list[Row]] = await in_thread(execute_as_one, self._conn, statements)
        return rows


def execute_as_one(connection: sqlite3.Connection, statements: Sequence[Statement]) -> list[list[Row]]:
    """Run statements in a transaction; returns the rows of each. If one fails, all are rolled back."""
    try:
        connection.execute(BEGIN.sql)
        rows = [checked(one, connection.execute(one.sql, one.values).fetchall()) for one in statements]
        connection.execute(COMMIT.sql)
    except BaseException:
        with contextlib.suppress(sqlite3.Error):
            connection.rollback()
        raise
    return rows


class Hold(NamedTuple):
    """Identity of the opened file and this process's number in its header."""

    device: int
    inode: int
    number: int

    def check_place(self, path: Path) -> None:
        """Raise ``Displaced`` if a path leads nowhere, or to another file than this."""
        # The file is not opened for the check: closing any descriptor of it would drop SQLite's locks.
        try:
            found = path.stat()
        except (FileNotFoundError, NotADirectoryError):
            found = None
        if found is None or (found.st_dev, found.st_ino) != (self.device, self.inode):
            raise Displaced(MOVED.format(path=path))


class SqliteDatabase(GroupCommit):
    """An open SQLite database. ``hold`` is None if no other process can open it, as in memory."""

    def __init__(
        self, path: Path, connection: Connection, opened: contextlib.AsyncExitStack, hold: Hold | None = None
    ) -> None:
        super().__init__(AllLeases())
        self._path = path
        self._connection = connection
        self._opened = opened
        self._hold = hold
        self._check_holder = [] if hold is None else [Statement(CHECK_HOLDER, Values((hold.number,)))]
        self._displaced: Displaced | None = None
        self._is_closed = False

    def check_held(self) -> None:
        """Raise ``Displaced`` if the file was moved, or a transaction has found another process's number."""
        if self._displaced is not None:
            raise Displaced(str(self._displaced))
        if self._hold is not None and not self._is_closed:
            with self._noted():
                self._hold.check_place(self._path)

    async def notify(self, kind: str, text: str) -> None:
        """Send a notice to this process: no other has the database."""
        self.check_held()
        self._tell(kind, text)

    def raise_last_id(self, table: str, last: int) -> list[Statement]:
        """Statements after which a table gives new rows only ids higher than ``last``."""
        first, raised = Values((table, table)), Values((last, table))
        return [Statement(FIRST_ID, first), Statement(RAISE_LAST_ID, raised)]

    async def erase_traces(self) -> None:
        """Empty the write-ahead log. In the file itself ``secure_delete`` overwrites deleted data."""
        async with self._turn:
            [[is_busy, *_]] = await self._run(EMPTY_LOG)
        if is_busy:
            raise Busy("Another program reads the database. What was deleted still stands in its log.")

    async def _run(self, statement: Statement) -> list[Row]:
        with self._open():
            return cast("list[Row]", await self._connection.execute_fetchall(statement.sql, statement.values))

    async def _execute(self, statement: Statement) -> list[Row]:
        if not self._check_holder:
            return await self._run(statement)
        [rows] = await self._execute_as_one([statement])
        return rows

    async def _execute_as_one(self, statements: Sequence[Statement]) -> list[list[Row]]:
        self.check_held()
        with self._open():
            rows = await self._connection.execute_as_one([*self._check_holder, *statements])
        return rows[len(self._check_holder) :]

    @contextlib.contextmanager
    def _open(self) -> Iterator[None]:
        """Check that the database is open, and turn errors in the block into ``StoreError``."""
        if self._is_closed:
            raise StoreError("The database is closed.")
        with self._noted(), explained(self._path):
            yield

    @contextlib.contextmanager
    def _noted(self) -> Iterator[None]:
        """Remember a ``Displaced`` error in the block: all later statements are refused."""
        try:
            yield
        except Displaced as error:
            self._displaced = error
            raise

    @contextlib.asynccontextmanager
    async def _as_one(self) -> AsyncIterator[Run]:
        self.check_held()
        try:
            await self._run(BEGIN)
            for statement in self._check_holder:
                await self._run(statement)
            yield self._run
            await self._run(COMMIT)
        except BaseException:
            with contextlib.suppress(sqlite3.Error):
                await self._connection.rollback()
            raise

    @contextlib.asynccontextmanager
    async def _read_transaction(self) -> AsyncIterator[Run]:
        try:
            await self._run(BEGIN_READING)
            yield self._run
        finally:
            with contextlib.suppress(sqlite3.Error):
                await self._connection.rollback()

    async def _set_lock_wait(self, waits: bool) -> None:
        await self._run(wait(BUSY_SECONDS if waits else 0))

    async def _disconnect(self) -> None:
        if self._displaced is not None:
            # SQLite does not move the log with a moved file: empty it, or it would be read with another file.
            with contextlib.suppress(sqlite3.Error):
                await self._connection.execute_fetchall(EMPTY_LOG.sql, ())
        self._is_closed = True
        with explained(self._path):
            await self._opened.aclose()


@contextlib.contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn every error of the database or the file system in the block into a ``StoreError``."""
    try:
        yield
    except sqlite3.Error as error:
        raise explain(error, path) from None
    except OSError as error:
        raise StoreError(refused(error).format(path=path, why=error.strerror)) from None
    except (OverflowError, UnicodeError):
        raise StoreError(
            "The database cannot hold a value: a number is too large, or a text is broken."
        ) from None


def wait(seconds: float) -> Statement:
    """A statement that sets how many seconds to wait for another program's lock."""
    return Statement(f"PRAGMA busy_timeout = {round(seconds * 1000)}")


async def open_sqlite(path: Path, *, create: bool = True) -> SqliteDatabase:
    """Open a database for this process alone, creating and migrating it if needed.

    With ``create=False`` it must exist already.

    Raises:
        StoreError: it cannot be opened, another process has it, or a newer bot wrote it.
    """
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        raise StoreError(f"SQLite {sqlite3.sqlite_version} is too old: Rookery needs 3.37 or newer.")
    await asyncio.to_thread(_check_path, path, create=create)
    async with contextlib.AsyncExitStack() as opened:
        with explained(path):
            if path != IN_MEMORY:
                opened.enter_context(contextlib.closing(lock(path)))
                await asyncio.to_thread(_make_private, path)
            ready = await asyncio.to_thread(ready_connection, path)
            connection = _ThreadConnection(lambda: ready, MOST_ROWS)
            await opened.enter_async_context(connection)
            hold = None if path == IN_MEMORY else await asyncio.to_thread(take_over, ready, path)
        kept = opened.pop_all()
    return SqliteDatabase(path, connection, kept, hold)


def take_over(connection: sqlite3.Connection, path: Path) -> Hold:
    """Write a new number of this process into the file: a process that held it before can no longer write."""
    found, number = path.stat(), secrets.randbelow(MOST_NUMBERS)
    execute_as_one(connection, [Statement(TAKE_OVER.format(number))])
    return Hold(found.st_dev, found.st_ino, number)


def _check_path(path: Path, *, create: bool) -> None:
    """Raise a StoreError if no database can be there, or none is and ``create`` is False; makes no file."""
    with explained(path):
        if path.exists() and not path.is_file():
            raise StoreError(f"{path} is no file: name one.")
        if not path.parent.is_dir():
            raise StoreError(f"There is no folder {path.parent}: create it, or name another database file.")
        if path.is_file():
            check_ours(path, create=create)
        elif not create:
            raise StoreError(f"There is no database {path}.")


def check_ours(path: Path, *, create: bool) -> None:
    """Check that a file is a database of Rookery's, or empty if ``create``. Leaves no files behind.

    Raises:
        sqlite3.Error: it is no database at all, or cannot be read.
        StoreError: a newer Rookery or another program wrote it, or it is empty and ``create`` is False.
    """
    # Unless the log is ignored, SQLite creates log files even if there are none.
    without_log = not sibling(path, "-wal").exists()
    with contextlib.closing(open_reading(path, as_it_is=without_log)) as connection:
        if check_version(connection, path) == 0 and not create:
            raise StoreError(f"{path} holds nothing of Rookery's.")


def open_reading(path: Path, *, as_it_is: bool = False) -> sqlite3.Connection:
    """A read-only connection to a file; with ``as_it_is`` its log and locks are ignored."""
    return sqlite3.connect(
        f"{path.absolute().as_uri()}?mode=ro{'&immutable=1' * as_it_is}",
        uri=True,
        timeout=BUSY_SECONDS,
        isolation_level=None,
        check_same_thread=False,  # used by one thread at a time
    )


def _make_private(path: Path) -> None:
    """Restrict the files of a database to this user: early versions created them readable for all."""
    for file in in_use(path):
        if file.exists():
            file.chmod(0o600)


def ready_connection(path: Path) -> sqlite3.Connection:
    """Connect to a database, creating and migrating it if needed, with all of its settings made."""
    connection = sqlite3.connect(
        path,
        timeout=OPENING_SECONDS,
        isolation_level=None,
        check_same_thread=False,  # made in one thread, then aiosqlite's alone
    )
    try:
        connection.text_factory = text_of
        version = check_version(connection, path)
        # A commit writes whole pages: small ones halve the time of an action. Only a new file heeds it.
        connection.execute("PRAGMA page_size = 1024")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        # A short write-ahead log is soon written over instead of growing: growth makes a sync slow.
        connection.execute("PRAGMA wal_autocheckpoint = 250")
        connection.execute("PRAGMA secure_delete = ON")  # what is deleted is overwritten
        migrate(connection, path, version)
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute(wait(BUSY_SECONDS).sql)
    except BaseException:
        connection.close()
        raise
    return connection


def text_of(data: bytes) -> str:
    """Decode a stored text. Bytes that are no UTF-8 become lone surrogates, so that others can be read."""
    return data.decode(errors="surrogateescape")


def lock(path: Path) -> sqlite3.Connection:
    """Lock the database against other bots until the returned connection is closed or the process ends.

    The lock is SQLite's own, on an empty file next to the database: it works on every platform, no
    child process inherits it, and readers and backups can still open the database.

    Raises:
        StoreError: another process has it.
    """
    held = sqlite3.connect(sibling(path, "-lock"), timeout=0, isolation_level=None)
    try:
        held.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        held.close()
        if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
            raise StoreError(
                f"Another Rookery is using {path}: stop it first, or name another file."
            ) from None
        raise
    return held
