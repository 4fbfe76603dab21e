"""The client: what it tells Discord when it starts."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import Mock, patch

import discord
import pytest

from bot.app import open_app
from bot.client import RookeryBot
from bot.settings import SettingsError
from tests.bot.people import settings_for


async def test_a_test_server_the_bot_is_not_in_is_a_broken_setting(path: Path) -> None:
    settings = settings_for(path).model_copy(update={"test_guild": 7})
    async with open_app(settings) as app, RookeryBot(app) as client:
        refusal = discord.Forbidden(Mock(status=403, reason="Forbidden"), "Missing Access")
        with (
            patch.object(client.tree, "sync", side_effect=refusal),
            pytest.raises(SettingsError, match="ROOKERY_TEST_GUILD names a server that the bot isn't in"),
        ):
            await client._register_commands()
