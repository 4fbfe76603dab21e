"""PostgreSQL: one connection; its session holds the advisory locks of this process.

The driver is asyncpg: it runs on uvloop and on Windows' own loop, needs no other C library, spends half
the CPU time of psycopg on a statement, is Apache-licensed, and has wheels for every Python we run on.
psycopg could send a transaction in one round trip; but nearly every act of a match is a single statement,
one round trip with either.

All writes go through the session that holds the locks, so a process that lost it writes nothing. Losing it is
final: nothing connects again, ``check_held`` raises at once, and the process ends. Notices are heard in the
same session: a second one could be lost alone, and the notices of that time with it.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Iterator, Sequence
from functools import partial
from typing import Final, TypeVar

import asyncpg
from pydantic import SecretStr

from bot.common.errors import Displaced, InDoubt, StoreError
from bot.database.database import Insert, Row, Run, Statement, Values, for_postgres
from bot.database.group_commit import GroupCommit, checked
from bot.database.postgres_errors import BROKEN, HANGS, TROUBLES, WAS_LOST, explained
from bot.database.postgres_migrate import WHOLE_TABLES_SECONDS
from bot.database.postgres_session import (
    BUSY_SECONDS,
    Hold,
    Holding,
    PostgresLeases,
    connect,
    disconnect,
    hold,
    set_up,
    wait,
)

T = TypeVar("T")

ANSWER_SECONDS: Final = 2.0
"""Longest wait of a caller for the server: Discord wants a press answered within three seconds."""
AT_ONCE: Final = 0.001
"""The shortest lock timeout; 0 would mean no timeout."""
BEGIN_READING = Statement("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
KEEP: Final = Statement("SELECT 1")
KEEP_IN_LEASE: Final = 3
"""Number of these queries within the length of a lease, also while others are sent."""
CHANNEL: Final = "rookery"
"""The channel of notices. Channels are separate for each database."""
NOTIFY: Final = f"SELECT pg_notify('{CHANNEL}', ?)"
RAISE_LAST_ID: Final = """
    SELECT setval(pg_get_serial_sequence(?, 'id'), GREATEST(?, (SELECT last FROM last_ids WHERE name = ?)))
"""


class PostgresDatabase(GroupCommit):
    """An open PostgreSQL database."""

    def __init__(self, address: SecretStr, holding: Holding, lease: float) -> None:
        """Keep the session ``holding`` alive by a query at least every ``lease`` seconds."""
        super().__init__(PostgresLeases(self._run_held))
        self._address = address
        self._connection, self._check_holder = holding
        self._hold = Hold(lease)
        self._keeping = asyncio.create_task(self._keep_alive(lease / KEEP_IN_LEASE))
        self._connection.add_termination_listener(self._hold.note_lost)
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
        """Raise ``Displaced`` if the session was lost, a StoreError if another caller has just timed out."""
        self.check_held()
        if self._hangs:
            raise StoreError(HANGS)

    def check_held(self) -> None:
        """Raise ``Displaced`` if the session was lost, or a write has found another in its place."""
        self._hold.check()

    async def _keep_alive(self, seconds: float) -> None:
        """Send a query every so many seconds: the server ends the session of a process that sends none."""
        while self._hold.lost is None:
            await asyncio.sleep(seconds)
            with contextlib.suppress(StoreError):
                async with self._turn:
                    await self._run(KEEP)

    async def notify(self, kind: str, text: str) -> None:
        """Send a notice to every process of this database that listens, this one included."""
        await self.write(Statement(NOTIFY, Values((f"{kind} {text}",))))

    async def hear(self) -> None:
        """Subscribe the session to notices; a StoreError if that failed."""
        async with self._turn:
            try:
                await self._connection.add_listener(CHANNEL, self._heard)
            except TROUBLES as error:
                raise explained(error) from None

    def _heard(self, _connection: object, _process: int, _channel: str, payload: object) -> None:
        kind, _, text = str(payload).partition(" ")
        self._tell(kind, text)

    async def _take_turn(self) -> None:
        self._check_answers()
        await self._in_time(self._turn.acquire(), StoreError)

    async def _in_time(self, work: Awaitable[T], late: type[StoreError]) -> T:
        """Wait for a result up to ``ANSWER_SECONDS``, else raise ``late``; a running statement continues."""
        try:
            async with asyncio.timeout(self._hold.lease if self.is_patient else ANSWER_SECONDS):
                return await work
        except TimeoutError:
            self._hangs = self._turn.locked()
            raise late(HANGS) from None

    async def _run(self, statement: Statement) -> list[Row]:
        async with self._under_way():
            return await self._fetch(self._connected(), statement)

    async def _run_held(self, statement: Statement) -> list[Row]:
        """Run a statement of its own, and check that the session is still this process's."""
        async with self._turn:
            return await self._execute(statement)

    async def _fetch(
        self, connection: asyncpg.Connection, statement: Statement, lost: type[StoreError] = Displaced
    ) -> list[Row]:
        """Run a statement, and note that the server has answered; returns the rows."""
        try:
            rows = await _run(connection, statement, lost)
        except StoreError:
            if not connection.is_closed():
                self._hold.note_heard()
            raise
        self._hold.note_heard()
        return rows

    @contextlib.asynccontextmanager
    async def _under_way(self) -> AsyncIterator[None]:
        """Run statements in the block. When it ends, in any way, the server counts as answering again."""
        try:
            yield
        except Displaced as error:
            self._hold.lost = error
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
            self._connected()
        async with self._erasing:
            connection = await connect(self._address)
            try:
                await set_up(connection)
                await connection.execute("VACUUM", timeout=WHOLE_TABLES_SECONDS)
            except TROUBLES as error:
                raise explained(error) from None
            finally:
                await disconnect(connection)

    async def _execute(self, statement: Statement) -> list[Row]:
        async with self._under_way():
            held = statement._replace(sql=f"WITH held AS ({self._check_holder}) {statement.sql}")
            return await self._fetch(self._connected(), held, lost=InDoubt)

    async def _execute_as_one(self, statements: Sequence[Statement]) -> list[list[Row]]:
        async with self._as_one() as run:
            return [checked(statement, await run(statement)) for statement in statements]

    @contextlib.asynccontextmanager
    async def _as_one(self) -> AsyncIterator[Run]:
        async with self._under_way():
            connection = self._connected()
            try:
                with _raised(connection, Displaced):  # begun and checked in one round trip
                    await connection.execute(f"BEGIN; {self._check_holder}")
                yield partial(self._fetch, connection)
            except BaseException:
                await _roll_back(connection)
                raise
            await self._fetch(connection, Statement("COMMIT"), lost=InDoubt)

    @contextlib.asynccontextmanager
    async def _read_transaction(self) -> AsyncIterator[Run]:
        async with self._under_way():
            connection = self._connected()
            try:
                await self._fetch(connection, BEGIN_READING)
                yield partial(self._fetch, connection)
            finally:
                await _roll_back(connection)

    async def _set_lock_wait(self, waits: bool) -> None:
        with contextlib.suppress(StoreError):  # the connection was lost
            await _run(self._connection, wait(BUSY_SECONDS if waits else AT_ONCE))

    async def _disconnect(self) -> None:
        self._hold.is_closed = True
        self._keeping.cancel()
        await disconnect(self._connection)

    def _connected(self) -> asyncpg.Connection:
        """The connection; a StoreError if it was closed, ``Displaced`` if it was lost."""
        if self._hold.is_closed:
            raise StoreError("The database is closed.")
        self.check_held()
        return self._connection


async def open_postgres(
    address: SecretStr, *, create: bool = True, alone: bool = True, lease: float | None = None
) -> PostgresDatabase:
    """Open a database, creating its schema and migrating it if needed.

    With ``create=False`` it must have been used before. No other process has it open if ``alone``; else any
    number of processes that say the same. The server ends the session after ``lease`` seconds without a
    query, and a statement after two thirds of them; None for as long as a statement on whole tables may take.

    Raises:
        StoreError: it cannot be reached or used, another bot has it, or a newer bot wrote it.
    """
    lease = WHOLE_TABLES_SECONDS if lease is None else lease
    database = PostgresDatabase(address, await hold(address, create=create, alone=alone, lease=lease), lease)
    try:
        await database.hear()
    except BaseException:
        await database.close()
        raise
    return database


async def _run(
    connection: asyncpg.Connection, statement: Statement, lost: type[StoreError] = Displaced
) -> list[Row]:
    """Run a statement; returns its rows. ``lost`` is the error's type if the connection is lost."""
    with _raised(connection, lost):
        return [tuple(row) for row in await connection.fetch(for_postgres(statement.sql), *statement.values)]


@contextlib.contextmanager
def _raised(connection: asyncpg.Connection, lost: type[StoreError]) -> Iterator[None]:
    """Turn errors of the driver in the block into a ``StoreError``: ``lost`` if the connection is lost."""
    try:
        yield
    except TROUBLES as error:
        if isinstance(error, BROKEN) or connection.is_closed():
            connection.terminate()
            raise lost(WAS_LOST) from None
        raise explained(error) from None


async def _roll_back(connection: asyncpg.Connection) -> None:
    try:
        await connection.execute("ROLLBACK")
    except TROUBLES:
        connection.terminate()
