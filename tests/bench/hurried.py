"""A database for quick filling, without durability: its contents can be made again."""

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
"""Transactions committed as one."""


@contextlib.contextmanager
def hurried_store(path: Path) -> Iterator[Database]:
    """A database in a new file, committed when the context ends."""
    with contextlib.closing(_Hurried(path)) as connection:
        yield SqliteDatabase(path, connection, contextlib.AsyncExitStack())


class _Hurried:
    """A connection without a thread that commits many transactions as one."""

    def __init__(self, path: Path) -> None:
        self.connection = ready_connection(path)
        for pragma in IN_A_HURRY:
            self.connection.execute(f"PRAGMA {pragma}")
        self._commits = 0

    async def execute_fetchall(self, sql: str, parameters: Sequence[Any], /) -> Iterable[Any]:
        """Run a statement in the open transaction, if there is one."""
        if sql == BEGIN.sql and self.connection.in_transaction:
            return []
        if sql == COMMIT.sql:
            self._commits += 1
            if self._commits % COMMITS:
                return []
        return self.connection.execute(sql, parameters).fetchall()

    async def execute_as_one(self, statements: Sequence[Statement], /) -> list[list[Row]]:
        """Run statements in the open transaction."""
        await self.execute_fetchall(BEGIN.sql, ())
        rows = [checked(one, self.connection.execute(one.sql, one.values).fetchall()) for one in statements]
        await self.execute_fetchall(COMMIT.sql, ())
        return rows

    async def rollback(self) -> None:
        """Roll back to the last commit, which also loses earlier transactions since then."""
        self.connection.rollback()

    def close(self) -> None:
        """Commit the rest and close the file."""
        self.connection.commit()
        self.connection.close()
