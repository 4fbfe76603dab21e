"""A process that is told to stop ends within five seconds, also with work pending."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Final

import pytest

from bot.database.opening import open_database
from bot.table.store.shown_messages import ShownStore
from tests.loopback.local_discord import LocalDiscord
from tests.loopback.stale_club import make_stale, the_bot

pytestmark = [pytest.mark.xdist_group("loopback"), pytest.mark.timeout(120)]
"""These tests measure time, so no two run at once."""

STALE: Final = 3000
ENDED_WITHIN: Final = 5.0


async def seconds_to_end(discord: LocalDiscord, path: Path, shown: int, *, is_still: bool = False) -> float:
    """Send SIGTERM once the bot has edited ``shown`` messages; returns seconds until it has ended."""
    loop = asyncio.get_running_loop()
    async with discord.serving(), the_bot(discord, path) as process:
        await discord.until_edited(shown)
        if is_still:
            discord.stand_still()
        process.stop()
        told_at = loop.time()
        assert await process.ended(60) == 0
        return loop.time() - told_at


async def stale_messages(path: Path) -> int:
    """Count the tables with stale messages."""
    database = await open_database(path)
    try:
        return len(await ShownStore(database).stale_tables())
    finally:
        await database.close()


@pytest.mark.slow
async def test_stop_amid_3000_stale_messages_ends_within_five_seconds(tmp_path: Path) -> None:
    """Bug of version 2.0: with 3,000 stale messages the process ran for a minute after SIGTERM."""
    guilds = await make_stale(tmp_path / "club.sqlite3", STALE)
    discord = LocalDiscord(guilds)
    assert await seconds_to_end(discord, tmp_path / "club.sqlite3", 250) <= ENDED_WITHIN
    assert await stale_messages(tmp_path / "club.sqlite3") > STALE // 2


async def test_stop_while_discord_stalls_ends_within_five_seconds(tmp_path: Path) -> None:
    guilds = await make_stale(tmp_path / "club.sqlite3", 300)
    discord = LocalDiscord(guilds)
    assert await seconds_to_end(discord, tmp_path / "club.sqlite3", 20, is_still=True) <= ENDED_WITHIN


@pytest.mark.slow
async def test_messages_left_stale_by_stop_are_shown_after_start(tmp_path: Path) -> None:
    guilds = await make_stale(tmp_path / "club.sqlite3", 300)
    discord = LocalDiscord(guilds)
    await seconds_to_end(discord, tmp_path / "club.sqlite3", 50)
    assert len(discord.edited) < 300
    await seconds_to_end(discord, tmp_path / "club.sqlite3", 300)


@pytest.mark.long
@pytest.mark.timeout(1800)
async def test_twenty_random_stops_amid_stale_messages_end_in_five_seconds(
    tmp_path: Path,
) -> None:
    guilds: Mapping[int, list[int]] = await make_stale(tmp_path / "made.sqlite3", STALE)
    random = Random(45)
    for number in range(20):
        path = tmp_path / str(number) / "club.sqlite3"
        path.parent.mkdir()
        shutil.copy(tmp_path / "made.sqlite3", path)
        discord = LocalDiscord(dict(guilds))
        took = await seconds_to_end(discord, path, random.randrange(1, 1500), is_still=random.random() < 0.2)
        assert took <= ENDED_WITHIN
