"""The bot's avatar and banner: sent to an account that lacks them, and never over an owner's."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from io import BytesIO
from pathlib import Path
from unittest.mock import patch

import pytest
from discord.ext import commands
from discord.http import Route
from PIL import Image, ImageChops, ImageStat

from bot.discord_account import AVATAR_FILE, BANNER_FILE, KEPT, NOT_TAKEN, SENT, logged_in, send_profile
from tests.application.emoji_discord import EmojiDiscord
from tests.pictures.profile import avatar_png, banner_png


@pytest.fixture
async def api() -> AsyncIterator[EmojiDiscord]:
    discord = EmojiDiscord()
    async with discord.served() as address:
        with patch.object(Route, "BASE", address):
            yield discord


@pytest.fixture
async def client(api: EmojiDiscord, request: pytest.FixtureRequest) -> AsyncIterator[commands.AutoShardedBot]:
    """The bot of an account that has what the test's parameter names."""
    api.account = dict.fromkeys(getattr(request, "param", ()), b"the owner's")
    async with logged_in("x.y.z") as bot:
        yield bot


async def test_bare_account_gets_both_pictures_in_one_request(
    api: EmojiDiscord, client: commands.AutoShardedBot
) -> None:
    assert await send_profile(client) == (SENT.format("avatar and banner"), True)
    assert api.account == {"avatar": AVATAR_FILE.read_bytes(), "banner": BANNER_FILE.read_bytes()}
    async with logged_in("x.y.z") as later:
        assert await send_profile(later) == (KEPT, True)
    assert api.asked == ["avatar and banner"]


@pytest.mark.parametrize("client", [["avatar"]], indirect=True)
async def test_owners_avatar_is_kept(api: EmojiDiscord, client: commands.AutoShardedBot) -> None:
    assert await send_profile(client) == (SENT.format("banner"), True)
    assert api.asked == ["banner"]


async def test_refusal_is_told(api: EmojiDiscord, client: commands.AutoShardedBot) -> None:
    api.refuses = True
    assert await send_profile(client) == (NOT_TAKEN.format("avatar and banner", 400), False)
    assert api.asked == ["avatar and banner"]


@pytest.mark.parametrize(
    ("file", "drawn", "size"), [(AVATAR_FILE, avatar_png, (512, 512)), (BANNER_FILE, banner_png, (680, 240))]
)
def test_stored_picture_is_as_drawn(file: Path, drawn: Callable[[], bytes], size: tuple[int, int]) -> None:
    with Image.open(file) as stored, Image.open(BytesIO(drawn())) as now:
        assert stored.size == size
        assert max(ImageStat.Stat(ImageChops.difference(stored.convert("RGB"), now.convert("RGB"))).mean) < 2
