"""Idle tables are unloaded, and no player notices."""

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
from bot.evening.opening import WantedEvening
from bot.models.evening_kinds import EveningKind
from bot.models.stored_tables import LogEntry
from bot.table.alarms import RETRY_AFTER
from bot.table.desk.agreement import Proposal
from bot.table.desk.shown import Update
from bot.table.desk.table import Table
from bot.table.store.tables import LOG, TableStore
from bot.table.turn_driver import SOON, UNLOAD_AFTER
from cogs.league.tables import LeagueTables
from tests.league import test_leagues as leagues
from tests.table.people import ANN, BEN, CHANNEL, FOUR, GUILD, asked, begin, legal, seat
from tests.table.stage import Stage, Thinkers, moves_on, nothing_happens, some_turns_of_the_loop
from tests.table.standing_time import StandingTime
from tests.table.troubled import TroubledDatabase


async def everything_stored(app: App) -> None:
    """Let due timers fire and their writes be stored."""
    await some_turns_of_the_loop()
    assert await app.maintenance.upkeep.is_writable()
    await some_turns_of_the_loop()


async def becomes_true(app: App, condition: Callable[[], Awaitable[bool]]) -> bool:
    """Whether ``condition`` holds once all due timers have fired and been stored."""
    for _ in range(20):
        if await condition():
            return True
        await everything_stored(app)
    return False


async def unload(app: App, time: StandingTime) -> None:
    """Have the channel's table unloaded."""
    time.let_pass(UNLOAD_AFTER)
    assert await becomes_true(app, partial(is_unloaded, app))


async def is_unloaded(app: App) -> bool:
    return [one.channel_id for one in app.tables.desk.tables.unloaded_tables] == [CHANNEL]


async def is_over(app: App) -> bool:
    return not app.tables.reading.is_taken(CHANNEL)


async def has_absent_player(app: App) -> bool:
    return any(seat.is_away for table in app.tables.desk.live_tables for seat in table.record.seats)


async def all_are_loaded(app: App) -> bool:
    return not app.tables.desk.tables.unloaded_tables


@asynccontextmanager
async def a_match(stage: Stage, *, remind: float = 0, limit: float = 0) -> AsyncIterator[App]:
    """A match of four players, one of them asked."""
    async with stage.open(remind=remind, limit=limit) as app:
        await begin(app.tables, *FOUR)
        yield app


async def test_idle_table_is_unloaded_from_memory(stage: Stage, time: StandingTime) -> None:
    async with a_match(stage) as app:
        table: weakref.ref[Table] = weakref.ref(await app.tables.desk.awake(CHANNEL))
        time.let_pass(UNLOAD_AFTER - 1)
        await everything_stored(app)
        assert not await is_unloaded(app)

        time.let_pass(1)
        await everything_stored(app)

        assert await is_unloaded(app)
        gc.collect()
        assert table() is None


async def test_read_access_keeps_a_table_loaded(stage: Stage, time: StandingTime) -> None:
    async with a_match(stage) as app:
        for _ in range(3):
            time.let_pass(UNLOAD_AFTER - 1)
            await app.tables.reading.shown(CHANNEL)
            await everything_stored(app)
            assert not await is_unloaded(app)
        await unload(app, time)


async def test_league_table_is_loaded_to_announce_a_player_who_left(stage: Stage, time: StandingTime) -> None:
    async with stage.open() as app:
        league, season = await leagues.begin(app)
        for person in (ANN, BEN):
            await app.league.rosters.join(league, person)
        await leagues.open_table(app, league, season, ANN, BEN)
        await unload(app, time)
        told = list[Update]()
        app.tables.desk.listen(told.append)

        await app.league.rosters.leave(league, BEN.id)
        for _ in range(2):  # the second time no entry has changed
            await app.tables.lobbies.show_season(CHANNEL)

        [update] = told
        assert update.table.kind.season is not None
        assert update.table.kind.season.entrants == {(ANN.id,)}


async def test_damaged_season_keeps_no_other_league_from_updating_its_table(stage: Stage) -> None:
    """Bug: it ended each round, so that no table behind it was told again."""
    async with stage.open() as app:
        for number, name in enumerate(("Tuesday", "Friday")):
            league, season = await leagues.begin(app, name)
            await app.league.rosters.join(league, ANN)
            await leagues.open_table(app, league, season, ANN, channel_id=CHANNEL + number)
        told = asyncio.Queue[Update]()
        app.tables.desk.listen(told.put_nowait)
        await app.league.rosters.leave(league, ANN.id)
        await stage.database.write(Statement("UPDATE seasons SET scoring = 'none' WHERE id = 1"))

        tables = LeagueTables(app)
        await tables.resume()
        async with asyncio.timeout(20):
            update = await told.get()
        await tables.close()

        assert update.table.place.channel_id == CHANNEL + 1


async def test_league_match_is_loaded_to_announce_the_end_of_its_season(
    stage: Stage, time: StandingTime
) -> None:
    async with stage.open() as app:
        league, season = await leagues.begin(app)
        for person in FOUR:
            await app.league.rosters.join(league, person)
        await leagues.open_table(app, league, season, *FOUR)
        await app.tables.lobbies.start(CHANNEL, ANN.id)
        await unload(app, time)
        told = list[Update]()
        app.tables.desk.listen(told.append)

        assert await app.league.leagues.tables_to_tell() == []
        await app.league.leagues.close(league, season, ANN.id)
        assert await app.league.leagues.tables_to_tell() == [(league.id, CHANNEL)]
        for _ in range(2):  # the second time no entry has changed
            await app.tables.lobbies.show_season(CHANNEL)

        [update] = told
        assert update.table.kind.season is not None
        assert not update.table.kind.season.is_open


async def test_press_loads_an_unloaded_table_and_is_answered_as_usual(
    stage: Stage, time: StandingTime
) -> None:
    async with a_match(stage) as app:
        before = await app.tables.reading.shown(CHANNEL)
        who = asked(before)
        hand, action = await app.tables.reading.hand(CHANNEL, who), await legal(app.tables, who, Random(1))
        await unload(app, time)

        after = await app.tables.play.act(
            CHANNEL, who, action, table_id=before.id, revision=hand.table.revision
        )

        assert after.table.revision == before.revision + 1
        assert not await is_unloaded(app)


async def test_match_that_all_have_left_still_waits_when_loaded(stage: Stage, time: StandingTime) -> None:
    """Loaded by a spectator's press, it played on for some seconds, on its player's seat too."""
    async with stage.open() as app:
        await begin(app.tables, ANN)
        await app.tables.presence.leave(CHANNEL, ANN.id, "random")
        time.let_pass(app.settings.pause_after)
        await everything_stored(app)
        await unload(app, time)
        await app.tables.reading.shown(CHANNEL)
        time.let_pass(app.settings.pause_after - 1)
        assert await nothing_happens(app)
        back = await app.tables.presence.come_back(CHANNEL, ANN.id)
        assert not back.table.turn.is_paused


async def test_evening_table_that_all_have_left_plays_on_when_loaded(
    stage: Stage, time: StandingTime
) -> None:
    async with stage.open() as app:
        evening = await app.evenings.open(
            GUILD, CHANNEL + 1, ANN, WantedEvening(EveningKind.ROTATING, "kentucky", {}, deals=2)
        )
        for person in FOUR[1:]:
            await app.evenings.join(evening.id, person)
        await app.evenings.start(evening.id, ANN.id)
        await app.evenings.tables.set_channel(evening.id, 1, CHANNEL)
        await app.evenings.tables.open_table(evening.id, 1)
        table = await app.tables.reading.shown(CHANNEL)
        for person in FOUR:
            await app.tables.presence.leave(CHANNEL, person.id, "random")
        await app.turns.hide(table.id)
        await unload(app, time)
        await app.turns.reveal(table.id)
        await app.tables.reading.shown(CHANNEL)
        time.let_pass(app.settings.pause_after)
        await moves_on(app)


async def test_reloaded_table_equals_the_unloaded_one(stage: Stage, time: StandingTime) -> None:
    async with a_match(stage) as app:
        before = (
            await app.tables.reading.shown(CHANNEL),
            [await app.tables.reading.hand(CHANNEL, one.id) for one in FOUR],
        )
        await unload(app, time)
        assert (
            await app.tables.reading.shown(CHANNEL),
            [await app.tables.reading.hand(CHANNEL, one.id) for one in FOUR],
        ) == before


async def test_unloaded_table_is_read_once_for_many_requests(stage: Stage, time: StandingTime) -> None:
    async with a_match(stage) as app:
        await unload(app, time)
        tables = await asyncio.gather(*(app.tables.desk.awake(CHANNEL) for _ in range(5)))
        assert len({id(table) for table in tables}) == 1


async def test_press_during_unloading_keeps_the_table_loaded(stage: Stage, time: StandingTime) -> None:
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


async def test_computer_that_thinks_long_keeps_the_table_loaded(
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
        assert not await is_unloaded(app)

        computers.may_answer.set()
        await moves_on(app)


async def test_open_vote_keeps_the_table_loaded(stage: Stage, time: StandingTime) -> None:
    async with a_match(stage) as app:
        await app.tables.votes.agree(CHANNEL, ANN.id, Proposal("end"))
        time.let_pass(UNLOAD_AFTER)
        await everything_stored(app)
        assert not await is_unloaded(app)


async def test_reminder_of_an_unloaded_table_comes_when_it_is_due(stage: Stage, time: StandingTime) -> None:
    async with a_match(stage, remind=3600) as app:
        reminded: list[int] = []
        app.turns.on_reminder(lambda table, _: reminded.append(table.id))
        await unload(app, time)

        async def has_reminded() -> bool:
            return len(reminded) == 1

        time.let_pass(3600 - UNLOAD_AFTER)
        assert await becomes_true(app, has_reminded)


async def test_computer_stands_in_at_an_unloaded_table_when_due(stage: Stage, time: StandingTime) -> None:
    async with a_match(stage, limit=3600) as app:
        await unload(app, time)
        time.let_pass(3600 - UNLOAD_AFTER)
        assert await becomes_true(app, partial(has_absent_player, app))


async def test_start_reads_due_times_of_unloaded_tables_and_not_their_matches(
    stage: Stage, time: StandingTime
) -> None:
    async with a_match(stage, limit=3600) as app:
        await unload(app, time)

    async with stage.open(limit=3600) as app:
        await everything_stored(app)
        assert await is_unloaded(app)
        assert app.tables.desk.tables.unloaded_tables[0].is_known
        time.let_pass(3600)
        assert await becomes_true(app, partial(has_absent_player, app))


async def test_tables_loaded_before_a_stop_are_loaded_after_the_start(
    stage: Stage, time: StandingTime
) -> None:
    async with stage.open(pace=2) as app:
        await begin(app.tables, *FOUR)
        await app.tables.presence.leave(CHANNEL, asked(await app.tables.reading.shown(CHANNEL)), "random")
        for channel_id in (1, 2):
            await app.tables.lobbies.open_table(GUILD, channel_id, BEN)

    async with stage.open(pace=2) as app:
        assert not any(one.is_known for one in app.tables.desk.tables.unloaded_tables)
        assert await becomes_true(app, partial(all_are_loaded, app))
        await everything_stored(app)

        time.let_pass(SOON)
        await moves_on(app)

        async def both_lobbies_are_unloaded() -> bool:
            return [(one.channel_id, one.is_known) for one in app.tables.desk.tables.unloaded_tables] == [
                (1, True),
                (2, True),
            ]

        assert await becomes_true(app, both_lobbies_are_unloaded)


async def test_damaged_unloaded_table_is_reported_and_delays_no_other(
    stage: Stage, time: StandingTime
) -> None:
    async with a_match(stage) as app:
        table = await app.tables.reading.shown(CHANNEL)
        await unload(app, time)
        await TableStore(stage.database).append(
            table.id, [LogEntry(table.revision + 1, 0, ANN.id, "play R14", 1.7e9)]
        )
        with pytest.raises(Refused, match="damaged"):
            await app.tables.reading.shown(CHANNEL)
        with pytest.raises(NoTable):
            await app.tables.reading.shown(CHANNEL + 1)


async def test_stop_waits_for_a_table_being_read(stage: Stage, time: StandingTime) -> None:
    async with a_match(stage) as app:
        await unload(app, time)
        looking = asyncio.create_task(app.tables.desk.awake(CHANNEL))
        await asyncio.sleep(0)
        looking.cancel()  # the request that was loading the table was cancelled
        await asyncio.wait([looking])

        await app.tables.close()

        assert not app.tables.desk.tables.unloaded_tables


async def test_failed_read_of_a_table_after_a_stop_is_retried(
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
        assert await is_unloaded(app)
        time.let_pass(RETRY_AFTER)
        assert await becomes_true(app, partial(all_are_loaded, app))


async def test_lobby_unloaded_while_a_reload_waits_still_closes(stage: Stage, time: StandingTime) -> None:
    """Bug: what the reload told of a table no longer in memory took that table's alarm away."""
    async with stage.open() as app:
        lobby = await seat(app.tables, *FOUR)
        stage.database.gate.clear()
        stage.database.writing.clear()
        time.let_pass(UNLOAD_AFTER)
        await stage.database.writing.wait()
        reloading = asyncio.create_task(app.tables.presence.reload_tables([lobby.id]))
        await some_turns_of_the_loop()
        stage.database.gate.set()
        await reloading
        assert await is_unloaded(app)

        assert lobby.end.due_at is not None
        time.let_pass(lobby.end.due_at - time.now())
        assert await becomes_true(app, partial(is_over, app))
