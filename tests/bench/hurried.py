"""A store that is filled in a hurry: what is lost in a crash is made again."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from bot.database.database import Database, Row, Statement
from bot.database.group_commit import checked
from bot.database.sqlite import BEGIN, COMMIT, SqliteDatabase, ready_connection

IN_A_HURRY: Final = ("synchronous = OFF", "wal_autocheckpoint = 100000", "cache_size = -500000")
COMMITS: Final = 1000
"""Commits that are made as one."""


@contextlib.contextmanager
def hurried_store(path: Path) -> Iterator[Database]:
    """A store in a new file; all of it is there at the end."""
    with contextlib.closing(_Hurried(path)) as connection:
        yield SqliteDatabase(path, connection, contextlib.AsyncExitStack())


class _Hurried:
    """A connection without a thread, on which many transactions are one."""

    def __init__(self, path: Path) -> None:
        self.connection = ready_connection(path)
        for pragma in IN_A_HURRY:
            self.connection.execute(f"PRAGMA {pragma}")
        self._commits = 0

    async def execute_fetchall(self, sql: str, parameters: Sequence[Any], /) -> Iterable[Any]:
        """Run a statement; a transaction goes on where one is open."""
        if sql == BEGIN.sql and self.connection.in_transaction:
            return []
        if sql == COMMIT.sql:
            self._commits += 1
            if self._commits % COMMITS:
                return []
        return self.connection.execute(sql, parameters).fetchall()

    async def execute_as_one(self, statements: Sequence[Statement], /) -> list[list[Row]]:
        """Run statements in a transaction."""
        await self.execute_fetchall(BEGIN.sql, ())
        rows = [checked(one, self.connection.execute(one.sql, one.values).fetchall()) for one in statements]
        await self.execute_fetchall(COMMIT.sql, ())
        return rows

    async def rollback(self) -> None:
        """Forget everything since the last commit: whoever made the mistake begins anew."""
        self.connection.rollback()

    def close(self) -> None:
        """Commit what is left, and let go of the file."""
        self.connection.commit()
        self.connection.close()
