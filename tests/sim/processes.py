"""The bot's processes: how many there are, which one serves a server, and that each is started again."""

from __future__ import annotations

import asyncio
from random import Random
from typing import TYPE_CHECKING, Final

from tests.sim.member import Member
from tests.sim.process import Process

if TYPE_CHECKING:
    from tests.sim.world import World

RESTART: Final = (0.5, 8.0)
"""Seconds after which an ended process is started again."""


class Processes:
    """One process, or one for each shard and a spare."""

    def __init__(self, world: World, number: int) -> None:
        self.present: tuple[Process, ...] = ()
        self._world = world
        self._number = number
        self._started = 0
        self._random = world.chance.of("world")

    @property
    def are_at_work(self) -> bool:
        """Whether every shard is served, and no request is on its way."""
        is_quiet = self._world.gateway.is_open and not any(one.wire.under_way for one in self.present)
        return is_quiet and self._serve_all

    @property
    def began_at(self) -> float:
        """When the last of those that serve servers began to."""
        return max(one.began_at for one in self.present if one.is_ready)

    def serving(self, guild_id: int) -> Process | None:
        """The process that serves a server; None while none does."""
        return next((one for one in self.present if one.is_ready and one.owns(guild_id)), None)

    def one(self, random: Random) -> Process | None:
        """Any process; None without any."""
        if len(self.present) < 2:  # without a draw, as long as there is one at most
            return self.present[0] if self.present else None
        return random.choice(self.present)

    def start_all(self) -> None:
        """Start all of them."""
        for _ in range(self._number if self._number == 1 else self._number + 1):
            self._world.weather.begin()
            self._start(is_harmful=True)

    def kill_all(self) -> None:
        """Kill all of them at the end of the simulation."""
        for process in self.present:
            process.kill()

    def ended(self, process: Process, how: str) -> None:
        """Note that a process has ended or was killed, and start another in a moment."""
        world = self._world
        world.trace.note(f"{process} {how}")
        if process in self.present and not world.is_over:
            self.present = tuple(one for one in self.present if one is not process)
            is_harmful = not process.is_relieved
            world.duties.handed_over += process.is_relieved
            world.weather.begin(is_harmful=is_harmful)
            delay = self._random.uniform(*RESTART)
            world.loop.call_later(
                delay, lambda: self._start(is_harmful=is_harmful), context=world.weather.context
            )

    @property
    def _serve_all(self) -> bool:
        guilds = self._world.server.guilds
        return all(self.serving(guild_id) is not None for guild_id in guilds)

    def _start(self, *, is_harmful: bool) -> None:
        self._started += 1
        made = Process if self._number == 1 else Member
        process = made(self._world, self._started)
        self._world.trace.note(f"{process} starts")
        self.present += (process,)
        self._world.spawn(self._until_ready(process, is_harmful=is_harmful))

    async def _until_ready(self, process: Process, *, is_harmful: bool) -> None:
        """Count as a fault from the end of a process until every shard is served again."""
        world = self._world
        troubled_at = world.loop.time()
        while self._is_missing(process):
            await asyncio.sleep(0.5)
            if world.weather.storms > 1:  # other than this one
                troubled_at = world.loop.time()
            if self._is_missing(process):
                world.laws.waited_for(world.loop.time() - troubled_at)
        world.weather.end(is_harmful=is_harmful)

    def _is_missing(self, process: Process) -> bool:
        return not (process.is_dead or process.is_ready or (process.is_spare and self._serve_all))
