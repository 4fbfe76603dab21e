"""What goes wrong: spells of bad weather, by seed, and what is wrong at the moment."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextvars import copy_context
from random import Random
from typing import TYPE_CHECKING, Final

from tests.sim.ids import DAY, HOUR, MINUTE
from tests.sim.messages import Channel, Guild
from tests.sim.wire import Outcome

if TYPE_CHECKING:
    from tests.sim.world import World


LIMITED: Final = {"code": 0, "message": "You are being rate limited."}
ABSENCE: Final = (1.0, 40.0)
"""Days a server does without the bot that has removed it for good, as it thinks."""


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
        self.held_until = 0.0
        """Until when Discord takes nothing from the bot but answers, whatever the route."""
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

    def refusal(self, *, is_answer: bool) -> Outcome | None:
        """What Discord says instead of doing what it is asked."""
        held = self.held_until - self._time()
        if held > 0 and not is_answer:
            return Outcome(429, {**LIMITED, "retry_after": round(held + 0.001, 3), "global": True})
        if self.limit and self._random.random() < self.limit:
            wait = round(self._random.uniform(0.1, 3), 3)
            return Outcome(429, {**LIMITED, "retry_after": wait})
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
            [kind] = self._random.choices(tuple(KINDS), tuple(KINDS.values()))
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
        """Discord finds that it is asked too often, again and again, on any route."""
        self._world.weather.limit = self._random.choice((0.1, 0.5, 1.0))
        await self._for(1, 60)
        self._world.weather.limit = 0.0

    async def global_limit(self) -> None:
        """Discord takes nothing from the bot for a while, on no route, but answers."""
        weather = self._world.weather
        weather.held_until = self._world.loop.time() + self._random.uniform(1, 40)
        await asyncio.sleep(weather.held_until - self._world.loop.time())

    async def gap(self) -> None:
        """The bot hears nothing for a while."""
        self._world.gateway.lose()
        await self._for(1, 150)
        self._world.gateway.regain(resumed=self._random.random() < 0.6)

    async def lost_rights(self) -> None:
        """The bot may not see a channel; Discord tells of such rights, of a thread's by its channel's."""
        world = self._world
        channel = self._random.choice(world.server.open_channels())
        world.server.forbidden.add(channel.id)
        world.gateway.tell_channel("UPDATE", channel.parent or channel)
        await self._for(5, 600)
        world.server.forbidden.discard(channel.id)
        if not channel.is_gone:
            world.gateway.tell_channel("UPDATE", channel.parent or channel)

    async def deleted_messages(self) -> None:
        """Somebody deletes messages of the bot's, public and private ones."""
        channel = self._random.choice(self._world.server.open_channels())
        own = [message for messages in channel.private.values() for message in messages[-1:]]
        for message in [*channel.public[-1:], *own]:
            if self._random.random() < 0.7:
                self._world.server.remove(message)

    async def deleted_channel(self) -> None:
        """A channel or thread is deleted, with the threads it has, and another one made."""
        world = self._world
        channel = self._random.choice(world.server.open_channels())
        threads = world.server.delete_channel(channel)
        world.gateway.tell_channel("DELETE", channel)
        if channel.is_evenings:
            return  # the bot makes another one where it needs one
        made = self._make(channel, channel.parent)
        for thread in threads:  # of theirs Discord says nothing
            if not thread.is_evenings:
                self._make(thread, made)

    def _make(self, like: Channel, parent: Channel | None) -> Channel:
        made = self._world.server.add_channel(f"{like.name}-again", like.guild, parent)
        self._world.gateway.tell_channel("CREATE", made)
        return made

    async def removed(self) -> None:
        """A server removes the bot, and takes it back."""
        there = [one for one in self._world.server.guilds.values() if one.has_bot]
        if not there:  # each does without the bot already
            return
        guild = self._random.choice(there)
        self._remove(guild)
        await self._for(60, 3000)
        self._take_back(guild)

    async def done_without(self) -> None:
        """A server other than the first removes the bot, and invites it again after days or weeks."""
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
        self._world.gateway.tell("GUILD_DELETE", {"id": str(guild.id)})

    def _take_back(self, guild: Guild) -> None:
        guild.has_bot = True
        self._world.gateway.tell_guild(guild)

    def _shake(self) -> None:
        """What has changed takes the bot a while."""
        self._world.weather.begin()
        self._world.weather.end()

    async def archived_thread(self) -> None:
        """A thread is put away until somebody opens it again; of a locked one only moderators can."""
        world = self._world
        threads = [one for one in world.server.open_channels() if one.parent is not None]
        lively = [one for one in threads if world.present.get(one.id)]
        thread = self._random.choice(lively or threads)
        if thread.guild.has_bot and not thread.is_archived:
            thread.is_archived, thread.is_locked = True, self._random.random() < 0.4
            world.gateway.tell_channel("UPDATE", thread)
            await asyncio.sleep(self._random.uniform(10 * MINUTE, 2 * DAY))
            if not thread.is_gone:
                world.server.open_thread(thread)

    async def somebody_leaves(self) -> None:
        """A member leaves a server, mostly in the middle of something, and comes back later."""
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
    Storms.somebody_leaves: 1,
    Storms.full_disk: 1,
    Storms.busy_disk: 1,
    Storms.clock_step: 1,
    Storms.kill: 3,
    Storms.deploy: 2,
    Storms.done_without: 0.05,
}
"""What can go wrong, and how often for each other."""
SUDDEN: Final = frozenset(
    {
        *(Storms.kill, Storms.deploy, Storms.clock_step),
        *(Storms.done_without, Storms.archived_thread, Storms.somebody_leaves),
    }
)
"""What is over at once, or no fault; as long as there is no process, the world knows by itself."""
