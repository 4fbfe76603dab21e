"""Alarms of tables: one ring each, and those that are due at once are spread."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from random import Random
from typing import Final

from bot.common.clock import GRACE
from bot.common.shards import Shards
from bot.database.database import Database
from bot.table.alarms import PAUSE, SAVED, Alarms
from bot.table.desk.shown import Update
from bot.table.dues import Paces
from bot.table.manager import GameManager
from bot.table.turn_driver import Turns
from bot.table.turns.time_limit import TurnTime
from tests.table.in_loop import InLoop
from tests.table.people import CHANNEL, FOUR, answer, begin, seat
from tests.table.stage import Stage, Thinkers, some_turns_of_the_loop
from tests.table.standing_time import StandingTime
from tests.virtual_time import run

OVERDUE: Final = 1_000
TABLES: Final = 120
TURN_LIMIT: Final = 600.0
MOST_A_SECOND: Final = (1 + SAVED) / PAUSE
"""Acts at tables not in use that may begin in a second, the first ones at once."""


def never(_: int) -> bool:
    return False


def most_in_a_second(times: Sequence[float]) -> int:
    """The largest number of times within one second."""
    return max(sum(first <= one < first + 1 for one in times) for first in times)


async def test_alarm_that_is_due_but_has_not_fired_can_be_cancelled(time: StandingTime) -> None:
    """An answer may be stored at the moment the time is up; the next player must not lose the turn."""
    rung: list[int] = []

    async def ring(table_id: int) -> None:
        rung.append(table_id)

    alarms = Alarms(ring, never)
    alarms.set(1, 5)
    alarms.set(2, 5)
    asyncio.get_running_loop().call_later(5, alarms.cancel, 1)
    time.let_pass(5)
    await some_turns_of_the_loop()

    assert rung == [2]
    await alarms.close()


async def test_closed_alarms_are_cancelled_and_no_others_ring(time: StandingTime) -> None:
    began: list[int] = []

    async def ring_endlessly(table_id: int) -> None:
        began.append(table_id)
        await asyncio.get_running_loop().create_future()

    alarms = Alarms(ring_endlessly, never)
    alarms.set(1, 0)
    alarms.set(2, 5)
    await some_turns_of_the_loop()
    assert began == [1]

    await alarms.close()
    alarms.set(3, 0)
    time.let_pass(10)
    await some_turns_of_the_loop()

    assert began == [1]


class Rung:
    """Alarms in virtual time that note when each table's rings."""

    def __init__(self, *in_use: int) -> None:
        self.at: dict[int, float] = {}
        """By table id, in the order of ringing; seconds since the loop began."""
        self.in_use = set(in_use)
        self.alarms: Final = Alarms(self._ring, self.in_use.__contains__)

    async def _ring(self, table_id: int) -> None:
        assert table_id not in self.at, "it rings once"
        self.at[table_id] = asyncio.get_running_loop().time()


def test_thousand_overdue_tables_ring_at_most_so_many_a_second_and_the_oldest_first() -> None:
    async def all_ring() -> None:
        rung = Rung()
        ages = dict(enumerate(Random(1).sample(range(10 * OVERDUE), OVERDUE)))
        for table_id, age in ages.items():
            rung.alarms.set(table_id, -age)
        await asyncio.sleep(OVERDUE * PAUSE)

        assert most_in_a_second([*rung.at.values()]) <= MOST_A_SECOND
        at_once = [table_id for table_id, at in rung.at.items() if at == 0]
        later = [ages[table_id] for table_id in rung.at if table_id not in at_once]
        assert len(rung.at) == OVERDUE
        assert later == sorted(later, reverse=True)

    run(all_ring())


def test_table_in_use_rings_before_a_thousand_that_are_overdue() -> None:
    async def all_wait() -> None:
        rung = Rung(*range(OVERDUE, OVERDUE + 10))
        for table_id in range(OVERDUE):
            rung.alarms.set(table_id, -3600)
        for table_id in rung.in_use:
            rung.alarms.set(table_id, 5)
        rung.alarms.set(OVERDUE + 10, 1)
        await asyncio.sleep(6)
        assert OVERDUE + 10 not in rung.at
        rung.in_use.add(OVERDUE + 10)  # a player presses something there
        await asyncio.sleep(1)

        assert [rung.at[table_id] for table_id in range(OVERDUE, OVERDUE + 10)] == [5.0] * 10
        assert rung.at[OVERDUE + 10] <= 6 + PAUSE
        assert len(rung.at) < OVERDUE / 2
        await rung.alarms.close()

    run(all_wait())


def test_alarm_on_a_quiet_bot_rings_when_it_is_due() -> None:
    async def ring_in_turn() -> None:
        rung = Rung()
        for table_id in range(100):
            rung.alarms.set(table_id, 5.0 + table_id // 5)
        await asyncio.sleep(60)
        assert all(at == 5 + table_id // 5 for table_id, at in rung.at.items())

    run(ring_in_turn())


async def test_late_event_loop_makes_up_for_no_turns(time: StandingTime) -> None:
    rung = Rung()
    for table_id in range(100):
        rung.alarms.set(table_id, 0)
    await some_turns_of_the_loop()
    at_once = len(rung.at)
    for began in (1, 2, 3):
        time.let_pass(10)  # the loop was busy
        await some_turns_of_the_loop()
        assert len(rung.at) == at_once + began
    await rung.alarms.close()


async def test_hiccup_during_a_turn_leaves_none_without_one(time: StandingTime) -> None:
    """Bug: after one of 40 ms no timer was set, and the tables that waited were never brought on."""
    rung: list[int] = []

    async def ring(table_id: int) -> None:
        rung.append(table_id)

    def hangs(_: int) -> bool:
        time.let_pass(PAUSE / 10)
        return False

    alarms = Alarms(ring, hangs)
    for table_id in range(30):
        alarms.set(table_id, 0)
    for _ in range(30):
        time.let_pass(PAUSE)
        await some_turns_of_the_loop()
    assert sorted(rung) == [*range(30)]
    await alarms.close()


class Outage:
    """Tables of four people who have all left their match, in a bot that starts hours later."""

    def __init__(self, database: Database) -> None:
        self.stepped_in: dict[int, float] = {}
        """When a computer stepped in, by table id; seconds since the start."""
        self.loaded: list[float] = []
        """When tables were loaded."""
        self._database = database
        self._began = asyncio.get_running_loop().time()
        self.tables = self._manager(1.7e9)

    def _manager(self, began: float) -> GameManager:
        loop, start = asyncio.get_running_loop(), asyncio.get_running_loop().time()
        return GameManager(
            self._database,
            turn_time=TurnTime.of(TURN_LIMIT),
            random=Random(1),
            now=lambda: began + loop.time() - start,
        )

    async def start_again(self) -> Turns:
        """Start hours later; returns the driver of turns."""
        self.tables = self._manager(1.7e9 + 6 * 3600)
        turns = Turns(self.tables, Thinkers(), Paces(1, 0, 0, (), 0, 0), Shards())
        self._began = asyncio.get_running_loop().time()
        self.tables.desk.listen(self._note_computer)
        self.tables.desk.waking.on_wake(lambda _: self.loaded.append(self.passed))
        await self.tables.resume()
        turns.resume()
        return turns

    @property
    def passed(self) -> float:
        """Seconds since the start."""
        return asyncio.get_running_loop().time() - self._began

    def _note_computer(self, update: Update) -> None:
        if any(seat.away for seat in update.table.seats):
            self.stepped_in.setdefault(update.table.id, self.passed)


def test_overdue_tables_slow_no_press_after_an_outage() -> None:
    """Tables are loaded, and computers step in, at most so many a second; a press is answered in between."""

    async def outage() -> None:
        database = InLoop().database()
        before = Outage(database)
        for channel_id in range(1, TABLES + 1):
            await begin(before.tables, *FOUR, channel_id=channel_id)
        await before.tables.close()
        outage = before
        turns = await outage.start_again()
        await asyncio.sleep(GRACE - 1)
        assert len(outage.loaded) == TABLES
        assert not outage.stepped_in
        assert not outage.tables.desk.live_tables

        await asyncio.sleep(1 + TABLES * PAUSE / 2)
        assert 0 < len(outage.stepped_in) < TABLES
        waiting = await overdue_channel(outage)
        began = outage.passed
        revision = (await outage.tables.reading.shown(waiting)).revision
        assert (await answer(outage.tables, Random(1), waiting)).revision > revision
        assert outage.passed == began
        assert len(outage.stepped_in) < TABLES

        await asyncio.sleep(4 * TABLES * PAUSE)
        assert len(outage.stepped_in) >= TABLES - 1
        assert most_in_a_second(outage.loaded) <= MOST_A_SECOND
        assert most_in_a_second([*outage.stepped_in.values()]) <= MOST_A_SECOND
        await turns.close()
        await outage.tables.close()
        await database.close()

    run(outage())


async def overdue_channel(outage: Outage) -> int:
    """The channel of a table where no computer has stepped in yet."""
    return next(one for one in range(1, TABLES + 1) if one not in outage.stepped_in)


async def test_lobby_closes_though_its_alarm_rings_a_moment_too_soon(
    stage: Stage, time: StandingTime
) -> None:
    """Bug: nothing was due yet, and a lobby has no other alarm: it stayed open, and in memory."""
    async with stage.open() as app:
        table = await seat(app.tables, *FOUR)
        assert table.end.due_at is not None
        time.let_pass(table.end.due_at - time.now() - 60)
        await app.tables.reading.shown(CHANNEL)  # someone looks at it: its alarm is for its end
        app.turns.look_again(table.id)
        time.set_clock_back(0.001)  # what a timer of uvloop rings too soon by
        time.let_pass(60)
        await some_turns_of_the_loop()
        assert await app.maintenance.upkeep.is_writable()
        await some_turns_of_the_loop()

        assert not app.tables.reading.is_taken(CHANNEL)
