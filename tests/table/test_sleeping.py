"""Tables sleep while nobody needs them, and nobody notices."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from random import Random

import pytest

from bot.app import App
from bot.common.errors import NoTable, Refused, StoreError
from bot.database.database import Row, Statement
from bot.models.stored import LogEntry
from bot.table import turn_driver as turns
from bot.table.desk.agreement import Proposal
from bot.table.desk.shown import Update
from bot.table.desk.table import Table
from bot.table.store.tables import LOG, TableStore
from bot.table.turn_driver import RETRY_AFTER, SOON, UNLOAD_AFTER
from tests.league import test_leagues as leagues
from tests.table.people import ANN, BEN, CHANNEL, FOUR, GUILD, asked, begin, legal
from tests.table.stage import Stage, Thinkers, moves_on, some_turns_of_the_loop
from tests.table.standing_time import StandingTime
from tests.table.troubled import TroubledDatabase


async def everything_stored(app: App) -> None:
    """What is due gets its turns, and what it stores is stored."""
    await some_turns_of_the_loop()
    assert await app.maintenance.upkeep.is_writable()
    await some_turns_of_the_loop()


async def comes_to_pass(app: App, condition: Callable[[], Awaitable[bool]]) -> bool:
    """Whether a condition holds after a while in which everything that is due is done."""
    for _ in range(20):
        if await condition():
            return True
        await everything_stored(app)
    return False


async def note_unloaded(app: App, time: StandingTime) -> None:
    """Let the table of the channel fall asleep."""
    time.let_pass(UNLOAD_AFTER)
    assert await comes_to_pass(app, partial(is_asleep, app))


async def is_asleep(app: App) -> bool:
    return [one.channel_id for one in app.tables.desk.tables.unloaded_tables] == [CHANNEL]


async def somebody_is_away(app: App) -> bool:
    return any(seat.is_away for table in app.tables.desk.live_tables for seat in table.record.seats)


async def everybody_is_awake(app: App) -> bool:
    return not app.tables.desk.tables.unloaded_tables


@asynccontextmanager
async def a_match(stage: Stage, *, remind: float = 0, limit: float = 0) -> AsyncIterator[App]:
    """Four people, one of whom is asked."""
    async with stage.open(remind=remind, limit=limit) as app:
        await begin(app.tables, *FOUR)
        yield app


async def test_a_table_nobody_needs_goes_from_memory(stage: Stage, time: StandingTime) -> None:
    async with a_match(stage) as app:
        table: weakref.ref[Table] = weakref.ref(await app.tables.desk.awake(CHANNEL))
        time.let_pass(UNLOAD_AFTER - 1)
        await everything_stored(app)
        assert not await is_asleep(app)

        time.let_pass(1)
        await everything_stored(app)

        assert await is_asleep(app)
        gc.collect()
        assert table() is None


async def test_whoever_looks_at_a_table_keeps_it_awake(stage: Stage, time: StandingTime) -> None:
    async with a_match(stage) as app:
        for _ in range(3):
            time.let_pass(UNLOAD_AFTER - 1)
            await app.tables.reading.shown(CHANNEL)
            await everything_stored(app)
            assert not await is_asleep(app)
        await note_unloaded(app, time)


async def test_a_table_of_a_league_wakes_to_tell_who_has_left_it(stage: Stage, time: StandingTime) -> None:
    async with stage.open() as app:
        league, season = await leagues.begin(app)
        for person in (ANN, BEN):
            await app.league.rosters.join(league, person)
        await leagues.open_table(app, league, season, ANN, BEN)
        await note_unloaded(app, time)
        told = list[Update]()
        app.tables.desk.listen(told.append)

        await app.league.rosters.leave(league, BEN.id)
        for _ in range(2):  # the second time nothing has changed
            await app.tables.lobbies.show_season(CHANNEL)

        [update] = told
        assert update.table.kind.season is not None
        assert update.table.kind.season.entrants == {(ANN.id,)}


async def test_a_match_of_a_league_wakes_to_tell_that_its_season_is_over(
    stage: Stage, time: StandingTime
) -> None:
    async with stage.open() as app:
        league, season = await leagues.begin(app)
        for person in FOUR:
            await app.league.rosters.join(league, person)
        await leagues.open_table(app, league, season, *FOUR)
        await app.tables.lobbies.start(CHANNEL, ANN.id)
        await note_unloaded(app, time)
        told = list[Update]()
        app.tables.desk.listen(told.append)

        assert await app.league.leagues.tables_to_tell() == []
        await app.league.leagues.close(league, season, ANN.id)
        assert await app.league.leagues.tables_to_tell() == [(league.id, CHANNEL)]
        for _ in range(2):  # the second time nothing has changed
            await app.tables.lobbies.show_season(CHANNEL)

        [update] = told
        assert update.table.kind.season is not None
        assert not update.table.kind.season.is_open


async def test_a_press_wakes_a_table_and_is_answered_as_if_nothing_had_been(
    stage: Stage, time: StandingTime
) -> None:
    async with a_match(stage) as app:
        before = await app.tables.reading.shown(CHANNEL)
        who = asked(before)
        hand, action = await app.tables.reading.hand(CHANNEL, who), await legal(app.tables, who, Random(1))
        await note_unloaded(app, time)

        after = await app.tables.play.act(
            CHANNEL, who, action, table_id=before.id, revision=hand.table.revision
        )

        assert after.table.revision == before.revision + 1
        assert not await is_asleep(app)


async def test_a_table_that_woke_is_the_one_that_fell_asleep(stage: Stage, time: StandingTime) -> None:
    async with a_match(stage) as app:
        before = (
            await app.tables.reading.shown(CHANNEL),
            [await app.tables.reading.hand(CHANNEL, one.id) for one in FOUR],
        )
        await note_unloaded(app, time)
        assert (
            await app.tables.reading.shown(CHANNEL),
            [await app.tables.reading.hand(CHANNEL, one.id) for one in FOUR],
        ) == before


async def test_however_many_ask_a_table_is_read_once(stage: Stage, time: StandingTime) -> None:
    async with a_match(stage) as app:
        await note_unloaded(app, time)
        tables = await asyncio.gather(*(app.tables.desk.awake(CHANNEL) for _ in range(5)))
        assert len({id(table) for table in tables}) == 1


async def test_a_press_while_a_table_falls_asleep_keeps_it_awake(stage: Stage, time: StandingTime) -> None:
    async with a_match(stage) as app:
        table = await app.tables.desk.awake(CHANNEL)
        who = asked(await app.tables.reading.shown(CHANNEL))
        action = await legal(app.tables, who, Random(1))
        stage.database.gate.clear()
        time.let_pass(UNLOAD_AFTER)
        await some_turns_of_the_loop()
        pressing = asyncio.create_task(app.tables.play.act(CHANNEL, who, action))
        await some_turns_of_the_loop()
        stage.database.gate.set()
        await pressing

        assert await app.tables.desk.awake(CHANNEL) is table


async def test_a_computer_that_thinks_long_keeps_the_table_awake(
    stage: Stage, time: StandingTime, computers: Thinkers
) -> None:
    computers.may_answer.clear()
    async with stage.open(pace=2) as app:
        await begin(app.tables, *FOUR)
        who = asked(await app.tables.reading.shown(CHANNEL))
        await app.tables.presence.leave(CHANNEL, who, "random")
        time.let_pass(2)
        await computers.thinking.wait()
        time.let_pass(2 * UNLOAD_AFTER)
        await everything_stored(app)
        assert not await is_asleep(app)

        computers.may_answer.set()
        await moves_on(app)


async def test_an_open_vote_keeps_the_table_awake(stage: Stage, time: StandingTime) -> None:
    async with a_match(stage) as app:
        await app.tables.votes.agree(CHANNEL, ANN.id, Proposal("end"))
        time.let_pass(UNLOAD_AFTER)
        await everything_stored(app)
        assert not await is_asleep(app)


async def test_the_reminder_of_a_sleeping_table_comes_when_it_is_due(
    stage: Stage, time: StandingTime
) -> None:
    async with a_match(stage, remind=3600) as app:
        reminded: list[int] = []
        app.turns.on_reminder(lambda table, _: reminded.append(table.id))
        await note_unloaded(app, time)

        async def somebody_is_reminded() -> bool:
            return len(reminded) == 1

        time.let_pass(3600 - UNLOAD_AFTER)
        assert await comes_to_pass(app, somebody_is_reminded)


async def test_a_computer_stands_in_at_a_sleeping_table_when_it_is_due(
    stage: Stage, time: StandingTime
) -> None:
    async with a_match(stage, limit=3600) as app:
        await note_unloaded(app, time)
        time.let_pass(3600 - UNLOAD_AFTER)
        assert await comes_to_pass(app, partial(somebody_is_away, app))


async def test_a_start_reads_when_a_sleeper_is_due_and_not_its_match(
    stage: Stage, time: StandingTime
) -> None:
    async with a_match(stage, limit=3600) as app:
        await note_unloaded(app, time)

    async with stage.open(limit=3600) as app:
        await everything_stored(app)
        assert await is_asleep(app)
        assert app.tables.desk.tables.unloaded_tables[0].is_known
        time.let_pass(3600)
        assert await comes_to_pass(app, partial(somebody_is_away, app))


async def test_after_a_stop_the_tables_that_were_awake_are_looked_at(
    stage: Stage, time: StandingTime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns, "PAUSE", 0)
    async with stage.open(pace=2) as app:
        await begin(app.tables, *FOUR)
        await app.tables.presence.leave(CHANNEL, asked(await app.tables.reading.shown(CHANNEL)), "random")
        for channel_id in (1, 2):
            await app.tables.lobbies.open_table(GUILD, channel_id, BEN)

    async with stage.open(pace=2) as app:
        assert not any(one.is_known for one in app.tables.desk.tables.unloaded_tables)
        assert await comes_to_pass(app, partial(everybody_is_awake, app))
        await everything_stored(app)

        time.let_pass(SOON)
        await moves_on(app)

        async def both_lobbies_sleep() -> bool:
            return [(one.channel_id, one.is_known) for one in app.tables.desk.tables.unloaded_tables] == [
                (1, True),
                (2, True),
            ]

        assert await comes_to_pass(app, both_lobbies_sleep)


async def test_a_sleeper_whose_record_is_damaged_is_told_and_holds_nobody_else_up(
    stage: Stage, time: StandingTime
) -> None:
    async with a_match(stage) as app:
        table = await app.tables.reading.shown(CHANNEL)
        await note_unloaded(app, time)
        await TableStore(stage.database).append(
            table.id, [LogEntry(table.revision + 1, 0, ANN.id, "play R14", 1.7e9)]
        )
        with pytest.raises(Refused, match="damaged"):
            await app.tables.reading.shown(CHANNEL)
        with pytest.raises(NoTable):
            await app.tables.reading.shown(CHANNEL + 1)


async def test_a_table_being_read_when_the_bot_stops_is_waited_for(stage: Stage, time: StandingTime) -> None:
    async with a_match(stage) as app:
        await note_unloaded(app, time)
        looking = asyncio.create_task(app.tables.desk.awake(CHANNEL))
        await asyncio.sleep(0)
        looking.cancel()  # whoever looked has gone
        await asyncio.wait([looking])

        await app.tables.close()

        assert not app.tables.desk.tables.unloaded_tables


async def test_a_table_that_could_not_be_read_after_a_stop_is_tried_again(
    stage: Stage, time: StandingTime, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with stage.open(pace=2) as app:
        await begin(app.tables, *FOUR)
    failures, read = [StoreError("Another program keeps it locked.")], TroubledDatabase.read

    async def fail_first(database: TroubledDatabase, statement: Statement) -> list[Row]:
        if failures and statement.sql == LOG:
            raise failures.pop()
        return await read(database, statement)

    monkeypatch.setattr(TroubledDatabase, "read", fail_first)
    async with stage.open(pace=2) as app:
        await everything_stored(app)
        assert await is_asleep(app)
        time.let_pass(RETRY_AFTER)
        assert await comes_to_pass(app, partial(everybody_is_awake, app))
