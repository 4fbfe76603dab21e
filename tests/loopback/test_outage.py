"""An outage of the database: the running bot with many tables writes few lines, and then plays on."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from datetime import datetime
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from bot.maintenance.upkeep import UNUSABLE
from tests.loopback.bot_process import BotProcess
from tests.loopback.local_discord import LocalDiscord, now
from tests.loopback.stale_club import make_stale, the_bot

pytestmark = [pytest.mark.xdist_group("loopback"), pytest.mark.timeout(180)]

LINE: Final = re.compile(r"(\S+ \S+) [A-Z]+ +([\w.]+): (.*?)(?: \(and ([\d,]+) more like it\))?")
A_SECOND: Final = 0.98
"""Least seconds between two lines of a kind, by the times written in them."""
OUTAGE: Final = 12.0
LONG_OUTAGE: Final = 75.0
MOST_LINES: Final = 300
"""Most lines of an outage of 75 seconds."""


class Line(NamedTuple):
    """A line of the log."""

    at: datetime
    kind: str
    """Its logger and its text without numbers."""
    held_back: int


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Keep a SQLite database locked against every other program's writes."""
    with closing(sqlite3.connect(path, isolation_level=None, timeout=30)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield


async def log_of_outage(folder: Path, tables: int, seconds: float, *, kills: int = 0) -> list[Line]:
    """Lock the running bot's database for ``seconds``; returns the log until each message is shown again.

    The bot is killed so many times in between. Each time it has ended it is started again, as Docker does.
    """
    path = folder / "club.sqlite3"
    discord = LocalDiscord(await make_stale(path, tables))
    # Computers wait with their plays until the database is locked.
    settings = {"ROOKERY_LOG_LEVEL": "INFO", "ROOKERY_PACE": "3"}
    parts = [seconds * (number + 1) / (kills + 1) for number in range(kills + 1)]
    began: float | None = None
    async with discord.serving():
        with ExitStack() as outage:
            while parts:
                async with the_bot(discord, path, **settings) as process:
                    if began is None:
                        await discord.until_edited(tables // 20)
                        outage.enter_context(locked(path))
                        began = now()
                    if await has_ended(process, began + parts[0] - now()):
                        continue
                    del parts[0]
                    if not parts:
                        outage.close()
                        await discord.until_edited(tables)
    return read_lines(process.log)


async def has_ended(process: BotProcess, within: float) -> bool:
    """Whether a process ends within so many seconds."""
    try:
        await process.ended(within)
    except TimeoutError:
        return False
    return True


def read_lines(log: str) -> list[Line]:
    """The lines of a log; a bot that ends because its database is locked says so in a line without a time."""
    lines: list[Line] = []
    for text in log.splitlines():
        found = LINE.fullmatch(text)
        if found is None:
            assert "locked" in text or text == UNUSABLE
            lines.append(Line(lines[-1].at, text, 0))
            continue
        at, logger, message, more = found.groups()
        held_back = int((more or "0").replace(",", ""))
        kind = f"{logger}: {re.sub(r'[0-9]+', '0', message)}"
        lines.append(Line(datetime.fromisoformat(at.replace(",", ".")), kind, held_back))
    return lines


def check_spaced(lines: list[Line]) -> None:
    """Assert that no two lines of a kind stand within a second."""
    last: dict[str, datetime] = {}
    for line in lines:
        if line.kind in last:
            assert (line.at - last[line.kind]).total_seconds() >= A_SECOND, line
        last[line.kind] = line.at


async def test_outage_writes_one_line_a_second_and_kind_until_tables_continue(tmp_path: Path) -> None:
    lines = await log_of_outage(tmp_path, 300, OUTAGE)

    check_spaced(lines)
    assert any(line.held_back and line.kind.startswith("bot.table") for line in lines), (
        "nothing failed often enough to try it"
    )
    assert len(lines) <= 60


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize("kills", [0, 2])
async def test_outage_of_75_seconds_with_3000_tables_writes_300_lines_at_most(
    tmp_path: Path, kills: int
) -> None:
    lines = await log_of_outage(tmp_path, 3_000, LONG_OUTAGE, kills=kills)

    assert len(lines) <= MOST_LINES
    has_given_up = any(line.kind == UNUSABLE for line in lines)
    assert has_given_up == (kills == 0), "it ends after a minute that it was left alone"
