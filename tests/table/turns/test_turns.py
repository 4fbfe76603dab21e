"""Turns without a press: computers at a human pace, one reminder, then a stand-in."""

from __future__ import annotations

import asyncio
from functools import partial
from random import Random

import pytest

from bot.app import App
from bot.common.clock import GRACE
from bot.common.errors import StoreError
from bot.database.remembered import Remembered
from bot.models.stored_tables import Status
from bot.table.alarms import RETRY_AFTER
from bot.table.desk.agreement import Proposal
from bot.table.desk.shown import ShownTable
from bot.table.match.standing_in import STAND_IN
from bot.table.store.tables import TableStore
from tests.database.samples import stored_tables
from tests.table.people import ANN, CHANNEL, FOUR, GUILD, answer, asked, begin, until
from tests.table.stage import Stage, Thinkers, moves_on, nothing_happens, some_turns_of_the_loop
from tests.table.standing_time import StandingTime
from tests.table.troubled import disk_full


def reminders_of(app: App) -> tuple[list[ShownTable], asyncio.Event]:
    """Every reminder from now on, and an event for the next."""
    reminders: list[ShownTable] = []
    came = asyncio.Event()

    def remember(table: ShownTable, _: tuple[int, ...]) -> None:
        reminders.append(table)
        came.set()

    app.turns.on_reminder(remember)
    return reminders, came


async def only_computers(app: App) -> None:
    """Begin a match that its player leaves, so that computers answer for every seat."""
    await begin(app.tables, ANN, deals=1)
    await app.tables.presence.leave(CHANNEL, ANN.id, "random")


# Computers ------------------------------------------------------------------------------------------


async def test_computer_takes_its_time_for_each_answer(stage: Stage, time: StandingTime) -> None:
    async with stage.open(pace=2) as app:
        await only_computers(app)
        for _ in range(5):
            before = (await app.tables.reading.shown(CHANNEL)).revision
            time.let_pass(1.9)
            assert await nothing_happens(app)

            time.let_pass(0.1)

            assert (await moves_on(app)).revision == before + 1
            assert await nothing_happens(app)


async def test_computer_answers_in_time_though_the_clock_is_set_back(
    stage: Stage, time: StandingTime
) -> None:
    async with stage.open(pace=2) as app:
        await only_computers(app)
        time.set_clock_back(3600)
        time.let_pass(2)
        await nothing_happens(app)
        time.let_pass(2)
        first = await moves_on(app)
        time.let_pass(1)  # it thinks
        await nothing_happens(app)
        time.set_clock_back(3600)
        time.let_pass(2)
        assert (await moves_on(app)).revision > first.revision


async def test_unpaced_computers_finish_a_match_thinking_once_for_each_answer(
    stage: Stage, computers: Thinkers
) -> None:
    async with stage.open(pace=0) as app:
        await only_computers(app)

        async def is_over() -> bool:
            return not app.tables.desk.live_tables

        await until(app.tables, is_over)

        played = await app.tables.reading.shown(CHANNEL, finished=True)
        log = await TableStore(stage.database).log(played.id)
        assert played.status is Status.FINISHED
        answers = sum(entry.seat >= 0 for entry in log)
        assert computers.asked in {
            answers,
            answers + 1,
        }  # the computer that was thinking when Ann left was asked again


async def test_computers_continue_after_a_restart(stage: Stage, time: StandingTime) -> None:
    async with stage.open(pace=2) as app:
        await only_computers(app)
    async with stage.open(pace=2) as app:
        time.let_pass(2)
        await moves_on(app)


async def test_computer_that_fails_is_asked_again_a_little_later(
    stage: Stage, time: StandingTime, computers: Thinkers, caplog: pytest.LogCaptureFixture
) -> None:
    async with stage.open(pace=2) as app:
        await only_computers(app)
        computers.failures = [ValueError("G14 is nowhere")]
        computers.thinking.clear()
        time.let_pass(2)
        await computers.thinking.wait()
        assert await nothing_happens(app)

        time.let_pass(RETRY_AFTER - 1)
        assert await nothing_happens(app)
        time.let_pass(1)
        await moves_on(app)

        assert "waits: a turn failed (ValueError)" in caplog.text
        assert "G14" not in caplog.text


async def test_computers_answer_that_cannot_be_stored_is_tried_again(
    stage: Stage, time: StandingTime, computers: Thinkers, caplog: pytest.LogCaptureFixture
) -> None:
    async with stage.open(pace=2) as app:
        await only_computers(app)
        stage.database.troubles = [disk_full()]
        computers.thinking.clear()
        time.let_pass(2)
        await computers.thinking.wait()
        assert await nothing_happens(app)
        assert "waits: The disk is full" in caplog.text

        time.let_pass(RETRY_AFTER)

        await moves_on(app)


async def test_computers_answer_is_dropped_once_the_player_is_back(
    stage: Stage, time: StandingTime, computers: Thinkers
) -> None:
    async with stage.open(pace=2) as app:
        table = await begin(app.tables, *FOUR)
        who = asked(table)
        await app.tables.presence.leave(CHANNEL, who, "random")
        computers.may_answer.clear()
        computers.thinking.clear()
        time.let_pass(2)
        await computers.thinking.wait()
        await app.tables.presence.come_back(CHANNEL, who)

        computers.may_answer.set()

        assert await nothing_happens(app)
        assert await TableStore(stage.database).log(table.id) == [
            entry for entry in await TableStore(stage.database).log(table.id) if entry.seat < 0
        ]


async def test_bot_closes_while_a_computer_thinks(
    stage: Stage, time: StandingTime, computers: Thinkers
) -> None:
    async with stage.open(pace=2) as app:
        await only_computers(app)
        computers.may_answer.clear()
        computers.thinking.clear()
        time.let_pass(2)
        await computers.thinking.wait()


# People ---------------------------------------------------------------------------------------------


async def test_slow_player_is_reminded_once_and_then_a_computer_stands_in(
    stage: Stage, time: StandingTime
) -> None:
    async with stage.open(remind=60, limit=180) as app:
        reminders, came = reminders_of(app)
        table = await begin(app.tables, *FOUR)
        assert table.turn.due_at == time.now() + 180
        time.let_pass(59)
        assert await nothing_happens(app)
        assert reminders == []

        time.let_pass(1)
        await came.wait()
        assert [reminder.turn.waiting_for for reminder in reminders] == [table.turn.waiting_for]

        time.let_pass(119)
        assert await nothing_happens(app)
        time.let_pass(1)
        after = await moves_on(app)

        [seat] = table.turn.waiting_for
        assert [one.seat for one in after.seats if one.is_away] == [seat]
        assert app.tables.desk.live_tables[0].record.seats[seat].computer == STAND_IN
        assert len(reminders) == 1


async def test_answer_gives_the_next_player_the_whole_time(stage: Stage, time: StandingTime) -> None:
    async with stage.open(remind=60, limit=180) as app:
        reminders, _ = reminders_of(app)
        await begin(app.tables, *FOUR)
        random = Random(1)
        for _ in range(4):
            time.let_pass(29)
            after = await answer(app.tables, random)
            assert after.turn.due_at == time.now() + 180
            assert await nothing_happens(app)
        assert reminders == []


async def test_reminder_comes_without_a_turn_limit_but_no_stand_in(stage: Stage, time: StandingTime) -> None:
    async with stage.open(remind=60, limit=0) as app:
        reminders, came = reminders_of(app)
        table = await begin(app.tables, *FOUR)
        assert table.turn.due_at is None
        time.let_pass(60)
        await came.wait()

        time.let_pass(6 * 24 * 3600)

        assert await nothing_happens(app)
        assert len(reminders) == 1


async def test_table_with_neither_limit_nor_reminder_waits_for_days(stage: Stage, time: StandingTime) -> None:
    async with stage.open(remind=0, limit=0) as app:
        reminders, _ = reminders_of(app)
        await begin(app.tables, *FOUR)

        time.let_pass(6 * 24 * 3600)

        assert await nothing_happens(app)
        assert reminders == []


@pytest.mark.parametrize("remind", [30, 40])
async def test_reminder_no_sooner_than_the_limit_is_left_out(
    stage: Stage, time: StandingTime, remind: float
) -> None:
    async with stage.open(remind=remind, limit=30) as app:
        reminders, _ = reminders_of(app)
        await begin(app.tables, *FOUR)
        time.let_pass(30)

        assert any(seat.is_away for seat in (await moves_on(app)).seats)
        assert reminders == []


async def test_failed_reminder_does_not_stop_the_clock(
    stage: Stage, time: StandingTime, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(table: ShownTable, seats: tuple[int, ...]) -> None:
        raise RuntimeError("no such channel")

    async with stage.open(remind=60, limit=180) as app:
        app.turns.on_reminder(fail)
        reminders, came = reminders_of(app)
        await begin(app.tables, *FOUR)
        time.let_pass(60)
        await came.wait()

        time.let_pass(120)

        assert any(seat.is_away for seat in (await moves_on(app)).seats)
        assert len(reminders) == 1
        assert "a reminder failed" in caplog.text


async def test_removed_listener_gets_no_reminder(stage: Stage, time: StandingTime) -> None:
    async with stage.open(remind=60, limit=180) as app:
        heard: list[ShownTable] = []
        app.turns.on_reminder(lambda table, _: heard.append(table))()
        _, came = reminders_of(app)
        await begin(app.tables, *FOUR)
        time.let_pass(60)
        await came.wait()

        assert heard == []


async def test_due_time_survives_a_restart(stage: Stage, time: StandingTime) -> None:
    async with stage.open(limit=600) as app:
        await begin(app.tables, *FOUR)
        due = (await answer(app.tables, Random(1))).turn.due_at
        time.let_pass(100)
    async with stage.open(limit=600) as app:
        assert (await app.tables.reading.shown(CHANNEL)).turn.due_at == due
        time.let_pass(499)
        assert await nothing_happens(app)

        time.let_pass(1)

        assert any(seat.is_away for seat in (await moves_on(app)).seats)


async def test_limit_passed_during_downtime_leaves_three_minutes_and_a_reminder(
    stage: Stage, time: StandingTime
) -> None:
    async with stage.open(remind=60, limit=180) as app:
        await begin(app.tables, *FOUR)
    time.let_pass(3600)
    async with stage.open(remind=60, limit=180) as app:
        reminders, came = reminders_of(app)
        assert (await app.tables.reading.shown(CHANNEL)).turn.due_at == time.now() + GRACE
        time.let_pass(GRACE / 2)
        await came.wait()
        assert await nothing_happens(app)
        time.let_pass(GRACE / 2 - 1)
        assert await nothing_happens(app)
        time.let_pass(1)
        assert any(seat.is_away for seat in (await moves_on(app)).seats)
        assert len(reminders) == 1


async def test_limit_applies_as_usual_after_the_first_answer_since_the_start(
    stage: Stage, time: StandingTime
) -> None:
    async with stage.open(limit=60) as app:
        await begin(app.tables, *FOUR)
    time.let_pass(1)
    async with stage.open(limit=60) as app:
        assert (await app.tables.reading.shown(CHANNEL)).turn.due_at == time.now() + GRACE
        assert (await answer(app.tables, Random(1))).turn.due_at == time.now() + 60


@pytest.mark.parametrize("step", [-3600, 3600])
async def test_reminders_and_stand_ins_use_elapsed_time_despite_clock_changes(
    stage: Stage, time: StandingTime, step: float
) -> None:
    """Bug: for an hour no computer stepped in, or it did at once."""
    async with stage.open(remind=60, limit=180) as app:
        await begin(app.tables, *FOUR)
        reminders, came = reminders_of(app)
        time.let_pass(30)
        time.set_clock_back(-step)
        time.let_pass(29)
        assert await nothing_happens(app)
        assert reminders == []
        time.let_pass(1)
        await came.wait()
        assert reminders[0].turn.due_at == time.now() + 120
        time.let_pass(119)
        assert await nothing_happens(app)
        time.let_pass(1)
        assert any(seat.is_away for seat in (await moves_on(app)).seats)
        assert len(reminders) == 1


@pytest.mark.parametrize("step", [-12, 12])
async def test_table_shown_right_after_a_clock_change_has_deadlines_by_the_new_calendar(
    stage: Stage, time: StandingTime, step: float
) -> None:
    """Bug: its message told them by the old one until the next change, a week later at a deserted table."""
    async with stage.open(limit=180) as app:
        await begin(app.tables, *FOUR)
        time.set_clock_back(-step)
        assert (await app.tables.reading.shown(CHANNEL)).turn.due_at == time.now() + 180


async def test_lobby_closes_though_the_clock_was_set_back_a_little(stage: Stage, time: StandingTime) -> None:
    """Bug: its alarm came a tenth of a second early, found nothing due, and was not set again."""
    async with stage.open() as app:
        closes_at = (await app.tables.lobbies.open_table(GUILD, CHANNEL, ANN)).end.due_at
        assert closes_at is not None
        time.let_pass(closes_at - time.now() - 60)
        assert await nothing_happens(app)
        time.set_clock_back(0.1)
        time.let_pass(60)
        assert await nothing_happens(app)
        time.let_pass(0.1)
        await moves_on(app)
        assert not app.tables.reading.is_taken(CHANNEL)


async def test_stand_in_comes_three_minutes_after_a_start_despite_clock_change(
    stage: Stage, time: StandingTime
) -> None:
    """Bug: a turn that seemed to begin in the future waited an hour longer."""
    async with stage.open(remind=60, limit=180) as app:
        await begin(app.tables, *FOUR)
        time.let_pass(100)
    time.set_clock_back(3600)
    async with stage.open(remind=60, limit=180) as app:
        _, came = reminders_of(app)
        await app.tables.reading.shown(CHANNEL)
        time.let_pass(GRACE / 2)
        await came.wait()
        time.let_pass(GRACE / 2)
        assert any(seat.is_away for seat in (await moves_on(app)).seats)


async def test_unloaded_table_is_due_in_time_with_the_clock_set_back(
    stage: Stage, time: StandingTime
) -> None:
    async with stage.open(limit=600) as app:
        await begin(app.tables, *FOUR)
        time.let_pass(120)
        await some_turns_of_the_loop()
        assert await app.maintenance.upkeep.is_writable()
        [unloaded] = app.tables.desk.tables.unloaded_tables
        assert unloaded.due_at is not None
    time.set_clock_back(3600)
    async with stage.open(limit=600) as app:
        assert not any(one.is_known for one in app.tables.desk.tables.unloaded_tables)
        time.let_pass(1)
        await some_turns_of_the_loop()
        time.let_pass(599)
        assert any(seat.is_away for seat in (await moves_on(app)).seats)


async def test_stand_in_that_cannot_be_stored_is_tried_again(
    stage: Stage, time: StandingTime, caplog: pytest.LogCaptureFixture
) -> None:
    async with stage.open(limit=180) as app:
        await begin(app.tables, *FOUR)
        stage.database.troubles = [disk_full()]
        stage.database.writing.clear()
        time.let_pass(180)
        await stage.database.writing.wait()
        assert await nothing_happens(app)
        assert "waits: The disk is full" in caplog.text

        time.let_pass(RETRY_AFTER)

        assert any(seat.is_away for seat in (await moves_on(app)).seats)


async def test_answer_under_way_when_the_time_is_up_still_counts(stage: Stage, time: StandingTime) -> None:
    async with stage.open(limit=180) as app:
        table = await begin(app.tables, *FOUR)
        database = stage.database
        database.gate.clear()
        database.writing.clear()
        time.let_pass(179)
        press = asyncio.create_task(answer(app.tables, Random(1)))
        await database.writing.wait()
        time.let_pass(1)
        assert await nothing_happens(app)

        database.gate.set()

        assert (await press).revision == table.revision + 1
        assert await nothing_happens(app)
        assert not any(seat.is_away for seat in (await app.tables.reading.shown(CHANNEL)).seats)


# Coming back ----------------------------------------------------------------------------------------


async def first_player_times_out(app: App, time: StandingTime) -> tuple[int, ShownTable]:
    """Begin a match and let the first player's time run out."""
    who = asked(await begin(app.tables, *FOUR))
    time.let_pass(180)
    return who, await moves_on(app)


async def test_player_returning_in_the_same_turn_has_the_remaining_time_bank(
    stage: Stage, time: StandingTime
) -> None:
    """Three minutes and the half one that every turn has; the turn has lasted three already."""
    async with stage.open(limit=180, pace=2) as app:
        who, _ = await first_player_times_out(app, time)
        time.let_pass(1)

        table = (await app.tables.presence.come_back(CHANNEL, who)).table

        assert asked(table) == who
        assert table.turn.due_at == time.now() - 181 + 210
        time.let_pass(28)
        assert await nothing_happens(app)
        assert not any(seat.is_away for seat in (await app.tables.reading.shown(CHANNEL)).seats)


async def test_unstorable_action_moves_no_clock(stage: Stage, time: StandingTime) -> None:
    async with stage.open(limit=180, pace=2) as app:
        who = asked(await begin(app.tables, *FOUR))
        [table] = app.tables.desk.live_tables
        for comes_or_goes in (
            partial(app.tables.presence.leave, kind=STAND_IN),
            app.tables.presence.come_back,
        ):
            time.let_pass(1)
            before = await app.tables.reading.shown(CHANNEL), table.clock.changed_at, table.clock.questions
            stage.database.troubles = [disk_full()]
            with pytest.raises(StoreError):
                await comes_or_goes(CHANNEL, who)
            assert (
                await app.tables.reading.shown(CHANNEL),
                table.clock.changed_at,
                table.clock.questions,
            ) == before

            await comes_or_goes(CHANNEL, who)
            assert await app.tables.reading.shown(CHANNEL) != before[0]


async def test_answer_from_a_replaced_player_takes_the_seat_back(stage: Stage, time: StandingTime) -> None:
    async with stage.open(limit=180, pace=2) as app:
        who, table = await first_player_times_out(app, time)
        decision = (await app.tables.reading.hand(CHANNEL, who)).view.decision
        assert decision is not None

        after = await app.tables.play.act(CHANNEL, who, decision.sample(Random(1)), revision=table.revision)

        assert not any(seat.is_away for seat in after.table.seats)
        [record] = await stored_tables(stage.database)
        assert all(seat.computer is None for seat in record.seats)


async def test_computer_plays_on_for_a_player_who_stays_away(stage: Stage, time: StandingTime) -> None:
    async with stage.open(limit=180, pace=2) as app:
        _, table = await first_player_times_out(app, time)
        time.let_pass(2)

        assert (await moves_on(app)).revision == table.revision + 1


async def test_match_that_ends_keeps_no_alarm(stage: Stage, time: StandingTime) -> None:
    async with stage.open(remind=60, limit=180) as app:
        reminders, _ = reminders_of(app)
        await begin(app.tables, *FOUR)
        await app.tables.close_table(CHANNEL)

        time.let_pass(3600)
        await some_turns_of_the_loop()

        assert await Remembered(stage.database).is_writable()
        assert reminders == []
        assert app.tables.desk.live_tables == ()


@pytest.mark.parametrize(("without_discord", "left"), [(59, 121), (60, GRACE)])
async def test_turn_has_three_minutes_after_a_minute_without_discord(
    stage: Stage, time: StandingTime, without_discord: float, left: float
) -> None:
    async with stage.open(limit=180) as app:
        time.let_pass(1)
        await begin(app.tables, *FOUR)
        table = await app.tables.votes.agree(CHANNEL, ANN.id, Proposal("end"))
        [vote] = table.voting.votes.values()
        app.turns.pause()
        time.let_pass(without_discord)
        app.turns.resume()
        table = await app.tables.reading.shown(CHANNEL)
        assert table.turn.due_at == time.now() + left
        [still] = table.voting.votes.values()
        assert still.until == (vote.until if without_discord < 60 else max(vote.until, time.now() + GRACE))
        time.let_pass(left - 1)
        await some_turns_of_the_loop()
        assert not any(seat.is_away for seat in (await app.tables.reading.shown(CHANNEL)).seats)
