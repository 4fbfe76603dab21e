"""PostgreSQL's errors as sentences for the operator that say what to do.

They never quote the server or the driver: a message may contain a card, a token or a password.
"""

from __future__ import annotations

from typing import Final

import asyncpg

from bot.common.errors import Busy, Displaced, StoreError
from bot.database.database import ChannelTaken, Conflict, Damaged

TROUBLES: Final = (
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    OSError,
    ValueError,
)
"""Exceptions that the driver raises; a TimeoutError is an OSError."""
BROKEN: Final = (
    asyncpg.PostgresConnectionError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    OSError,
)
"""Exceptions after which the connection is lost."""

ANOTHER_BOT: Final = (
    "Another Rookery is using this PostgreSQL database: stop it first, or name another one. If it was just "
    "killed, the server may still be at work for it: try again in a minute."
)
TAKEN_OVER: Final = (
    "The connection to the PostgreSQL server was given to another program, and its locks with it. This bot "
    "stops, and stores nothing more. Connect straight to the server, or through a pooler that keeps one "
    "connection for each client."
)
OUTDATED: Final = (
    "A newer Rookery has changed this PostgreSQL database, and this version can no longer write it. It "
    "stops, and stores nothing more: install the newer version here, too."
)
OLD_SERVER: Final = (
    "This PostgreSQL server is too old: Rookery needs version 14 or newer. Upgrade the server, or use SQLite."
)
WAS_LOST: Final = (
    "The connection to the PostgreSQL server was lost, and the hold on the database with it. This bot stops, "
    "and stores nothing more. Start it again once the server answers; Docker and systemd can do that for you."
)
HANGS: Final = "The PostgreSQL server takes too long to answer: check how busy it and its disk are."
CUT: Final = "The PostgreSQL server has ended the connection: check that it runs, and try again."
NO_ANSWER: Final = (
    "The PostgreSQL server does not answer: check that it runs, and the host and port in its address."
)
NOT_AN_ADDRESS: Final = (
    "The database's address cannot be read. It looks like postgresql://user:password@host:5432/database; in "
    "the password write / as %2F, : as %3A, @ as %40, # as %23, ? as %3F and % as %25."
)
TOO_LARGE: Final = "The database cannot hold a value: a number is too large, or a text is broken."
_Sentences = tuple[tuple[type[Exception] | tuple[type[Exception], ...], str], ...]

OF_CONNECTING: Final[_Sentences] = (
    (
        asyncpg.InvalidAuthorizationSpecificationError,
        "The PostgreSQL server does not let this user in: check user and password in the address, and what "
        "the server's pg_hba.conf allows.",
    ),
    (
        asyncpg.InvalidCatalogNameError,
        "The PostgreSQL server has no such database: create it (createdb), or name another one.",
    ),
    (
        asyncpg.TooManyConnectionsError,
        "The PostgreSQL server has no connection left: raise its max_connections.",
    ),
    (
        asyncpg.CannotConnectNowError,
        "The PostgreSQL server is just starting or stopping: try again in a moment.",
    ),
    (
        asyncpg.InsufficientPrivilegeError,
        "This user may not connect to the PostgreSQL database: GRANT CONNECT to the user.",
    ),
    (asyncpg.PostgresConnectionError, NO_ANSWER),
    (OSError, NO_ANSWER),
    (ValueError, NOT_AN_ADDRESS),
)
OF_STATEMENTS: Final[_Sentences] = (
    (asyncpg.ForeignKeyViolationError, "There is no such table in the database."),
    (asyncpg.DiskFullError, "The disk of the PostgreSQL server is full: make room. Nothing was stored."),
    (asyncpg.DeadlockDetectedError, "Another program keeps the PostgreSQL database locked: close it."),
    (
        asyncpg.ReadOnlySQLTransactionError,
        "The PostgreSQL server takes no writes: in the address, name its primary instead of a standby.",
    ),
    (
        asyncpg.InsufficientPrivilegeError,
        "This user may not write in the PostgreSQL database: make the user its owner (ALTER DATABASE).",
    ),
    (asyncpg.DataError, TOO_LARGE),
    (ValueError, TOO_LARGE),
    ((TimeoutError, asyncpg.QueryCanceledError), HANGS),
    *((broken, CUT) for broken in (*BROKEN, asyncpg.InterfaceError)),
)


ONE_A_CHANNEL: Final = ("one_open_table_per_channel", "one_evening_a_channel")


def unconnected(error: Exception) -> StoreError:
    """The error of a failed connection, with a sentence on the cause and what to do."""
    return _explained(error, OF_CONNECTING)


def explained(error: Exception) -> StoreError:
    """The error of a failed statement, with a sentence on the cause and what to do."""
    if isinstance(error, asyncpg.NotNullViolationError) and error.table_name == "rookery":
        return Displaced(OUTDATED if error.column_name == "version" else TAKEN_OVER)
    if isinstance(error, asyncpg.UniqueViolationError):
        if error.constraint_name in ONE_A_CHANNEL:
            return ChannelTaken("The channel has an open table already.")
        return Conflict("The database holds this action or result already.")
    if isinstance(error, asyncpg.LockNotAvailableError):
        return Busy("Another program keeps the PostgreSQL database locked: close it. Nothing was stored.")
    if isinstance(error, asyncpg.DataCorruptedError | asyncpg.IndexCorruptedError):
        return Damaged("The PostgreSQL database is damaged: restore a backup (python -m bot restore).")
    return _explained(error, OF_STATEMENTS)


def _explained(error: Exception, sentences: _Sentences) -> StoreError:
    refused = f"The PostgreSQL server refused ({type(error).__name__})."
    return StoreError(next((sentence for kind, sentence in sentences if isinstance(error, kind)), refused))
