"""A process that opens a database, and is killed during its migration."""

import asyncio
import os
import signal
import sqlite3
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from bot.common.address import Place
from bot.database.opening import open_database


def open_and_be_killed_at(place: Path, statement: str, times: int, _: Connection) -> None:
    """Open a SQLite file; die before the ``times``-th statement with this beginning."""
    connect, left = sqlite3.connect, times

    def look(sql: str) -> None:
        nonlocal left
        left -= sql.lstrip().startswith(statement)
        if not left:
            os.kill(os.getpid(), signal.SIGKILL)

    def connect_watched(*how: Any, **more: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = connect(*how, **more)
        connection.set_trace_callback(look)
        return connection

    sqlite3.connect = connect_watched  # type: ignore[assignment]
    asyncio.run(_open(place))


def open_and_be_killed_before(place: Place, step: str, _: Connection) -> None:
    """Open a database; die before the migration of that name is read."""
    read_text = Path.read_text

    def read_unless(self: Path, *how: Any, **more: Any) -> str:
        if self.name == step:
            os.kill(os.getpid(), signal.SIGKILL)
        return read_text(self, *how, **more)

    Path.read_text = read_unless  # type: ignore[method-assign]
    asyncio.run(_open(place))


async def _open(place: Place) -> None:
    await (await open_database(place)).close()
