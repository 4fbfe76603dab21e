"""A Discord on this machine: REST and gateway over sockets, with Discord's 50 requests a second enforced.

discord.py talks to it unchanged. Requests bound to an interaction are not counted, as with Discord.
"""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Final

from aiohttp import WSMsgType, web

API: Final = "/api/v10"
LIMIT: Final = 50
"""Requests a second over all routes:
https://discord.com/developers/docs/topics/rate-limits#global-rate-limit"""
ME: Final = {"id": "77", "username": "Rookery", "discriminator": "0", "avatar": None, "bot": True}
APPLICATION: Final = {
    "id": "77",
    "name": "Rookery",
    "description": "",
    "icon": None,
    "bot_public": True,
    "bot_require_code_grant": False,
    "verify_key": "00",
    "flags": 0,
    "owner": ME,
}
EVENTUALLY: Final = 55.0
"""Seconds until which all edits must be made, on a busy machine too."""
SLOWEST: Final = 5
"""The least number of messages the bot edits in a second on a busy machine."""
ALL_RIGHTS: Final = "2147483647"
NOT_COUNTED: Final = (f"{API}/interactions/", f"{API}/webhooks/", "/gateway")


@dataclass
class LocalDiscord:
    """Servers with channels, by id. Edits of any message id succeed."""

    guilds: dict[int, list[int]]
    latency: float = 0.02
    """Seconds from a request's arrival to its answer."""
    refused: list[float] = field(default_factory=list)
    """Loop times at which a request was answered with 429."""
    edited: set[int] = field(default_factory=set)
    """Ids of messages that were edited."""
    origin: str = ""
    _taken: deque[float] = field(default_factory=deque)
    _moving: asyncio.Event = field(default_factory=asyncio.Event)
    _news: asyncio.Event = field(default_factory=asyncio.Event)
    _ids: Any = field(default_factory=lambda: count(1 << 60))

    def __post_init__(self) -> None:
        self._moving.set()

    def stand_still(self) -> None:
        """Answer no request from now on."""
        self._moving.clear()

    async def stall(self, seconds: float) -> None:
        """Answer no request for some seconds, then all that have arrived at once."""
        self._moving.clear()
        await asyncio.sleep(seconds)
        self._moving.set()

    async def until_edited(self, number: int) -> None:
        """Wait until ``number`` different messages have been edited."""
        async with asyncio.timeout(max(EVENTUALLY, number / SLOWEST)):
            while len(self.edited) < number:
                self._news.clear()
                await self._news.wait()

    @asynccontextmanager
    async def serving(self) -> AsyncIterator[None]:
        """Serve on a free port of this machine."""
        app = web.Application(middlewares=[self._limited])
        app.router.add_get("/gateway/", self._gateway)
        app.router.add_route("*", "/{path:.*}", self._rest)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await runner.setup()
        try:
            site = web.TCPSite(runner, "127.0.0.1", 0)
            await site.start()
            self.origin = f"http://127.0.0.1:{runner.addresses[0][1]}"
            yield
        finally:
            await runner.cleanup()

    @web.middleware
    async def _limited(self, request: web.Request, handler: Any) -> web.StreamResponse:
        """Answer requests over ``LIMIT`` a second with 429 and the time to wait."""
        if not request.path.startswith(NOT_COUNTED):
            await self._moving.wait()
            now = asyncio.get_running_loop().time()
            while self._taken and self._taken[0] <= now - 1:
                self._taken.popleft()
            if len(self._taken) >= LIMIT:
                self.refused.append(now)
                wait = max(0.05, self._taken[0] + 1 - now)
                return _json({"message": "slow down", "retry_after": wait, "global": True}, 429)
            self._taken.append(now)
            await asyncio.sleep(self.latency)
            await self._moving.wait()
        answer: web.StreamResponse = await handler(request)
        return answer

    async def _rest(self, request: web.Request) -> web.Response:
        if request.can_read_body:
            await request.read()
        match request.method, *request.path.removeprefix(API).strip("/").split("/"):
            case "GET", "users", "@me":
                return _json(ME)
            case "GET", "oauth2", "applications", "@me":
                return _json(APPLICATION)
            case "GET", "gateway":
                return _json({"url": self.origin.replace("http", "ws") + "/gateway/"})
            case "PUT", "applications", _, "commands":
                return _json([])
            case "PATCH", "channels", channel, "messages", message:
                self.edited.add(int(message))
                self._news.set()
                return _json(_message(int(message), int(channel)))
            case "POST", "channels", channel, "messages":
                return _json(_message(next(self._ids), int(channel)))
            case "DELETE", *_:
                return web.Response(status=204)
        return _json({"code": 10003, "message": "Unknown Channel"}, 404)

    async def _gateway(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_json({"op": 10, "d": {"heartbeat_interval": 41250}, "s": None, "t": None})
        async for said in socket:
            if said.type is not WSMsgType.TEXT:
                break
            payload = json.loads(said.data)
            if payload["op"] == 1:
                await socket.send_json({"op": 11, "d": None, "s": None, "t": None})
            elif payload["op"] == 2:
                for number, (name, event) in enumerate(self._events(), 1):
                    await socket.send_json({"op": 0, "t": name, "s": number, "d": event})
        return socket

    def _events(self) -> Iterable[tuple[str, Any]]:
        yield (
            "READY",
            {
                "v": 10,
                "user": ME,
                "guilds": [{"id": str(guild), "unavailable": True} for guild in self.guilds],
                "session_id": "one",
                "resume_gateway_url": self.origin.replace("http", "ws") + "/gateway/",
                "shard": [0, 1],
                "application": {"id": "77", "flags": 0},
            },
        )
        for guild, channels in self.guilds.items():
            yield "GUILD_CREATE", _guild(guild, channels)


def _guild(guild_id: int, channels: Iterable[int]) -> dict[str, Any]:
    everyone = {"id": str(guild_id), "name": "@everyone", "permissions": ALL_RIGHTS, "position": 0}
    return {
        "id": str(guild_id),
        "name": "Club",
        "unavailable": False,
        "member_count": 5,
        "owner_id": "1",
        "roles": [everyone],
        "channels": [
            {"id": str(one), "type": 0, "name": "table", "position": 0, "permission_overwrites": []}
            for one in channels
        ],
        "members": [{"user": ME, "roles": [], "flags": 0, "joined_at": None}],
        "threads": [],
        "emojis": [],
        "stickers": [],
    }


def _message(message_id: int, channel_id: int) -> dict[str, Any]:
    return {
        "id": str(message_id),
        "channel_id": str(channel_id),
        "author": ME,
        "content": "",
        "type": 0,
        "flags": 1 << 15,
        "timestamp": "2026-01-01T00:00:00.000000+00:00",
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "components": [],
        "pinned": False,
    }


def _json(data: object, status: int = 200) -> web.Response:
    """A JSON response. discord.py needs this exact content type, and takes a 429 without Via for a ban."""
    headers = {"Content-Type": "application/json", "Via": "1.1 local"}
    return web.Response(body=json.dumps(data).encode(), status=status, headers=headers)
