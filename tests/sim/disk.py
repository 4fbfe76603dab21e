"""The disk: a SQLite database run on the virtual loop. It outlives the process that writes to it."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import AsyncIterator, Callable, Sequence
from random import Random
from typing import Final

from bot.errors import StoreError
from bot.store.database import Database, Insert, Row, Run, Statement, checked
from bot.store.group_commit import GroupCommit
from bot.store.sqlite import BEGIN, BUSY_SECONDS, COMMIT, IN_MEMORY, explained, ready_connection

QUICK: Final = (0.0005, 0.004)
"""Seconds a statement waits for the disk, before it is run and after, each."""


class Disk:
    """What is stored, whoever wrote it."""

    def __init__(self, random: Random, note: Callable[[str], None]) -> None:
        self.connection = ready_connection(IN_MEMORY, create=True)
        self.committed: list[Callable[[], None]] = []
        """Told after every commit."""
        self.is_full = False
        self.is_busy = False
        self._random = random
        self._note = note

    def delay(self) -> float:
        """How long half of a statement takes, in seconds."""
        return self._random.uniform(*QUICK)

    def execute(self, statement: Statement) -> list[Row]:
        """Run a statement at once; what it commits is stored.

        Raises:
            StoreError: it failed, and nothing has changed.
        """
        is_write = not statement.sql.lstrip().startswith("SELECT")
        with explained(IN_MEMORY):
            if is_write and self.is_full and statement is not COMMIT:
                raise _failure(sqlite3.SQLITE_FULL, "database or disk is full")
            if is_write and self.is_busy and statement is not COMMIT:
                raise _failure(sqlite3.SQLITE_BUSY, "database is locked")
            rows: list[Row] = self.connection.execute(statement.sql, statement.values).fetchall()
        if is_write:
            self._note(f"{' '.join(statement.sql.split()[:3])} {tuple(statement.values)}")
        if is_write and not self.connection.in_transaction:
            self._note("commit")
            for tell in self.committed:
                tell()
        return checked(statement, rows)

    def crash(self) -> None:
        """Lose what was not committed."""
        if self.connection.in_transaction:
            self.connection.rollback()


class SimDatabase(Database):
    """One process's way to the disk."""

    def __init__(self, disk: Disk) -> None:
        self._disk = disk
        self._turn = asyncio.Lock()
        self._group = GroupCommit(self._turn, self._commit)
        self._is_closed = False

    async def read(self, statement: Statement) -> list[Row]:
        """Run one statement that changes nothing, and give the rows it returns."""
        async with self._turn:
            return await self._execute(statement)

    async def write(self, *unit: Statement | Insert) -> list[Row]:
        """Store a unit, in one commit with all that wait now; returns the rows of its last statement."""
        return await self._group.write(unit)

    @contextlib.asynccontextmanager
    async def transaction(self) -> AsyncIterator[Run]:
        """Several statements as one."""
        async with self._turn, self._as_one():
            yield self._execute

    async def _commit(self, statements: Sequence[Statement]) -> list[list[Row]]:
        """Run statements as one; one alone is atomic by itself."""
        if len(statements) == 1:
            return [await self._execute(statements[0])]
        async with self._as_one():
            return [await self._execute(statement) for statement in statements]

    @contextlib.asynccontextmanager
    async def _as_one(self) -> AsyncIterator[None]:
        try:
            await self._execute(BEGIN)
            yield
            await self._execute(COMMIT)
        except BaseException:
            if not self._is_closed:
                self._disk.crash()
            raise

    async def close(self) -> None:
        """Wait for what is in flight."""
        await self._group.finish()
        async with self._turn:
            self._is_closed = True

    def cut_off(self) -> None:
        """The process is dead: nothing of it reaches the disk any more, and what it had begun is lost."""
        if not self._is_closed:
            self._is_closed = True
            self._disk.crash()

    async def _execute(self, statement: Statement) -> list[Row]:
        """Not stored until the first wait is over, stored but not acknowledged until the second is."""
        if self._is_closed:
            raise StoreError("The database is closed.")
        await asyncio.sleep(self._disk.delay() if not self._disk.is_busy else BUSY_SECONDS)
        rows = self._disk.execute(statement)
        await asyncio.sleep(self._disk.delay())
        return rows


def _failure(code: int, text: str) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError(text)
    error.sqlite_errorcode = code
    return error
