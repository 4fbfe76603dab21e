"""The bot while Discord stalls: requests that fell due are not refused in a storm afterwards."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from tests.loopback.local_discord import LocalDiscord
from tests.loopback.stale_club import make_stale, the_bot

pytestmark = [pytest.mark.xdist_group("loopback"), pytest.mark.timeout(120)]

DUE: Final = 400
"""Number of tables with stale messages."""
MOST_REFUSED: Final = 10


async def test_stall_with_400_due_tables_draws_at_most_ten_refusals(tmp_path: Path) -> None:
    """Bug of version 2.0: a stall of four seconds drew 223 refusals: all due requests went at once."""
    discord = LocalDiscord(await make_stale(tmp_path / "club.sqlite3", DUE))
    async with discord.serving(), the_bot(discord, tmp_path / "club.sqlite3"):
        await discord.until_edited(60)
        before = len(discord.refused)
        await discord.stall(4)
        await discord.until_edited(DUE)
    assert len(discord.refused) - before <= MOST_REFUSED
