"""The simulation's Discord in real time, with presses at random moments.

Presses never wait for the answer to an earlier one, and a press that is late because the loop was busy counts
from when it was due.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import Callable
from contextvars import copy_context
from random import Random
from typing import Any, Final, NamedTuple, cast

from discord.ext.commands import AutoShardedBot, Bot
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from bot.common.loop import collect_seldom
from tests.sim.faults import Weather
from tests.sim.gateway import Gateway
from tests.sim.ids import EPOCH, Ids
from tests.sim.messages import Message, Panel, Parts, Pressable, walked
from tests.sim.server import ANSWERABLE, EPHEMERAL, Press, Server
from tests.sim.wire import Wire, send_through

EVENTUALLY: Final = 60.0
"""Seconds until which a bot must be ready."""
ONE_WAY: Final = 0.02
"""Seconds from the bot to Discord, or back."""
NOTHING: Final = Panel(())


class NextPress(NamedTuple):
    """A press to be made: user, message and component."""

    user_id: int
    message: Message
    component: str
    """The button or menu, as JSON."""


class SmallDiscord:
    """One server with one bot, on the running loop."""

    def __init__(self) -> None:
        loop: Any = asyncio.get_running_loop()
        self.server = _FrugalServer(loop.time, Ids(lambda: time.time() - EPOCH))
        weather = _Calm(Random(0), loop.time)
        self.guild = self.server.add_guild("Club")
        self._wire = Wire(loop, self.server, weather, _note_nothing, _note_nothing)
        self._gateway = Gateway(loop, self.server, weather, _note_nothing)
        self._loop = loop
        self._serving: asyncio.Task[None] | None = None
        self._news = asyncio.Event()
        self.server.watchers.append(lambda _: self._news.set())

    def message(self, channel_id: int, parts: Parts, reader: int | None = None) -> tuple[Message, str]:
        """A message posted earlier, and the interaction token of its reader if it is private."""
        if reader is None:
            self.server.post(channel_id, parts, None)
            return self.server.channels[channel_id].public[-1], ""
        press = self.server.press(reader, self.server.channels[channel_id], "asks for it")
        self.server.answer(press.token, 4, {"flags": EPHEMERAL, "components": parts})
        assert press.original is not None
        return press.original, press.token

    async def connect(self, bot: Bot | AutoShardedBot) -> None:
        """Log a bot in, and wait until it is ready."""
        async_context.set(AsyncWebhookAdapter())  # type: ignore[no-untyped-call]  # it keeps locks
        self.context = copy_context()  # what the gateway tells the bot, it tells it in there
        send_through(bot, self._loop, self._wire)
        await bot.login("a token")
        collect_seldom()  # as the bot does
        served: Any = bot
        self._serving = asyncio.create_task(self._gateway.serve(cast("Any", self), served))
        async with asyncio.timeout(EVENTUALLY):
            await bot.wait_until_ready()

    async def disconnect(self) -> None:
        """Close the bot's connection."""
        if self._serving is not None:
            self._serving.cancel()
            await asyncio.wait([self._serving])

    async def press_on(
        self, next_press: Callable[[Random], NextPress], *, rate: float, seconds: float, random: Random
    ) -> list[Press]:
        """Make presses at random moments, ``rate`` a second on average.

        Returns every press, each answered or timed out.
        """
        presses = []
        due = began = self._loop.time()
        while (due := due + random.expovariate(rate)) < began + seconds:
            if (wait := due - self._loop.time()) > 0:
                await asyncio.sleep(wait)
            presses.append(self._press(next_press(random), due))
        with contextlib.suppress(TimeoutError):
            await self.until(lambda: all(press.answered_at for press in presses), ANSWERABLE)
        return presses

    async def until(self, is_so: Callable[[], bool], seconds: float = EVENTUALLY) -> None:
        """Wait until a condition holds, checked whenever a message has changed.

        Raises:
            TimeoutError: it does not hold in time.
        """
        async with asyncio.timeout(seconds):
            while not is_so():
                self._news.clear()
                await self._news.wait()

    def _press(self, next_press: NextPress, due: float) -> Press:
        component = json.loads(next_press.component)
        data = {
            "interaction_type": 3,
            "custom_id": component["custom_id"],
            "component_type": component["type"],
        }
        if "options" in component:
            data["values"] = [option["value"] for option in component["options"][: component["max_values"]]]
        pressed = Pressable(cast("Any", None), component)
        channel = self.server.channels[next_press.message.channel_id]
        press = self.server.press(next_press.user_id, channel, "", next_press.message, pressed)
        press.made_at = due
        self._gateway.interaction(press, data, may_manage=False)
        return press


class _FrugalServer(Server):
    """Keeps only a message's buttons and menus, as text, so that garbage collection does not walk Discord."""

    def __init__(self, time: Callable[[], float], ids: Ids) -> None:
        super().__init__(time, ids)
        self.offered: dict[int, tuple[str, ...]] = {}
        """Buttons and menus of each message, as JSON."""
        self.watchers.append(self._keep_little)

    def _keep_little(self, message: Message) -> None:
        usable = (part for part in walked(message.panel.parts) if _is_usable(part))
        self.offered[message.id] = tuple(json.dumps(part) for part in usable)
        message.panel = NOTHING


def _is_usable(part: dict[str, Any]) -> bool:
    return "custom_id" in part and not part.get("disabled")


class _Calm(Weather):
    """Faultless weather: constant delays, no losses."""

    def delay(self) -> float:
        return ONE_WAY


def _note_nothing(line: str) -> None:
    """Ignore a line of the trace."""
