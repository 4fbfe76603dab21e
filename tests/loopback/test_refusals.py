"""A close of the gateway that a retry cannot mend ends the process, with a sentence that says what to do."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from bot.database.opening import open_database
from bot.maintenance.upkeep import Upkeep
from bot.supervisor import REFUSALS, TOO_FEW_SHARDS
from tests.loopback.local_discord import LocalDiscord
from tests.loopback.stale_club import the_bot

pytestmark = [pytest.mark.xdist_group("loopback"), pytest.mark.timeout(120)]

ENDED_WITHIN: Final = 60.0
"""Seconds, on a busy machine too."""


async def end_of_process(discord: LocalDiscord, path: Path) -> tuple[int, str]:
    """Run the bot until it ends; returns its exit code and the last line of what it printed."""
    settings = {"ROOKERY_COMPUTER_PROCESSES": "1", "ROOKERY_BACKUP_EVERY": "0"}
    async with the_bot(discord, path, **settings) as process:
        code = await process.ended(ENDED_WITHIN)
    return code, process.log.rstrip().rpartition("\n")[2]


async def stored_count(path: Path) -> int | None:
    """The stored number of shards."""
    database = await open_database(path)
    try:
        return await Upkeep(database).shard_count()
    finally:
        await database.close()


def refusing(code: int, shards: int = 1) -> LocalDiscord:
    """A Discord that recommends ``shards``, and closes each session with ``code``."""
    discord = LocalDiscord({})
    discord.gateway.refusing, discord.gateway.shards = code, shards
    return discord


@pytest.mark.parametrize("code", REFUSALS)
async def test_close_that_no_retry_mends_ends_the_process_with_a_sentence(tmp_path: Path, code: int) -> None:
    """Bug of version 2.0: 4011 and its kind were retried without end."""
    discord = refusing(code)
    async with discord.serving():
        assert await end_of_process(discord, tmp_path / "club.sqlite3") == (2, REFUSALS[code])
    assert discord.gateway.closed == [code]


@pytest.mark.slow
async def test_number_of_shards_is_asked_again_after_discord_demanded_more(tmp_path: Path) -> None:
    path = tmp_path / "club.sqlite3"
    discord = refusing(TOO_FEW_SHARDS)
    async with discord.serving():
        await end_of_process(discord, path)
    assert await stored_count(path) is None
    recommending = refusing(TOO_FEW_SHARDS, shards=2)
    async with recommending.serving():
        await end_of_process(recommending, path)
    assert recommending.gateway.closed == [TOO_FEW_SHARDS, TOO_FEW_SHARDS]
