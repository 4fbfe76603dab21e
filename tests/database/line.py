"""A proxy between a bot and a server that can lose answers; and how a lost session shows."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from pydantic import SecretStr

from bot.common.errors import Displaced
from bot.database.database import Database
from tests.postgres import OWNER


class Line:
    """Forwards what both sides send, and drops the messages a test chooses."""

    def __init__(self, socket: Path) -> None:
        self._socket = socket
        self._writers: set[asyncio.StreamWriter] = set()
        self.loses_answers = False
        self.port = 0

    def address(self, database: str) -> SecretStr:
        """Address of a database at the other end of the line."""
        return SecretStr(f"postgresql://{OWNER}@127.0.0.1:{self.port}/{database}?sslmode=disable")

    def cut(self) -> None:
        """Cut every connection."""
        for writer in self._writers:
            writer.transport.abort()

    async def connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one connection, until one side hangs up."""
        far_reader, far_writer = await asyncio.open_unix_connection(str(self._socket))
        self._writers |= {writer, far_writer}
        with suppress(OSError, asyncio.CancelledError):
            await asyncio.gather(
                self._pass_on(reader, far_writer), self._pass_on(far_reader, writer, is_answer=True)
            )

    async def _pass_on(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, is_answer: bool = False
    ) -> None:
        while said := await reader.read(2**16):
            if not (is_answer and self.loses_answers):
                writer.write(said)
                await writer.drain()
        writer.close()


@asynccontextmanager
async def open_line(socket: Path) -> AsyncIterator[Line]:
    """A line to a server's socket."""
    line = Line(socket)
    listening = await asyncio.start_server(line.connect, "127.0.0.1", 0)
    line.port = listening.sockets[0].getsockname()[1]
    yield line
    listening.close()
    line.cut()
    await listening.wait_closed()


async def lost(database: Database) -> None:
    """Wait until a process has noticed that its session was lost, without a query of its own."""
    async with asyncio.timeout(5):
        while True:
            try:
                database.check_held()
            except Displaced:
                return
            await asyncio.sleep(0)
