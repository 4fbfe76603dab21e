"""The real process with two shards, of which Discord lets one identify every five seconds."""

from __future__ import annotations

from math import inf
from pathlib import Path
from typing import Final

import pytest

from bot.database.database import Statement
from bot.database.opening import open_database
from bot.maintenance.store import RetentionStore
from tests.loopback.local_discord import LocalDiscord
from tests.loopback.stale_club import make_stale, the_bot

pytestmark = [pytest.mark.xdist_group("loopback"), pytest.mark.timeout(120)]

TABLES: Final = 30
"""All on the second shard."""


async def test_tables_of_the_shard_that_connects_last_stay_open(tmp_path: Path) -> None:
    """Before there were shards, the first one's servers were taken for all there are."""
    path = tmp_path / "club.sqlite3"
    discord = LocalDiscord(await make_stale(path, TABLES))
    discord.gateway.shards = 2
    async with discord.serving(), the_bot(discord, path) as process:
        await discord.gateway.until_connected(2)
        await discord.until_edited(TABLES)
        process.stop()
        assert await process.ended() == 0
    assert not discord.gateway.offences
    database = await open_database(path)
    try:
        assert await RetentionStore(database).servers_left(inf) == []
        assert await database.read(Statement("SELECT id FROM tables WHERE status = 'cancelled'")) == []
    finally:
        await database.close()
