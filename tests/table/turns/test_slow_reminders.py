"""Reminders at slow tables: at the player's chosen time, not in quiet hours, when no turn expires either."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.app import App
from bot.models.stored_settings import QuietHours, SlowReminder, SlowSettings
from bot.table.desk.shown import ShownTable
from bot.table.lobby.choosing import ChooseTurnTime
from bot.table.turn_driver import UNLOAD_AFTER
from tests.table.people import ANN, CHANNEL, FOUR, asked, seat
from tests.table.stage import Stage, moves_on, nothing_happens
from tests.table.standing_time import StandingTime

REMIND, LIMIT = 60, 180
HOURS = 8
HOUR = 3600


async def begin_slowly(app: App) -> ShownTable:
    await seat(app.tables, *FOUR)
    await app.tables.lobbies.change_lobby(CHANNEL, ChooseTurnTime(ANN.id, HOURS))
    return await app.tables.lobbies.start(CHANNEL, ANN.id)


def reminded_by(app: App) -> list[int]:
    """The ids of players reminded from now on."""
    people: list[int] = []

    def remember(table: ShownTable, seats: tuple[int, ...]) -> None:
        people.extend(who for one in seats if (who := table.seats[one].user_id) is not None)

    app.turns.on_reminder(remember)
    return people


def quiet_from(moment: float, hours: int) -> QuietHours:
    """Quiet hours that begin at a given time."""
    time = datetime.fromtimestamp(moment, UTC)
    begins = time.hour * 60 + time.minute
    return QuietHours(begins, (begins + hours * 60) % (24 * 60), "UTC")


@pytest.mark.parametrize(
    ("reminder", "after"),
    [(SlowReminder.SOON, REMIND), (SlowReminder.HOUR, HOUR), (SlowReminder.HALF, HOURS * HOUR / 2)],
)
async def test_each_player_is_reminded_once_at_the_chosen_time(
    stage: Stage, time: StandingTime, reminder: SlowReminder, after: float
) -> None:
    async with stage.open(remind=REMIND, limit=LIMIT) as app:
        people, who = reminded_by(app), asked(await begin_slowly(app))
        await app.people.settings.set_slow(who, SlowSettings(reminder))
        app.turns.look_again(app.tables.desk.live_tables[0].record.id)
        time.let_pass(after - 1)
        await nothing_happens(app)
        assert people == []
        time.let_pass(1)
        await nothing_happens(app)
        assert people == [who]
        time.let_pass(HOURS * HOUR - after - 1)
        assert await nothing_happens(app)
        assert people == [who]


async def test_player_who_opted_out_gets_no_slow_reminder(stage: Stage, time: StandingTime) -> None:
    async with stage.open(remind=REMIND, limit=LIMIT) as app:
        people, who = reminded_by(app), asked(await begin_slowly(app))
        await app.people.settings.set_slow(who, SlowSettings(SlowReminder.NEVER))
        time.let_pass(HOURS * HOUR - 1)
        assert await nothing_happens(app)
        assert people == []


async def test_bot_without_reminders_sends_none_at_slow_tables(stage: Stage, time: StandingTime) -> None:
    async with stage.open(remind=0, limit=LIMIT) as app:
        people = reminded_by(app)
        await begin_slowly(app)
        time.let_pass(HOURS * HOUR - 1)
        assert await nothing_happens(app)
        assert people == []


async def test_reminder_waits_for_the_end_of_quiet_hours_across_restarts(
    stage: Stage, time: StandingTime
) -> None:
    async with stage.open(remind=REMIND, limit=LIMIT) as app:
        who = asked(await begin_slowly(app))
        await app.people.settings.set_slow(who, SlowSettings(quiet=quiet_from(time.now(), 5)))
    async with stage.open(remind=REMIND, limit=LIMIT) as app:
        people = reminded_by(app)
        await nothing_happens(app)
        time.let_pass(UNLOAD_AFTER)
        while app.tables.desk.live_tables:
            assert await app.maintenance.upkeep.is_writable()
        time.let_pass(5 * HOUR - UNLOAD_AFTER - 60)
        assert await app.maintenance.upkeep.is_writable()
        assert people == []
        time.let_pass(60)
        while not people:
            assert await app.maintenance.upkeep.is_writable()
        assert people == [who]


async def test_reminder_comes_after_quiet_hours_despite_a_restart_in_them(
    stage: Stage, time: StandingTime
) -> None:
    async with stage.open(remind=REMIND, limit=LIMIT) as app:
        people, who = reminded_by(app), asked(await begin_slowly(app))
        await app.people.settings.set_slow(who, SlowSettings(quiet=quiet_from(time.now() + HOUR, 5)))
        time.let_pass(REMIND)
        await nothing_happens(app)
        assert people == [who]
        time.let_pass(2 * HOUR)
    async with stage.open(remind=REMIND, limit=LIMIT) as app:
        people = reminded_by(app)
        await nothing_happens(app)
        assert people == []
        time.let_pass(4 * HOUR)
        while not people:
            assert await app.maintenance.upkeep.is_writable()
        assert people == [who]


async def test_no_turn_expires_in_quiet_hours_or_the_hour_after(stage: Stage, time: StandingTime) -> None:
    async with stage.open(limit=LIMIT) as app:
        table = await begin_slowly(app)
        who, due = asked(table), table.turn.due_at
        assert due is not None
        quiet = quiet_from(due - HOUR, 9)
        await app.people.settings.set_slow(who, SlowSettings(quiet=quiet))
        end = due - (due % 60) + 8 * HOUR
        assert (await app.tables.reading.shown(CHANNEL)).turn.due_at == end + HOUR
        app.turns.look_again(table.id)
        time.let_pass(end + HOUR - 1 - time.now())
        assert await nothing_happens(app)
        time.let_pass(1)
        seat_of = (await moves_on(app)).seat_of(who)
        assert seat_of is not None
        assert seat_of.is_away


async def test_quiet_hours_affect_no_other_kind_of_table(stage: Stage, time: StandingTime) -> None:
    async with stage.open(limit=LIMIT) as app:
        await seat(app.tables, *FOUR)
        table = await app.tables.lobbies.start(CHANNEL, ANN.id)
        await app.people.settings.set_slow(asked(table), SlowSettings(quiet=quiet_from(time.now(), 12)))
        assert (await app.tables.reading.shown(CHANNEL)).turn.due_at == time.now() + LIMIT
