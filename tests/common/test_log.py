"""The log: one line an event, also for events of Discord's library."""

from __future__ import annotations

import asyncio
import gc
import logging
import re
from collections.abc import Iterator
from unittest.mock import patch

import discord
import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

from bot.common.log import told_briefly, without_presses
from tests.application.command import TOKEN
from tests.application.emoji_discord import EmojiDiscord


@pytest.fixture(autouse=True)
def brief_logging() -> Iterator[None]:
    """Configure the logging of Discord's library as the command line does."""
    library = logging.getLogger("discord.client")
    library.addFilter(told_briefly)
    yield
    library.removeFilter(told_briefly)


class ReconnectLog(logging.Handler):
    """Collects log records until the client says that it reconnects."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []
        self.again = asyncio.Event()

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))
        if "reconnect" in self.lines[-1]:
            self.again.set()


async def test_broken_connection_is_logged_in_one_line() -> None:
    told, library = ReconnectLog(), logging.getLogger("discord.client")
    library.addHandler(told)
    nowhere = patch.object(DiscordWebSocket, "DEFAULT_GATEWAY", URL("ws://127.0.0.1:1"))
    async with EmojiDiscord().served() as address:
        with patch.object(Route, "BASE", address), nowhere:
            async with discord.Client(intents=discord.Intents(guilds=True)) as client:
                await client.login(TOKEN)
                connecting = asyncio.create_task(client.connect())
                await told.again.wait()
                connecting.cancel()
    library.removeHandler(told)

    assert told.lines[-1].startswith(
        "the connection to Discord broke (ClientConnectorError). Attempting a reco"
    )
    assert not [line for line in told.lines if "\n" in line or "voice" in line]


def test_other_lines_of_the_library_are_unchanged() -> None:
    record = logging.LogRecord(
        "discord.client", logging.ERROR, "", 0, "Ignoring exception in %s", ("x",), None
    )
    assert told_briefly(record)
    assert (record.levelno, record.getMessage()) == (logging.ERROR, "Ignoring exception in x")


@pytest.mark.parametrize("cards", ["R14", "R14' Y5", ""])
async def test_log_of_a_failed_task_does_not_show_the_press(
    caplog: pytest.LogCaptureFixture, cards: str
) -> None:
    async def fail() -> None:
        raise RuntimeError

    library = logging.getLogger("asyncio")
    library.addFilter(without_presses)
    pressed = "discord-ui-dynamic-item-TableButton-rk1:do:1:1:meld"
    await asyncio.wait([asyncio.create_task(fail(), name=f"{pressed} {cards}")])
    gc.collect()  # asyncio logs the exception when the task is collected
    library.removeFilter(without_presses)
    assert "never retrieved" in caplog.text
    assert re.search("name=.discord-ui-dynamic-item-TableButton. coro=", caplog.text)
    assert not re.search("meld|R14|Y5", caplog.text)
