"""A complete trick stays in view for a while: computers wait, people and the store do not."""

from __future__ import annotations

from random import Random

from bot.app import App
from bot.table.desk.shown import ShownTable
from tests.table.people import ANN, BEN, CHANNEL, answer, begin
from tests.table.stage import Stage, moves_on, nothing_happens
from tests.table.standing_time import StandingTime

PACE, PAUSE = 2.0, 3.0


def has_taken_trick(table: ShownTable) -> bool:
    view = table.view
    return bool(view and view.last_trick and view.trick is not None and not view.trick.plays)


async def trick_taken(app: App, time: StandingTime, *, asked: bool) -> None:
    """Play until a trick has been taken; ``asked`` is whether a player leads to the next one."""
    random = Random(5)
    while True:
        table = await app.tables.reading.shown(CHANNEL)
        if has_taken_trick(table) and bool(table.turn.waiting_for) is asked:
            return
        if table.turn.waiting_for:
            await answer(app.tables, random)
        else:
            time.let_pass(PACE + PAUSE)
            await moves_on(app)


async def test_computer_leads_once_the_trick_before_has_been_seen(stage: Stage, time: StandingTime) -> None:
    async with stage.open(pace=PACE, trick_pause=PAUSE) as app:
        await begin(app.tables, ANN, deals=1)
        await trick_taken(app, time, asked=False)
        time.let_pass(PACE + PAUSE - 0.1)
        assert await nothing_happens(app)
        time.let_pass(0.1)
        led = await moves_on(app)
        assert not has_taken_trick(led)
        if not led.turn.waiting_for:  # within a trick it plays without that pause
            time.let_pass(PACE)
            await moves_on(app)


async def test_player_leads_without_a_pause(stage: Stage, time: StandingTime) -> None:
    async with stage.open(pace=PACE, trick_pause=PAUSE) as app:
        await begin(app.tables, ANN, BEN, deals=1)
        await trick_taken(app, time, asked=True)
        assert not has_taken_trick(await answer(app.tables, Random(1)))


async def test_trick_is_stored_before_it_has_been_seen(stage: Stage, time: StandingTime) -> None:
    async with stage.open(pace=PACE, trick_pause=PAUSE) as app:
        await begin(app.tables, ANN, deals=1)
        await trick_taken(app, time, asked=False)
        before = await app.tables.reading.shown(CHANNEL)
    async with stage.open(pace=PACE, trick_pause=PAUSE) as app:
        assert await app.tables.reading.shown(CHANNEL) == before
        time.let_pass(PACE + PAUSE)
        assert not has_taken_trick(await moves_on(app))


async def test_computers_among_themselves_make_no_pause(stage: Stage, time: StandingTime) -> None:
    async with stage.open(pace=PACE, trick_pause=PAUSE) as app:
        await begin(app.tables, ANN, deals=1)
        await app.tables.presence.leave(CHANNEL, ANN.id, "random")
        while not has_taken_trick(await app.tables.reading.shown(CHANNEL)):
            time.let_pass(PACE)
            await moves_on(app)
        time.let_pass(PACE)
        assert not has_taken_trick(await moves_on(app))
