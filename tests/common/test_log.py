"""The log: one line an event, also for events of Discord's library."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Iterator
from datetime import datetime
from io import StringIO
from pathlib import Path
from unittest.mock import patch

import discord
import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

from bot.common.log import (
    MOST_KINDS,
    REPEATED_AFTER,
    Repeats,
    told_briefly,
    write_lines,
)
from tests.application.command import TOKEN, run_bot
from tests.application.emoji_discord import EmojiDiscord


class RetryLog(logging.StreamHandler[StringIO]):
    """What the bot's own handler writes, until a shard says that it tries again."""

    def __init__(self) -> None:
        super().__init__(StringIO())
        self.again = asyncio.Event()
        write_lines(self, "text")

    def emit(self, record: logging.LogRecord) -> None:
        super().emit(record)
        self.again.set()


async def test_broken_connection_of_a_shard_is_logged_in_one_line() -> None:
    """Bug: this held for a client without shards alone, and the bot's has shards."""
    told, library = RetryLog(), logging.getLogger("discord.shard")
    library.addHandler(told)
    nowhere = patch.object(DiscordWebSocket, "DEFAULT_GATEWAY", URL("ws://127.0.0.1:1"))
    async with EmojiDiscord().served() as address:
        with patch.object(Route, "BASE", address), nowhere:
            async with discord.AutoShardedClient(intents=discord.Intents(1), shard_count=1) as client:
                await client.login(TOKEN)
                connecting = asyncio.create_task(client.connect())
                await told.again.wait()
                connecting.cancel()
    library.removeHandler(told)

    [line] = told.stream.getvalue().splitlines()
    assert "the connection to Discord broke (ClientConnectorError). Failed to connect for shard_id: 0" in line


def test_other_lines_of_the_library_are_unchanged() -> None:
    record = logging.LogRecord(
        "discord.client", logging.ERROR, "", 0, "Ignoring exception in %s", ("x",), None
    )
    assert told_briefly(record)
    assert (record.levelno, record.getMessage()) == (logging.ERROR, "Ignoring exception in x")


# Repeated lines ---------------------------------------------------------------------------------------


class Clock:
    """Seconds that a test sets."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def written(clock: Clock) -> Iterator[StringIO]:
    """What the bot's own handler writes of the whole process's log."""
    stream = StringIO()
    handler = logging.StreamHandler(stream)
    write_lines(handler, "text", clock)
    logging.getLogger().addHandler(handler)
    yield stream
    logging.getLogger().removeHandler(handler)


def messages(written: StringIO) -> list[str]:
    """The written lines without time and level."""
    return [line.split(maxsplit=3)[3] for line in written.getvalue().splitlines()]


def test_repeated_line_is_held_back_for_a_second_and_counted_in_the_next(
    written: StringIO, clock: Clock
) -> None:
    for table in range(1_215):
        logging.getLogger("bot.table").error("table %d waits: %s", table, "The disk is full.")
    clock.now = REPEATED_AFTER
    logging.getLogger("bot.table").error("table %d waits: %s", 7, "The disk is full.")
    clock.now *= 2
    logging.getLogger("bot.table").error("table %d waits: %s", 8, "The disk is full.")

    assert messages(written) == [
        "bot.table: table 0 waits: The disk is full.",
        "bot.table: table 7 waits: The disk is full. (and 1,214 more like it)",
        "bot.table: table 8 waits: The disk is full.",
    ]


def test_line_of_another_logger_or_template_is_not_held_back(written: StringIO) -> None:
    for logger, template in (("bot.one", "%d waits"), ("bot.two", "%d waits"), ("bot.one", "%d goes on")):
        logging.getLogger(logger).warning(template, 1)

    assert messages(written) == ["bot.one: 1 waits", "bot.two: 1 waits", "bot.one: 1 goes on"]


def test_critical_line_is_never_held_back(written: StringIO) -> None:
    for _ in range(3):
        logging.getLogger("bot").critical("the database is lost")

    assert messages(written) == ["bot: the database is lost"] * 3


def test_endless_kinds_of_lines_take_no_endless_memory(clock: Clock) -> None:
    repeats = Repeats(clock)
    for number in range(3 * MOST_KINDS):
        assert repeats.filter(logging.LogRecord("bot", logging.ERROR, "", 0, f"odd {number}", (), None))
    assert len(repeats._kinds) <= MOST_KINDS


def test_json_line_is_one_object_with_traceback_and_number_held_back(clock: Clock) -> None:
    stream = StringIO()
    handler = logging.StreamHandler(stream)
    write_lines(handler, "json", clock)
    logger = logging.getLogger("tests.json_lines")
    logger.addHandler(handler)

    for _ in range(3):
        logger.warning("table %d waits:\n“%s”", 3, "locked")
    clock.now = 1.0
    try:
        raise ValueError("odd")
    except ValueError:
        logger.exception("table %d waits:\n“%s”", 4, "locked")
    logger.removeHandler(handler)

    first, second = map(json.loads, stream.getvalue().splitlines())
    assert datetime.fromisoformat(first.pop("time")).tzinfo is not None
    assert first == {"level": "WARNING", "logger": "tests.json_lines", "message": "table 3 waits:\n“locked”"}
    assert (second["level"], second["held_back"]) == ("ERROR", 2)
    assert second["error"].startswith("Traceback")
    assert second["error"].endswith("ValueError: odd")


def test_command_line_writes_json_if_that_is_set(tmp_path: Path) -> None:
    """A setting that is none is told in the log before the bot ends for want of a database."""
    ended = run_bot(
        tmp_path,
        DISCORD_TOKEN=TOKEN,
        ROOKERY_PACEE="1",
        ROOKERY_LOG_FORMAT="json",
        ROOKERY_DATABASE="nowhere/rookery.sqlite3",
    )

    line, *_ = ended.stderr.splitlines()
    assert json.loads(line)["logger"] == "bot.__main__"
    assert "ROOKERY_PACEE" in json.loads(line)["message"]
