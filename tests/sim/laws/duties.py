"""Laws of several processes: who writes for a server, who is the clerk, and who answers a press."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from bot.database.leases import Lease
from tests.sim.laws.ledger import Change
from tests.sim.member import Member
from tests.sim.routes import Request
from tests.sim.server import ANSWERABLE, Press

if TYPE_CHECKING:
    from tests.sim.world import World

ONE_EACH: Final = "a shard is served by one process"
ONE_CLERK: Final = "one process is the clerk"
ANSWERED: Final = "a press is answered by one process"
MOMENT: Final = 0.5
"""Seconds for an answer on its way."""
UNHARMED: Final = 60.0
"""Seconds after the last fault but a polite stop, from which on every press is answered."""


class Duties:
    """Checks the writes, requests and answers of several processes."""

    def __init__(self, world: World) -> None:
        self.answered = 0
        """Number of presses that were seen to be answered in time."""
        self.in_passing = 0
        """Number of these under way while a process was stopping."""
        self.handed_over = 0
        """Number of processes that a spare has relieved."""
        self._world = world
        self._answered_by: dict[str, Member] = {}
        """By the token of a press."""
        self._pressed = asyncio.Event()
        self._stopped_at = -ANSWERABLE
        """When a process was last told to stop."""
        world.disk.committed.append(self._look_for_clerks)

    def __str__(self) -> str:
        told = f"{self.answered} presses answered in calm, {self.in_passing} of them while a process stopped"
        return f"{told}, {self.handed_over} hand-overs"

    def wrong_writer(self, change: Change) -> Iterator[str]:
        """Problems of who has written a change."""
        writer = next((one for one in self._members if one.connection is self._world.disk.writer), None)
        is_played = change.is_new or change.entries or change.account.revision != change.before
        if writer is None or not is_played:  # a forgotten user is renumbered everywhere
            return
        shard = self._world.server.shard_of(change.account.record.guild_id)
        if not writer.leases.holds(Lease.SHARD, shard):
            yield f"{writer} has written for shard {shard} without its lease"

    def requested(self, process: Member, request: Request) -> None:
        """Check a request that Discord has carried out."""
        match request.method, *request.path.strip("/").split("/"):
            case "PUT", "applications", _, "commands":
                self._check_clerk(process)
            case "POST", "interactions", _, token, "callback":
                self._answered_by[token] = process
            case "POST", "webhooks", _, token:
                if (first := self._answered_by.get(token, process)) is not process:
                    what = self._world.server.presses[token].what
                    said = f"{first} has answered {what}, and {process} goes on"
                    self._world.laws.found(ANSWERED, [said])

    async def until_pressed(self) -> None:
        """Wait for the next press."""
        await self._pressed.wait()

    def told_to_stop(self) -> None:
        """Note that a process was told to stop."""
        self._stopped_at = self._world.loop.time()

    def pressed(self, press: Press) -> None:
        """Look later whether a press was answered."""
        world = self._world
        self._pressed.set()
        self._pressed.clear()
        is_stopping = any(one.is_stopping for one in self._members)
        world.loop.call_later(
            ANSWERABLE + MOMENT, self._look_at, press, is_stopping, context=world.weather.context
        )

    def _look_at(self, press: Press, is_stopping: bool) -> None:
        channel = self._world.server.channels[press.channel_id]
        is_there = channel.guild.has_bot and press.user_id not in channel.guild.absent
        if not is_there or channel.is_deleted or self._world.weather.unharmed_for() < UNHARMED:
            return
        if press.answered_at is None:
            self._world.laws.found(ANSWERED, [f"nobody has answered {press.what} of {press.user_id}"])
            return
        self.answered += 1
        self.in_passing += is_stopping or press.made_at <= self._stopped_at <= press.answered_at

    def _look_for_clerks(self) -> None:
        for one in self._members:
            if one.app is not None and one.app.duty.is_clerk.is_set() and not one.connection.is_cut_off:
                self._check_clerk(one)

    def _check_clerk(self, process: Member) -> None:
        if not process.leases.holds(Lease.CLERK):
            self._world.laws.found(ONE_CLERK, [f"{process} works as the clerk without the lease"])

    @property
    def _members(self) -> list[Member]:
        return [one for one in self._world.processes.present if isinstance(one, Member)]
