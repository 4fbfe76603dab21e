"""An in-memory SQLite database that runs in the event loop itself, without waiting for a thread."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from typing import Any

from bot.database.database import Database, Row, Statement
from bot.database.sqlite import IN_MEMORY, SqliteDatabase, execute_as_one, ready_connection


class InLoop:
    """Replaces aiosqlite's connection."""

    def __init__(self) -> None:
        self.connection = ready_connection(IN_MEMORY)

    async def execute_fetchall(self, sql: str, parameters: Sequence[Any], /) -> list[Any]:
        """Run a statement at once."""
        return self.connection.execute(sql, parameters).fetchall()

    async def execute_as_one(self, statements: Sequence[Statement], /) -> list[list[Row]]:
        """Run statements in a transaction; returns the rows of each."""
        return execute_as_one(self.connection, statements)

    async def rollback(self) -> None:
        """Undo what was not committed."""
        self.connection.rollback()

    def database(self) -> Database:
        """The store on this database, which is closed with it."""
        opened = AsyncExitStack()
        opened.callback(self.connection.close)
        return SqliteDatabase(IN_MEMORY, self, opened)

    def read(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """Rows of a query, read past the store."""
        return self.connection.execute(sql, values).fetchall()

    def columns(self, table: str) -> list[str]:
        """The names of a table's columns."""
        return [name for _, name, *_ in self.read(f"PRAGMA table_info({table})")]

    def tell_of_changes(self, of: Sequence[str], tell: Callable[[], None]) -> None:
        """Call a function whenever rows of the given tables are inserted, updated or deleted."""
        self.connection.create_function("tell_of_change", 0, tell)
        for table in of:
            for change in ("INSERT", "UPDATE", "DELETE"):
                self.connection.execute(
                    f"CREATE TEMP TRIGGER tell_{table}_{change} AFTER {change} ON {table} "
                    "BEGIN SELECT tell_of_change(); END"
                )
