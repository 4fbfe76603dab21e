"""The running bot while Discord stands still: what is due meanwhile draws no storm of refusals afterwards."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from tests.loopback.local_discord import LocalDiscord
from tests.loopback.stale_club import make_stale, the_bot

pytestmark = [pytest.mark.xdist_group("loopback"), pytest.mark.timeout(120)]

DUE: Final = 400
"""Tables whose messages are due."""
MOST_REFUSED: Final = 10


async def test_stall_of_four_seconds_with_400_tables_due_draws_at_most_ten_refusals(tmp_path: Path) -> None:
    """In version 2.0 such a stall drew 223 refusals: all that was granted meanwhile went out at once."""
    discord = LocalDiscord(await make_stale(tmp_path / "club.sqlite3", DUE))
    async with discord.serving(), the_bot(discord, tmp_path / "club.sqlite3"):
        await discord.until_edited(60)
        before = len(discord.refused)
        await discord.stall(4)
        await discord.until_edited(DUE)
    assert len(discord.refused) - before <= MOST_REFUSED
