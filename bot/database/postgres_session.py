"""Sessions of PostgreSQL: connecting, their settings, and the one a process writes through, with its leases.

The server ends that session if its process hangs or cannot be reached for the length of a lease. With it go
the locks it holds, and another process may take over; a process that has lost it writes nothing more.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Awaitable, Callable
from typing import Final, NamedTuple

import asyncpg
from pydantic import SecretStr

from bot.common.errors import Displaced, StoreError
from bot.database.database import Row, Statement, Values
from bot.database.leases import Lease, Leases
from bot.database.postgres_errors import ANOTHER_BOT, OLD_SERVER, TROUBLES, WAS_LOST, explained, unconnected
from bot.database.postgres_migrate import WHOLE_TABLES_SECONDS, check_version, migrate, migrations

OLDEST_SERVER: Final = 14
"""The first version of PostgreSQL with ``idle_session_timeout``."""
CONNECT_SECONDS: Final = 10.0
STATEMENT_SECONDS: Final = 30.0
"""Timeout of a statement of a reading session, after which the connection counts as lost."""
LOCK_SECONDS: Final = 5.0
"""Longest wait for another bot that is just ending to release the database."""
BUSY_SECONDS: Final = 1.0
"""Longest wait for a table locked by another program: Discord wants a press answered within three."""
LOCK: Final = 0x526F6F6B657279
"""The advisory lock of the database (ASCII: Rookery): shared by bots that write it side by side.

A process that needs it for itself, such as a restore, holds it alone, and so did every earlier version. Locks
are separate for each database.
"""
MIGRATING: Final = LOCK + 1
"""The advisory lock of the process that migrates the database."""
SESSION: Final = f"""
    SET application_name = 'rookery';
    SET synchronous_commit = on;
    SET lock_timeout = '{LOCK_SECONDS}s'; SET statement_timeout = 0;
    SET idle_session_timeout = 0; SET idle_in_transaction_session_timeout = 0;
    SET tcp_keepalives_idle = 15; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3
"""
"""Settings of a session: commits are durable, and long work such as a migration is not cut off."""
DETECT_DEAD_CLIENT: Final = f"SET client_connection_check_interval = '{LOCK_SECONDS / 5}s'"
"""Has the server abort the statement of a killed bot, while the next start waits for the lock."""
HELD_BY: Final = """
    SET idle_session_timeout = '{lease}ms'; SET idle_in_transaction_session_timeout = '{lease}ms';
    SET statement_timeout = '{statement}ms'; SET lock_timeout = '{busy}ms';
    SET tcp_user_timeout = '{lease}ms';
    SET rookery.session = '{token}'
"""
"""Settings of the session that writes, once it holds the database.

The token is a setting of no meaning to the server: a pooler that gives its client another session gives it
another one, or none.
"""
CHECK_HOLDER: Final = """
    INSERT INTO rookery (version, least_writer)
    SELECT (SELECT MAX(version) FROM rookery WHERE least_writer <= {newest}), NULL
    WHERE current_setting('rookery.session', TRUE) IS DISTINCT FROM '{token}'
        OR NOT EXISTS (SELECT FROM rookery WHERE least_writer <= {newest})
"""
"""Fails if this is another session, or the schema too new for this version; else changes nothing.

It is sent with what is written, so it costs no round trip.
"""
FIRST_LEASE: Final = 0x526F6F6B
"""First number of a lock, to which the lease's is added (ASCII: Rook)."""
TAKE: Final = "SELECT pg_try_advisory_lock(?, ?)"
FREE: Final = "SELECT pg_advisory_unlock(?, ?)"
HELD_BY_OTHERS: Final = """
    SELECT objid::BIGINT, pid FROM pg_locks
    WHERE locktype = 'advisory' AND classid::BIGINT = ? AND granted AND pid <> pg_backend_pid()
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""


class Holding(NamedTuple):
    """A session that holds the database, and the statement that checks that it is still that session."""

    connection: asyncpg.Connection
    check: str


class Hold:
    """Whether this process still holds the database: by its session, and by the clock.

    A process that was stopped for longer than the lease knows by the clock, before it reads that the server
    has ended the session.
    """

    def __init__(self, lease: float) -> None:
        self.lease = lease
        self._heard_at = asyncio.get_running_loop().time()
        """When the server last answered."""
        self.is_closed = False
        """Whether this process has ended the session itself."""
        self.lost: Displaced | None = None

    def note_heard(self) -> None:
        """Note that the server has answered."""
        self._heard_at = asyncio.get_running_loop().time()

    def note_lost(self, _: object = None) -> None:
        """Note that the connection has ended, unless this process has closed it."""
        if not self.is_closed and self.lost is None:
            self.lost = Displaced(WAS_LOST)

    def check(self) -> None:
        """Raise ``Displaced`` if the session was lost, or a write has found another in its place."""
        if asyncio.get_running_loop().time() > self._heard_at + self.lease:
            self.note_lost()
        if self.lost is not None:
            raise Displaced(str(self.lost))


class PostgresLeases(Leases):
    """Leases as advisory locks of the session that writes, in which ``run`` runs a statement."""

    def __init__(self, run: Callable[[Statement], Awaitable[list[Row]]]) -> None:
        super().__init__()
        self._run = run

    async def held_by_others(self, lease: Lease = Lease.SHARD) -> frozenset[int]:
        """The numbers of the shards, or of another kind of lease, that other processes hold now."""
        return frozenset(number for number, _ in await self._others(lease))

    async def number_of_others(self) -> int:
        """How many other processes hold a shard now."""
        return len({session for _, session in await self._others(Lease.SHARD)})

    async def _others(self, lease: Lease) -> list[Row]:
        return await self._run(Statement(HELD_BY_OTHERS, Values((FIRST_LEASE + lease,))))

    async def _take(self, lease: Lease, number: int) -> bool:
        [[is_taken]] = await self._run(Statement(TAKE, Values((FIRST_LEASE + lease, number))))
        return bool(is_taken)

    async def _free(self, lease: Lease, number: int) -> None:
        await self._run(Statement(FREE, Values((FIRST_LEASE + lease, number))))


def wait(seconds: float) -> Statement:
    """A statement that sets how many seconds to wait for another program's lock."""
    return Statement(f"SET lock_timeout = '{round(seconds * 1000)}ms'")


async def connect(address: SecretStr, seconds: float = STATEMENT_SECONDS) -> asyncpg.Connection:
    """Open a session with a statement timeout; a StoreError if the connection failed."""
    try:
        return await asyncpg.connect(
            address.get_secret_value(), timeout=CONNECT_SECONDS, command_timeout=seconds
        )
    except TROUBLES as error:
        raise unconnected(error) from None


async def disconnect(connection: asyncpg.Connection) -> None:
    """End a session and so release its locks."""
    try:
        await connection.close(timeout=CONNECT_SECONDS)
    except TROUBLES:
        connection.terminate()


async def set_up(connection: asyncpg.Connection) -> None:
    """Apply the settings of a session that writes."""
    await connection.execute(SESSION)
    with contextlib.suppress(asyncpg.InvalidParameterValueError):  # some operating systems cannot do it
        await connection.execute(DETECT_DEAD_CLIENT)


async def hold(address: SecretStr, *, create: bool, alone: bool, lease: float) -> Holding:
    """Open the session that writes: it holds the database, which is migrated if needed.

    The options are those of ``open_postgres``.

    Raises:
        StoreError: the connection failed, the server is too old, another bot holds the database, or a newer
            one wrote it.
    """
    connection = await connect(address, lease)
    try:
        return await _hold(connection, create=create, alone=alone, lease=lease)
    except asyncpg.LockNotAvailableError:
        await disconnect(connection)
        raise StoreError(ANOTHER_BOT) from None
    except TROUBLES as error:
        await disconnect(connection)
        raise explained(error) from None
    except BaseException:
        await disconnect(connection)
        raise


async def _hold(connection: asyncpg.Connection, *, create: bool, alone: bool, lease: float) -> Holding:
    if connection.get_server_version().major < OLDEST_SERVER:
        raise StoreError(OLD_SERVER)
    await set_up(connection)
    await connection.execute(
        f"SELECT pg_advisory_lock{'' if alone else '_shared'}({LOCK})", timeout=LOCK_SECONDS + CONNECT_SECONDS
    )
    try:
        await _migrate(connection, create=create)
    except asyncpg.LockNotAvailableError as error:
        raise explained(error) from None
    token = secrets.token_hex(8)
    await connection.execute(
        HELD_BY.format(
            lease=round(lease * 1000),
            statement=round(lease * 2000 / 3),
            busy=round(BUSY_SECONDS * 1000),
            token=token,
        )
    )
    return Holding(connection, CHECK_HOLDER.format(newest=len(migrations()), token=token))


async def _migrate(connection: asyncpg.Connection, *, create: bool) -> None:
    """Migrate a database if needed, after any other process that is at it.

    Raises:
        StoreError: it is empty and ``create`` is False, another program's, or a newer bot's.
        asyncpg.PostgresError: a migration failed; the database is unchanged.
    """
    await connection.execute("SET lock_timeout = 0")
    await connection.execute(f"SELECT pg_advisory_lock({MIGRATING})", timeout=WHOLE_TABLES_SECONDS)
    await connection.execute(wait(LOCK_SECONDS).sql)
    version = await check_version(connection)
    if version == 0 and not create:
        raise StoreError("The PostgreSQL database holds nothing of Rookery's.")
    await migrate(connection, version)
    await connection.execute(f"SELECT pg_advisory_unlock({MIGRATING})")
