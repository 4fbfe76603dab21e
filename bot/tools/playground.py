"""The playground: the real bot on SimCord, an in-memory Discord, in a browser page.

No token, no network, no Discord. SimCord is a development tool, so it is imported here only,
and only when a playground is opened.

SimCord was made for tests: after each action it waits until the bot is idle, and it shows what
it publishes then. A game continues between clicks, so this module adds four things:

* Every timer of the bot runs in real time, in a context SimCord does not watch. A click is then
  answered at once, even while clocks and computer players are running.
* SimCord's own clock (``discord.utils.utcnow``) starts now and follows the real one.
* The browser talks to a front door, which lets one request in at a time (SimCord refuses
  operations that overlap) and publishes the world first if the bot has said something since.
  The page asks twice a second, so it is live.
* It keeps the images of the bot's emojis, which SimCord forgets.
"""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import json
import time
from collections.abc import AsyncIterator, Callable, Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from aiohttp import ClientSession, web

from bot.common.loop import call_on_stop_signals
from bot.discord_emojis import DiscordEmojis

if TYPE_CHECKING:
    import simcord
    from discord.ext import commands

    from bot.delivery.card_faces import CardFaces

PLAYERS = ("Ann", "Bob", "Cleo", "Dan")
_NEEDS_SIMCORD = "The playground needs SimCord: make play, or pipx install '.[playground]' and rookery play."
_TICK_SECONDS = 0.25
_MOST_SECONDS_A_CLICK = 30  # "Play" of the daily deal waits until a computer has played it, too
_OWN_HEADERS = ("Content-Length", "Date", "Server")


async def open_playground(
    bot: commands.Bot, *, faces: CardFaces | None, port: int | None, say: Callable[[str], None]
) -> None:
    """Serve a built, not yet logged in bot to a browser until Ctrl-C, SIGTERM or cancellation.

    ``faces`` are shown as soon as they are drawn. ``port`` is the page's port on this machine (``None``
    takes a free one); ``say`` is told the address. The bot is closed at the end.
    Without SimCord installed it ends the program with a sentence that says so.
    """
    try:
        import simcord  # noqa: PLC0415  (a development tool, loaded when asked for)
    except ImportError:
        raise SystemExit(_NEEDS_SIMCORD) from None

    env = simcord.Env(bot, check_errors=False, settle_timeout=_MOST_SECONDS_A_CLICK)
    monotonic = time.monotonic  # SimCord replaces it as well
    try:
        await env.start()
        with env.time_context():
            _run_timers_freely(asyncio.get_running_loop(), monotonic)
            await env.advance_time((datetime.now(UTC) - env.now()).total_seconds())
            with _stop_signals() as stop:
                await _serve(bot, env, faces, port, say, stop)
    finally:
        await bot.close()
        await env.shutdown()


async def _serve(
    bot: commands.Bot,
    env: simcord.Env,
    faces: CardFaces | None,
    port: int | None,
    say: Callable[[str], None],
    stop: asyncio.Event,
) -> None:
    """Create a server with four players and serve its page until ``stop`` is set or the page is closed."""
    if bot.user is not None:
        await bot.user.edit(username="Rookery")
    users = [env.create_user(name.lower(), global_name=name) for name in PLAYERS]
    club = env.create_guild("Rookery Club", owner=users[0])
    players = [club.add_member(user) for user in users]
    channel = club.create_text_channel("card-table", topic="Rook for two to eight")
    turn = asyncio.Lock()
    async with (
        env.preview(channel, viewers=players, layout="channel", timezone="UTC") as preview,
        _FrontDoor(env, preview, turn).open(port) as address,
    ):
        say(f"The card table is open: {address}")
        say("Type /rook new in the box at the bottom; 'Viewing as' changes the player.")
        ends = [
            asyncio.create_task(wait) for wait in (stop.wait(), preview.wait_closed(), _keep_time(env, turn))
        ]
        sent = [] if faces is None else [asyncio.create_task(faces.keep(_Emojis(bot, env), pause=0))]
        tasks = [*ends, *sent]
        try:
            done, _ = await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


def _run_timers_freely(loop: asyncio.AbstractEventLoop, monotonic: Callable[[], float]) -> None:
    """Run the bot's timers in real time, and hide the tasks they start from SimCord.

    SimCord watches all that runs in the bot's context, so timers run in a copy of the caller's.
    SimCord replaces these methods of the loop itself, and restores them at its end.
    """
    outside = contextvars.copy_context()
    set_timer = loop.call_at

    def call_at(
        when: float,
        callback: Callable[..., object],
        *args: object,
        context: contextvars.Context | None = None,
    ) -> asyncio.TimerHandle:
        del context
        return outside.copy().run(set_timer, when, callback, *args)

    def call_later(
        delay: float,
        callback: Callable[..., object],
        *args: object,
        context: contextvars.Context | None = None,
    ) -> asyncio.TimerHandle:
        return call_at(monotonic() + delay, callback, *args, context=context)

    vars(loop).update(time=monotonic, call_at=call_at, call_later=call_later)


async def _keep_time(env: simcord.Env, turn: asyncio.Lock) -> None:
    """Advance SimCord's clock with the real one, until cancelled."""
    loop = asyncio.get_running_loop()
    then = loop.time()
    while True:
        await asyncio.sleep(_TICK_SECONDS)
        async with turn:
            now = loop.time()
            with contextlib.suppress(TimeoutError):
                await env.advance_time(now - then)
            then = now


class _Emojis(DiscordEmojis):
    """The bot's emojis. SimCord drops their images, so this class serves them to its page."""

    def __init__(self, bot: commands.Bot, env: simcord.Env) -> None:
        super().__init__(bot)
        self._images: dict[str, bytes] = {}
        cdn = env.backend.cdn
        known = cdn.get
        vars(cdn)["get"] = lambda url: self._images.get(url) or known(url)

    async def add(self, name: str, png: bytes) -> str:
        """Upload an emoji, and keep its image under the address the page asks for."""
        from simcord.backend.cdn import CDN_BASE  # noqa: PLC0415  (a development tool)

        mention = await super().add(name, png)
        number = mention.rstrip(">").rpartition(":")[2]
        self._images[f"{CDN_BASE}/emojis/{number}.png"] = png
        return mention


class _FrontDoor:
    """A proxy between the browser and SimCord that serializes requests and keeps the page up to date."""

    def __init__(self, env: simcord.Env, preview: simcord.Preview, turn: asyncio.Lock) -> None:
        self._env = env
        self._preview = preview
        self._turn = turn
        self._inner, _, self._capability = preview.url.partition("/#")
        self._seen: dict[str | None, dict[str, Any]] = {}  # by page: the controls its browser shows

    @contextlib.asynccontextmanager
    async def open(self, port: int | None) -> AsyncIterator[str]:
        """Listen on this machine; yields the address to open.

        The address ends in SimCord's secret capability, new at each start; requests without it are refused.
        """
        application = web.Application(client_max_size=32 * 1024 * 1024)
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
        async with self._turn:
            if request.path in ("/api/state", "/api/action") and self._env.http_requests:
                self._env.http_requests.clear()
                with contextlib.suppress(TimeoutError):
                    await self._preview.refresh()
            if request.path == "/api/action" and request.content_type == "application/json":
                body = await self._renew(page, headers, body)
            async with self._session.request(
                request.method, request.path_qs, headers=headers, data=body
            ) as answer:
                content = await answer.read()
        if request.path == "/api/state" and answer.ok:
            self._seen[page] = dict(_controls(json.loads(content)))
        kept = {name: answer.headers[name] for name in answer.headers if name not in _OWN_HEADERS}
        return web.Response(status=answer.status, headers=kept, body=content)

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


def _controls(part: Any) -> Iterator[tuple[str, Any]]:  # noqa: ANN401  (any JSON)
    """Every control in a page's state, with its key."""
    if isinstance(part, dict):
        if "control_key" in part:
            yield part["control_key"], part
        part = list(part.values())
    if isinstance(part, list):
        for inner in part:
            yield from _controls(inner)


@contextlib.contextmanager
def _stop_signals() -> Iterator[asyncio.Event]:
    """An event that Ctrl-C and SIGTERM set, until the block ends."""
    stop = asyncio.Event()
    restore = call_on_stop_signals(stop.set)
    try:
        yield stop
    finally:
        restore()
