"""Read-only access to a database, all of it as of one moment, while a bot may be using it."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

from pydantic import SecretStr

from bot.common.address import Place
from bot.common.errors import StoreError
from bot.database.database import Damaged, Database, Row, Run, Statement, for_postgres
from bot.database.leases import AllLeases
from bot.database.sqlite import check_ours, explained, open_reading, text_of
from bot.database.sqlite_migrate import check_version, migrations

READ_ONLY = "Nothing is written while a database is only looked at."


class Snapshot(Database):
    """A read-only database as of one moment. Writing raises a ``StoreError``."""

    def __init__(self, run: Run, *, is_up_to_date: bool) -> None:
        """``run`` runs a statement in the snapshot."""
        super().__init__(AllLeases())
        self._run = run
        self.is_up_to_date = is_up_to_date
        """Whether this version of the bot can read its rows; if not, the next start migrates it."""

    async def read(self, statement: Statement) -> list[Row]:
        """Run one reading statement; returns its rows."""
        return await self._run(statement)

    async def write(self, *unit: object) -> list[Row]:
        """Raise a ``StoreError``."""
        raise StoreError(READ_ONLY)

    def transaction(self) -> contextlib.AbstractAsyncContextManager[Run]:
        """Raise a ``StoreError``."""
        raise StoreError(READ_ONLY)

    @contextlib.asynccontextmanager
    async def one_moment(self) -> AsyncIterator[None]:
        """Do nothing: a snapshot is of one moment anyway."""
        yield

    async def erase_traces(self) -> None:
        """Raise a ``StoreError``."""
        raise StoreError(READ_ONLY)

    async def notify(self, kind: str, text: str) -> None:
        """Raise a ``StoreError``."""
        raise StoreError(READ_ONLY)

    def raise_last_id(self, table: str, last: int) -> list[Statement]:
        """Raise a ``StoreError``."""
        raise StoreError(READ_ONLY)

    async def close(self) -> None:
        """Do nothing: ``look`` closes the snapshot."""


@contextlib.asynccontextmanager
async def look(place: Place) -> AsyncIterator[Snapshot]:
    """Open a snapshot of a database until the block ends; a StoreError if it is not ours, or unreadable."""
    looking = _look_at_sqlite(place) if isinstance(place, Path) else _look_at_postgres(place)
    async with looking as snapshot:
        yield snapshot


@contextlib.asynccontextmanager
async def _look_at_sqlite(path: Path) -> AsyncIterator[Snapshot]:
    with explained(path):
        if not await asyncio.to_thread(path.is_file):
            raise StoreError(f"There is no database {path}.")
        await asyncio.to_thread(check_ours, path, create=False)
        connection = open_reading(path)

    async def run(statement: Statement) -> list[Row]:
        with explained(path):
            return await asyncio.to_thread(
                lambda: connection.execute(statement.sql, statement.values).fetchall()
            )

    with contextlib.closing(connection):
        connection.text_factory = text_of
        await run(Statement("BEGIN"))
        with explained(path):
            version = check_version(connection, path)
        yield Snapshot(run, is_up_to_date=version == len(migrations()))


@contextlib.asynccontextmanager
async def _look_at_postgres(address: SecretStr) -> AsyncIterator[Snapshot]:
    from bot.database import (  # noqa: PLC0415  (the driver is loaded only if used)
        postgres_migrate,
        postgres_session,
    )
    from bot.database.postgres_errors import TROUBLES, explained  # noqa: PLC0415

    connection = await postgres_session.connect(address)

    async def run(statement: Statement) -> list[Row]:
        try:
            rows = await connection.fetch(for_postgres(statement.sql), *statement.values)
        except TROUBLES as error:
            raise explained(error) from None
        return [tuple(row) for row in rows]

    try:
        await run(postgres_session.wait(postgres_session.BUSY_SECONDS))
        await run(Statement("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"))
        try:
            version = await postgres_migrate.check_version(connection)
        except TROUBLES as error:
            raise explained(error) from None
        if version == 0:
            raise StoreError("The PostgreSQL database holds nothing of Rookery's.")
        yield Snapshot(run, is_up_to_date=version == len(postgres_migrate.migrations()))
    finally:
        connection.terminate()


MOST: Final = 100
"""Number of errors after which SQLite stops checking."""
OF_ROWS: Final = re.compile(r"(non-)?[A-Z]+ value in |CHECK constraint failed in ")
"""SQLite's messages on values that violate their column's type or check: these are not broken pages."""


async def broken_places(read: Run) -> int:
    """Number of damaged pages and indexes of a SQLite file, counted up to ``MOST``."""
    try:
        found = await read(Statement(f"PRAGMA integrity_check({MOST})"))
    except Damaged:
        return 1
    return sum(said != "ok" and not OF_ROWS.match(said) for [said] in found)
