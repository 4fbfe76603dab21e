"""The disk: a SQLite database run on the virtual loop. It outlives the process that writes to it."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Final

from bot.common.errors import StoreError
from bot.database.database import Row, SqlValue, Statement, Values
from bot.database.group_commit import checked
from bot.database.sqlite import BEGIN, BUSY_SECONDS, COMMIT, IN_MEMORY, explained, ready_connection, wait

QUICK: Final = (0.0005, 0.004)
"""Seconds a statement waits before it runs, and again after."""


WATCHED: Final = (
    ("tables", "id", "touch"),
    ("actions", "table_id", "touch"),
    ("evening_tables", "evening_id", "touch_evening"),
)
"""Watched SQL tables, with the column that identifies what has changed."""
_WRITES: Final = re.compile(r"\s*(?:INSERT INTO|UPDATE|DELETE FROM) (\w+)")
EVERYTHING: Final = """
    SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'sqlite_sequence' ORDER BY name
"""


class Disk:
    """The database file, shared by all simulated processes."""

    def __init__(self, random: Random, note: Callable[[str], None], place: Path = IN_MEMORY) -> None:
        self.place = place
        self.connection = ready_connection(place)
        self.connection.execute("PRAGMA synchronous = OFF")  # the real disk is not simulated
        self.committed: list[Callable[[], None]] = []
        """Callbacks after every commit."""
        self.touched: set[int] = set()
        """Ids of tables that may have changed since the ledger was last read."""
        self.touched_evenings: set[int] = set()
        """Ids of evenings that may have changed since they were last checked."""
        self.rewritten: set[int] = set()
        """Ids of tables with rewritten log actions: forgetting a user removes reasons."""
        self.changes: Counter[str] = Counter()
        """Number of writes by SQL table."""
        self._watch()
        self.is_full = False
        self.is_busy = False
        self.user: SimConnection | None = None
        """The connection with an open transaction: statements of others wait for its end."""
        self.writer: SimConnection | None = None
        """The connection that ran the last statement."""
        self._waiting: list[asyncio.Future[None]] = []
        self._random = random
        self._note = note

    def _watch(self) -> None:
        self.touched.update(number for (number,) in self.connection.execute("SELECT id FROM tables"))
        self.connection.create_function("touch", 1, self.touched.add)
        self.connection.create_function("touch_evening", 1, self.touched_evenings.add)
        self.connection.create_function("rewrite", 1, self.rewritten.add)
        self.connection.execute(
            "CREATE TEMP TRIGGER rewrite_actions AFTER UPDATE OF action ON actions "
            "BEGIN SELECT rewrite(NEW.table_id); END"
        )
        for change in ("INSERT", "UPDATE"):
            for table, number, touch in WATCHED:
                self.connection.execute(
                    f"CREATE TEMP TRIGGER touch_{table}_{change} AFTER {change} ON {table} "
                    f"BEGIN SELECT {touch}(NEW.{number}); END"
                )
        self.changes.update({table: 0 for (table,) in self.connection.execute(EVERYTHING).fetchall()})

    def delay(self) -> float:
        """Random seconds that half of a statement takes."""
        return self._random.uniform(*QUICK)

    def waiting(self) -> float:
        """Seconds until a statement is run, or refused because another program locks the database."""
        if not self.is_busy:
            return self.delay()
        [milliseconds] = self.connection.execute("PRAGMA busy_timeout").fetchone()
        return float(milliseconds) / 1000

    def execute(self, statement: Statement) -> list[Row]:
        """Run a statement at once and commit it.

        Raises:
            StoreError: it failed, and the database is unchanged.
        """
        head, written = _read(statement.sql)
        is_write = not head.startswith(("SELECT", "PRAGMA"))
        with explained(IN_MEMORY):
            if is_write and self.is_full and statement != COMMIT:
                raise _failure(sqlite3.SQLITE_FULL, "database or disk is full")
            if is_write and self.is_busy and statement != COMMIT:
                raise _failure(sqlite3.SQLITE_BUSY, "database is locked")
            rows: list[Row] = self.connection.execute(statement.sql, statement.values).fetchall()
        if is_write:
            self._note(f"{head} {tuple(statement.values)}")
        if written is not None:
            self.changes[written] += 1
        if is_write and not self.connection.in_transaction:
            self._note("commit")
            for tell in self.committed:
                tell()
        return rows

    def execute_as_one(self, statements: Sequence[Statement]) -> list[list[Row]]:
        """Run statements at once in one transaction.

        Raises:
            StoreError: one failed, and the database is unchanged.
        """
        try:
            self.execute(BEGIN)
            rows = [checked(statement, self.execute(statement)) for statement in statements]
            self.execute(COMMIT)
        except StoreError:
            self.crash()
            raise
        return rows

    def crash(self) -> None:
        """Roll back the open transaction."""
        if self.connection.in_transaction:
            self.connection.rollback()

    async def turn(self, connection: SimConnection) -> None:
        """Wait until no other connection has a transaction open, and let this one run a statement."""
        while self.user not in {None, connection}:
            self._waiting.append(free := asyncio.get_running_loop().create_future())
            await free
        self.writer = connection

    def note_user(self, connection: SimConnection) -> None:
        """Note whether a connection has a transaction open after a statement of its own."""
        self.user = connection if self.connection.in_transaction else None
        if self.user is None:
            waiting, self._waiting = self._waiting, []
            for free in waiting:
                if not free.done():
                    free.set_result(None)


class SimConnection:
    """One process's connection to the disk, in place of aiosqlite's."""

    def __init__(self, disk: Disk) -> None:
        self.disk = disk
        self.is_cut_off = False
        self.why = StoreError("The process is dead.")
        """What is raised once it is cut off."""
        disk.connection.execute(wait(BUSY_SECONDS).sql)

    async def execute_fetchall(self, sql: str, parameters: Sequence[SqlValue], /) -> list[Row]:
        """Run a statement after a first wait; it is acknowledged after a second."""
        await self._turn()
        try:
            rows = self.disk.execute(Statement(sql, Values(parameters)))
        finally:
            self.disk.note_user(self)
        await asyncio.sleep(self.disk.delay())
        return rows

    async def execute_as_one(self, statements: Sequence[Statement], /) -> list[list[Row]]:
        """Run statements in one transaction after a first wait; acknowledged after a second."""
        await self._turn()
        rows = self.disk.execute_as_one(statements)
        await asyncio.sleep(self.disk.delay())
        return rows

    async def rollback(self) -> None:
        """Roll back."""
        self._roll_back()

    def cut_off(self) -> None:
        """End the session, as for a killed process; its open transaction is lost."""
        self.is_cut_off = True
        self._roll_back()

    async def reach(self) -> None:
        """Wait as long as for half a statement.

        Raises:
            StoreError: it is cut off.
        """
        self._check()
        await asyncio.sleep(self.disk.delay())
        self._check()

    async def _turn(self) -> None:
        self._check()
        await asyncio.sleep(self.disk.waiting())
        await self.disk.turn(self)
        self._check()

    def _roll_back(self) -> None:
        if self.disk.user is self:
            self.disk.crash()
            self.disk.note_user(self)

    def _check(self) -> None:
        if self.is_cut_off:
            raise type(self.why)(str(self.why))


@lru_cache(maxsize=1024)
def _read(sql: str) -> tuple[str, str | None]:
    """A statement's first word and the SQL table it writes to, or None; no deletion cascades."""
    written = _WRITES.match(sql)
    return " ".join(sql.split()[:3]), None if written is None else written[1]


def _failure(code: int, text: str) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError(text)
    error.sqlite_errorcode = code
    return error
