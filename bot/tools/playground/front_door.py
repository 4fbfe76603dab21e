"""The proxy between the browser and SimCord's page.

SimCord was made for tests: it refuses operations that overlap, shows what it publishes after each action,
and knows one channel. This proxy lets one request in at a time, publishes first if the bot has said
something since (the page asks twice a second, so it is live), opens threads, and adds a script and a style
sheet to the page.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from aiohttp import ClientSession, web

if TYPE_CHECKING:
    import simcord

_OWN_HEADERS: Final = ("Content-Length", "Date", "Server")
_ADDED: Final = {
    "/playground.css": ("page.css", "text/css"),
    "/playground.js": ("page.js", "text/javascript"),
}
"""Files added to SimCord's page: their file here and their type."""
_LINKS: Final = b'<link rel="stylesheet" href="/playground.css"><script src="/playground.js"></script></head>'


class FrontDoor:
    """A proxy between the browser and SimCord that serializes requests and keeps the page up to date."""

    def __init__(self, env: simcord.Env, preview: simcord.Preview, turn: asyncio.Lock) -> None:
        self._env = env
        self._preview = preview
        self._home = preview.channel
        self._turn = turn
        self._inner, _, self._capability = preview.url.partition("/#")
        self._channels: dict[str | None, simcord.ChannelHandle] = {}
        """The thread that each page shows; the others show the channel."""
        self._seen: dict[str | None, dict[str, Any]] = {}
        """The controls that each page's browser shows."""

    @contextlib.asynccontextmanager
    async def open(self, port: int | None) -> AsyncIterator[str]:
        """Listen on this machine; yields the address to open.

        The address ends in SimCord's secret capability, new at each start; requests without it are refused.
        """
        application = web.Application(client_max_size=32 * 1024 * 1024)
        for path in _ADDED:
            application.router.add_get(path, _added)
        application.router.add_route("*", "/{path:.*}", self._forward)
        runner = web.AppRunner(application, access_log=None, shutdown_timeout=1.0)
        async with ClientSession(self._inner) as self._session:
            await runner.setup()
            try:
                try:
                    await web.TCPSite(runner, "127.0.0.1", port or 0).start()
                except OSError as trouble:
                    raise SystemExit(f"The playground cannot open: {trouble.strerror}") from None
                host, bound_port = runner.addresses[0][:2]
                yield f"http://{host}:{bound_port}/#{self._capability}"
            finally:
                await runner.cleanup()
                async with self._turn:
                    pass  # wait for a request that was cut off to finish its operation on SimCord

    async def _forward(self, request: web.Request) -> web.Response:
        headers = {
            name: value
            for name, value in request.headers.items()
            if name.startswith("X-Simcord-") or name == "Content-Type"
        }
        page = headers.get("X-Simcord-Context")
        body = await request.read()
        channel = self._channels.get(page, self._home)
        if request.path == "/api/pages":
            channel = self._thread(request.query.get("channel"))
            body = json.dumps({"viewer_id": request.query.get("viewer")}).encode()
        async with self._turn:
            if request.path in ("/api/state", "/api/action") and self._env.http_requests:
                self._env.http_requests.clear()
                with contextlib.suppress(TimeoutError):
                    await self._preview.refresh()
            self._preview.channel = channel  # SimCord sends what is typed there, and opens new pages on it
            if request.path == "/api/action" and request.content_type == "application/json":
                body = await self._renew(page, headers, body)
            async with self._session.request(
                request.method, request.path_qs, headers=headers, data=body
            ) as answer:
                content = await answer.read()
        if answer.ok and request.path in ("/api/pages", "/api/state"):
            state = json.loads(content)
            self._channels[state["context"]["id"]] = channel
            self._seen[page] = dict(_controls(state))
            content = json.dumps(self._linked(state)).encode()
        elif request.path == "/":
            content = content.replace(b"</head>", _LINKS)
        kept = {name: answer.headers[name] for name in answer.headers if name not in _OWN_HEADERS}
        return web.Response(status=answer.status, headers=kept, body=content)

    def _thread(self, number: str | None) -> simcord.ChannelHandle:
        """The thread of an id, or the channel if there is none."""
        return next((thread for thread in self._home.threads if str(thread.id) == number), self._home)

    async def _renew(self, page: str | None, headers: dict[str, str], body: bytes) -> bytes:
        """Update an action to the present state of the page if its control has not changed; returns the body.

        SimCord refuses actions on an older state of the page, and at a lively table every state
        is old; but a card button that has become another card must stay refused.
        """
        act = json.loads(body)
        async with self._session.get("/api/state", headers=headers) as answer:
            now = await answer.json() if answer.ok else {}
        control = act.get("control_key")
        if "publishedRevision" in now and self._seen.get(page, {}).get(control) == dict(_controls(now)).get(
            control
        ):
            act["published_revision"] = now["publishedRevision"]
        return json.dumps(act).encode()

    def _linked(self, part: Any) -> Any:  # noqa: ANN401  (any JSON)
        """A page's state in which mentions of channels are links, as Discord's are."""
        if isinstance(part, dict):
            return {name: self._linked(inner) for name, inner in part.items()}
        if not isinstance(part, list):
            return part
        tokens = list[Any]()
        for inner in part:
            if isinstance(inner, dict) and (inner.get("type"), inner.get("kind")) == ("mention", "channel"):
                guild = self._home.guild.id if self._home.guild is not None else "@me"
                link = {"type": "link_open", "href": f"https://discord.com/channels/{guild}/{inner['id']}"}
                tokens += [link, inner, {"type": "link_close"}]
            else:
                tokens.append(self._linked(inner))
        return tokens


async def _added(request: web.Request) -> web.Response:
    """One of the files that are added to the page."""
    name, kind = _ADDED[request.path]
    text = Path(__file__).with_name(name).read_text(encoding="utf-8")
    return web.Response(text=text, content_type=kind, headers={"Cache-Control": "no-store"})


def _controls(part: Any) -> Iterator[tuple[str, Any]]:  # noqa: ANN401  (any JSON)
    """Every control in a page's state, with its key."""
    if isinstance(part, dict):
        if "control_key" in part:
            yield part["control_key"], part
        part = list(part.values())
    if isinstance(part, list):
        for inner in part:
            yield from _controls(inner)
