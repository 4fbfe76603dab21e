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
from bot.database.sqlite import BEGIN, BUSY_SECONDS, COMMIT, IN_MEMORY, ready_connection, wait
from bot.database.sqlite_errors import explained

QUICK: Final = (0.0005, 0.004)
"""Seconds a statement waits for the disk, before it is run and after, each."""


WATCHED: Final = (
    ("tables", "id", "touch"),
    ("actions", "table_id", "touch"),
    ("evening_tables", "evening_id", "touch_evening"),
)
"""Tables of the database, with the column that says what has changed."""
_WRITES: Final = re.compile(r"\s*(?:INSERT INTO|UPDATE|DELETE FROM) (\w+)")
EVERYTHING: Final = "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"


class Disk:
    """What is stored, whoever wrote it."""

    def __init__(self, random: Random, note: Callable[[str], None], place: Path = IN_MEMORY) -> None:
        self.place = place
        self.connection = ready_connection(place)
        self.connection.execute("PRAGMA synchronous = OFF")  # the machine's own disk is no part of it
        self.committed: list[Callable[[], None]] = []
        """Told after every commit."""
        self.touched: set[int] = set()
        """Tables of which something may have changed, until whoever keeps the books has looked."""
        self.touched_evenings: set[int] = set()
        """The same of evenings."""
        self.rewritten: set[int] = set()
        """Tables of whose log an action may have become another: a reason goes with whoever is forgotten."""
        self.changes: Counter[str] = Counter()
        """How often each table of the database was written to."""
        self._watch()
        self.is_full = False
        self.is_busy = False
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
        """How long half of a statement takes, in seconds."""
        return self._random.uniform(*QUICK)

    def waiting(self) -> float:
        """How long a statement waits before it is run, or refused because another program has the disk."""
        if not self.is_busy:
            return self.delay()
        [milliseconds] = self.connection.execute("PRAGMA busy_timeout").fetchone()
        return float(milliseconds) / 1000

    def execute(self, statement: Statement) -> list[Row]:
        """Run a statement at once; what it commits is stored.

        Raises:
            StoreError: it failed, and nothing has changed.
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
        """Run statements in a transaction at once.

        Raises:
            StoreError: one failed, and nothing has changed.
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
        """Lose what was not committed."""
        if self.connection.in_transaction:
            self.connection.rollback()


class SimConnection:
    """One process's way to the disk, in place of aiosqlite's connection with its thread."""

    def __init__(self, disk: Disk) -> None:
        self.disk = disk
        self.is_cut_off = False
        disk.connection.execute(wait(BUSY_SECONDS).sql)

    async def execute_fetchall(self, sql: str, parameters: Sequence[SqlValue], /) -> list[Row]:
        """Not stored until the first wait is over, stored but not acknowledged until the second is."""
        if self.is_cut_off:
            raise StoreError("The process is dead.")
        await asyncio.sleep(self.disk.waiting())
        rows = self.disk.execute(Statement(sql, Values(parameters)))
        await asyncio.sleep(self.disk.delay())
        return rows

    async def execute_as_one(self, statements: Sequence[Statement], /) -> list[list[Row]]:
        """The same for statements that are one."""
        if self.is_cut_off:
            raise StoreError("The process is dead.")
        await asyncio.sleep(self.disk.waiting())
        rows = self.disk.execute_as_one(statements)
        await asyncio.sleep(self.disk.delay())
        return rows

    async def rollback(self) -> None:
        """Forget what was not committed."""
        if not self.is_cut_off:
            self.disk.crash()

    def cut_off(self) -> None:
        """The process is dead: nothing of it reaches the disk any more, and what it had begun is lost."""
        if not self.is_cut_off:
            self.is_cut_off = True
            self.disk.crash()


@lru_cache(maxsize=1024)
def _read(sql: str) -> tuple[str, str | None]:
    """How a statement begins, and the table it writes to, which is one alone: no deletion cascades."""
    written = _WRITES.match(sql)
    return " ".join(sql.split()[:3]), None if written is None else written[1]


def _failure(code: int, text: str) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError(text)
    error.sqlite_errorcode = code
    return error
