"""The bot's command line with a silent Discord, in a forked process.

The client reports ``ready``, lets computers play a match, and runs until it is cancelled. After the given
number of event loop turns it presses buttons for a while: discord.py does not wait for its handlers when it
closes.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, Self, TextIO
from unittest.mock import AsyncMock, patch

from bot import __main__ as command_line
from bot import running
from bot.app import App
from bot.common.errors import Refused
from tests import forked
from tests.application.command import TOKEN, environment
from tests.table.people import ANN, BEN, CHANNEL, GUILD, begin, until

QUIET_CHANNEL: Final = CHANNEL + 1
PRESSES: Final = 30
"""More turns of the event loop than the bot needs to close the manager."""


class Running:
    """A process that runs, and what it says."""

    def __init__(self, process: BaseProcess, said: TextIO, log: Path) -> None:
        self.said: Final = said
        """Its standard output, to be read as it comes."""
        self._process: Final = process
        self._log: Final = log

    def signal(self, number: signal.Signals) -> None:
        """Send it a signal."""
        assert self._process.pid is not None
        os.kill(self._process.pid, number)

    def end(self, within: float) -> tuple[int, str, str]:
        """Wait until it ends; returns its exit code, the rest of its output, and its log."""
        self._process.join(within)
        assert self._process.exitcode is not None, f"it runs after {within:g} seconds still"
        return self._process.exitcode, self.said.read(), self._log.read_text(encoding="utf-8")


@contextmanager
def offline_bot(folder: Path, turns: int, **settings: str) -> Iterator[Running]:
    """A bot that plays and has said ``ready``; it presses after so many turns of the loop, once stopped."""
    with running_in(folder, partial(run, turns), DISCORD_TOKEN=TOKEN, **settings) as bot:
        assert bot.said.readline() == "ready\n"
        yield bot


@contextmanager
def running_in(folder: Path, program: Callable[[], int], **settings: str) -> Iterator[Running]:
    """Run a program in a folder, with these settings and no others; it is killed at the end."""
    reader, writer = forked.FORKED.Pipe(duplex=False)
    with TemporaryDirectory() as place, reader, os.fdopen(os.dup(reader.fileno()), encoding="utf-8") as said:
        log = Path(place) / "log"
        with writer:
            process = forked.begin(_run_in, folder, program, environment(**settings), writer, log)
        try:
            yield Running(process, said, log)
        finally:
            process.kill()
            process.join()


def _run_in(
    folder: Path, program: Callable[[], int], settings: Mapping[str, str], said: Connection, log: Path
) -> None:
    """Replace the process by the program."""
    with said, log.open("wb") as logged:
        for stream, target in ((sys.stdout, said), (sys.stderr, logged)):
            os.dup2(target.fileno(), stream.fileno())
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(settings)
    sys.exit(program())


def run(turns: int) -> int:
    """Run the bot until it ends; returns its exit code."""
    with (
        patch.object(OfflineClient, "turns", turns),
        patch.object(running, "RookeryBot", OfflineClient),
        patch.object(running, "ask_discord", AsyncMock(return_value=1)),
    ):
        return command_line.main(["run"])


class OfflineClient:
    """Stands in for the Discord client."""

    turns = 0
    """Turns of the event loop before it presses."""
    shards_away = 0

    def __init__(self, app: App) -> None:
        self._manager = app.tables
        self._pressing: asyncio.Task[None]
        self.registering: asyncio.Task[None]

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exc_info: object) -> None:
        self._pressing = asyncio.create_task(self._press(self.turns))
        print("closed", flush=True)  # noqa: T201

    async def login(self, token: str) -> None:
        self.registering = asyncio.create_task(asyncio.sleep(0))

    async def connect(self) -> None:
        await self._manager.lobbies.open_table(GUILD, QUIET_CHANNEL, BEN)
        table = await begin(self._manager, ANN)
        await self._manager.presence.leave(CHANNEL, ANN.id, "random")

        async def has_continued() -> bool:
            return (await self._manager.reading.shown(CHANNEL)).revision > table.revision + 5

        await until(self._manager, has_continued)
        print("ready", flush=True)  # noqa: T201
        await asyncio.get_running_loop().create_future()

    async def _press(self, turns: int) -> None:
        """Press a button that is refused, which takes one turn of the loop, again and again."""
        for _ in range(turns):
            await asyncio.sleep(0)
        for _ in range(PRESSES):
            with suppress(Refused):
                await self._manager.lobbies.start(QUIET_CHANNEL, BEN.id)
