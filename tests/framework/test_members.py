"""Who has left a server is looked up in time, and no request is cut off: a press waits for the answer."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import discord
import pytest

from bot.common.background import Background
from bot.common.text import MOST_FORMER
from cogs.framework import members

GONE, MEMBER, UNKNOWN = (MOST_FORMER + number for number in (1, 2, 3))


class Guild:
    """A server of which Discord says of one that they have left, of one that they are there, and no more."""

    def __init__(self) -> None:
        self.late = asyncio.get_running_loop().create_future()

    async def fetch_member(self, user_id: int) -> object:
        if user_id == GONE:
            raise discord.NotFound(cast("Any", _NoSuchMember), "Unknown Member")
        if user_id == UNKNOWN:
            await self.late
        return object()


class _NoSuchMember:
    status = 404
    reason = "Not Found"


async def test_whoever_discord_does_not_tell_of_in_time_counts_as_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(members, "LOOK_UP_TIMEOUT", 0.01)
    guild, asking = Guild(), Background()

    assert await members.gone_from(cast("Any", guild), (GONE, MEMBER, UNKNOWN), asking) == {GONE}

    assert not guild.late.cancelled(), "discord.py would hold up every other request for ever"
    guild.late.set_exception(aiohttp.ClientConnectionError())
    await asking.finish()


async def test_where_nobody_else_plays_nobody_is_asked_for() -> None:
    assert await members.gone_from(cast("Any", None), (), Background()) == frozenset()


async def test_former_players_are_gone_and_never_asked_for() -> None:
    class Unasked(Guild):
        async def fetch_member(self, user_id: int) -> object:
            raise AssertionError(f"Discord was asked for {user_id}")

        def get_member(self, user_id: int) -> None:
            return None

    guild = cast("Any", Unasked())
    assert await members.gone_from(guild, (1, MOST_FORMER), Background()) == {1, MOST_FORMER}
    assert await members.named_members(cast("Any", SimpleNamespace(guild=guild)), (1, MOST_FORMER)) == {}
