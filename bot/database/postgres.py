"""PostgreSQL: one connection, whose session holds the lock that keeps other bots away.

The driver is asyncpg: it runs on uvloop and on Windows' own loop, needs no C library besides, spends half
the CPU time of psycopg on a statement, is Apache-licensed, and has wheels for every Python we run on.
psycopg could send a transaction in one round trip; but nearly every act of a match is a single statement,
one round trip with either.

Whatever is written goes through the session that holds the lock, so a bot that lost its connection writes
nothing. When it next wants something it connects again, waits for the lock, and goes on only if no other
bot has used the database in between: each that opens it counts up a number. Every transaction checks that
number besides, for a connection pooler may give the session away.
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
from bot.database.database import Insert, Row, Run, Statement, for_postgres
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
"""After so long a connection is taken for lost."""
ANSWER_SECONDS: Final = 2.0
"""How long anybody waits for the server: a press is to be answered within three."""
LOCK_SECONDS: Final = 5.0
"""How long to wait for another bot that is just ending."""
BUSY_SECONDS: Final = 1.0
"""How long to wait for another program that has a table locked: a press is to be answered within three."""
AT_ONCE: Final = 0.001
"""The shortest such time; with 0 there is none."""
PAUSE_SECONDS: Final = 1.0
"""Before the next attempt to connect; meanwhile everything fails at once."""
LOCK: Final = 0x526F6F6B657279
"""The number of the lock, in letters: Rookery. Locks are each database's own."""
SESSION: Final = f"""
    SET application_name = 'rookery';
    SET synchronous_commit = on;
    SET lock_timeout = '{LOCK_SECONDS}s'; SET statement_timeout = 0;
    SET tcp_keepalives_idle = 15; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3
"""
"""What is acknowledged is on the server's disk, and a lock whose holder is out of reach is soon let go.

How long a statement may take is the bot's to say: many servers are set to cut off what takes minutes.
"""
NOTICE_WHO_IS_GONE: Final = f"SET client_connection_check_interval = '{LOCK_SECONDS / 5}s'"
"""Where a bot was killed, the server ends what it was asked for, while the next start waits for the lock."""
COUNT_UP = "UPDATE rookery SET opened = opened + 1 RETURNING opened"
OPENED = "SELECT opened FROM rookery"
CHECK_HOLDER: Final = """
    INSERT INTO rookery (version, opened)
    SELECT 0, NULL WHERE NOT EXISTS (SELECT FROM rookery WHERE opened = {opened})
"""
"""Changes nothing while no other bot has opened the database since, else fails. No trip of its own."""
BEGIN_READING = Statement("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")


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
        """One erases traces at a time: two would keep each other from the tables."""
        self._hangs = False
        """Whether somebody has waited in vain for what is under way: until it ends nobody waits again."""

    async def read(self, statement: Statement) -> list[Row]:
        """Run one statement that changes nothing, and give the rows it returns."""
        moment = self._moment()
        if moment is not None:
            return await self._in_time(moment.read(statement), StoreError)
        self._check_answers()
        reading = asyncio.create_task(self._read(statement))  # it keeps the turn for as long as it runs
        return await self._in_time(asyncio.shield(reading), StoreError)

    async def write(self, *unit: Statement | Insert) -> list[Row]:
        """Store a unit, in one commit with all that wait now; returns the rows of its last statement."""
        self._check_answers()
        return await self._in_time(super().write(*unit), InDoubt)

    def _check_answers(self) -> None:
        """Look whether another caller has waited in vain just now.

        Raises:
            Displaced: the database is not this process's any more.
            StoreError: so it is, and nothing was stored.
        """
        self.check_held()
        if self._hangs:
            raise StoreError(HANGS)

    def check_held(self) -> None:
        """Check that neither a transaction nor a new connection has found another bot's number."""
        if self._displaced is not None:
            raise Displaced(str(self._displaced))

    async def _take_turn(self) -> None:
        self._check_answers()
        await self._in_time(self._turn.acquire(), StoreError)

    async def _in_time(self, work: Awaitable[T], late: type[StoreError]) -> T:
        """Wait for something, but not for long; what has begun goes on, a unit that has not is let be.

        Raises:
            StoreError: the server hangs; that is a ``late`` one.
        """
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                return await work
        except TimeoutError:
            self._hangs = self._turn.locked()
            raise late(HANGS) from None

    async def _read(self, statement: Statement) -> list[Row]:
        async with self._turn, self._under_way():
            return await _run(await self._connected(), statement)

    @contextlib.asynccontextmanager
    async def _under_way(self) -> AsyncIterator[None]:
        """Something is asked of the server; once it has ended, however it did, others may wait again."""
        try:
            yield
        except Displaced as error:
            self._displaced = error
            raise
        finally:
            self._hangs = False

    async def erase_traces(self) -> None:
        """Free what deleted and earlier rows stood in; the server writes over it in time.

        It takes as long as it must, in a session of its own: play goes on meanwhile.
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
                await _let_go(connection)

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
    async def _as_of_one_moment(self) -> AsyncIterator[Run]:
        async with self._under_way():
            connection = await self._connected()
            try:
                await _run(connection, BEGIN_READING)
                yield partial(_run, connection)
            finally:
                await _roll_back(connection)

    async def _wait_for_others(self, is_patient: bool) -> None:
        with contextlib.suppress(StoreError):  # it is another session's then, which is patient
            await _run(self._connection, wait(BUSY_SECONDS if is_patient else AT_ONCE))

    async def _let_go(self) -> None:
        self._is_closed = True
        await _let_go(self._connection)

    async def _connected(self) -> asyncpg.Connection:
        """The connection, opened anew if it was lost.

        Raises:
            StoreError: the server does not answer, or another bot has used the database meanwhile.
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
                self._is_patient = True
            finally:
                self._try_again_at = clock() + PAUSE_SECONDS
        return self._connection

    async def _connect_again(self) -> asyncpg.Connection:
        connection = await _connect_alone(self._address)
        try:
            if await connection.fetchval(OPENED) != self._opened:
                raise Displaced(LEFT_BEHIND)
        except BaseException as error:
            await _let_go(connection)
            if isinstance(error, TROUBLES):
                raise explained(error) from None
            raise
        return connection


def wait(seconds: float) -> Statement:
    """Wait so long for another program that has something locked."""
    return Statement(f"SET lock_timeout = '{round(seconds * 1000)}ms'")


async def open_postgres(address: SecretStr, *, create: bool = True) -> PostgresDatabase:
    """Open a database, made ready and brought up to date if need be, for this process alone.

    Without ``create`` it must have been used before.

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
        await _let_go(connection)
        raise explained(error) from None
    except BaseException:
        await _let_go(connection)
        raise
    return PostgresDatabase(address, connection, opened)


async def connect(address: SecretStr) -> asyncpg.Connection:
    """A session in which no statement takes for ever.

    Raises:
        StoreError: there is no way in.
    """
    try:
        return await asyncpg.connect(
            address.get_secret_value(), timeout=CONNECT_SECONDS, command_timeout=STATEMENT_SECONDS
        )
    except TROUBLES as error:
        raise unconnected(error) from None


async def _connect_alone(address: SecretStr) -> asyncpg.Connection:
    """A session that holds the lock.

    Raises:
        StoreError: there is no way in, or another bot holds the lock.
    """
    connection = await connect(address)
    try:
        await _set_up(connection)
        await connection.execute("SELECT pg_advisory_lock($1)", LOCK)
        await connection.execute(wait(BUSY_SECONDS).sql)
    except asyncpg.LockNotAvailableError:
        await _let_go(connection)
        raise StoreError(ANOTHER_BOT) from None
    except TROUBLES as error:
        await _let_go(connection)
        raise unconnected(error) from None
    except BaseException:
        connection.terminate()
        raise
    return connection


async def _set_up(connection: asyncpg.Connection) -> None:
    """Have a session be as those are that change something."""
    await connection.execute(SESSION)
    # Servers before PostgreSQL 14 do not know it, and some systems cannot do it.
    with contextlib.suppress(asyncpg.UndefinedObjectError, asyncpg.InvalidParameterValueError):
        await connection.execute(NOTICE_WHO_IS_GONE)


async def _run(
    connection: asyncpg.Connection, statement: Statement, lost: type[StoreError] = StoreError
) -> list[Row]:
    """Run a statement; ``lost`` is raised where the connection was lost over it."""
    try:
        rows = await connection.fetch(for_postgres(statement.sql), *statement.values)
    except TROUBLES as error:
        if isinstance(error, BROKEN) or connection.is_closed():
            connection.terminate()
            raise lost(WAS_LOST) from None
        raise explained(error) from None
    return [tuple(row) for row in rows]


async def _begin(connection: asyncpg.Connection, check_holder: str) -> None:
    """Begin a transaction of the bot that has opened the database last, in one trip.

    Raises:
        Displaced: that is another one.
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


async def _let_go(connection: asyncpg.Connection) -> None:
    """End a session, and with it its lock."""
    try:
        await connection.close(timeout=CONNECT_SECONDS)
    except TROUBLES:
        connection.terminate()
