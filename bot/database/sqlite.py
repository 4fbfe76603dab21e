"""SQLite: one file, opened for this process alone, or a database in memory.

What is written at the same moment is one statement where that is enough, which is atomic by itself; else
several in a transaction. Either is one trip to aiosqlite's thread.

A lock on a file beside it keeps other bots away. Should that file be removed, or the database moved, each
transaction still finds out before it writes: the file's header holds a number of the process that opened it
last, and the path must lead to the file that was opened.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import secrets
import sqlite3
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol, cast

import aiosqlite

from bot.common.errors import Busy, Displaced, StoreError
from bot.database.database import MOST_ROWS, Row, Run, Statement, Values
from bot.database.errors import ChannelTaken, Conflict, Damaged
from bot.database.files import beside, in_use
from bot.database.group_commit import GroupCommit, checked
from bot.database.sqlite_migrate import check_version, migrate

IN_MEMORY: Final = Path(":memory:")
"""In place of a file: a database in memory, which forgets everything when it is closed."""
OLDEST_SQLITE = (3, 37)
"""The first with STRICT tables."""
OPENING_SECONDS = 5.0
"""How long to wait for another program that has the database locked when the bot starts."""
BUSY_SECONDS = 1.0
"""How long to wait for it later on: a press is to be answered within three."""
ONE_A_CHANNEL: Final = ("tables.channel_id", "evenings.channel_id")
"""What SQLite names where a channel would have a second open table, or evening."""

FULL: Final = "The disk is full: make room for {path}. Nothing was stored."
NOT_WRITABLE: Final = "{path} cannot be written: check the rights of the file and of its folder."
MOVED: Final = (
    "{path} was moved, removed or replaced while the bot was running. The bot stops and stores nothing more. "
    "To go on with what it had, put that file back and start the bot again. To go back to a backup, use "
    "python -m bot restore while the bot is stopped."
)
TAKEN_OVER: Final = (
    "Another Rookery has taken over {path}. This one stops and stores nothing more. Run only one bot on a "
    "database, and leave the file {path}-lock where it is."
)
REFUSED: Final = "{path}: the file system refused ({why})."

BEGIN = Statement("BEGIN IMMEDIATE")
BEGIN_READING = Statement("BEGIN DEFERRED")
COMMIT = Statement("COMMIT")
EMPTY_LOG = Statement("PRAGMA wal_checkpoint(TRUNCATE)")
TAKE_OVER: Final = "PRAGMA application_id = {}"
"""The number in the file's header that SQLite leaves to applications: here of the process that may write.

It is no row: what is copied row by row has none, and in a copy of the file it blocks nobody.
"""
MOST_NUMBERS: Final = 2**31
CHECK_HOLDER: Final = """
    INSERT INTO settings (key, value)
    SELECT 'holder', NULL WHERE NOT EXISTS (SELECT 1 FROM pragma_application_id WHERE application_id = ?)
"""
"""Changes nothing while the number in the file is this process's, else fails."""
NOT_HELD: Final = "settings.value"
"""The column SQLite names then."""


class Connection(Protocol):
    """What is needed of a connection."""

    async def execute_fetchall(self, sql: str, parameters: Sequence[Any], /) -> Iterable[Any]:
        """Run a statement, and give the rows it returns."""

    async def execute_as_one(self, statements: Sequence[Statement], /) -> list[list[Row]]:
        """Run statements in a transaction, and give the rows of each."""

    async def rollback(self) -> None:
        """Forget what was not committed; nothing where no transaction is open."""


class ThreadConnection(aiosqlite.Connection):
    """A connection in a thread of its own."""

    async def execute_as_one(self, statements: Sequence[Statement], /) -> list[list[Row]]:
        """Run statements in a transaction, in one trip to the thread, and give the rows of each."""
        in_thread: Any = self._execute  # aiosqlite leaves it without types
        rows: list[list[Row]] = await in_thread(execute_as_one, self._conn, statements)
        return rows


def execute_as_one(connection: sqlite3.Connection, statements: Sequence[Statement]) -> list[list[Row]]:
    """Run statements in a transaction, and give the rows of each; where one fails nothing has changed."""
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
    """By what a process knows that a file is still the one it has opened, and its own."""

    device: int
    inode: int
    number: int

    def check_place(self, path: Path) -> None:
        """Check that a path still leads to the file.

        It is never opened for that: closing any descriptor of it would drop SQLite's locks.

        Raises:
            Displaced: it leads nowhere, or to another file.
        """
        try:
            found = path.stat()
        except (FileNotFoundError, NotADirectoryError):
            found = None
        if found is None or (found.st_dev, found.st_ino) != (self.device, self.inode):
            raise Displaced(MOVED.format(path=path))


class SqliteDatabase(GroupCommit):
    """An open SQLite database. Without a ``hold`` nobody else can have it, such as one in memory."""

    def __init__(
        self,
        path: Path,
        connection: Connection,
        opened: contextlib.AsyncExitStack,
        hold: Hold | None = None,
    ) -> None:
        super().__init__()
        self._path = path
        self._connection = connection
        self._opened = opened
        self._hold = hold
        self._check_holder = [] if hold is None else [Statement(CHECK_HOLDER, Values((hold.number,)))]
        self._displaced: Displaced | None = None
        self._is_closed = False

    async def read(self, statement: Statement) -> list[Row]:
        """Run one statement that changes nothing, and give the rows it returns."""
        moment = self._moment()
        if moment is not None:
            return await moment.read(statement)
        async with self._turn:
            return await self._run(statement)

    def check_held(self) -> None:
        """Check that the path leads to the file, and that no transaction has found another's number in it."""
        if self._displaced is not None:
            raise Displaced(str(self._displaced))
        if self._hold is not None and not self._is_closed:
            with self._noted():
                self._hold.check_place(self._path)

    async def erase_traces(self) -> None:
        """Empty the write-ahead log; in the file itself what is deleted is overwritten."""
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
        """Use the connection, and say in a sentence what goes wrong."""
        if self._is_closed:
            raise StoreError("The database is closed.")
        with self._noted(), explained(self._path):
            yield

    @contextlib.contextmanager
    def _noted(self) -> Iterator[None]:
        """Remember that the database is not this process's any more: from then on everything is refused."""
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
    async def _as_of_one_moment(self) -> AsyncIterator[Run]:
        try:
            await self._run(BEGIN_READING)
            yield self._run
        finally:
            with contextlib.suppress(sqlite3.Error):
                await self._connection.rollback()

    async def _wait_for_others(self, is_patient: bool) -> None:
        await self._run(wait(BUSY_SECONDS if is_patient else 0))

    async def _let_go(self) -> None:
        if self._displaced is not None:
            # SQLite leaves the log of a moved file where it is: what is in it belongs to that file alone.
            with contextlib.suppress(sqlite3.Error):
                await self._connection.execute_fetchall(EMPTY_LOG.sql, ())
        self._is_closed = True
        with explained(self._path):
            await self._opened.aclose()


def wait(seconds: float) -> Statement:
    """Wait so long for another program that has the database locked."""
    return Statement(f"PRAGMA busy_timeout = {round(seconds * 1000)}")


async def open_sqlite(path: Path, *, create: bool = True) -> SqliteDatabase:
    """Open a database, made and brought up to date if need be, for this process alone.

    Without ``create`` it must have been used before.

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
            connection = ThreadConnection(lambda: ready, MOST_ROWS)
            await opened.enter_async_context(connection)
            hold = None if path == IN_MEMORY else await asyncio.to_thread(take_over, ready, path)
        kept = opened.pop_all()
    return SqliteDatabase(path, connection, kept, hold)


def take_over(connection: sqlite3.Connection, path: Path) -> Hold:
    """Make a database this process's: another that had it writes nothing from then on."""
    found, number = path.stat(), secrets.randbelow(MOST_NUMBERS)
    execute_as_one(connection, [Statement(TAKE_OVER.format(number))])
    return Hold(found.st_dev, found.st_ino, number)


def _check_path(path: Path, *, create: bool) -> None:
    """Check that a database can be where a path leads, before anything is made beside it.

    Raises:
        StoreError: it cannot, or there is none and none is to be made.
    """
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
    """Check that a file is a database of ours, or is to become one; no trace of that is left beside it.

    Raises:
        sqlite3.Error: it is no database at all, or cannot be read.
        StoreError: a newer Rookery or another program wrote it, or it is empty and none is to be made.
    """
    # Else SQLite makes files beside one that can have a log, though nothing is in that.
    without_log = not beside(path, "-wal").exists()
    with contextlib.closing(open_reading(path, as_it_is=without_log)) as connection:
        if check_version(connection, path) == 0 and not create:
            raise StoreError(f"{path} holds nothing of Rookery's.")


def open_reading(path: Path, *, as_it_is: bool = False) -> sqlite3.Connection:
    """A connection to a file that cannot change it; ``as_it_is`` looks at nothing that stands beside it."""
    return sqlite3.connect(
        f"{path.absolute().as_uri()}?mode=ro{'&immutable=1' * as_it_is}",
        uri=True,
        timeout=BUSY_SECONDS,
        isolation_level=None,
        check_same_thread=False,  # one thread after the other has it
    )


def _make_private(path: Path) -> None:
    """Let nobody but this user read the files of a database that an earlier version has made."""
    for file in in_use(path):
        if file.exists():
            file.chmod(0o600)


def ready_connection(path: Path) -> sqlite3.Connection:
    """A connection to a database of ours, or to one that is made, that is brought up to date."""
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
    """A text from the file. A byte that is no UTF-8 becomes a lone surrogate: no row hides the others."""
    return data.decode(errors="surrogateescape")


def lock(path: Path) -> sqlite3.Connection:
    """Lock the database against other bots until the connection is closed or the process ends.

    The lock is SQLite's own, on an empty file beside the database: it works on every platform, no
    child process inherits it, and the database itself stays open to readers and backups.

    Raises:
        StoreError: another process has it.
    """
    held = sqlite3.connect(beside(path, "-lock"), timeout=0, isolation_level=None)
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


@contextlib.contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn every error of the database into a StoreError."""
    try:
        yield
    except sqlite3.Error as error:
        raise explain(error, path) from None
    except OSError as error:
        raise StoreError(_refused(error).format(path=path, why=error.strerror)) from None
    except (OverflowError, UnicodeError):
        raise StoreError(
            "The database cannot hold a value: a number is too large, or a text is broken."
        ) from None


def _refused(error: OSError) -> str:
    """The sentence for what the file system says."""
    match error.errno:
        case errno.ENOSPC | errno.EDQUOT:
            return FULL
        case errno.EACCES | errno.EPERM | errno.EROFS:
            return NOT_WRITABLE
    return REFUSED


def explain(error: sqlite3.Error, path: Path) -> StoreError:  # noqa: PLR0911  (a sentence for each kind)
    """Say in a sentence what went wrong, and what to do about it.

    Nothing that SQLite itself says is shown: it may quote a row, and so a deck.
    """
    code = getattr(error, "sqlite_errorcode", 0)
    match code:
        case sqlite3.SQLITE_CONSTRAINT_NOTNULL if str(error).endswith(NOT_HELD):
            return Displaced(TAKEN_OVER.format(path=path))
        case sqlite3.SQLITE_CONSTRAINT_UNIQUE if str(error).endswith(ONE_A_CHANNEL):
            return ChannelTaken("The channel has an open table already.")
        case sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY | sqlite3.SQLITE_CONSTRAINT_UNIQUE:
            return Conflict("The database holds this action or result already.")
    match code & 0xFF:
        case sqlite3.SQLITE_FULL:
            return StoreError(FULL.format(path=path))
        case sqlite3.SQLITE_NOTADB:
            return StoreError(f"{path} is not a database: name another file.")
        case sqlite3.SQLITE_CORRUPT:
            return Damaged(f"{path} is damaged: restore a backup (python -m bot restore).")
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return Busy(f"Another program keeps {path} locked: close it. Nothing was stored.")
        case sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM:
            return StoreError(NOT_WRITABLE.format(path=path))
    name = getattr(error, "sqlite_errorname", type(error).__name__)
    return StoreError(f"{path}: the database refused ({name}).")
