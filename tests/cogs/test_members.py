"""Who has left a server is looked up in time: a press waits for the answer."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import discord
import pytest

from cogs import members

GONE, MEMBER, UNKNOWN = 1, 2, 3


class Guild:
    """A server of which Discord says of one that they have left, of one that they are there, and no more."""

    async def fetch_member(self, user_id: int) -> object:
        if user_id == GONE:
            raise discord.NotFound(cast("Any", _NoSuchMember), "Unknown Member")
        if user_id == UNKNOWN:
            await asyncio.get_running_loop().create_future()
        return object()


class _NoSuchMember:
    status = 404
    reason = "Not Found"


async def test_whoever_discord_does_not_tell_of_in_time_counts_as_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(members, "PATIENCE", 0.01)

    assert await members.gone_from(cast("Any", Guild()), (GONE, MEMBER, UNKNOWN)) == {GONE}
