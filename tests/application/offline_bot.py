"""The bot's command line with a silent Discord: ``python -m tests.application.offline_bot TURNS``.

The client reports ``ready``, lets computers play a match, and runs until it is cancelled. After the given
number of event loop turns it presses buttons for a while: discord.py does not wait for its handlers when it
closes.
"""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress
from typing import Final, Self
from unittest.mock import AsyncMock, patch

from bot import __main__ as command_line
from bot import running
from bot.app import App
from bot.common.errors import Refused
from tests.table.people import ANN, BEN, CHANNEL, GUILD, begin, until

QUIET_CHANNEL: Final = CHANNEL + 1
PRESSES: Final = 30
"""More turns of the event loop than the bot needs to close the manager."""


class OfflineClient:
    """Stands in for the Discord client."""

    def __init__(self, app: App) -> None:
        self._manager = app.tables
        self._pressing: asyncio.Task[None]
        self.registering: asyncio.Task[None]

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exc_info: object) -> None:
        self._pressing = asyncio.create_task(self._press(int(sys.argv[1])))
        print("closed", flush=True)  # noqa: T201

    shards_away = 0

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


if __name__ == "__main__":
    with (
        patch.object(running, "RookeryBot", OfflineClient),
        patch.object(running, "ask_discord", AsyncMock(return_value=1)),
    ):
        sys.exit(command_line.main(["run"]))
