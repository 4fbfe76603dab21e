"""A process that plays at several tables until it is killed, and prints what was acknowledged.

The real application on a real file; a script presses the players' buttons. It prints into its pipe what a
player would have seen confirmed: the manager has answered by then.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from contextlib import suppress
from multiprocessing.connection import Connection
from random import Random
from typing import NamedTuple, NoReturn

from bot.app import open_app
from bot.common.address import Place
from bot.common.errors import NoTable, Refused
from bot.computers.brief import Brief
from bot.table.desk.shown import ShownHand, ShownTable
from bot.table.lobby.before_match import LobbyChange
from bot.table.lobby.choosing import ChooseOptions
from bot.table.lobby.seating import AddComputers, SetComputers, Sit, StandUp, Swap
from bot.table.manager import GameManager
from bot.table.opening import WantedTable
from rules.catalog import BIDDING_GAMES
from rules.core.actions import Action
from rules.core.protocol import OptionValue
from tests.inline import InlineComputers
from tests.table.people import FOUR, GUILD, settings_for

CHANNELS = (601, 602, 603, 604)
KIND = "random"


class Acknowledged(NamedTuple):
    """A change confirmed to a user: an action of the match, or another change of the table."""

    table_id: int
    revision: int
    user_id: int | None = None
    action: str | None = None


class SeededComputers(InlineComputers):
    """Computers with answers that follow from a seed."""

    def __init__(self, random: Random) -> None:
        self._random = random

    async def choose(
        self, kind: str, brief: Brief, seed: int | None = None, *, is_awaited: bool = True
    ) -> Action:
        return await super().choose(kind, brief, self._random.getrandbits(32))


class Script:
    """The users of all channels; each channel does one step after another."""

    def __init__(self, manager: GameManager, random: Random, pipe: Connection) -> None:
        self._manager = manager
        self._random = random
        self._pipe = pipe
        self._changed: defaultdict[int, asyncio.Event] = defaultdict(asyncio.Event)
        manager.desk.listen(lambda update: self._changed[update.table.place.channel_id].set())

    async def play_at(self, channel_id: int) -> NoReturn:
        """Do one step after another at a channel's table, without end."""
        while True:
            self._changed[channel_id].clear()
            try:
                table = await self._manager.reading.shown(channel_id)
            except NoTable:
                await self._open(channel_id)
                continue
            with suppress(Refused):  # chance chose badly, or a computer was quicker
                await self._do_one_thing(table)

    async def _do_one_thing(self, table: ShownTable) -> None:
        if table.in_lobby:
            await self._change_lobby(table)
        elif self._random.random() < 0.05:
            await self._come_or_go(table)
        elif table.turn.waiting_for:
            await self._act(table)
        else:
            await self._changed[table.place.channel_id].wait()

    async def _open(self, channel_id: int) -> None:
        host = self._random.choice(FOUR)
        game = self._random.choice(sorted(BIDDING_GAMES))
        options: dict[str, OptionValue] = {"deals": self._random.randint(1, 2)}
        self._confirm(
            await self._manager.lobbies.open_table(
                GUILD, channel_id, host, WantedTable(game, options=options)
            )
        )

    async def _change_lobby(self, table: ShownTable) -> None:
        random, host = self._random, table.host_id
        person = random.choice(FOUR)
        changes: list[LobbyChange] = [
            Sit(person),
            Sit(person, random.randrange(4)),
            StandUp(person.id),
            Swap(host, random.randrange(4), random.randrange(4)),
            ChooseOptions(host, {"deals": random.randint(1, 2)}),
            SetComputers(host, KIND, random.randint(1, 3)),
        ]
        if random.random() >= 0.3:
            self._confirm(
                await self._manager.lobbies.change_lobby(table.place.channel_id, random.choice(changes))
            )
            return
        if any(seat.is_empty for seat in table.seats):
            fill = AddComputers(host, KIND, None)
            table = await self._manager.lobbies.change_lobby(table.place.channel_id, fill)
            self._confirm(table)
        await self._manager.lobbies.start(table.place.channel_id, host)
        self._pipe.send(Acknowledged(table.id, table.revision + 1))  # chance has drawn and dealt since

    async def _come_or_go(self, table: ShownTable) -> None:
        person = self._random.choice(FOUR)
        seat = table.seat_of(person.id)
        if seat is None:
            return
        if seat.is_away:
            self._confirm((await self._manager.presence.come_back(table.place.channel_id, person.id)).table)
        elif self._random.random() < 0.05:
            self._confirm(await self._manager.close_table(table.place.channel_id))
        else:
            self._confirm(await self._manager.presence.leave(table.place.channel_id, person.id, KIND))

    async def _act(self, table: ShownTable) -> None:
        """Press a button, or sometimes two at once."""
        user_id = table.seats[table.turn.waiting_for[0]].user_id
        assert user_id is not None
        decision = (await self._manager.reading.hand(table.place.channel_id, user_id)).view.decision
        assert decision is not None
        actions = [decision.sample(self._random) for _ in range(1 if self._random.random() < 0.9 else 2)]
        presses = [
            self._manager.play.act(
                table.place.channel_id, user_id, action, table_id=table.id, revision=table.revision
            )
            for action in actions
        ]
        answers = await asyncio.gather(*presses, return_exceptions=True)
        for action, press in zip(actions, answers, strict=True):
            if isinstance(press, ShownHand):
                self._pipe.send(Acknowledged(table.id, table.revision + 1, user_id, str(action)))
            elif not isinstance(press, Refused):
                raise press

    def _confirm(self, table: ShownTable) -> None:
        self._pipe.send(Acknowledged(table.id, table.revision))


async def _play(place: Place, seed: int, pipe: Connection) -> None:
    random = Random(seed)
    settings = settings_for(place)
    async with open_app(settings, computers=SeededComputers(random), random=random) as app:
        script = Script(app.tables, random, pipe)
        async with asyncio.TaskGroup() as channels:
            for channel_id in CHANNELS:
                channels.create_task(script.play_at(channel_id))


def play_until_killed(place: Place, seed: int, pipe: Connection) -> None:
    """Play at the tables of a database until the process is killed."""
    asyncio.run(_play(place, seed, pipe))
