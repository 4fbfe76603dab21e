"""The playground: the real bot on SimCord, an in-memory Discord, in a browser page.

No token, no network, no Discord. SimCord is a development tool, so it is imported here only,
and only when a playground is opened.

SimCord was made for tests: after each action it waits until the bot is idle, and it shows what
it publishes then. A game continues between clicks, so this module adds four things:

* Every timer of the bot runs in real time, in a context SimCord does not watch. A click is then
  answered at once, even while clocks and computer players are running.
* SimCord's own clock (``discord.utils.utcnow``) starts now and follows the real one.
* The browser talks to a front door (``front_door.py``), which keeps the page live and opens threads.
* It keeps the images of the bot's emojis and of its avatar, which SimCord forgets.
"""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

import discord

from bot.common.loop import call_on_stop_signals
from bot.discord_account import AVATAR_FILE, DiscordEmojis
from bot.tools.playground.front_door import FrontDoor

if TYPE_CHECKING:
    import simcord
    from discord.ext import commands

    from bot.delivery.card_faces import CardFaces

PLAYERS = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hope")
"""Enough for the largest game, and for two tables of an evening."""
_NEEDS_SIMCORD = "The playground needs SimCord: make play, or pipx install '.[playground]' and rookery play."
_TICK_SECONDS = 0.25
_MOST_SECONDS_A_CLICK = 30  # "Play" of the daily deal waits until a computer has played it, too
_WELCOME: Final = """\
## Welcome to Rookery
1. Press {new}, then the arrow at the bottom right.
2. Press *Fill with computers*, then *Start*.
3. Your cards come in a message only you can see. Its buttons are your moves.

{learn} teaches Rook in five short lessons. *Viewing as*, at the top, makes you another player."""
"""The first message in the channel; ``new`` and ``learn`` are commands to click."""


async def open_playground(
    bot: commands.AutoShardedBot, *, faces: CardFaces | None, port: int | None, say: Callable[[str], None]
) -> None:
    """Serve a built, not yet logged in bot to a browser until Ctrl-C, SIGTERM or cancellation.

    ``faces`` are drawn before the page opens. ``port`` is the page's port on this machine (``None``
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
    bot: commands.AutoShardedBot,
    env: simcord.Env,
    faces: CardFaces | None,
    port: int | None,
    say: Callable[[str], None],
    stop: asyncio.Event,
) -> None:
    """Create a server with ``PLAYERS`` and serve its page until ``stop`` is set or the page is closed."""
    if bot.user is not None:
        await bot.user.edit(username="Rookery")
    users = [env.create_user(name.lower(), global_name=name) for name in PLAYERS]
    club = env.create_guild("Rookery Club", owner=users[0])
    players = [club.add_member(user) for user in users]
    channel = club.create_text_channel("card-table", topic="Rook for two to eight")
    turn = asyncio.Lock()
    async with (
        env.preview(channel, viewers=players, layout="channel", timezone="UTC") as preview,
        FrontDoor(env, preview, turn).open(port) as address,
    ):
        images = _served_images(env)
        if faces is not None:
            await faces.send_missing(_Emojis(bot, images), pause=0)
        await _welcome(bot, channel.id)
        say(f"The card table is open: {address}")
        say("The first message there says how to begin. Ctrl-C ends it, and keeps nothing.")
        tasks = [
            asyncio.create_task(wait) for wait in (stop.wait(), preview.wait_closed(), _keep_time(env, turn))
        ]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


async def _welcome(bot: commands.AutoShardedBot, channel_id: int) -> None:
    """Post the first message: what to press first."""
    rook = next(command for command in await bot.tree.fetch_commands() if command.name == "rook")
    mentions = {
        option.name: option.mention
        for option in rook.options
        if isinstance(option, discord.app_commands.AppCommandGroup)
    }
    channel = bot.get_partial_messageable(channel_id)
    await channel.send(_WELCOME.format(new=mentions["new"], learn=mentions["learn"]))


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


def _served_images(env: simcord.Env) -> dict[str, bytes]:
    """The images that SimCord drops, by address: served to its page. It has the bot's avatar."""
    from simcord.backend.cdn import CDN_BASE  # noqa: PLC0415  (a development tool)

    bot, cdn = env.backend.bot_user, env.backend.cdn
    bot.avatar = "rookery"
    images = {f"{CDN_BASE}/avatars/{bot.id}/{bot.avatar}.png": AVATAR_FILE.read_bytes()}
    known = cdn.get
    vars(cdn)["get"] = lambda url: images.get(url) or known(url)
    return images


class _Emojis(DiscordEmojis):
    """The bot's emojis, with their images served to SimCord's page."""

    def __init__(self, bot: commands.AutoShardedBot, images: dict[str, bytes]) -> None:
        super().__init__(bot)
        self._images = images

    async def add(self, name: str, png: bytes) -> str:
        """Upload an emoji, and keep its image under the address the page asks for."""
        from simcord.backend.cdn import CDN_BASE  # noqa: PLC0415  (a development tool)

        mention = await super().add(name, png)
        number = mention.rstrip(">").rpartition(":")[2]
        self._images[f"{CDN_BASE}/emojis/{number}.png"] = png
        return mention


@contextlib.contextmanager
def _stop_signals() -> Iterator[asyncio.Event]:
    """An event that Ctrl-C and SIGTERM set, until the block ends."""
    stop = asyncio.Event()
    restore = call_on_stop_signals(stop.set)
    try:
        yield stop
    finally:
        restore()
