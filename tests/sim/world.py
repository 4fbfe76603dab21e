"""Everything put together: a club, its Discord, a disk and the bot, on one loop, from one seed."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import os
from collections import Counter
from collections.abc import Coroutine, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, TextIO
from unittest.mock import patch

from bot.app import App
from bot.database.sqlite import IN_MEMORY
from bot.replay import open_play
from cogs.framework import replies
from cogs.framework.permissions import UNKNOWN, Use
from cogs.framework.replies import sentence_for
from cogs.ui.controls import Verb
from tests.extensions import loaded_once
from tests.sim.chance import Chance
from tests.sim.computers import NODES
from tests.sim.disk import Disk
from tests.sim.faults import Storms, Weather
from tests.sim.gateway import Gateway
from tests.sim.ids import DAY, Ids
from tests.sim.laws.backups import Backups
from tests.sim.laws.boards import Boards
from tests.sim.laws.departures import Departures
from tests.sim.laws.duties import Duties
from tests.sim.laws.forgetting import Forgetting
from tests.sim.laws.laws import CALM, Laws
from tests.sim.laws.logs import Listening
from tests.sim.leases import LeaseBoard
from tests.sim.loop import VirtualLoop
from tests.sim.member import Notices, simulated_running
from tests.sim.messages import Channel, Guild, Message, Pressable, read_control
from tests.sim.mortal import forget_the_dead
from tests.sim.people import Person
from tests.sim.plan import Plan
from tests.sim.processes import Processes
from tests.sim.server import Press, Server
from tests.sim.trace import Trace

AUTOCOMPLETE: Final = 4
"""The type of an interaction that asks what may be typed on."""
COLLECTED_EVERY: Final = 20
"""Days between full garbage collections of ended processes."""
FIRST_PERSON: Final = 10_010_000
SECOND_PERSON: Final = 10_020_000
"""The first user id of members who come later."""
MANAGERS: Final = 10
"""Number of members who manage the servers."""
SERVERS: Final = ("Club", "Family", "Neighbors")
CHANNELS: Final = (
    (0, False),
    (0, False),
    (1, False),
    (0, True),
    (2, False),
    (0, True),
    (1, True),
    (0, False),
)
"""Each channel's server, and whether it is a thread of the server's first channel."""
BELONG: Final = (1, 3, 4)
"""By server, one of how many members is in it: all are in the first."""
PLAYED_IN: Final = "SELECT channel_id FROM tables WHERE status IN ('lobby', 'playing')"
LEAGUES: Final = "SELECT 1 FROM leagues WHERE guild_id = ? LIMIT 1"
SHOWN: Final = """
    SELECT message_id FROM shown_messages UNION SELECT message_id FROM leagues
    UNION SELECT message_id FROM evenings WHERE status <> 'over'
"""
"""Ids of messages that the bot edits at any age."""


class World:
    """The simulation of one seed."""

    def __init__(self, plan: Plan, file: TextIO | None = None) -> None:
        self.loop = VirtualLoop()
        self.chance = Chance(plan.seed)
        self.trace = Trace(self.loop.time, file)
        self.server = Server(self.loop.time, Ids(self.loop.time), plan.processes)
        self.weather = Weather(self.chance.of("weather"), self.loop.time)
        self.gateway = Gateway(self.loop, self.server, self.weather, self.trace.note)
        self._opened = contextlib.ExitStack()
        folder = self._folder() if plan.backups else None
        place = IN_MEMORY if folder is None else folder / "rookery.sqlite3"
        self.disk = Disk(self.chance.of("disk"), self.trace.note, place)
        self.board = LeaseBoard()
        self.notices = Notices(self.loop, self.disk.delay)
        self.processes = Processes(self, plan.processes)
        self.presses = 0
        self.used: set[str] = set()
        """Verbs and commands used without being refused."""
        self.tried: Counter[str] = Counter()
        """Number of presses by verb, and of commands by name."""
        self.present: dict[int, list[int]] = {}
        """Ids of people there now, by channel id."""
        self.leaving: set[int] = set()
        """Ids of people who have asked to be forgotten, no longer named by members from then on."""
        self.replacements = 0
        """Number of members replaced by new ones."""
        self.members = [FIRST_PERSON + number for number in range(plan.people)]
        self.managers = set(self.members[:MANAGERS])
        self._refused: set[str] = set()
        """All sentences of refusals."""
        self.plan = plan
        self.laws = Laws(self)
        self.forgetting = Forgetting(self)
        self.departures = Departures(self)
        self.boards = Boards(self)
        self.duties = Duties(self)
        self.backups = None if folder is None else Backups(self, self.chance.of("backups"), folder)
        self.is_over = False
        self._tasks: set[asyncio.Task[Any]] = set()

    def run(self) -> None:
        """Run the simulated days. Broken laws are recorded in ``laws``."""
        asyncio.set_event_loop(self.loop)
        self.loop.set_exception_handler(self._unheard)
        listening = Listening(self.laws)
        logging.getLogger().addHandler(listening)
        gc.disable()  # collected at set moments, so that runs are equal
        gc.freeze()
        try:
            with (
                patch.object(os, "urandom", self.chance.of("the machine").randbytes),
                patch.object(replies, "sentence_for", self._sentence_for),
                patch.object(open_play, "NODES", NODES),
                loaded_once(),
                contextlib.nullcontext() if self.plan.processes == 1 else simulated_running(),
            ):
                self.loop.run_until_complete(self._days())
        finally:
            forget_the_dead()
            gc.unfreeze()
            gc.enable()
            logging.getLogger().removeHandler(listening)
            asyncio.set_event_loop(None)
            self.loop.close()
            self.disk.connection.close()
            self._opened.close()

    async def _days(self) -> None:
        plan = self.plan
        guilds = [self.server.add_guild(name) for name in SERVERS]
        for number, (place, is_thread) in enumerate(CHANNELS):
            first = next(iter(self.server.open_channels(guilds[place])), None)
            self.server.add_channel(f"table-{number + 1}", guilds[place], first if is_thread else None)
        self.server.made.append(lambda thread: self.gateway.tell_channel("CREATE", thread))
        self.server.opened.append(lambda thread: self.gateway.tell_channel("UPDATE", thread))
        self.processes.start_all()
        for number, member in enumerate(self.members):
            person = Person(
                self,
                member,
                visits=plan.visits,
                random=self.chance.of("person", number),
                guilds=[guild for guild, each in zip(guilds, BELONG, strict=True) if number % each == 0],
            )
            self.spawn(person.live())
        self.spawn(self.boards.watch())
        if plan.faults:
            self.spawn(Storms(self, self.chance.of("storms")).blow(plan.faults))
        if self.backups is not None:
            self.spawn(self.backups.take(plan.backups))
        ends = plan.days * DAY
        try:
            while (left := ends - self.loop.time()) > 0:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self.laws.broken.wait(), min(left, DAY))
                    return
                self._note_uses()
                self._tidy_up()
                self.server.forget(self._shown())
                if self.loop.time() // DAY % COLLECTED_EVERY == 0:
                    forget_the_dead()
        finally:
            self._note_uses()
            self._end()

    def _tidy_up(self) -> None:
        """Archive unused threads, as Discord does, and delete those without a table in play."""
        played_in = {channel_id for (channel_id,) in self.disk.connection.execute(PLAYED_IN)}
        for thread in self.server.open_channels():
            if not thread.is_evenings or self.server.touched[thread.id] > self.loop.time() - DAY:
                continue
            if not thread.is_archived:
                thread.is_archived = True
                self.gateway.tell_channel("UPDATE", thread)
            elif thread.id not in played_in:
                self.server.delete_channel(thread)
                self.gateway.tell_channel("DELETE", thread)

    def _shown(self) -> set[int]:
        return {message_id for (message_id,) in self.disk.connection.execute(SHOWN)}

    def has_league(self, guild: Guild) -> bool:
        """Whether a server has a league."""
        return bool(self.disk.connection.execute(LEAGUES, (guild.id,)).fetchall())

    def _note_uses(self) -> None:
        """Add the last day's presses to ``used``."""
        for press in self.server.presses.values():
            if press.answered_at is not None and not self.was_refused(press):
                self.used.add(press.command or (press.control.verb if press.control is not None else "?"))

    def was_refused(self, press: Press) -> bool:
        """Whether a press was answered with a refusal."""
        return press.said in self._refused

    def _sentence_for(self, error: BaseException, use: Use = UNKNOWN) -> str:
        """The bot's sentence for an error, recorded as a refusal."""
        sentence = sentence_for(error, use)
        self._refused.add(sentence)
        return sentence

    def _folder(self) -> Path:
        """A temporary folder, in memory if the machine has ``/dev/shm``."""
        memory = Path("/dev/shm")
        made = TemporaryDirectory(dir=memory if memory.is_dir() else None)
        return Path(self._opened.enter_context(made))

    def _end(self) -> None:
        self.is_over = True
        self.processes.kill_all()
        for task in self._tasks:
            task.cancel()

    # For people and laws --------------------------------------------------------------------------

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Start a background task; an error in it ends the simulation."""
        task = self.loop.create_task(work, context=self.weather.context.copy())
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def interact(
        self,
        user_id: int,
        channel: Channel,
        data: dict[str, Any],
        *,
        command: str = "",
        message: Message | None = None,
        pressed: Pressable | None = None,
        values: Sequence[str] = (),
    ) -> Press:
        """Make an interaction: a press, a command or a form."""
        control = None if command else read_control(data["custom_id"])
        what = " ".join((f"/{command}" if command else data["custom_id"], *values))
        press = self.server.press(
            user_id, channel, what, message, pressed, values, control=control, command=command
        )
        self.presses += 1
        self.trace.note(f"{user_id} {press.what}")
        if control is not None and control.verb is Verb.FORGET:
            self.forgetting.begins()
        if self.plan.processes > 1 and data["interaction_type"] != AUTOCOMPLETE:
            self.duties.pressed(press)
        self.gateway.interaction(press, data, may_manage=user_id in self.managers)
        return press

    @property
    def staying(self) -> list[int]:
        """Ids of members who have not asked to be forgotten."""
        return [one for one in self.members if one not in self.leaving]

    def replaced(self, member: int) -> int:
        """Replace a member by a new one; returns the new user id."""
        other = SECOND_PERSON + self.replacements
        self.replacements += 1
        self.members[self.members.index(member)] = other
        if member in self.managers:
            self.managers.add(other)
        return other

    def dismiss(self, message: Message) -> None:
        """Dismiss a private message."""
        if self.server.is_there(message):
            self.server.remove(message)

    def app_for(self, guild_id: int) -> App:
        """The services of the process that serves a server."""
        process = self.processes.serving(guild_id)
        assert process is not None
        assert process.app is not None
        return process.app

    def is_settled(self) -> bool:
        """Whether there has been no fault for a while and no request is on its way."""
        return (
            self.processes.are_at_work
            and self.loop.time() > self.processes.began_at + CALM
            and self.weather.calm_for() > CALM
        )

    def never_used(self) -> list[str]:
        """All verbs and commands never used."""
        commands = {command.name for command in self.server.commands}
        return sorted({*Verb, *commands} - self.used)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            self.laws.broken_by(error)

    def _unheard(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        self.laws.unheard(context)
