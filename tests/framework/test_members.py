"""Look-ups of members who left a server: in time for a press, without cancelled requests."""

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

DEPARTED, MEMBER, UNKNOWN = (MOST_FORMER + number for number in (1, 2, 3))


class Guild:
    """A server where Discord reports one member as departed, one as there, and does not answer for others."""

    def __init__(self) -> None:
        self.late = asyncio.get_running_loop().create_future()

    async def fetch_member(self, user_id: int) -> object:
        if user_id == DEPARTED:
            raise discord.NotFound(cast("Any", _NoSuchMember), "Unknown Member")
        if user_id == UNKNOWN:
            await self.late
        return object()


class _NoSuchMember:
    status = 404
    reason = "Not Found"


async def test_member_counts_as_there_when_look_up_times_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(members, "LOOK_UP_TIMEOUT", 0.01)
    guild, asking = Guild(), Background()

    assert await members.absent_from(cast("Any", guild), (DEPARTED, MEMBER, UNKNOWN), asking) == {DEPARTED}

    assert not guild.late.cancelled(), "discord.py would hold up every other request for ever"
    guild.late.set_exception(aiohttp.ClientConnectionError())
    await asking.finish()


async def test_discord_is_not_asked_without_other_players() -> None:
    assert await members.absent_from(cast("Any", None), (), Background()) == frozenset()


async def test_forgotten_players_count_as_departed_without_look_up() -> None:
    class Unasked(Guild):
        async def fetch_member(self, user_id: int) -> object:
            raise AssertionError(f"Discord was asked for {user_id}")

        def get_member(self, user_id: int) -> None:
            return None

    guild = cast("Any", Unasked())
    assert await members.absent_from(guild, (1, MOST_FORMER), Background()) == {1, MOST_FORMER}
    assert await members.named_members(cast("Any", SimpleNamespace(guild=guild)), (1, MOST_FORMER)) == {}
