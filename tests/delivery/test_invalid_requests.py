"""Refusals by Discord are counted for ten minutes; near Discord's limit only interaction answers are sent."""

from __future__ import annotations

import asyncio
from pathlib import Path
from unittest.mock import patch

import discord
import pytest
from aiohttp import web
from discord.http import Route

from bot.app import open_app
from bot.client import RookeryBot
from bot.delivery.invalid_requests import WINDOW, InvalidRequests
from bot.delivery.requests import Outgoing
from tests.inline import InlineComputers
from tests.table.people import settings_for
from tests.virtual_time import run


def test_only_refusals_of_the_last_ten_minutes_count() -> None:
    async def counted() -> list[int]:
        invalid, counts = InvalidRequests(1000), list[int]()
        for status in (200, 204, 400, 401, 403, 404, 429, 500, 503):
            invalid.note(status)
        counts.append(invalid.count)
        await asyncio.sleep(WINDOW - 1)
        invalid.note(403)
        counts.append(invalid.count)
        await asyncio.sleep(2)
        counts.append(invalid.count)
        return counts

    assert run(counted()) == [4, 5, 1]


def test_sending_pauses_at_the_limit_until_half_expire_and_warns_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def sent_at() -> float:
        invalid = InvalidRequests(100)
        outgoing, loop = Outgoing(50, invalid.seconds_left), asyncio.get_running_loop()
        for _ in range(120):
            invalid.note(403)
            await asyncio.sleep(1)
        async with outgoing.turn(loop.time()):
            pass
        return loop.time()

    # The 100th is noted at 99 s. Of the 120 noted, 70 have expired once the one from 69 s does.
    assert run(sent_at()) == pytest.approx(69 + WINDOW)
    assert [record.levelname for record in caplog.records] == ["WARNING"]


async def test_bot_counts_every_answer_from_any_caller(tmp_path: Path) -> None:
    async def refuse(request: web.Request) -> web.Response:
        status = 401 if request.path.endswith("@me") else 404
        return web.json_response({"code": 10062, "message": "no"}, status=status)

    api = web.Application()
    api.router.add_route("*", "/{path:.*}", refuse)
    runner = web.AppRunner(api)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    port = runner.addresses[0][1]
    try:
        with patch.object(Route, "BASE", f"http://127.0.0.1:{port}"):
            async with open_app(settings_for(tmp_path / "db"), computers=InlineComputers()) as app:
                bot = RookeryBot(app)
                with pytest.raises(discord.LoginFailure):
                    await bot.login("a token")
                assert app.delivery.invalid_requests.count == 1
                webhook = discord.Webhook.partial(1, "a token", client=bot)
                with pytest.raises(discord.NotFound):
                    await webhook.edit_message(2, content="a hand")
                assert app.delivery.invalid_requests.count == 2
                await bot.close()
    finally:
        await runner.cleanup()
