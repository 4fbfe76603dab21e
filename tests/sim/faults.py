"""Faults by seed: the present conditions (weather), and what changes them (storms)."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from contextvars import copy_context
from random import Random
from typing import TYPE_CHECKING, Final

from tests.sim.ids import DAY, HOUR, MINUTE
from tests.sim.member import Member
from tests.sim.messages import Channel, Guild
from tests.sim.wire import Outcome

if TYPE_CHECKING:
    from tests.sim.world import World


LIMITED: Final = {"code": 0, "message": "You are being rate limited."}
STOPPED_WITHIN: Final = 10.0
"""Seconds after SIGTERM until SIGKILL."""
HANDED_OVER_WITHIN: Final = 75.0
"""Seconds of the same where a spare takes over."""
PRESS_WITHIN: Final = 5 * MINUTE
"""Seconds that stopping one of several processes waits for a press."""
ABSENCE: Final = (1.0, 40.0)
"""Days after which a server that removed the bot invites it again."""


class Weather:
    """The present conditions between the bot and the world."""

    def __init__(self, random: Random, time: Callable[[], float]) -> None:
        self.context = copy_context()
        """The context of requests on their way, which belong to no process."""
        self.slow = 1.0
        self.outage = 0.0
        """Probability that Discord fails a request."""
        self.loss = 0.0
        """Probability that a response is lost."""
        self.limit = 0.0
        """Probability of a 429 response."""
        self.held_until = 0.0
        """Loop time until which a global rate limit refuses all but replies to interactions."""
        self.skew = 0.0
        """Seconds the machine's clock is ahead."""
        self.set_at = 0.0
        """When the machine's clock was last set, in virtual time."""
        self._random = random
        self._time = time
        self.storms = 0
        """Number of faults in progress."""
        self._harms = 0
        """Number of these that may keep a press from being answered."""
        self._calm_since = self._unharmed_since = 0.0

    def calm_for(self) -> float:
        """Seconds since the last fault ended; 0 during one."""
        return 0.0 if self.storms else self._time() - self._calm_since

    def unharmed_for(self) -> float:
        """Seconds since the last fault that may have kept a press from being answered; 0 during one."""
        return 0.0 if self._harms else self._time() - self._unharmed_since

    def begin(self, *, is_harmful: bool = True) -> None:
        """Note the start of a fault, which may keep a press from being answered if it ``is_harmful``."""
        self.storms += 1
        self._harms += is_harmful

    def end(self, *, is_harmful: bool = True) -> None:
        """Note the end of a fault."""
        self.storms -= 1
        self._calm_since = self._time()
        if is_harmful:
            self._harms -= 1
            self._unharmed_since = self._time()

    def delay(self) -> float:
        """Random seconds of one way."""
        return self._random.lognormvariate(-3.2, 0.5) * self.slow

    def refusal(self, *, is_answer: bool) -> Outcome | None:
        """The outcome of a request that Discord refuses; None if it carries it out."""
        held = self.held_until - self._time()
        if held > 0 and not is_answer:
            return Outcome(429, {**LIMITED, "retry_after": round(held + 0.001, 3), "global": True})
        if self.limit and self._random.random() < self.limit:
            wait = round(self._random.uniform(0.1, 3), 3)
            return Outcome(429, {**LIMITED, "retry_after": wait})
        return self.broken() if self.outage and self._random.random() < self.outage else None

    def loses_answer(self) -> bool:
        """Whether the response to a request is lost."""
        return bool(self.loss) and self._random.random() < self.loss

    def broken(self) -> Outcome:
        """The outcome of a broken connection or a server error."""
        return Outcome(self._random.choice((0, 500, 502, 503)), {"code": 0, "message": "oops"})


class Storms:
    """Causes faults at times and for durations decided by the seed."""

    def __init__(self, world: World, random: Random) -> None:
        self._world = world
        self._random = random

    async def blow(self, each_day: float) -> None:
        """Cause ``each_day`` faults a day, until cancelled."""
        while True:
            await asyncio.sleep(self._random.expovariate(each_day / DAY))
            kinds = KINDS if self._world.plan.processes == 1 else OF_SEVERAL
            [kind] = self._random.choices(tuple(kinds), tuple(kinds.values()))
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
        """Make every way very long."""
        self._world.weather.slow = self._random.uniform(5, 40)
        await self._for(20, 300)
        self._world.weather.slow = 1.0

    async def lost_answers(self) -> None:
        """Lose responses to requests that Discord carries out."""
        self._world.weather.loss = self._random.uniform(0.1, 0.6)
        await self._for(10, 200)
        self._world.weather.loss = 0.0

    async def outage(self) -> None:
        """Fail all requests."""
        self._world.weather.outage = self._random.uniform(0.3, 1)
        await self._for(5, 200)
        self._world.weather.outage = 0.0

    async def rate_limits(self) -> None:
        """Answer requests on any route with 429."""
        self._world.weather.limit = self._random.choice((0.1, 0.5, 1.0))
        await self._for(1, 60)
        self._world.weather.limit = 0.0

    async def global_limit(self) -> None:
        """Impose a global rate limit, replies to interactions excepted."""
        weather = self._world.weather
        weather.held_until = self._world.loop.time() + self._random.uniform(1, 40)
        await asyncio.sleep(weather.held_until - self._world.loop.time())

    async def gap(self) -> None:
        """Cut the gateway of a shard for a while."""
        shards = self._world.server.shards
        shard = self._random.randrange(shards) if shards > 1 else 0
        self._world.gateway.lose(shard)
        await self._for(1, 150)
        self._world.gateway.regain(shard, resumed=self._random.random() < 0.6)

    async def lost_rights(self) -> None:
        """Take away the bot's rights in a channel for a while, with the events Discord sends."""
        world = self._world
        channel = self._random.choice(world.server.open_channels())
        world.server.forbidden.add(channel.id)
        world.gateway.tell_channel("UPDATE", channel.parent or channel)
        await self._for(5, 600)
        world.server.forbidden.discard(channel.id)
        if not channel.is_deleted:
            world.gateway.tell_channel("UPDATE", channel.parent or channel)

    async def deleted_messages(self) -> None:
        """Delete some of the bot's messages, public and private."""
        channel = self._random.choice(self._world.server.open_channels())
        own = [message for messages in channel.private.values() for message in messages[-1:]]
        for message in [*channel.public[-1:], *own]:
            if self._random.random() < 0.7:
                self._world.server.remove(message)

    async def deleted_channel(self) -> None:
        """Delete a channel or thread with its threads, and make another channel."""
        world = self._world
        channel = self._random.choice(world.server.open_channels())
        threads = world.server.delete_channel(channel)
        world.gateway.tell_channel("DELETE", channel)
        if channel.is_evenings:
            return  # the bot makes another thread if it needs one
        made = self._make(channel, channel.parent)
        for thread in threads:  # Discord sends no event for them
            if not thread.is_evenings:
                self._make(thread, made)

    def _make(self, like: Channel, parent: Channel | None) -> Channel:
        made = self._world.server.add_channel(f"{like.name}-again", like.guild, parent)
        self._world.gateway.tell_channel("CREATE", made)
        return made

    async def removed(self) -> None:
        """Have a server remove the bot and invite it back soon."""
        there = [one for one in self._world.server.guilds.values() if one.has_bot]
        if not there:  # no other server has the bot
            return
        guild = self._random.choice(there)
        self._remove(guild)
        await self._for(60, 3000)
        self._take_back(guild)

    async def done_without(self) -> None:
        """Have a server other than the first remove the bot and invite it again after days or weeks."""
        world = self._world
        _, *others = world.server.guilds.values()
        guild = self._random.choice(others)
        if guild.has_bot:
            world.departures.leaves(guild)
            self._remove(guild)
            self._shake()
            await asyncio.sleep(self._random.uniform(*ABSENCE) * DAY)
            self._take_back(guild)
            world.departures.comes_back(guild)
            self._shake()

    def _remove(self, guild: Guild) -> None:
        guild.has_bot = False
        self._world.gateway.tell("GUILD_DELETE", {"id": str(guild.id)}, guild.id)

    def _take_back(self, guild: Guild) -> None:
        guild.has_bot = True
        self._world.gateway.tell_guild(guild)

    def _shake(self) -> None:
        """Count as a fault for a moment, in which the bot catches up."""
        self._world.weather.begin()
        self._world.weather.end()

    async def archived_thread(self) -> None:
        """Archive a thread until a person reopens it, or lock it, too, so that only moderators can."""
        world = self._world
        threads = [one for one in world.server.open_channels() if one.parent is not None]
        lively = [one for one in threads if world.present.get(one.id)]
        thread = self._random.choice(lively or threads)
        if thread.guild.has_bot and not thread.is_archived:
            thread.is_archived, thread.is_locked = True, self._random.random() < 0.4
            world.gateway.tell_channel("UPDATE", thread)
            await asyncio.sleep(self._random.uniform(10 * MINUTE, 2 * DAY))
            if not thread.is_deleted:
                world.server.open_thread(thread)

    async def member_leaves(self) -> None:
        """Have a member leave a server, mostly during a match, and come back later."""
        world = self._world
        there = [(who, channel) for channel, here in world.present.items() for who in here]
        who, channel_id = self._random.choice(
            there or [(world.members[0], next(iter(world.server.channels)))]
        )
        guild = world.server.channels[channel_id].guild
        world.server.leave(who, guild)
        await asyncio.sleep(self._random.expovariate(1 / (6 * HOUR)))
        guild.absent.discard(who)

    async def kill(self) -> None:
        """Kill the process at any await: soon, or when it is next used."""
        process = self._world.processes.one(self._random)
        if process is not None:
            process.kill_after(self._random.randrange(1, 600))

    async def deploy(self) -> None:
        """Stop the process with SIGTERM, and kill it if that takes too long.

        One of several is stopped just after a press, where there is a press in time.
        """
        if self._world.plan.processes > 1:
            with suppress(TimeoutError):
                async with asyncio.timeout(PRESS_WITHIN):
                    await self._world.duties.until_pressed()
        process = self._world.processes.one(self._random)
        if process is not None:
            process.stop()
            await asyncio.sleep(STOPPED_WITHIN if self._world.plan.processes == 1 else HANDED_OVER_WITHIN)
            process.kill()

    async def freeze(self) -> None:
        """Freeze one of several processes for a while, with luck past its lease."""
        process = self._world.processes.one(self._random)
        if isinstance(process, Member):
            process.freeze()
            await self._for(1, 60)
            process.wake()

    async def full_disk(self) -> None:
        """Make every write fail."""
        self._world.disk.is_full = True
        await self._for(5, 300)
        self._world.disk.is_full = False

    async def busy_disk(self) -> None:
        """Have another program lock the database."""
        self._world.disk.is_busy = True
        await self._for(2, 30)
        self._world.disk.is_busy = False

    async def clock_step(self) -> None:
        """Step the machine's clock."""
        self._world.weather.skew += self._random.uniform(-20, 20)
        self._world.weather.set_at = self._world.loop.time()


KINDS: Final[Mapping[Callable[[Storms], Awaitable[None]], float]] = {
    Storms.slow_network: 1,
    Storms.lost_answers: 1,
    Storms.outage: 1,
    Storms.rate_limits: 1,
    Storms.global_limit: 1,
    Storms.gap: 1,
    Storms.lost_rights: 1,
    Storms.deleted_messages: 1,
    Storms.deleted_channel: 1,
    Storms.removed: 1,
    Storms.archived_thread: 1,
    Storms.member_leaves: 1,
    Storms.full_disk: 1,
    Storms.busy_disk: 1,
    Storms.clock_step: 1,
    Storms.kill: 3,
    Storms.deploy: 2,
    Storms.done_without: 0.05,
}
"""Faults with their relative frequency."""
OF_SEVERAL: Final[Mapping[Callable[[Storms], Awaitable[None]], float]] = {
    **KINDS,
    Storms.deploy: 8,
    Storms.freeze: 3,
}
"""The same for several processes."""
SUDDEN: Final = frozenset(
    {
        *(Storms.kill, Storms.deploy, Storms.clock_step),
        *(Storms.done_without, Storms.archived_thread, Storms.member_leaves),
    }
)
"""Faults that are over at once or are tracked elsewhere, and so do not count as in progress."""
