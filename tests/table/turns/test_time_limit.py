"""A match with a time limit: the call, pauses and restarts, and what is stored."""

from __future__ import annotations

import asyncio
from functools import partial
from random import Random

import pytest

from bot.app import App
from bot.common.errors import Refused
from bot.database.remembered import Remembered
from bot.league.creation import NewLeague
from bot.models.credits import Competing
from bot.models.stored_tables import Status
from bot.table.alarms import RETRY_AFTER
from bot.table.desk.agreement import Proposal
from bot.table.desk.shown import ShownTable, Update
from bot.table.store.results import ResultStore
from bot.table.store.seasons import SeasonPlaceStore
from bot.table.store.tables import TableStore
from cogs.table.panel import over_panel
from rules.catalog import game_with
from rules.codes import code_of
from rules.core.actions import PASS
from rules.core.decisions import CHANCE, CLOCK
from rules.core.events import TimeCalled
from tests.league.test_leagues import open_table, pairs
from tests.table.people import ANN, CHANNEL, FOUR, GUILD, answer, asked, begin, legal, play_out, seat, until
from tests.table.stage import Stage, moves_on, nothing_happens
from tests.table.standing_time import StandingTime
from tests.table.troubled import disk_full
from tests.ui.tables import text

LIMIT = 20 * 60


async def is_called(app: App) -> bool:
    """Whether the table knows that time is up."""
    return (await app.tables.desk.awake(CHANNEL)).time_is_up_at is None


async def calls(stage: Stage, table: ShownTable) -> list[float]:
    """Times of the calls, by the log."""
    log = await TableStore(stage.database).log(table.id)
    return [entry.at for entry in log if (entry.seat, entry.action) == (CLOCK, "time")]


async def test_time_is_called_after_the_limit_since_the_first_deal(stage: Stage, time: StandingTime) -> None:
    async with stage.open() as app:
        await seat(app.tables, *FOUR, minutes=20)
        time.let_pass(3600)
        assert (
            await app.tables.reading.shown(CHANNEL)
        ).turn.time_is_up_at is None  # nothing runs in the lobby
        table = await app.tables.lobbies.start(CHANNEL, ANN.id)
        began = time.now()
        assert table.turn.time_is_up_at == began + LIMIT
        time.let_pass(LIMIT - 1)
        assert await nothing_happens(app)

        time.let_pass(1)
        after = await moves_on(app)

        assert after.turn.time_is_up_at is None
        assert after.turn.waiting_for == table.turn.waiting_for
        assert await calls(stage, table) == [began + LIMIT]
        time.let_pass(3600)
        assert await nothing_happens(app)


async def test_match_without_a_limit_is_never_called(stage: Stage, time: StandingTime) -> None:
    async with stage.open() as app:
        assert (await begin(app.tables, *FOUR)).turn.time_is_up_at is None
        time.let_pass(6 * 24 * 3600)
        assert await nothing_happens(app)


async def test_deal_under_way_is_played_out_and_ends_the_match(stage: Stage, time: StandingTime) -> None:
    async with stage.open() as app:
        table = await begin(app.tables, *FOUR, minutes=20)
        time.let_pass(LIMIT)
        await moves_on(app)

        played = await play_out(app.tables, Random(1))

        assert played.status is Status.FINISHED
        assert played.view is not None
        assert played.view.deal == 1
        assert await calls(stage, table) == [table.turn.time_is_up_at]


async def test_passed_out_last_deal_leaves_the_result_of_the_match(stage: Stage, time: StandingTime) -> None:
    async with stage.open() as app:
        table = await begin(app.tables, *FOUR, minutes=20)
        time.let_pass(LIMIT)
        await moves_on(app)
        for _ in FOUR:
            table = (await app.tables.play.act(CHANNEL, asked(table), PASS)).table

        assert table.status is Status.FINISHED
        match = await ResultStore(stage.database).match(table.id)
        assert match is not None
        assert match.game == "kentucky"
        assert [one.won for one in match.players if one.user_id == ANN.id] == [True]


async def test_league_match_without_a_scored_deal_is_still_to_be_played(
    stage: Stage, time: StandingTime
) -> None:
    """Bug: it was a rated draw of 0 to 0 that filled the match's place on the schedule."""
    async with stage.open() as app:
        rules = await app.server.house_rules.find(GUILD, code_of(game_with("kentucky", {"minutes": 20})))
        wanted = NewLeague("Tuesday", rules, competing=Competing.PAIRS)
        league, season = await app.league.leagues.create(GUILD, ANN.id, wanted)
        await pairs(app, league, *FOUR)
        await app.league.schedules.draw(league, ANN.id)
        await open_table(app, league, season, *FOUR[::2], *FOUR[1::2])
        table = await app.tables.lobbies.start(CHANNEL, ANN.id)
        assert await SeasonPlaceStore(stage.database).fixtures_under_way(season.id) == {1}
        time.let_pass(LIMIT)
        await moves_on(app)
        for _ in FOUR:
            table = (await app.tables.play.act(CHANNEL, asked(table), PASS)).table

        assert table.status is Status.FINISHED
        assert table.leaves_no_result
        assert await ResultStore(stage.database).match(table.id) is None
        assert await SeasonPlaceStore(stage.database).played_fixtures(season.id) == frozenset()
        await app.stats.ledger.catch_up()
        assert await app.stats.ratings.of(GUILD, (ANN.id,)) is None
        assert [line.played for line in (await app.league.standings.page(season.id)).lines] == [0, 0]
        said = text(over_panel(table))
        assert "Time is up, and no deal was scored" in said
        assert "It's still to be played." in said


async def test_listeners_hear_of_the_call_after_it_is_stored(stage: Stage, time: StandingTime) -> None:
    async with stage.open() as app:
        table = await begin(app.tables, *FOUR, minutes=20)
        told: list[Update] = []
        app.tables.desk.listen(told.append)
        stage.database.gate.clear()
        stage.database.writing.clear()
        time.let_pass(LIMIT)
        await stage.database.writing.wait()
        assert told == []

        stage.database.gate.set()
        await moves_on(app)

        assert [event for update in told for event in update.events] == [TimeCalled(1)]
        assert len(await calls(stage, table)) == 1


async def test_call_that_cannot_be_stored_is_tried_again(
    stage: Stage, time: StandingTime, caplog: pytest.LogCaptureFixture
) -> None:
    async with stage.open() as app:
        await begin(app.tables, *FOUR, minutes=20)
        stage.database.troubles = [disk_full()]
        stage.database.writing.clear()
        time.let_pass(LIMIT)
        await stage.database.writing.wait()
        assert await nothing_happens(app)
        assert not await is_called(app)
        assert "waits: The disk is full" in caplog.text

        time.let_pass(RETRY_AFTER)

        await moves_on(app)
        assert await is_called(app)


async def test_limit_runs_on_over_a_restart(stage: Stage, time: StandingTime) -> None:
    async with stage.open() as app:
        table = await begin(app.tables, *FOUR, minutes=20)
        time.let_pass(600)
        await answer(app.tables, Random(1))
    async with stage.open() as app:
        assert (await app.tables.reading.shown(CHANNEL)).turn.time_is_up_at == table.turn.time_is_up_at
        time.let_pass(599)
        assert await nothing_happens(app)

        time.let_pass(1)

        assert (await moves_on(app)).turn.time_is_up_at is None


async def test_call_is_remembered_over_a_restart(stage: Stage, time: StandingTime) -> None:
    async with stage.open() as app:
        table = await begin(app.tables, *FOUR, minutes=20)
        time.let_pass(LIMIT)
        called = await moves_on(app)
    async with stage.open() as app:
        assert (await app.tables.reading.shown(CHANNEL)).view == called.view
        time.let_pass(3600)
        assert await nothing_happens(app)
        assert (await play_out(app.tables, Random(1))).status is Status.FINISHED
        assert len(await calls(stage, table)) == 1


async def test_limit_that_passed_during_downtime_is_called_before_any_play(
    stage: Stage, time: StandingTime
) -> None:
    """A computer that was due earlier waits too: its card might end the deal and begin another."""
    async with stage.open(pace=2) as app:
        table = await begin(app.tables, *FOUR, minutes=20)
        await app.tables.presence.leave(CHANNEL, asked(table), "random")
    time.let_pass(3600)
    async with stage.open(pace=2) as app:
        await until(app.tables, partial(is_called, app))
        log = await TableStore(stage.database).log(table.id)
        assert [entry.action for entry in log if entry.seat != CHANCE] == ["time"]


async def test_no_time_is_called_until_discord_is_reachable_again(stage: Stage, time: StandingTime) -> None:
    async with stage.open() as app:
        await begin(app.tables, *FOUR, minutes=20)
        app.turns.pause()
        time.let_pass(LIMIT + 60)
        assert await nothing_happens(app)
        assert not await is_called(app)

        app.turns.resume()

        await moves_on(app)
        assert await is_called(app)


async def test_reminders_and_stand_ins_come_as_usual_after_the_call(stage: Stage, time: StandingTime) -> None:
    async with stage.open(remind=60, limit=180) as app:
        await begin(app.tables, *FOUR, minutes=20)
        time.let_pass(180)
        assert any(seat.is_away for seat in (await moves_on(app)).seats)
        assert not await is_called(app)


async def test_button_stays_valid_for_the_player_asked_when_time_is_called(
    stage: Stage, time: StandingTime
) -> None:
    async with stage.open() as app:
        table = await begin(app.tables, *FOUR, minutes=20)
        who = asked(table)
        action = await legal(app.tables, who, Random(1))
        time.let_pass(LIMIT)
        await moves_on(app)

        await app.tables.play.act(CHANNEL, who, action, revision=table.revision)


async def test_answer_under_way_when_time_is_up_still_counts(stage: Stage, time: StandingTime) -> None:
    async with stage.open() as app:
        table = await begin(app.tables, *FOUR, minutes=20)
        stage.database.gate.clear()
        stage.database.writing.clear()
        press = asyncio.create_task(answer(app.tables, Random(1)))
        await stage.database.writing.wait()
        time.let_pass(LIMIT)
        assert await nothing_happens(app)

        stage.database.gate.set()
        await press
        await until(app.tables, partial(is_called, app))

        log = await TableStore(stage.database).log(table.id)
        assert [entry.seat for entry in log[-2:]] == [table.turn.waiting_for[0], CLOCK]


async def test_actions_before_the_call_are_not_taken_back(stage: Stage, time: StandingTime) -> None:
    """Taking it back would undo the call as well."""
    async with stage.open() as app:
        table = await begin(app.tables, *FOUR, minutes=20, take_back="consent")
        who, place = asked(table), table.turn.waiting_for[0]
        await app.tables.play.act(CHANNEL, who, PASS)
        await app.tables.votes.take_back(CHANNEL, who)
        assert (await app.tables.reading.shown(CHANNEL)).voting.votes
        time.let_pass(LIMIT)
        called = await moves_on(app)

        assert called.voting.votes == {}
        with pytest.raises(Refused):
            await app.tables.votes.agree(CHANNEL, who, Proposal("takeback", place))
        later = asked(called)
        await app.tables.play.act(CHANNEL, later, PASS)
        assert (await app.tables.reading.shown(CHANNEL)).voting.may_take_back == called.turn.waiting_for
        await app.tables.votes.take_back(CHANNEL, later)
        assert await is_called(app)


async def test_vote_to_end_the_match_outlasts_the_call(stage: Stage, time: StandingTime) -> None:
    async with stage.open() as app:
        await begin(app.tables, *FOUR, minutes=20)
        time.let_pass(LIMIT - 60)
        await app.tables.votes.agree(CHANNEL, ANN.id, Proposal("end"))
        time.let_pass(60)

        assert (await moves_on(app)).voting.votes[Proposal("end")].yes == {ANN.id}


async def test_agreed_redeal_after_the_call_is_the_last_deal(stage: Stage, time: StandingTime) -> None:
    async with stage.open() as app:
        await begin(app.tables, *FOUR, minutes=20)
        time.let_pass(LIMIT)
        await moves_on(app)
        for person in FOUR[:3]:
            await app.tables.votes.agree(CHANNEL, person.id, Proposal("redeal"))
        again = await app.tables.reading.shown(CHANNEL)
        assert again.is_playing
        assert again.view is not None

        played = await play_out(app.tables, Random(1))

        assert played.status is Status.FINISHED
        assert played.view is not None
        assert played.view.deal == again.view.deal


async def test_closed_table_is_not_called(stage: Stage, time: StandingTime) -> None:
    async with stage.open() as app:
        table = await begin(app.tables, *FOUR, minutes=20)
        await app.tables.close_table(CHANNEL)
        time.let_pass(LIMIT)
        assert await Remembered(stage.database).is_writable()
        assert await calls(stage, table) == []
