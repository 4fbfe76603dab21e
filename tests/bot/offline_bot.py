"""The bot's command line with a Discord that says nothing: ``python -m tests.bot.offline_bot``.

The client says ``ready``, lets computers play a match of their own, and stays until it is cancelled.
"""

from __future__ import annotations

import asyncio
import sys
from typing import Self
from unittest.mock import patch

from bot import __main__ as command_line
from bot.app import App
from tests.bot.people import ANN, CHANNEL, begin, until


class OfflineClient:
    """Stands for the Discord client."""

    def __init__(self, app: App) -> None:
        self._manager = app.manager

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exc_info: object) -> None:
        await asyncio.sleep(0)
        print("closed", flush=True)  # noqa: T201

    def is_ready(self) -> bool:
        return True

    async def start(self, token: str) -> None:
        table = await begin(self._manager, ANN)
        await self._manager.leave(CHANNEL, ANN.id, "random")
        await until(self._manager, lambda: self._manager.shown(CHANNEL).revision > table.revision + 5)
        print("ready", flush=True)  # noqa: T201
        await asyncio.get_running_loop().create_future()


if __name__ == "__main__":
    with patch.object(command_line, "RookeryBot", OfflineClient):
        sys.exit(command_line.main())
