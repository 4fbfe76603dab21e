"""What goes wrong: spells of bad weather, by seed, and what is wrong at the moment."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextvars import copy_context
from random import Random
from typing import TYPE_CHECKING, Final

from tests.sim.ids import DAY, GUILD
from tests.sim.server import channel_payload
from tests.sim.wire import Outcome

if TYPE_CHECKING:
    from tests.sim.world import World


class Weather:
    """How it is between the bot and the world just now."""

    def __init__(self, random: Random, time: Callable[[], float]) -> None:
        self.context = copy_context()
        """The world's own: what is on its way belongs to nobody."""
        self.slow = 1.0
        self.outage = 0.0
        """How often Discord refuses anything."""
        self.loss = 0.0
        """How often an answer is lost."""
        self.limit = 0.0
        """How often Discord says that it was asked too often."""
        self.skew = 0.0
        """Seconds by which the machine's clock is wrong."""
        self._random = random
        self._time = time
        self.storms = 0
        """How many faults there are at once."""
        self._calm_since = 0.0

    def calm_for(self) -> float:
        """Seconds since the last fault was over; 0 in the middle of one."""
        return 0.0 if self.storms else self._time() - self._calm_since

    def begin(self) -> None:
        """A fault begins."""
        self.storms += 1

    def end(self) -> None:
        """A fault is over."""
        self.storms -= 1
        self._calm_since = self._time()

    def delay(self) -> float:
        """How long something is on its way, in seconds."""
        return self._random.lognormvariate(-3.2, 0.5) * self.slow

    def refusal(self) -> Outcome | None:
        """What Discord says instead of doing what it is asked."""
        if self.limit and self._random.random() < self.limit:
            wait = round(self._random.uniform(0.1, 3), 3)
            return Outcome(429, {"code": 0, "message": "You are being rate limited.", "retry_after": wait})
        return self.broken() if self.outage and self._random.random() < self.outage else None

    def loses_answer(self) -> bool:
        """Whether what was done is not told."""
        return bool(self.loss) and self._random.random() < self.loss

    def broken(self) -> Outcome:
        """A broken connection, or a server's error."""
        return Outcome(self._random.choice((0, 500, 502, 503)), {"code": 0, "message": "oops"})


class Storms:
    """Brings faults, each at a time and for a while that the seed says."""

    def __init__(self, world: World, random: Random) -> None:
        self._world = world
        self._random = random

    async def blow(self, each_day: float) -> None:
        """Go on for ever, so many faults a day."""
        while True:
            await asyncio.sleep(self._random.expovariate(each_day / DAY))
            kind = self._random.choice(KINDS)
            self._world.spawn(self._spell(kind))

    async def _spell(self, kind: Callable[[Storms], Awaitable[None]]) -> None:
        weather = self._world.weather
        self._world.trace.note(f"fault {kind.__name__}")
        if kind in SUDDEN:
            await kind(self)
            return
        weather.begin()
        try:
            await kind(self)
        finally:
            weather.end()
            self._world.trace.note(f"fault {kind.__name__} is over")

    async def _for(self, least: float, most: float) -> None:
        await asyncio.sleep(self._random.uniform(least, most))

    async def slow_network(self) -> None:
        """Everything takes very long."""
        self._world.weather.slow = self._random.uniform(5, 40)
        await self._for(20, 300)
        self._world.weather.slow = 1.0

    async def lost_answers(self) -> None:
        """Discord does what it is asked, and nobody hears of it."""
        self._world.weather.loss = self._random.uniform(0.1, 0.6)
        await self._for(10, 200)
        self._world.weather.loss = 0.0

    async def outage(self) -> None:
        """Discord does nothing."""
        self._world.weather.outage = self._random.uniform(0.3, 1)
        await self._for(5, 200)
        self._world.weather.outage = 0.0

    async def rate_limits(self) -> None:
        """Discord finds that it is asked too often: on some routes, or on all of them."""
        self._world.weather.limit = self._random.choice((0.1, 0.5, 1.0))
        await self._for(1, 60)
        self._world.weather.limit = 0.0

    async def gap(self) -> None:
        """The bot hears nothing for a while."""
        self._world.gateway.lose()
        await self._for(1, 150)
        self._world.gateway.regain(resumed=self._random.random() < 0.6)

    async def lost_rights(self) -> None:
        """The bot may not see a channel."""
        channel = self._random.choice(self._world.server.open_channels())
        self._world.server.forbidden.add(channel.id)
        await self._for(5, 600)
        self._world.server.forbidden.discard(channel.id)

    async def deleted_messages(self) -> None:
        """Somebody deletes messages of the bot's, public and private ones."""
        channel = self._random.choice(self._world.server.open_channels())
        own = [message for messages in channel.private.values() for message in messages[-1:]]
        for message in [*channel.public[-1:], *own]:
            if self._random.random() < 0.7:
                self._world.server.remove(message)

    async def deleted_channel(self) -> None:
        """A channel is deleted, and another one made."""
        world = self._world
        channel = self._random.choice(world.server.open_channels())
        world.server.delete_channel(channel)
        world.gateway.tell("CHANNEL_DELETE", channel_payload(channel))
        made = world.server.add_channel(f"{channel.name}-again")
        world.gateway.tell("CHANNEL_CREATE", channel_payload(made))

    async def removed(self) -> None:
        """The server removes the bot, and takes it back."""
        world = self._world
        world.server.has_bot = False
        world.gateway.tell("GUILD_DELETE", {"id": str(GUILD)})
        await self._for(60, 3000)
        world.server.has_bot = True
        world.gateway.tell("GUILD_CREATE", world.gateway.guild())

    async def kill(self) -> None:
        """The process is killed, at any await: soon, or when people use it next."""
        process = self._world.process
        if process is not None:
            process.kill_after(self._random.randrange(1, 600))

    async def deploy(self) -> None:
        """The process is stopped as one stops it, and killed if that takes too long."""
        process = self._world.process
        if process is not None:
            process.stop()
            await asyncio.sleep(10)
            process.kill()

    async def full_disk(self) -> None:
        """Nothing can be written."""
        self._world.disk.is_full = True
        await self._for(5, 300)
        self._world.disk.is_full = False

    async def busy_disk(self) -> None:
        """Another program has the database locked."""
        self._world.disk.is_busy = True
        await self._for(2, 30)
        self._world.disk.is_busy = False

    async def clock_step(self) -> None:
        """Somebody sets the machine's clock."""
        self._world.weather.skew += self._random.uniform(-20, 20)


KINDS: Final[tuple[Callable[[Storms], Awaitable[None]], ...]] = (
    Storms.slow_network,
    Storms.lost_answers,
    Storms.outage,
    Storms.rate_limits,
    Storms.gap,
    Storms.lost_rights,
    Storms.deleted_messages,
    Storms.deleted_channel,
    Storms.removed,
    Storms.kill,
    Storms.kill,
    Storms.kill,
    Storms.deploy,
    Storms.deploy,
    Storms.full_disk,
    Storms.busy_disk,
    Storms.clock_step,
)
SUDDEN: Final = frozenset({Storms.kill, Storms.deploy, Storms.clock_step})
"""What is over at once; as long as there is no process, the world knows by itself."""
