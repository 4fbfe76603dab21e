"""PostgreSQL: one connection; its session holds an advisory lock against other bots.

The driver is asyncpg: it runs on uvloop and on Windows' own loop, needs no other C library, spends half
the CPU time of psycopg on a statement, is Apache-licensed, and has wheels for every Python we run on.
psycopg could send a transaction in one round trip; but nearly every act of a match is a single statement,
one round trip with either.

All writes go through the session that holds the lock, so a bot that lost its connection writes nothing. Its
next statement reconnects, waits for the lock, and continues only if no other bot has used the database since:
each opening increments a number. Every transaction also checks that number, since a connection pooler may
give the session to another client.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Sequence
from functools import partial
from typing import Final, TypeVar

import asyncpg
from pydantic import SecretStr

from bot.common.errors import Displaced, InDoubt, StoreError
from bot.database.database import Insert, Row, Run, Statement, Values, for_postgres
from bot.database.group_commit import GroupCommit, checked
from bot.database.postgres_errors import (
    ANOTHER_BOT,
    BROKEN,
    HANGS,
    LEFT_BEHIND,
    TROUBLES,
    WAS_LOST,
    explained,
    unconnected,
)
from bot.database.postgres_migrate import WHOLE_TABLES_SECONDS, check_version, migrate

T = TypeVar("T")

CONNECT_SECONDS: Final = 10.0
STATEMENT_SECONDS: Final = 30.0
"""Timeout of a statement, after which the connection counts as lost."""
ANSWER_SECONDS: Final = 2.0
"""Longest wait of a caller for the server: Discord wants a press answered within three seconds."""
LOCK_SECONDS: Final = 5.0
"""Longest wait for another bot that is just ending to release the database."""
BUSY_SECONDS: Final = 1.0
"""Longest wait for a table locked by another program: Discord wants a press answered within three."""
AT_ONCE: Final = 0.001
"""The shortest lock timeout; 0 would mean no timeout."""
PAUSE_SECONDS: Final = 1.0
"""Pause between attempts to connect, in which all statements fail at once."""
LOCK: Final = 0x526F6F6B657279
"""The number of the advisory lock (ASCII: Rookery). Locks are separate for each database."""
SESSION: Final = f"""
    SET application_name = 'rookery';
    SET synchronous_commit = on;
    SET lock_timeout = '{LOCK_SECONDS}s'; SET statement_timeout = 0;
    SET tcp_keepalives_idle = 15; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3
"""
"""Settings of a session: commits are durable, and the lock of an unreachable bot is soon released.

The server's own statement timeout is turned off: migrations may take minutes.
"""
DETECT_DEAD_CLIENT: Final = f"SET client_connection_check_interval = '{LOCK_SECONDS / 5}s'"
"""Has the server abort the statement of a killed bot, while the next start waits for the lock."""
COUNT_UP = "UPDATE rookery SET opened = opened + 1 RETURNING opened"
OPENED = "SELECT opened FROM rookery"
CHECK_HOLDER: Final = """
    INSERT INTO rookery (version, opened)
    SELECT 0, NULL WHERE NOT EXISTS (SELECT FROM rookery WHERE opened = {opened})
"""
"""Fails if another bot has opened the database since, else changes nothing. Sent with other statements."""
BEGIN_READING = Statement("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
RAISE_LAST_ID: Final = """
    SELECT setval(pg_get_serial_sequence(?, 'id'), GREATEST(?, (SELECT last FROM last_ids WHERE name = ?)))
"""


class PostgresDatabase(GroupCommit):
    """An open PostgreSQL database."""

    def __init__(self, address: SecretStr, connection: asyncpg.Connection, opened: int) -> None:
        super().__init__()
        self._address = address
        self._connection = connection
        self._opened = opened
        """The number this bot was given when it opened the database."""
        self._check_holder = CHECK_HOLDER.format(opened=opened)
        self._displaced: Displaced | None = None
        self._is_closed = False
        self._try_again_at = 0.0
        self._erasing = asyncio.Lock()
        """Held during ``erase_traces``: two VACUUMs would block each other."""
        self._hangs = False
        """Whether a caller has timed out on the running statement: until it ends, others fail at once."""

    async def read(self, statement: Statement) -> list[Row]:
        """Run one reading statement; returns its rows."""
        if self._moment() is not None:
            return await self._in_time(super().read(statement), StoreError)
        self._check_answers()
        reading = asyncio.create_task(super().read(statement))  # on a timeout it still holds the turn
        return await self._in_time(asyncio.shield(reading), StoreError)

    async def write(self, *unit: Statement | Insert) -> list[Row]:
        """Store a unit, in one commit with all queued units; returns the rows of its last statement."""
        self._check_answers()
        return await self._in_time(super().write(*unit), InDoubt)

    def _check_answers(self) -> None:
        """Fail at once while the server does not answer.

        Raises:
            Displaced: another bot has taken over the database.
            StoreError: another caller has just timed out; nothing was stored.
        """
        self.check_held()
        if self._hangs:
            raise StoreError(HANGS)

    def check_held(self) -> None:
        """Raise ``Displaced`` if a transaction or a new connection has found another bot's number."""
        if self._displaced is not None:
            raise Displaced(str(self._displaced))

    async def _take_turn(self) -> None:
        self._check_answers()
        await self._in_time(self._turn.acquire(), StoreError)

    async def _in_time(self, work: Awaitable[T], late: type[StoreError]) -> T:
        """Wait for a result up to ``ANSWER_SECONDS``. On timeout, a running statement continues.

        Raises:
            StoreError: the timeout has passed; an error of the type ``late``.
        """
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                return await work
        except TimeoutError:
            self._hangs = self._turn.locked()
            raise late(HANGS) from None

    async def _run(self, statement: Statement) -> list[Row]:
        async with self._under_way():
            return await _run(await self._connected(), statement)

    @contextlib.asynccontextmanager
    async def _under_way(self) -> AsyncIterator[None]:
        """Run statements in the block. When it ends, in any way, the server counts as answering again."""
        try:
            yield
        except Displaced as error:
            self._displaced = error
            raise
        finally:
            self._hangs = False

    def raise_last_id(self, table: str, last: int) -> list[Statement]:
        """Statements after which a table gives new rows only ids higher than ``last``."""
        return [Statement(RAISE_LAST_ID, Values((table, last, table)))]

    async def erase_traces(self) -> None:
        """Free the space of deleted and old rows (VACUUM); the server overwrites it in time.

        It runs in a session of its own and may take long; play continues.
        """
        async with self._turn:
            await self._connected()
        async with self._erasing:
            connection = await connect(self._address)
            try:
                await _set_up(connection)
                await connection.execute("VACUUM", timeout=WHOLE_TABLES_SECONDS)
            except TROUBLES as error:
                raise explained(error) from None
            finally:
                await _disconnect(connection)

    async def _execute(self, statement: Statement) -> list[Row]:
        async with self._under_way():
            held = statement._replace(sql=f"WITH held AS ({self._check_holder}) {statement.sql}")
            return await _run(await self._connected(), held, lost=InDoubt)

    async def _execute_as_one(self, statements: Sequence[Statement]) -> list[list[Row]]:
        async with self._as_one() as run:
            return [checked(statement, await run(statement)) for statement in statements]

    @contextlib.asynccontextmanager
    async def _as_one(self) -> AsyncIterator[Run]:
        async with self._under_way():
            connection = await self._connected()
            try:
                await _begin(connection, self._check_holder)
                yield partial(_run, connection)
            except BaseException:
                await _roll_back(connection)
                raise
            await _run(connection, Statement("COMMIT"), lost=InDoubt)

    @contextlib.asynccontextmanager
    async def _read_transaction(self) -> AsyncIterator[Run]:
        async with self._under_way():
            connection = await self._connected()
            try:
                await _run(connection, BEGIN_READING)
                yield partial(_run, connection)
            finally:
                await _roll_back(connection)

    async def _set_lock_wait(self, waits: bool) -> None:
        with contextlib.suppress(StoreError):  # the connection was lost: a new session waits by default
            await _run(self._connection, wait(BUSY_SECONDS if waits else AT_ONCE))

    async def _disconnect(self) -> None:
        self._is_closed = True
        await _disconnect(self._connection)

    async def _connected(self) -> asyncpg.Connection:
        """The connection, reopened if it was lost.

        Raises:
            StoreError: the server does not answer, or another bot has used the database since.
        """
        if self._is_closed:
            raise StoreError("The database is closed.")
        if self._connection.is_closed():
            clock = asyncio.get_running_loop().time
            if clock() < self._try_again_at:
                raise StoreError(WAS_LOST)
            self._try_again_at = clock() + CONNECT_SECONDS + PAUSE_SECONDS
            try:
                self._connection = await self._connect_again()
                self._waits_for_lock = True
            finally:
                self._try_again_at = clock() + PAUSE_SECONDS
        return self._connection

    async def _connect_again(self) -> asyncpg.Connection:
        connection = await _connect_alone(self._address)
        try:
            if await connection.fetchval(OPENED) != self._opened:
                raise Displaced(LEFT_BEHIND)
        except BaseException as error:
            await _disconnect(connection)
            if isinstance(error, TROUBLES):
                raise explained(error) from None
            raise
        return connection


def wait(seconds: float) -> Statement:
    """A statement that sets how many seconds to wait for another program's lock."""
    return Statement(f"SET lock_timeout = '{round(seconds * 1000)}ms'")


async def open_postgres(address: SecretStr, *, create: bool = True) -> PostgresDatabase:
    """Open a database for this process alone, creating its schema and migrating it if needed.

    With ``create=False`` it must have been used before.

    Raises:
        StoreError: it cannot be reached or used, another bot has it, or a newer bot wrote it.
    """
    connection = await _connect_alone(address)
    try:
        version = await check_version(connection)
        if version == 0 and not create:
            raise StoreError("The PostgreSQL database holds nothing of Rookery's.")
        await migrate(connection, version)
        opened = await connection.fetchval(COUNT_UP)
    except TROUBLES as error:
        await _disconnect(connection)
        raise explained(error) from None
    except BaseException:
        await _disconnect(connection)
        raise
    return PostgresDatabase(address, connection, opened)


async def connect(address: SecretStr) -> asyncpg.Connection:
    """Open a session with a statement timeout.

    Raises:
        StoreError: the connection failed.
    """
    try:
        return await asyncpg.connect(
            address.get_secret_value(), timeout=CONNECT_SECONDS, command_timeout=STATEMENT_SECONDS
        )
    except TROUBLES as error:
        raise unconnected(error) from None


async def _connect_alone(address: SecretStr) -> asyncpg.Connection:
    """Open a session that holds the advisory lock.

    Raises:
        StoreError: the connection failed, or another bot holds the lock.
    """
    connection = await connect(address)
    try:
        await _set_up(connection)
        await connection.execute("SELECT pg_advisory_lock($1)", LOCK)
        await connection.execute(wait(BUSY_SECONDS).sql)
    except asyncpg.LockNotAvailableError:
        await _disconnect(connection)
        raise StoreError(ANOTHER_BOT) from None
    except TROUBLES as error:
        await _disconnect(connection)
        raise unconnected(error) from None
    except BaseException:
        connection.terminate()
        raise
    return connection


async def _set_up(connection: asyncpg.Connection) -> None:
    """Apply the settings of a writing session."""
    await connection.execute(SESSION)
    # Servers before PostgreSQL 14 lack this setting, and some operating systems cannot apply it.
    with contextlib.suppress(asyncpg.UndefinedObjectError, asyncpg.InvalidParameterValueError):
        await connection.execute(DETECT_DEAD_CLIENT)


async def _run(
    connection: asyncpg.Connection, statement: Statement, lost: type[StoreError] = StoreError
) -> list[Row]:
    """Run a statement; returns its rows. ``lost`` is the error's type if the connection is lost."""
    try:
        rows = await connection.fetch(for_postgres(statement.sql), *statement.values)
    except TROUBLES as error:
        if isinstance(error, BROKEN) or connection.is_closed():
            connection.terminate()
            raise lost(WAS_LOST) from None
        raise explained(error) from None
    return [tuple(row) for row in rows]


async def _begin(connection: asyncpg.Connection, check_holder: str) -> None:
    """Begin a transaction and check, in the same round trip, that no other bot has opened the database since.

    Raises:
        Displaced: another bot has.
        StoreError: it failed.
    """
    try:
        await connection.execute(f"BEGIN; {check_holder}")
    except TROUBLES as error:
        if isinstance(error, BROKEN) or connection.is_closed():
            connection.terminate()
            raise StoreError(WAS_LOST) from None
        raise explained(error) from None


async def _roll_back(connection: asyncpg.Connection) -> None:
    try:
        await connection.execute("ROLLBACK")
    except TROUBLES:
        connection.terminate()


async def _disconnect(connection: asyncpg.Connection) -> None:
    """End a session and so release its lock."""
    try:
        await connection.close(timeout=CONNECT_SECONDS)
    except TROUBLES:
        connection.terminate()
