"""Between the bot and Discord: every request travels there and back, and may be lost on either way.

``SimHttp`` and ``SimAdapter`` stand where discord.py sends its requests; they try again as it does.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import aiohttp
from discord import Forbidden, HTTPException, NotFound
from discord.errors import DiscordServerError
from discord.ext.commands import Bot
from discord.http import HTTPClient, Route
from discord.webhook.async_ import AsyncWebhookAdapter

from tests.sim.ids import APPLICATION
from tests.sim.loop import VirtualLoop
from tests.sim.server import Refusal, Server

if TYPE_CHECKING:
    from tests.sim.faults import Weather

TRIES: Final = 5
ME: Final = {"id": str(APPLICATION), "username": "Rookery", "discriminator": "0", "avatar": None, "bot": True}


class Request(NamedTuple):
    """What the bot asks of Discord."""

    method: str
    path: str
    payload: Any
    nonce: object = None
    """Equal in all attempts of one request."""


class Outcome(NamedTuple):
    """What comes back: a status with data, or with 0 a broken connection."""

    status: int
    data: Any


@dataclass
class Reply:
    """What discord.py's errors want to know of a response."""

    status: int
    reason: str


class Wire:
    """Carries requests; what is on its way arrives, even if the bot dies meanwhile."""

    def __init__(
        self, loop: VirtualLoop, server: Server, weather: Weather, note: Callable[[str], None]
    ) -> None:
        self.under_way = 0
        """Requests on their way there or back."""
        self._loop = loop
        self._server = server
        self._weather = weather
        self._note = note

    async def send(self, method: str, path: str, payload: Any) -> Any:
        """Send a request, again where discord.py would; gives the answer's data.

        Raises:
            HTTPException: Discord refused.
            ClientError: the connection broke.
        """
        nonce: object = None
        if isinstance(payload, dict) and payload.get("enforce_nonce"):
            nonce = payload["nonce"]  # discord.py's own ones come from the system's generator
            payload = {key: value for key, value in payload.items() if "nonce" not in key}
        request = Request(method, path, payload, nonce)
        for attempt in range(TRIES):
            outcome = await self._carried(request)
            if 200 <= outcome.status < 300:
                return outcome.data
            if outcome.status == 0:
                raise aiohttp.ServerDisconnectedError
            if outcome.status < 500 and outcome.status != 429:
                break
            if attempt < TRIES - 1:
                await asyncio.sleep(outcome.data.get("retry_after", 1 + attempt * 2))
        raise _error(outcome)

    def _carried(self, request: Request) -> asyncio.Future[Outcome]:
        back: asyncio.Future[Outcome] = self._loop.create_future()
        self.under_way += 1
        self._loop.call_later(
            self._weather.delay(), self._arrive, request, back, context=self._weather.context
        )
        return back

    def _arrive(self, request: Request, back: asyncio.Future[Outcome]) -> None:
        outcome = self._weather.refusal()
        if outcome is None:
            outcome = self._done(request)
            if self._weather.loses_answer():
                outcome = self._weather.broken()
        self._note(f"{request.method} {request.path} {request.payload} -> {outcome.status} {_code(outcome)}")
        self._loop.call_later(
            self._weather.delay(), self._return, outcome, back, context=self._weather.context
        )

    def _return(self, outcome: Outcome, back: asyncio.Future[Outcome]) -> None:
        self.under_way -= 1
        if not back.done():
            back.set_result(outcome)

    def _done(self, request: Request) -> Outcome:
        try:
            return Outcome(200, self._handled(request))
        except Refusal as refusal:
            return Outcome(refusal.status, {"code": refusal.code, "message": refusal.text})

    def _handled(self, request: Request) -> Any:  # noqa: PLR0911, PLR0912  (a table of routes)
        server = self._server
        payload: Any = request.payload or {}
        parts = payload.get("components") or () if isinstance(payload, dict) else ()
        match request.method, *request.path.strip("/").split("/"):
            case "GET", "channels", channel:
                return server.channel(int(channel))
            case "POST", "channels", channel, "messages":
                return server.post(int(channel), parts, request.nonce)
            case "PATCH", "channels", channel, "messages", message:
                return server.edit(int(channel), int(message), parts)
            case "DELETE", "channels", channel, "messages", message:
                return server.delete(int(channel), int(message))
            case "POST", "interactions", _, token, "callback":
                return server.answer(token, payload["type"], payload.get("data") or {})
            case "POST", "webhooks", _, token:
                return server.follow_up(token, payload)
            case "GET", "webhooks", _, token, "messages", "@original":
                return server.original(token)
            case "PATCH", "webhooks", _, token, "messages", message:
                return server.edit_by_token(token, int(message), parts)
            case "DELETE", "webhooks", _, token, "messages", "@original":
                return server.delete_original(token)
            case "DELETE", "webhooks", _, token, "messages", message:
                return server.delete_by_token(token, int(message))
            case "PUT", "applications", _, "commands":
                server.register(payload)
                return []
            case "GET", "users", "@me":
                return ME
            case "GET", "oauth2", "applications", "@me":
                return _APPLICATION
        raise AssertionError(f"the simulation knows no {request.method} {request.path}")


_APPLICATION: Final = {
    "id": str(APPLICATION),
    "name": "Rookery",
    "description": "",
    "icon": None,
    "bot_public": True,
    "bot_require_code_grant": False,
    "owner": ME,
    "verify_key": "",
    "flags": 0,
}


def _error(outcome: Outcome) -> HTTPException:
    response: Any = Reply(outcome.status, "")
    kinds = {403: Forbidden, 404: NotFound}
    kind = DiscordServerError if outcome.status >= 500 else kinds.get(outcome.status, HTTPException)
    return kind(response, outcome.data)


def _code(outcome: Outcome) -> object:
    return outcome.data.get("code", "") if outcome.status >= 400 and isinstance(outcome.data, dict) else ""


class SimHttp(HTTPClient):
    """What discord.py sends through for the bot itself."""

    def __init__(self, loop: VirtualLoop, wire: Wire) -> None:
        super().__init__(loop)
        self._wire = wire
        self._HTTPClient__session = None  # what interactions and webhooks take along

    async def request(self, route: Route, *, json: Any = None, **named: Any) -> Any:
        """Send a request."""
        return await self._wire.send(route.method, _path(route), json)

    async def static_login(self, token: str) -> Any:
        """Log in."""
        self.token = token
        return await self.request(Route("GET", "/users/@me"))

    async def close(self) -> None:
        """There is no session to close."""


def send_through(bot: Bot, http: HTTPClient) -> None:
    """Let a bot send its own requests there."""
    bot.http = bot._connection.http = http
    bot.tree._http = http


class SimAdapter(AsyncWebhookAdapter):
    """What discord.py sends through for interactions: one at a time for each of them."""

    def __init__(self, wire: Wire) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._wire = wire

    async def request(self, route: Route, session: Any, *, payload: Any = None, **named: Any) -> Any:
        """Send a request."""
        return await self._wire.send(route.method, _path(route), payload)


def _path(route: Route) -> str:
    return route.url.removeprefix(Route.BASE).partition("?")[0]
