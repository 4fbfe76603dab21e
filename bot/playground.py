"""The playground: the real bot on SimCord, an in-memory Discord, in a browser page.

No token, no network, no Discord. SimCord is a development tool, so it is
imported here only, and only when a playground is opened.

SimCord was made for tests: after each action it waits until the bot is idle, and it
shows what it publishes then. A game goes on between clicks, so this module adds:

* Every timer of the bot runs in real time, in a context SimCord does not watch. A
  click is then answered at once, whatever clocks and computer players are under way.
* SimCord's own clock (``discord.utils.utcnow`` in the bot) follows the real one.
* The page asks for news twice a second; a small forwarder in front of it publishes the
  world first if the bot has said something since. It also lets one request in at a
  time, for SimCord refuses operations that overlap.
"""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import signal
import time
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import simcord
    from aiohttp import web
    from discord.ext import commands

PLAYERS = ("Ann", "Bob", "Cleo", "Dan")
_NEEDS_SIMCORD = "The playground needs SimCord: pip install -e '.[playground]'"
_TICK_SECONDS = 0.25


async def open_playground(bot: commands.Bot, *, port: int | None, say: Callable[[str], None]) -> None:
    """Serve a built, not yet logged in bot to a browser until Ctrl-C, SIGTERM or cancellation.

    ``port`` is the page's port on this machine (``None`` takes a free one); ``say`` is told
    the address. The bot is closed at the end.
    """
    try:
        import simcord
        from aiohttp import web  # noqa: F401  (comes with SimCord's page)
    except ImportError:
        raise SystemExit(_NEEDS_SIMCORD) from None

    env = simcord.Env(bot, check_errors=False)
    monotonic = time.monotonic  # SimCord replaces it as well
    try:
        await env.start()
        with env.time_context():
            _run_timers_freely(asyncio.get_running_loop(), monotonic)
            await env.advance_time((datetime.now(UTC) - env.now()).total_seconds())
            await _serve(bot, env, port, say)
    finally:
        await bot.close()
        await env.shutdown()


async def _serve(bot: commands.Bot, env: simcord.Env, port: int | None, say: Callable[[str], None]) -> None:
    """Make the club, open its page and keep SimCord's clock running until told to stop."""
    if bot.user is not None:
        await bot.user.edit(username="Rookery")
    users = [env.create_user(name.lower(), global_name=name) for name in PLAYERS]
    club = env.create_guild("Rookery Club", owner=users[0])
    players = [club.add_member(user) for user in users]
    channel = club.create_text_channel("card-table", topic="Rook, four at a table")
    turn = asyncio.Lock()
    async with (
        env.preview(channel, viewers=players, layout="channel", timezone="UTC") as preview,
        _forwarder(env, preview, turn, port) as address,
    ):
        say(f"The card table is open: {address}")
        say("Type /rook new in the box at the bottom; 'Viewing as' changes the player.")
        clock = asyncio.create_task(_keep_time(env, turn))
        try:
            await _until_told_to_stop(preview)
        finally:
            clock.cancel()
            await asyncio.gather(clock, return_exceptions=True)


def _run_timers_freely(loop: asyncio.AbstractEventLoop, monotonic: Callable[[], float]) -> None:
    """Make the bot's timers real ones, and what they start none of SimCord's business.

    SimCord watches what runs in the bot's context, so timers are set in this function's
    caller's. It replaces these methods of the loop itself, and restores them at its end.
    """
    outside = contextvars.copy_context()
    set_timer = loop.call_at

    def call_at(
        when: float, callback: Callable[..., object], *args: Any, context: contextvars.Context | None = None
    ) -> asyncio.TimerHandle:
        del context
        return outside.copy().run(set_timer, when, callback, *args)

    def call_later(
        delay: float, callback: Callable[..., object], *args: Any, context: contextvars.Context | None = None
    ) -> asyncio.TimerHandle:
        return call_at(monotonic() + delay, callback, *args, context=context)

    vars(loop).update(time=monotonic, call_at=call_at, call_later=call_later)


async def _keep_time(env: simcord.Env, turn: asyncio.Lock) -> None:
    """Let SimCord's clock follow the real one."""
    loop = asyncio.get_running_loop()
    then = loop.time()
    while True:
        await asyncio.sleep(_TICK_SECONDS)
        async with turn:
            now = loop.time()
            with contextlib.suppress(TimeoutError):
                await env.advance_time(now - then)
            then = now


@contextlib.asynccontextmanager
async def _forwarder(
    env: simcord.Env, preview: simcord.Preview, turn: asyncio.Lock, port: int | None
) -> AsyncIterator[str]:
    """Stand between browser and preview; yields the address to open.

    The address ends in SimCord's capability, new at each start, without which the page's
    interface answers nothing.
    """
    from aiohttp import ClientSession, web

    inner, _, capability = preview.url.partition("/#")

    async def forward(request: web.Request) -> web.Response:
        async with turn:
            if request.path == "/api/state" and env.http_requests:
                env.http_requests.clear()
                with contextlib.suppress(TimeoutError):
                    await preview.refresh()
            headers = {
                name: value
                for name, value in request.headers.items()
                if name.startswith("X-Simcord-") or name == "Content-Type"
            }
            async with session.request(
                request.method, inner + request.path_qs, headers=headers, data=await request.read()
            ) as answer:
                kept = {
                    name: value
                    for name, value in answer.headers.items()
                    if name not in ("Content-Length", "Date", "Server")
                }
                return web.Response(status=answer.status, headers=kept, body=await answer.read())

    application = web.Application(client_max_size=32 * 1024 * 1024)
    application.router.add_route("*", "/{path:.*}", forward)
    runner = web.AppRunner(application, access_log=None, shutdown_timeout=1.0)
    async with ClientSession() as session:
        await runner.setup()
        try:
            site = web.TCPSite(runner, "127.0.0.1", port or 0)
            await site.start()
            host, bound_port = runner.addresses[0][:2]
            yield f"http://{host}:{bound_port}/#{capability}"
        finally:
            await runner.cleanup()


async def _until_told_to_stop(preview: simcord.Preview) -> None:
    """Wait for Ctrl-C, SIGTERM or the page's own "End preview session"."""
    loop = asyncio.get_running_loop()
    stop = asyncio.Event()
    signals = (signal.SIGINT, signal.SIGTERM)
    for each in signals:
        loop.add_signal_handler(each, stop.set)
    waits = [asyncio.create_task(stop.wait()), asyncio.create_task(preview.wait_closed())]
    try:
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for wait in waits:
            wait.cancel()
        for each in signals:
            loop.remove_signal_handler(each)
