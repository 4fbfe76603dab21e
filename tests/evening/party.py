"""An evening on the real manager and store; tables are opened as on Discord, and played at random."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from random import Random
from typing import Final

from bot.common.errors import StoreError
from bot.database.database import Database
from bot.evening.opening import WantedEvening
from bot.evening.service import Evenings
from bot.evening.shown import ShownEvening
from bot.models.evening_kinds import EveningKind
from bot.models.stored_evenings import EveningSeason
from bot.models.stored_tables import Status
from bot.table.desk.table import Table
from bot.table.lobby.before_match import Person
from bot.table.manager import GameManager
from rules.core.actions import Action, Pass
from rules.core.decisions import ChooseNumber, Decision

GUILD: Final = 501
CHANNEL: Final = 601
THREADS: Final = 70_000
"""The number before the first thread's."""
HOST: Final = Person(1001, "Player 1001")
NOW: Final = 1.7e9


def people(count: int, first: int = 1001) -> list[Person]:
    """``count`` people with consecutive ids from ``first``."""
    return [Person(number, f"Player {number}") for number in range(first, first + count)]


class Party:
    """A fixture for one evening at a time; every table is played to its end by its players."""

    def __init__(self, database: Database, seed: int = 1) -> None:
        self.database = database
        self.random = Random(seed)
        self.manager = GameManager(database, random=self.random, now=lambda: NOW)
        self.clock = NOW
        """The present time for the evenings, in epoch seconds."""
        self.evenings = Evenings(database, self.manager, self.random, lambda: self.clock)
        self.id = 0
        self.is_closed = False
        self.trouble = asyncio.Event()
        """Set once the store has failed in a task that no caller waits for."""
        self._threads = THREADS

    async def restart(self) -> Party:
        """Stop the bot, and start it again on the same database."""
        await self.close()
        again = Party(self.database, self.random.randrange(1000))
        again.id, again._threads = self.id, self._threads + 1000
        await again.manager.resume()
        await again.evenings.resume()
        return again

    async def close(self) -> None:
        """Stop the bot."""
        if self.is_closed:
            return
        self.is_closed = True
        await self.evenings.close()
        await self.manager.close()

    async def open(
        self,
        count: int,
        kind: EveningKind = EveningKind.PROGRESSIVE,
        *,
        deals: int = 1,
        rounds: int | None = None,
        computers_fill: bool = True,
        draws_pairs: bool = True,
        season: EveningSeason | None = None,
        least_share: int | None = None,
    ) -> ShownEvening:
        """Open an evening that ``count`` people have joined."""
        host, *others = people(count)
        how = (deals, rounds, computers_fill, draws_pairs, season, least_share)
        asked = WantedEvening(kind, "kentucky", {}, *how)
        shown = await self.evenings.open(GUILD, CHANNEL, host, asked)
        self.id = shown.id
        for person in others:
            shown = await self.evenings.join(self.id, person)
        return shown

    async def start(self) -> ShownEvening:
        """Begin the first round, and open its tables."""
        await self.evenings.start(self.id, HOST.id)
        await self.open_tables()
        return await self.now()

    async def now(self) -> ShownEvening:
        """The evening as stored."""
        return await self.evenings.shown(self.id)

    async def open_tables(self) -> None:
        """Open the tables of the present round, in threads of their own."""
        for table in self.evenings.tables.to_open(self.id):
            if table.channel_id is None:
                self._threads += 1
                await self.evenings.tables.set_channel(self.id, table.number, self._threads)
            await self.evenings.tables.open_table(self.id, table.number)

    async def play_round(self) -> ShownEvening:
        """Play every table of the round to its end; the next round's tables are opened then."""
        before = (await self.now()).rounds.number
        for table in await self.live():
            await self.play_out(table)
        await self.until(lambda: self._has_moved(before))
        await self.open_tables()
        return await self.now()

    async def _has_moved(self, before: int) -> bool:
        shown = await self.now()
        return shown.is_over or shown.rounds.number > before

    async def live(self) -> list[Table]:
        """The open tables of the evening, all loaded."""
        shown = await self.now()
        places = [one.channel_id for one in shown.tables if one.channel_id and not one.is_over]
        return [await self.manager.desk.awake(channel_id) for channel_id in places]

    async def play_out(self, table: Table) -> None:
        """Play a table to its end."""
        while table.record.status is Status.PLAYING:
            await self.step(table)

    async def step(self, table: Table, answer: Action | None = None) -> None:
        """Have an asked player of a table give an answer, or any legal one without it."""
        seat = next(iter(table.clock.questions.by_seat))
        decision = table.match.asked[seat]
        who = table.record.seats[seat]
        action = answer or (Pass() if self._lets_it_stand(decision) else decision.sample(self.random))
        if who.computer is not None:
            await self.manager.due.act_for_computer(table, seat, action, table.revision)
        else:
            assert who.user_id is not None
            await self.manager.play.act(table.record.channel_id, who.user_id, action)

    def _lets_it_stand(self, decision: Decision) -> bool:
        """Whether there is a bid already, so that not every deal is passed out."""
        return isinstance(decision, ChooseNumber) and decision.accepts(Pass()) and self.random.random() < 0.6

    async def until(self, condition: Callable[[], Awaitable[bool]]) -> None:
        """Wait for a change of the evening after which ``condition`` holds."""
        changed = asyncio.Event()
        stop = self.evenings.listen(lambda _: changed.set())
        try:
            while not await condition():
                changed.clear()
                waiting = [asyncio.create_task(one.wait()) for one in (changed, self.trouble)]
                await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
                for one in waiting:
                    one.cancel()
                if self.trouble.is_set():
                    raise StoreError("The disk is full.")
        finally:
            stop()


@asynccontextmanager
async def a_party(database: Database, seed: int = 1) -> AsyncIterator[Party]:
    """The evenings of a bot on a database."""
    party = Party(database, seed)
    try:
        yield party
    finally:
        await party.close()
