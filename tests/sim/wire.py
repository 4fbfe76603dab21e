"""The connection between bot and Discord: every request and response takes time and may be lost.

``SimSession`` replaces discord.py's HTTP session, so that retries and waits are discord.py's own.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import aiohttp
from discord.ext.commands import AutoShardedBot, Bot
from discord.http import HTTPClient, Route

from tests.sim.loop import VirtualLoop
from tests.sim.routes import Request, handled
from tests.sim.server import Refusal, Server

if TYPE_CHECKING:
    from tests.sim.faults import Weather

ANSWERS: Final = ("/interactions/", "/webhooks/")
"""Path prefixes of requests bound to an interaction."""
STORED_AFTER: Final = 1.0
"""Seconds after which the bot has stored the id of a message it has sent."""


class Outcome(NamedTuple):
    """The result of a request: a status with data, or status 0 for a broken connection."""

    status: int
    data: Any


class Response:
    """A response, as far as discord.py reads it."""

    reason = ""

    def __init__(self, outcome: Outcome) -> None:
        self.status = outcome.status
        self.headers = {"content-type": "application/json", "Via": "1.1 discord"}
        self._outcome = outcome

    async def text(self, encoding: str) -> str:
        """Its body."""
        return json.dumps(self._outcome.data)


def _ignore(request: Request) -> None:
    """Do nothing about a request."""


class Wire:
    """Carries requests; those on their way arrive even if the bot dies."""

    def __init__(
        self,
        loop: VirtualLoop,
        server: Server,
        weather: Weather,
        note: Callable[[str], None],
        too_soon: Callable[[str], None],
    ) -> None:
        self.carried_out: Callable[[Request], None] = _ignore
        """Called with each request that Discord has carried out."""
        self.under_way = 0
        """Number of requests or responses on their way."""
        self._is_cut_off = False
        self._sent: list[tuple[float, int]] = []
        """Time and id of the messages sent in the last ``STORED_AFTER`` seconds."""
        self._too_soon = too_soon
        self._held_until = 0.0
        """The end of a global rate limit this process has been told of."""
        self._loop = loop
        self._server = server
        self._weather = weather
        self._note = note

    def cut_off(self) -> None:
        """Record that the process, killed or without its database, stores no id of what it has just sent."""
        self._is_cut_off = True
        self._server.unheard_of.update(number for at, number in self._sent if self._is_new(at))

    async def send(self, method: str, path: str, written: str) -> Outcome:
        """Send a request once; retries are left to discord.py.

        Raises:
            ClientError: the connection broke.
        """
        is_answer = path.startswith(ANSWERS)
        if not is_answer and self._loop.time() < self._held_until:
            self._too_soon(f"{method} {path}")
        payload, nonce = json.loads(written) if written else None, None
        if isinstance(payload, dict) and payload.get("enforce_nonce"):
            nonce = payload["nonce"]  # discord.py's own nonces are not from the seed
            payload = {key: value for key, value in payload.items() if "nonce" not in key}
            written = json.dumps(payload)
        outcome = await self._carried(Request(method, path, payload, written, nonce, is_answer))
        if outcome.status == 0:
            raise aiohttp.ServerDisconnectedError
        if outcome.status == 429 and outcome.data.get("global"):
            self._held_until = self._weather.held_until
        return outcome

    def _carried(self, request: Request) -> asyncio.Future[Outcome]:
        back: asyncio.Future[Outcome] = self._loop.create_future()
        self.under_way += 1
        self._loop.call_later(
            self._weather.delay(), self._arrive, request, back, context=self._weather.context
        )
        return back

    def _arrive(self, request: Request, back: asyncio.Future[Outcome]) -> None:
        outcome = self._weather.refusal(is_answer=request.is_answer)
        if outcome is None:
            outcome = self._done(request)
            if self._weather.loses_answer():
                self._lose(request, outcome)
                outcome = self._weather.broken()
        self._note(f"{request.method} {request.path} {request.written} -> {outcome.status} {_code(outcome)}")
        self._loop.call_later(
            self._weather.delay(), self._return, outcome, back, context=self._weather.context
        )

    def _lose(self, request: Request, outcome: Outcome) -> None:
        """Record that the bot will not learn the id of a follow-up or message it has sent."""
        if request.path.startswith("/webhooks") and (number := _message_of(request, outcome)):
            self._server.unheard_of.add(number)

    def _is_new(self, at: float) -> bool:
        return self._loop.time() - at < STORED_AFTER

    def _return(self, outcome: Outcome, back: asyncio.Future[Outcome]) -> None:
        self.under_way -= 1
        if not back.done():
            back.set_result(outcome)

    def _done(self, request: Request) -> Outcome:
        try:
            done = Outcome(200, handled(self._server, request))
        except Refusal as refusal:
            return Outcome(refusal.status, {"code": refusal.code, "message": refusal.text})
        self.carried_out(request)
        if number := _message_of(request, done):
            self._sent = [*(one for one in self._sent if self._is_new(one[0])), (self._loop.time(), number)]
            if self._is_cut_off:
                self._server.unheard_of.add(number)
        return done


def _message_of(request: Request, outcome: Outcome) -> int | None:
    """The id of the message that a request has made; None if it made none."""
    is_made = request.method == "POST" and outcome.status == 200 and isinstance(outcome.data, dict)
    return int(outcome.data["id"]) if is_made and "id" in outcome.data else None


def _code(outcome: Outcome) -> object:
    return outcome.data.get("code", "") if outcome.status >= 400 and isinstance(outcome.data, dict) else ""


class SimSession:
    """Replaces aiohttp's session in discord.py, for the bot's requests and for those of interactions."""

    def __init__(self, wire: Wire, trace: aiohttp.TraceConfig | None) -> None:
        self._wire = wire
        self._trace = trace

    def request(self, method: str, url: str, *, data: Any = None, **named: Any) -> _Exchange:
        """Start a request, which is sent when its response is awaited."""
        path = url.removeprefix(Route.BASE).partition("?")[0]
        return _Exchange(self._answer(method, path, _written(data)))

    async def _answer(self, method: str, path: str, written: str) -> Response:
        response = Response(await self._wire.send(method, path, written))
        for told in () if self._trace is None else self._trace.on_request_end:
            await told(self, None, SimpleNamespace(response=response))  # type: ignore[arg-type]
        return response


class _Exchange:
    """A request and its response, as a context manager."""

    def __init__(self, answer: Coroutine[Any, Any, Response]) -> None:
        self._answer = answer

    async def __aenter__(self) -> Response:
        return await self._answer

    async def __aexit__(self, *error: object) -> None:
        pass


class SimHttp(HTTPClient):
    """discord.py's HTTP client with its rate limits and retries, over the wire."""

    async def static_login(self, token: str) -> Any:
        """Log in."""
        self._global_over = asyncio.Event()
        self._global_over.set()
        self.token = token
        return await self.request(Route("GET", "/users/@me"))

    async def close(self) -> None:
        """No connection to close."""


def send_through(bot: Bot | AutoShardedBot, loop: VirtualLoop, wire: Wire) -> None:
    """Route all of a bot's requests through a wire."""
    trace = bot.http.http_trace
    http = SimHttp(loop, http_trace=trace)
    http._HTTPClient__session = SimSession(wire, trace)  # type: ignore[attr-defined]  # interactions take it along
    bot.http = bot._connection.http = http
    bot.tree._http = http


def _written(data: Any) -> str:
    """The JSON that is sent, without files; empty without a payload."""
    if isinstance(data, aiohttp.FormData):
        fields = {options["name"]: value for options, _, value in data._fields}
        data = fields["payload_json"]
    return data or ""
