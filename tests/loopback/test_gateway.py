"""The gateway of the Discord on this machine keeps Discord's rules, and discord.py's shards run on it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Any, Final

import aiohttp
import pytest

from tests.loopback.gateway import INVALID_SESSION, SHARDING_REQUIRED
from tests.loopback.local_discord import LocalDiscord
from tests.sim.messages import Panel

SERVERS: Final = {number << 22: [1000 + number] for number in range(1, 13)}
"""Twelve servers with a channel each."""


class Socket:
    """A client's socket that shows each payload."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket

    async def identify(self, *shard: int) -> None:
        data: dict[str, Any] = {"token": "a token", "intents": 1}
        await self._socket.send_json({"op": 2, "d": data | ({"shard": shard} if shard else {})})

    async def resume(self, session_id: str, seq: int) -> None:
        await self._socket.send_json(
            {"op": 6, "d": {"token": "a token", "session_id": session_id, "seq": seq}}
        )

    async def read(self) -> Any:
        """The next payload, or the code the socket was closed with."""
        message = await self._socket.receive(timeout=5)
        return json.loads(message.data) if message.type is aiohttp.WSMsgType.TEXT else message.data

    async def events(self, number: int) -> list[tuple[str, Any]]:
        return [(one["t"], one["d"]) for one in [await self.read() for _ in range(number)]]

    async def begin(self, *shard: int) -> tuple[str, list[int]]:
        """Identify and read; returns the session's id and the servers it was told of."""
        await self.identify(*shard)
        [(_, ready)] = await self.events(1)
        guilds = [int(guild["id"]) for guild in ready["guilds"]]
        told = await self.events(len(guilds))
        assert [int(guild["id"]) for _, guild in told] == guilds
        return ready["session_id"], guilds

    async def close(self) -> None:
        await self._socket.close(code=4000)


class Clients:
    """Connects clients to one Discord."""

    def __init__(self, discord: LocalDiscord, http: aiohttp.ClientSession) -> None:
        self.discord = discord
        self._http = http

    async def connect(self) -> Socket:
        socket = Socket(await self._http.ws_connect(self.discord.gateway.url))
        assert (await socket.read())["op"] == 10
        return socket

    async def get(self, path: str) -> Any:
        async with self._http.get(f"{self.discord.origin}/api/v10{path}") as response:
            return json.loads(await response.text())

    async def answer(self, token: str, kind: int = 4, text: str = "") -> tuple[int, int]:
        """Answer an interaction; returns the status and the error code."""
        data = {"flags": 64, "components": [{"type": 10, "content": text}]}
        path = f"/interactions/1/{token}/callback"
        async with self._http.post(
            f"{self.discord.origin}/api/v10{path}", json={"type": kind, "data": data}
        ) as response:
            return response.status, json.loads(await response.text()).get("code", 0)


@asynccontextmanager
async def clients(servers: Iterable[int] = SERVERS) -> AsyncIterator[Clients]:
    discord = LocalDiscord({one: SERVERS.get(one, []) for one in servers}, latency=0)
    async with discord.serving(), aiohttp.ClientSession() as http:
        yield Clients(discord, http)


async def test_session_is_told_of_its_shards_servers_alone() -> None:
    async with clients() as some:
        some.discord.gateway.identify_every = 0
        told = [(await (await some.connect()).begin(shard, 5))[1] for shard in range(5)]
    assert [{(guild >> 22) % 5 for guild in guilds} for guilds in told] == [{shard} for shard in range(5)]
    assert sorted(guild for guilds in told for guild in guilds) == sorted(SERVERS)


async def test_bot_gateway_names_shards_and_concurrency() -> None:
    async with clients() as some:
        some.discord.gateway.shards, some.discord.gateway.max_concurrency = 6, 2
        answer = await some.get("/gateway/bot")
    assert answer["shards"] == 6
    assert answer["url"] == some.discord.gateway.url
    assert answer["session_start_limit"]["max_concurrency"] == 2


async def test_identify_within_five_seconds_of_its_bucket_is_refused() -> None:
    async with clients() as some:
        gateway = some.discord.gateway
        gateway.max_concurrency = 2
        await (await some.connect()).begin(0, 6)
        await (await some.connect()).begin(1, 6)
        hasty = await some.connect()
        await hasty.identify(2, 6)
        assert await hasty.read() == {"op": INVALID_SESSION, "d": False, "s": None, "t": None}
    assert [offence.shard.id for offence in gateway.offences] == [2]
    assert [identify.shard.id for identify in gateway.identified] == [0, 1]


async def test_identify_after_the_pause_is_accepted() -> None:
    async with clients() as some:
        some.discord.gateway.identify_every = 0.05
        await (await some.connect()).begin(0, 2)
        await asyncio.sleep(0.06)
        await (await some.connect()).begin(1, 2)
    assert not some.discord.gateway.offences


async def test_resumed_session_gets_the_events_it_missed() -> None:
    async with clients() as some:
        gateway = some.discord.gateway
        socket = await some.connect()
        session_id, guilds = await socket.begin()
        await socket.close()
        await gateway.until(lambda: not gateway.connected())
        gateway.tell("MISSED", {"number": 1}, guilds[0])
        again = await some.connect()
        await again.resume(session_id, 1 + len(guilds))
        assert await again.events(2) == [("MISSED", {"number": 1}), ("RESUMED", {})]


async def test_resume_of_forgotten_session_is_refused() -> None:
    async with clients() as some:
        session_id, _ = await (await some.connect()).begin()
        some.discord.gateway.forget()
        again = await some.connect()
        await again.resume(session_id, 1)
        assert (await again.read())["op"] == INVALID_SESSION


async def test_each_session_of_a_shard_gets_every_event() -> None:
    async with clients() as some:
        some.discord.gateway.identify_every = 0
        sockets = [await some.connect() for _ in range(2)]
        for socket in sockets:
            await socket.begin(1, 2)
        some.discord.gateway.tell("HERE", {}, 1 << 22)
        some.discord.gateway.tell("ELSEWHERE", {}, 2 << 22)
        some.discord.gateway.tell("HERE", {}, 3 << 22)
        assert [await socket.events(2) for socket in sockets] == [[("HERE", {}), ("HERE", {})]] * 2


async def test_unsharded_bot_of_too_many_servers_is_closed() -> None:
    async with clients() as some:
        some.discord.gateway.most_servers = 11
        socket = await some.connect()
        await socket.identify()
        assert await socket.read() == SHARDING_REQUIRED
        await (await some.connect()).begin(0, 2)


@pytest.mark.parametrize("code", [4004, 4013, 4014])
async def test_gateway_closes_with_the_code_asked_for(code: int) -> None:
    async with clients() as some:
        some.discord.gateway.refusing = code
        socket = await some.connect()
        await socket.identify()
        assert await socket.read() == code


async def test_kicked_session_may_resume() -> None:
    async with clients() as some:
        gateway = some.discord.gateway
        socket = await some.connect()
        session_id, guilds = await socket.begin()
        gateway.kick()
        assert await socket.read() == 4000
        again = await some.connect()
        await again.resume(session_id, 1 + len(guilds))
        assert await again.events(1) == [("RESUMED", {})]


async def test_second_answer_to_interaction_is_refused() -> None:
    async with clients() as some:
        press = some.discord.server.press(1, some.discord.server.channels[1001], "asks")
        assert await some.answer(press.token) == (200, 0)
        assert await some.answer(press.token) == (400, 40060)
        assert await some.discord.answered(press)


async def test_interaction_unanswered_for_three_seconds_is_unknown() -> None:
    async with clients() as some:
        press = some.discord.server.press(1, some.discord.server.channels[1001], "asks")
        press.made_at -= 3.1
        assert not await some.discord.answered(press)
        assert await some.answer(press.token) == (404, 10062)


async def test_private_answer_is_kept_for_its_reader() -> None:
    async with clients() as some:
        channel = some.discord.server.channels[1001]
        press = some.discord.server.press(1, channel, "asks")
        await some.answer(press.token, text="Your hand")
        assert [message.panel for message in channel.private[1]] == [
            Panel([{"type": 10, "content": "Your hand"}])
        ]
        assert not channel.public
