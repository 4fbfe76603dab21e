"""Races: the earliest call wins, the clock closes windows, and a restart reopens them."""

from __future__ import annotations

import asyncio
from multiprocessing import Pipe
from pathlib import Path
from random import Random

import pytest

from bot.app import App
from bot.common.errors import Answered, NotSeated, Stale, TooLate
from bot.table.alarms import RETRY_AFTER
from bot.table.desk.agreement import Proposal
from bot.table.desk.shown import ShownTable
from bot.table.store.tables import TableStore
from rules.core.actions import PASS, SHOUT, Play
from rules.core.decisions import ChooseCard
from tests.forked import begin as begin_process
from tests.table.people import ANN, BEN, CHANNEL, CLEO, DAN, EVE, FOUR, asked, begin
from tests.table.stage import Stage, Thinkers, moves_on, nothing_happens
from tests.table.standing_time import StandingTime
from tests.table.turns.killed_in_window import NOON, doubt_and_wait

END = Proposal("end")


async def table_of(app: App) -> ShownTable:
    return await app.tables.reading.shown(CHANNEL)


async def news(app: App) -> str:
    view = (await table_of(app)).view
    assert view is not None
    return (await table_of(app)).rules.words.event(view.news[-1])


async def may_call(app: App) -> bool:
    view = (await table_of(app)).view
    return view is not None and bool(view.calls)


async def play_a_card(app: App) -> int:
    """Have an asked player play a card; returns the seat."""
    table = await table_of(app)
    who = asked(table)
    decision = (await app.tables.reading.hand(CHANNEL, who)).view.decision
    assert isinstance(decision, ChooseCard)
    await app.tables.play.act(CHANNEL, who, Play(next(iter(decision.cards))))
    return table.turn.waiting_for[0]


async def window(app: App, seconds: int = 5) -> list[int]:
    """A window of I Doubt It among four players; returns those who may doubt."""
    await begin(app.tables, *FOUR, game="doubt_old", race_window=seconds)
    player = await play_a_card(app)
    return [person.id for seat, person in enumerate(FOUR) if seat != player]


async def test_earlier_of_two_calls_wins_even_if_it_arrives_last(stage: Stage) -> None:
    async with stage.open() as app:
        late, early, third = await window(app)
        await app.tables.play.act(CHANNEL, late, SHOUT, stamp=NOON + 200)
        await app.tables.play.act(CHANNEL, early, SHOUT, stamp=NOON + 100)
        await app.tables.play.act(CHANNEL, third, PASS)

        seat = next(seat for seat, person in enumerate(FOUR) if person.id == early)
        assert (await news(app)).startswith(f"{{{seat}}} doubts it")


async def test_players_cannot_timestamp_their_own_calls(stage: Stage) -> None:
    async with stage.open() as app:
        honest, liar, third = await window(app)
        await app.tables.play.act(CHANNEL, honest, SHOUT, stamp=NOON)
        await app.tables.play.act(CHANNEL, liar, type(SHOUT)(stamp=1), stamp=NOON + 1)
        await app.tables.play.act(CHANNEL, third, PASS)

        seat = next(seat for seat, person in enumerate(FOUR) if person.id == honest)
        assert (await news(app)).startswith(f"{{{seat}}} doubts it")


async def test_equal_times_are_decided_by_chance_which_is_recorded(stage: Stage) -> None:
    async with stage.open() as app:
        for who in await window(app):
            await app.tables.play.act(CHANNEL, who, SHOUT, stamp=NOON)
        log = await TableStore(stage.database).log((await table_of(app)).id)

    assert [entry.action.split()[0] for entry in log[-4:]] == ["shout", "shout", "shout", "lot"]


async def test_window_ends_as_soon_as_every_player_has_answered(stage: Stage) -> None:
    async with stage.open() as app:
        for who in await window(app):
            await app.tables.play.act(CHANNEL, who, PASS)

        assert isinstance(
            (await app.tables.reading.hand(CHANNEL, asked(await table_of(app)))).view.decision, ChooseCard
        )


async def test_clock_closes_a_window_with_a_silent_player(stage: Stage, time: StandingTime) -> None:
    async with stage.open() as app:
        caller, _, _ = await window(app)
        await app.tables.play.act(CHANNEL, caller, SHOUT, stamp=NOON)
        time.let_pass(4.9)
        assert await nothing_happens(app)
        time.let_pass(0.1)
        await moves_on(app)

        assert "doubts it" in await news(app)


async def test_call_after_the_window_is_too_late(stage: Stage, time: StandingTime) -> None:
    async with stage.open() as app:
        early, late, _ = await window(app)
        shown = await table_of(app)
        time.let_pass(5)
        await moves_on(app)

        for who in (early, late):
            with pytest.raises(TooLate):
                await app.tables.play.act(CHANNEL, who, SHOUT, stamp=NOON, revision=shown.revision)


async def test_call_for_one_card_does_not_count_for_the_next(stage: Stage) -> None:
    async with stage.open() as app:
        callers = await window(app)
        old = (await table_of(app)).revision
        for who in callers:
            await app.tables.play.act(CHANNEL, who, PASS)
        player = await play_a_card(app)
        caller = next(who for who in callers if who != FOUR[player].id)

        with pytest.raises(TooLate):
            await app.tables.play.act(CHANNEL, caller, SHOUT, stamp=NOON, revision=old)


async def test_call_command_in_flight_does_not_count_for_the_next_card(
    stage: Stage, time: StandingTime
) -> None:
    async with stage.open() as app:
        await begin(app.tables, *FOUR, game="tens", race_window=5)
        time.let_pass(5)
        turned = await moves_on(app)

        with pytest.raises(TooLate):
            await app.tables.play.act(CHANNEL, ANN.id, SHOUT, stamp=NOON + 4999)
        assert await table_of(app) == turned
        await app.tables.play.act(CHANNEL, ANN.id, SHOUT, stamp=NOON + 5000)
        assert (await table_of(app)).revision == turned.revision + 1


async def test_press_stays_valid_while_others_answer(stage: Stage) -> None:
    """Stale means that a player's own question has changed, not that another has acted."""
    async with stage.open() as app:
        first, second, third = await window(app)
        drawn = (await table_of(app)).revision
        await app.tables.play.act(CHANNEL, first, PASS, revision=drawn)
        await app.tables.play.act(CHANNEL, second, PASS, revision=drawn)
        await app.tables.play.act(CHANNEL, third, SHOUT, stamp=NOON, revision=drawn)

        assert "doubts it" in await news(app)


async def test_player_who_has_answered_must_wait_and_strangers_are_refused(stage: Stage) -> None:
    async with stage.open() as app:
        first, *others = await window(app)
        player = next(person for person in FOUR if person.id not in {first, *others})
        with pytest.raises(Answered, match="nothing for you to answer"):
            await app.tables.play.act(CHANNEL, player.id, SHOUT, stamp=NOON)
        await app.tables.play.act(CHANNEL, first, PASS)
        with pytest.raises(Answered, match="Wait for the others"):
            await app.tables.play.act(CHANNEL, first, SHOUT, stamp=NOON)
        with pytest.raises(NotSeated):
            await app.tables.play.act(CHANNEL, EVE.id, SHOUT, stamp=NOON)
        with pytest.raises(Stale):
            await app.tables.reading.question(
                CHANNEL, CLEO.id, (await table_of(app)).id, (await table_of(app)).revision + 9
            )


async def test_restart_within_a_window_reopens_it_and_loses_no_call(stage: Stage, time: StandingTime) -> None:
    async with stage.open() as app:
        early, late, _ = await window(app)
        await app.tables.play.act(CHANNEL, early, SHOUT, stamp=NOON)
    time.let_pass(3600)
    async with stage.open() as app:
        assert await nothing_happens(app)
        await app.tables.play.act(CHANNEL, late, SHOUT, stamp=NOON + 1)
        time.let_pass(5)
        await moves_on(app)

        seat = next(seat for seat, person in enumerate(FOUR) if person.id == early)
        assert (await news(app)).startswith(f"{{{seat}}} doubts it")


async def test_computers_take_their_time_again_after_a_restart_within_a_window(
    stage: Stage, time: StandingTime
) -> None:
    async with stage.open(pace=2) as app:
        await begin(app.tables, ANN, game="tens", race_window=5)
    time.let_pass(3600)
    async with stage.open(pace=2) as app:
        table = await app.tables.desk.awake(CHANNEL)
        assert time.now() < table.clock.questions.reaction(1, Random(1), time.now()) / 1000 < time.now() + 5
        time.let_pass(1.9)
        assert await nothing_happens(app)
        time.let_pass(0.1)
        await moves_on(app)


async def test_no_window_closes_while_discord_is_out_of_reach(stage: Stage, time: StandingTime) -> None:
    async with stage.open(pace=2) as app:
        await begin(app.tables, ANN, game="tens", race_window=5)
        time.let_pass(3)
        app.turns.pause()
        time.let_pass(600)
        assert await nothing_happens(app)
        app.turns.resume()
        time.let_pass(1.9)
        assert await nothing_happens(app)
        time.let_pass(0.1)
        await moves_on(app)


async def test_bot_killed_within_a_window_has_lost_no_call(
    path: Path, stage: Stage, time: StandingTime
) -> None:
    reader, writer = Pipe(duplex=False)
    process = begin_process(doubt_and_wait, path, writer)
    early = await asyncio.to_thread(reader.recv)
    process.kill()
    await asyncio.to_thread(process.join)

    async with stage.open() as app:
        assert len((await table_of(app)).turn.waiting_for) == 1
        time.let_pass(59)
        assert await nothing_happens(app)
        time.let_pass(1)
        await moves_on(app)

        seat = next(seat for seat, person in enumerate(FOUR) if person.id == early)
        assert (await news(app)).startswith(f"{{{seat}}} doubts it")


async def test_computers_answer_a_window_and_take_their_time_to_call(
    stage: Stage, time: StandingTime
) -> None:
    async with stage.open(pace=1) as app:
        await begin(app.tables, ANN, BEN, CLEO, game="doubt_old", race_window=5)
        while not await may_call(app):
            if (await table_of(app)).turn.waiting_for:
                await play_a_card(app)
            else:
                time.let_pass(1)
                await moves_on(app)
        opened = time.now()
        time.let_pass(1)
        await moves_on(app)
        log = await TableStore(stage.database).log((await table_of(app)).id)

    stamps = [int(entry.action.split()[1]) for entry in log if entry.action.startswith("shout ")]
    assert all(opened <= stamp / 1000 <= opened + 5 for stamp in stamps)
    assert DAN.id not in {entry.user_id for entry in log}


async def test_window_is_closed_on_time_while_a_computer_still_thinks(
    stage: Stage, time: StandingTime, computers: Thinkers
) -> None:
    async with stage.open(pace=1) as app:
        opened = await begin(app.tables, ANN, BEN, CLEO, game="tens", race_window=5)
        computers.may_answer.clear()
        time.let_pass(1)
        await computers.thinking.wait()
        time.let_pass(3.9)
        assert await nothing_happens(app)
        time.let_pass(0.1)
        turned = await moves_on(app)

        assert turned.view != opened.view
        assert set(turned.turn.waiting_for) == set(opened.turn.waiting_for)
        computers.may_answer.set()


async def test_window_is_closed_though_a_computer_fails(
    stage: Stage, time: StandingTime, computers: Thinkers
) -> None:
    async with stage.open(pace=1) as app:
        opened = await begin(app.tables, ANN, BEN, CLEO, game="tens", race_window=5)
        computers.failures = [ValueError()] * 3
        computers.thinking.clear()
        time.let_pass(1)
        await computers.thinking.wait()
        assert await nothing_happens(app)
        time.let_pass(RETRY_AFTER)
        turned = await moves_on(app)

        assert set(turned.turn.waiting_for) == set(opened.turn.waiting_for)


async def test_end_may_be_agreed_during_a_race_and_play_on_refused(stage: Stage, time: StandingTime) -> None:
    async with stage.open(pace=1) as app:
        await begin(app.tables, *FOUR[:3], game="tens", race_window=5)
        wanted = await app.tables.votes.agree(CHANNEL, ANN.id, END)
        for _ in range(2):
            time.let_pass(1)
            await moves_on(app)
            time.let_pass(4)
            await moves_on(app)
        still = await app.tables.votes.agree(CHANNEL, ANN.id, END, revision=wanted.revision)
        assert still.voting.votes[END].yes == {ANN.id}

        await app.tables.play.act(CHANNEL, CLEO.id, PASS)
        assert (await table_of(app)).voting.votes[END].no == {CLEO.id}
        await app.tables.play.act(CHANNEL, BEN.id, PASS)
        assert (await table_of(app)).voting.votes == {}
        with pytest.raises(Stale):
            await app.tables.votes.agree(CHANNEL, CLEO.id, END, revision=wanted.revision)


async def test_computer_calling_outside_a_window_acts_at_once(stage: Stage, time: StandingTime) -> None:
    async with stage.open() as app:
        await begin(app.tables, ANN, BEN, CLEO, game="donkey")
        [table] = app.tables.desk.live_tables
        time.let_pass(7)

        assert table.clock.questions.wait is None
        assert table.clock.questions.reaction(3, Random(1), app.tables.desk.now()) == int(1000 * time.now())


async def test_solo_player_does_not_hold_a_window_open(stage: Stage, time: StandingTime) -> None:
    async with stage.open(remind=1, limit=2) as app:
        await begin(app.tables, ANN, game="old_solitaire")
        time.let_pass(10)
        assert await nothing_happens(app)
        assert (await table_of(app)).turn.due_at is None


async def test_no_player_is_reminded_or_replaced_while_the_clock_runs(
    stage: Stage, time: StandingTime
) -> None:
    async with stage.open(remind=1, limit=2) as app:
        await window(app, seconds=60)
        time.let_pass(10)
        assert await nothing_happens(app)
        assert (await table_of(app)).turn.due_at is None
