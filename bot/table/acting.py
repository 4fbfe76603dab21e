"""The road of an answer, from whoever gives it to the table: people, computers, the clock and referees.

Every change runs under its table's lock, is stored, and only then becomes the present and is told to
the listeners. A change once begun is finished even if the one who asked for it goes away.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from dataclasses import replace
from functools import wraps
from random import Random, SystemRandom
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

from bot.common.errors import NotStarted
from bot.database.database import Database
from bot.models.endings import Managed
from bot.models.stored import Status
from bot.models.stored_results import Results
from bot.table.changes import Changes, Listener, audit_entry
from bot.table.damaged_tables import DamagedTables
from bot.table.open_tables import Registry
from bot.table.reading import TableReader
from bot.table.shown import ShownHand, ShownTable
from bot.table.step import Step, stamped
from bot.table.table import Table
from bot.table.turn_time import NO_LIMIT, TurnTime
from bot.table.unseen import Unseen
from rules.core.actions import Action, CallTime, Shout
from rules.core.decisions import CLOCK, REFEREE, Seat

P = ParamSpec("P")
T = TypeVar("T")
Tables = TypeVar("Tables", bound="Acting")


def unbroken(
    change: Callable[Concatenate[Tables, P], Coroutine[Any, Any, T]],
) -> Callable[Concatenate[Tables, P], Coroutine[Any, Any, T]]:
    """Have a change finish once it has begun, even if the one who asked for it is cancelled.

    What `asyncio.shield` does, with a turn of the loop less for each act.
    """

    async def carried_out(asked: asyncio.Future[T], work: Coroutine[Any, Any, T]) -> None:
        try:
            result = await work
        except asyncio.CancelledError:
            asked.cancel()
            raise
        except Exception as error:  # noqa: BLE001  (whatever it is, it is for whoever waits, if anybody does)
            if not asked.done():
                asked.set_exception(error)
        else:
            if not asked.done():
                asked.set_result(result)

    @wraps(change)
    async def to_the_end(tables: Tables, /, *args: P.args, **kwargs: P.kwargs) -> T:
        asked: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        # What `Background` does, with a call less on the road of every press.
        task = asyncio.create_task(carried_out(asked, change(tables, *args, **kwargs)))
        tables._at_work.add(task)
        task.add_done_callback(tables._at_work.discard)
        return await asked

    return to_the_end


class Acting(TableReader):
    """The open tables, and what is done in a match by whoever is asked, or rules."""

    def __init__(
        self,
        database: Database,
        *,
        turn_time: TurnTime = NO_LIMIT,
        random: Random | None = None,
        now: Callable[[], float] = time.time,
    ) -> None:
        super().__init__(database, Registry(), turn_time, now)
        self._random = random or SystemRandom()
        self.unseen: Final = Unseen(database, now)
        """The tables that nobody can see."""
        self._at_work: set[asyncio.Task[Any]] = set()
        self._damaged = DamagedTables(database, self._tables, self._waking)
        self._changes = Changes(database, self._tables, self._waking, turn_time)

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Be told of every change once it is stored; returns how to stop listening."""
        return self._changes.listen(listener)

    async def awake(self, channel_id: int, *, is_needed: bool = True) -> Table:
        """The open table of a channel itself; one that is paused goes on as soon as somebody needs it.

        Not one that everybody has left: that waits until one of them is back.
        """
        table = await super().awake(channel_id, is_needed=is_needed)
        if is_needed:
            self._go_on_with_people(table)
        return table

    async def keep_going(self, channel_id: int) -> None:
        """Have computers play on at a table that everybody has left: others wait for it.

        Raises:
            NoTable: there is none.
        """
        table = await super().awake(channel_id)
        table.is_kept_going = True
        self._go_on_with_people(table)

    async def _carry_out(self, table: Table, step: Step) -> ShownTable:
        """Store what people have done, and tell of it; they or new cards may end the table's pause."""
        shown = await self._changes.carry_out(table, step)
        self._go_on_with_people(table)
        return shown

    def _go_on_with_people(self, table: Table) -> None:
        """End the pause of a table, unless it waits for those who have left it."""
        if table.is_paused and not table.waits_for_people:
            self.go_on(table)

    def pause(self, table: Table) -> None:
        """Let nothing move by itself at a table until somebody needs it, and tell of it."""
        table.is_paused = True
        self._changes.tell(table)

    def go_on(self, table: Table) -> None:
        """End the pause of a table, and tell of it."""
        table.go_on(self.now())
        self._changes.tell(table)

    async def close(self) -> None:
        """Wait until every change under way is stored, and every table that is being read."""
        while at_work := tuple(self._at_work):
            await asyncio.gather(*at_work, return_exceptions=True)
            # Where all were done, gather gave the loop no turn: nobody has noted yet that they are.
            self._at_work.difference_update(at_work)
        await self._waking.close()

    @unbroken
    async def act(
        self,
        channel_id: int,
        user_id: int,
        action: Action,
        *,
        table_id: int | None = None,
        revision: int | None = None,
        stamp: int = 0,
    ) -> ShownHand:
        """Let a person answer the question asked of their seat; returns what that person sees then.

        ``stamp`` is when that was, in milliseconds since the epoch, as Discord says: in a race it decides.

        Raises:
            Refused: no match, not seated, not asked, or the control is to another question.
            IllegalAction: the rules do not allow it.
        """
        table = await self.awake(channel_id)
        async with self._changes.of(table):
            if isinstance(action, Shout):
                seat, action = table.calling_seat(user_id, table_id, revision, stamp), Shout(stamp)
            else:
                seat = table.answering_seat(user_id, table_id, revision)
            step = table.step(seat, action, user_id, self.now(), self._random, self.turn_time)
            shown = await self._carry_out(table, step)
            return table.hand(seat, shown)

    @unbroken
    async def next_deal(
        self, channel_id: int, user_id: int, *, table_id: int | None = None, revision: int | None = None
    ) -> ShownHand:
        """Deal the next cards because a player asks for them; returns what that player sees then.

        Where they were dealt already nothing changes. With ``revision``, which a control carries, only
        the cards after the deal it was drawn for.

        Raises:
            Refused: no match, not seated, or the others went on without the player.
        """
        table = await self.awake(channel_id)
        async with self._changes.of(table):
            seat = table.playing_seat(user_id, table_id)
            if table.may_deal(revision):
                table.check_may_come_back(seat, self.turn_time)
                await self._carry_out(table, table.next_deal(seat, self.now(), self._random))
            return self._hand(table, seat)

    @unbroken
    async def next_deal_in_time(self, table: Table, revision: int) -> None:
        """Deal the next cards because the pause between two deals is over."""
        async with self._changes.of(table):
            if table.may_deal(revision):
                await self._changes.carry_out(table, table.next_deal(None, self.now(), self._random))

    @unbroken
    async def act_for_computer(self, table: Table, seat: Seat, action: Action, revision: int) -> bool:
        """Carry out a computer's answer, unless it is asked something else by now.

        In a race it takes its time like anybody else.
        """
        async with self._changes.of(table):
            asked = table.questions
            if not asked.is_asked(seat, revision, table.revision) or not table.record.seats[seat].computer:
                return False
            timed = stamped(action, asked.reaction(seat, self._random, self.now()))
            step = table.step(seat, timed, None, self.now(), self._random, self.turn_time)
            await self._changes.carry_out(table, step)
            return True

    @unbroken
    async def act_for_clock(self, table: Table, revision: int) -> bool:
        """Let the clock do what it was asked to wait for, unless that is over by now."""
        async with self._changes.of(table):
            wait = table.questions.wait
            if wait is None or not table.questions.is_asked(CLOCK, revision, table.revision):
                return False
            await self._changes.carry_out(
                table, table.step(CLOCK, wait.action, None, self.now(), self._random, self.turn_time)
            )
            return True

    @unbroken
    async def call_time(self, table: Table) -> None:
        """Let the clock call time in a match that is played by it, unless that is over by now."""
        async with self._changes.of(table):
            if table.time_is_up_at is not None:
                await self._changes.carry_out(
                    table, table.step(CLOCK, CallTime(), None, self.now(), self._random, self.turn_time)
                )

    @unbroken
    async def rule(
        self,
        channel_id: int,
        user_id: int,
        action: Action,
        *,
        revision: int | None = None,
        reason: str = "",
    ) -> ShownTable:
        """Let a referee rule; who may is for the caller to know. It stands in the audit list.

        Raises:
            Refused: there is no match.
            IllegalAction: the ruling does not fit what is going on.
        """
        table = await self.awake(channel_id)
        async with self._changes.of(table):
            table.check(revision=revision)
            if table.record.status is not Status.PLAYING:
                raise NotStarted
            step = table.step(REFEREE, action, user_id, self.now(), self._random, self.turn_time)
            ruled = audit_entry(table.record, user_id, Managed.RULED, self.now(), reason)
            results = replace(step.results or Results(), audit=ruled)
            return await self._carry_out(table, step._replace(results=results))
