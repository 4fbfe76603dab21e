"""A Discord on this machine: REST and gateway over sockets, with Discord's 50 requests a second enforced.

discord.py talks to it unchanged. Requests bound to an interaction are not counted, as with Discord. Messages
and interactions follow the rules of the simulation's Discord, in real time.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import defaultdict, deque
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final

from aiohttp import web

from tests.loopback.gateway import PATH, Gateway
from tests.sim.gateway import interaction_payload
from tests.sim.ids import EPOCH, Ids
from tests.sim.messages import Channel, Guild, Message, Panel, Pressable
from tests.sim.routes import Request, handled
from tests.sim.server import ANSWERABLE, TOKEN_LIFE, Press, Refusal, Server, channel_payload

API: Final = "/api/v10"
LIMIT: Final = 50
"""Requests a second over all routes:
https://discord.com/developers/docs/topics/rate-limits#global-rate-limit"""
KEPT: Final = 8
"""The newest messages of a channel, or of a user there, that are never dropped."""
EVENTUALLY: Final = 55.0
"""Seconds until which all edits must be made, on a busy machine too."""
SLOWEST: Final = 5
"""The least number of messages the bot edits in a second on a busy machine."""
NOT_COUNTED: Final = (f"{API}/interactions/", f"{API}/webhooks/", PATH)
NOT_FOUND: Final = {"code": 0, "message": "404: Not Found"}


class LocalDiscord:
    """Servers with channels, by id. A message it has never seen counts as posted before its start."""

    def __init__(self, guilds: Mapping[int, Sequence[int]], *, latency: float = 0.02) -> None:
        self.latency = latency
        """Seconds from a request's arrival to its answer."""
        self.refused: Final[list[float]] = []
        """Loop times at which a request was answered with 429."""
        self.edited: Final[set[int]] = set()
        """Ids of public messages that were edited."""
        self.unknown: Final[list[str]] = []
        """Requests that no route fits."""
        self.origin = ""
        self.server: Final = Server(now, Ids(now))
        """Channels, messages and interactions."""
        self.gateway: Final = Gateway(self.server)
        for number, (guild_id, channels) in enumerate(guilds.items()):
            guild = self.server.guilds[guild_id] = Guild(guild_id, f"Club {number}")
            for channel_id in channels:
                self.server.channels[channel_id] = Channel(channel_id, "table", guild)
        self.listeners: Final = defaultdict[int, dict[int, asyncio.Event]](dict)
        """By channel or thread and user, the event that is set by each public message, new or edited, and by
        each edited private message of the user."""
        self.server.made.append(self._tell_thread)
        self.server.watchers.append(self._note_change)
        self._taken: deque[float] = deque()
        self._moving = asyncio.Event()
        self._moving.set()
        self._news = asyncio.Event()
        self._deleted: set[int] = set()
        self._waiting: dict[str, asyncio.Future[None]] = {}
        """Presses waited for, by token."""

    def forget(self) -> None:
        """Drop interactions with expired tokens, and old messages of tables and hands."""
        before = now() - TOKEN_LIFE
        self.server.presses = {
            token: press for token, press in self.server.presses.items() if press.made_at > before
        }
        for channel in self.server.channels.values():
            for messages in (channel.public, *channel.private.values()):
                messages[:-KEPT] = [one for one in messages[:-KEPT] if one.table_id is None]

    # The network --------------------------------------------------------------------------------------

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
        await self.until(lambda: len(self.edited) >= number, max(EVENTUALLY, number / SLOWEST))

    async def until(self, is_so: Callable[[], bool], seconds: float = EVENTUALLY) -> None:
        """Wait until a condition holds, checked after each request of the bot.

        Raises:
            TimeoutError: it does not hold in time.
        """
        async with asyncio.timeout(seconds):
            while not is_so():
                self._news.clear()
                await self._news.wait()

    @asynccontextmanager
    async def serving(self) -> AsyncIterator[None]:
        """Serve on a free port of this machine."""
        app = web.Application(middlewares=[self._limited], client_max_size=1 << 26)
        app.router.add_get(PATH, self.gateway.connect)
        app.router.add_route("*", "/{path:.*}", self._rest)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await runner.setup()
        try:
            site = web.TCPSite(runner, "127.0.0.1", 0)
            await site.start()
            self.origin = f"http://127.0.0.1:{runner.addresses[0][1]}"
            self.gateway.url = self.origin.replace("http", "ws") + PATH
            yield
        finally:
            await runner.cleanup()

    # What users do ------------------------------------------------------------------------------------

    def press(self, user_id: int, message: Message, pressed: Pressable, values: Sequence[str] = ()) -> Press:
        """Press a button of a message, or choose values in a menu."""
        component = pressed.component
        data: dict[str, Any] = {
            "interaction_type": 3,
            "custom_id": component["custom_id"],
            "component_type": component["type"],
        }
        if pressed.is_menu:
            data["values"] = list(values)
        channel, what = self.server.channels[message.channel_id], component["custom_id"]
        press = self.server.press(user_id, channel, what, message, pressed, values, control=pressed.control)
        return self._tell_interaction(press, data)

    def command(self, user_id: int, channel_id: int, name: str, /, **options: str | int) -> Press:
        """Type a command by its full name, such as ``rook new``."""
        command = next(one for one in self.server.commands if one.name == name)
        kinds = {option["name"]: option["type"] for option in command.options}
        values = [{"name": key, "type": kinds[key], "value": value} for key, value in options.items()]
        press = self.server.press(user_id, self.server.channels[channel_id], name, command=name)
        return self._tell_interaction(press, command.data(2, values))

    def submit(self, opened: Press, data: dict[str, Any]) -> Press:
        """Submit a form that a press has opened; ``data`` as ``tests.sim.typed.filled_in`` makes it."""
        channel = self.server.channels[opened.channel_id]
        press = self.server.press(opened.user_id, channel, data["custom_id"], opened.message)
        return self._tell_interaction(press, data)

    async def answered(self, press: Press) -> bool:
        """Wait for the answer to an interaction; False if Discord has told its user that it failed."""
        if press.answered_at is None:
            future = asyncio.get_running_loop().create_future()
            self._waiting[press.token] = future
            left = press.made_at + ANSWERABLE - now()
            await asyncio.wait([future], timeout=max(0.0, left))
            del self._waiting[press.token]
        return press.answered_at is not None

    def _tell_interaction(self, press: Press, data: dict[str, Any]) -> Press:
        guild = self.server.channels[press.channel_id].guild
        payload = interaction_payload(self.server, press, data, may_manage=True)
        self.gateway.tell("INTERACTION_CREATE", payload, guild.id)
        return press

    def _note_change(self, message: Message) -> None:
        for user_id, changed in self.listeners[message.channel_id].items():
            is_edited = message.drawn_at > message.made_at
            if message.reader is None or (message.reader == user_id and is_edited):
                changed.set()

    def _note_answer(self, token: str) -> None:
        future = self._waiting.get(token)
        if future is not None and not future.done():
            future.set_result(None)

    def _tell_thread(self, thread: Channel) -> None:
        self.gateway.tell("THREAD_CREATE", channel_payload(thread), thread.guild.id)

    # What the bot does --------------------------------------------------------------------------------

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
        payload = await _payload(request)
        method, path = request.method, request.path.removeprefix(API)
        match method, *path.strip("/").split("/"):
            case "GET", "gateway":
                return _json({"url": self.gateway.url})
            case "GET", "gateway", "bot":
                return _json(self.gateway.bot_payload())
            case "PATCH", "channels", channel, "messages", message:
                self._note_edit(int(channel), int(message))
            case "DELETE", "channels", _, "messages", message:
                self._deleted.add(int(message))
        nonce = payload.get("nonce") if isinstance(payload, dict) and payload.get("enforce_nonce") else None
        self._news.set()
        try:
            data = handled(self.server, Request(method, path, payload, "", nonce))
        except Refusal as refusal:
            return _json({"code": refusal.code, "message": refusal.text}, refusal.status)
        except AssertionError:
            self.unknown.append(f"{method} {path}")
            return _json(NOT_FOUND, 404)
        match path.strip("/").split("/"):
            case "interactions", _, token, "callback":
                self._note_answer(token)
        return web.Response(status=204) if data is None else _json(data)

    def _note_edit(self, channel_id: int, message_id: int) -> None:
        self.edited.add(message_id)
        channel = self.server.channels.get(channel_id)
        if channel is None or message_id in self._deleted:
            return
        if all(message.id != message_id for message in channel.public):
            channel.public.append(Message(message_id, channel_id, Panel(()), now()))


def now() -> float:
    """Seconds since the epoch of ids; the time of presses, their answers and messages."""
    return time.time() - EPOCH


async def _payload(request: web.Request) -> Any:
    """A request's JSON, without files; None without a body."""
    if request.content_type == "multipart/form-data":
        return json.loads(str((await request.post())["payload_json"]))
    text = await request.text()
    return json.loads(text) if text else None


def _json(data: object, status: int = 200) -> web.Response:
    """A JSON response. discord.py needs this exact content type, and takes a 429 without Via for a ban."""
    headers = {"Content-Type": "application/json", "Via": "1.1 local"}
    return web.Response(body=json.dumps(data).encode(), status=status, headers=headers)
