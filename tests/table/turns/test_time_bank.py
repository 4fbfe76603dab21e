"""The time bank: how long one player may keep others waiting in a deal, by any means."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import AsyncIterator
from random import Random

import pytest

from bot.app import App
from bot.common.clock import GRACE
from bot.common.errors import Refused
from bot.models.stored_tables import SeatRecord
from bot.table.desk.agreement import Proposal
from bot.table.desk.shown import ShownTable
from bot.table.match.standing_in import STAND_IN
from bot.table.store.reading import read_seats, written_seats
from bot.table.turns.time_limit import TurnTime
from rules.core.actions import PASS
from tests.database.samples import stored_tables
from tests.table.people import ANN, BEN, CHANNEL, FOUR, answer, asked, begin, until
from tests.table.stage import Stage, moves_on, nothing_happens
from tests.table.standing_time import StandingTime

LIMIT, FREE, BANK, PACE = 180, 30, 180, 2
NEXT_DEAL = r"used up your time for this deal.*takes your seat back in the next deal"


@pytest.fixture
async def app(stage: Stage) -> AsyncIterator[App]:
    async with stage.open(limit=LIMIT, pace=PACE) as app:
        yield app


async def others_answer(app: App, cheat: int) -> ShownTable:
    """Have all other asked players answer at once; computers take no time either."""
    random = Random(4)
    table = await app.tables.reading.shown(CHANNEL)
    while table.is_playing and table.turn.waiting_for and asked(table) != cheat:
        table = await answer(app.tables, random)
    return table


async def cheat_is_asked(app: App, time: StandingTime, cheat: int) -> ShownTable:
    """Play on until it is the cheat's turn, whether or not a computer plays the seat."""
    own = (await app.tables.reading.shown(CHANNEL)).seat_of(cheat)
    assert own is not None
    while own.seat not in app.tables.desk.live_tables[0].clock.questions.by_seat:
        table = await others_answer(app, cheat)
        if app.tables.desk.live_tables[0].computer_to_ask() not in {None, own.seat}:
            time.let_pass(PACE)
            table = await moves_on(app)
    return table


async def use_up(app: App, time: StandingTime) -> int:
    """Have the first asked player use up their time by coming back in the same turn."""
    who = asked(await begin(app.tables, *FOUR))
    time.let_pass(LIMIT)
    await moves_on(app)
    await app.tables.presence.come_back(CHANNEL, who)
    time.let_pass(FREE)
    await moves_on(app)
    return who


async def play_the_computers(app: App, time: StandingTime, cheat: int) -> ShownTable:
    """Have one computer answer for absent players, and players for themselves."""
    await others_answer(app, cheat)
    time.let_pass(PACE)
    return await moves_on(app)


async def test_repeated_leaving_costs_the_others_one_time_bank_a_deal(app: App, time: StandingTime) -> None:
    """A computer about to answer is stopped each time by coming back just before."""
    cheat = asked(await begin(app.tables, *FOUR, deals=50))
    [held] = app.tables.desk.live_tables
    lost: dict[int, float] = defaultdict(float)
    turns = Counter[int]()
    began, seat, last = time.now(), held.people_asked()[0], -1
    while time.now() < began + 900:
        table = await others_answer(app, cheat)
        assert table.view is not None
        if held.clock.questions.by_seat[seat].revision != last:
            last = held.clock.questions.by_seat[seat].revision
            turns[table.view.deal] += 1
        if table.seats[seat].is_away:
            await app.tables.presence.come_back(CHANNEL, cheat)
        else:
            await app.tables.presence.leave(CHANNEL, cheat, "random")
        time.let_pass(PACE / 2)
        lost[table.view.deal] += PACE / 2
        await nothing_happens(app)

    assert len(lost) > 2, "the match went on"
    for deal, seconds in lost.items():
        assert seconds <= FREE + BANK + PACE * (turns[deal] + 1)


async def test_first_slow_turn_of_a_deal_is_forgiven(app: App, time: StandingTime) -> None:
    """The turn limit once, and the seat may be taken back at once."""
    who = asked(await begin(app.tables, *FOUR))
    time.let_pass(LIMIT)
    away = await moves_on(app)
    assert away.turn.until_next_deal == ()
    time.let_pass(PACE)
    await moves_on(app)

    table = (await app.tables.presence.come_back(CHANNEL, who)).table

    [held] = app.tables.desk.live_tables
    assert [seat.timed_out for seat in held.record.seats if seat.user_id == who] == [1]
    assert not any(seat.is_away for seat in table.seats)


async def test_second_time_out_loses_the_seat_for_the_deal(app: App, time: StandingTime) -> None:
    who = asked(await begin(app.tables, *FOUR))
    time.let_pass(LIMIT)
    await moves_on(app)
    time.let_pass(PACE)
    await moves_on(app)
    await app.tables.presence.come_back(CHANNEL, who)
    table = await cheat_is_asked(app, time, who)
    assert table.turn.due_at == time.now() + FREE + (BANK - (LIMIT + PACE - FREE)) + PACE
    time.let_pass(2 * FREE)

    out = await moves_on(app)

    [seat] = out.turn.until_next_deal
    assert out.seats[seat].user_id == who


async def test_player_out_of_time_sees_the_hand_and_returns_next_deal(app: App, time: StandingTime) -> None:
    who = await use_up(app, time)

    hand = await app.tables.presence.come_back(CHANNEL, who)

    own = hand.table.seat_of(who)
    assert own is not None
    assert own.is_away
    assert hand.view.hand
    assert hand.view.decision is None
    for refused in (
        app.tables.play.act(CHANNEL, who, PASS),
        app.tables.presence.leave(CHANNEL, who, STAND_IN),
        app.tables.votes.agree(CHANNEL, who, Proposal("end")),
    ):
        with pytest.raises(Refused, match=NEXT_DEAL):
            await refused
    assert hand.table.view is not None
    deal = hand.table.view.deal
    table = hand.table
    while table.view is not None and table.view.deal == deal:
        table = await play_the_computers(app, time, who)
    back = (await app.tables.presence.come_back(CHANNEL, who)).table
    assert not any(seat.is_away for seat in back.seats)
    assert back.turn.until_next_deal == ()


async def test_neither_a_restart_nor_unloading_fills_the_time_bank(stage: Stage, time: StandingTime) -> None:
    async with stage.open(limit=LIMIT, pace=PACE) as app:
        who = await use_up(app, time)
    async with stage.open(limit=LIMIT, pace=PACE) as app:
        hand = await app.tables.presence.come_back(CHANNEL, who)
        assert hand.table.turn.until_next_deal
        assert [record.seats for record in await stored_tables(stage.database)] == [
            app.tables.desk.live_tables[0].record.seats
        ]


async def test_restart_in_the_middle_of_a_turn_does_not_restart_it(stage: Stage, time: StandingTime) -> None:
    async with stage.open(limit=LIMIT, pace=PACE) as app:
        before = await begin(app.tables, *FOUR)
        time.let_pass(100)
    async with stage.open(limit=LIMIT, pace=PACE) as app:
        assert before.turn.due_at is not None
        assert (await app.tables.reading.shown(CHANNEL)).turn.due_at == max(
            before.turn.due_at, time.now() + GRACE
        )


async def test_seat_is_free_at_any_time_with_no_other_player_present(app: App, time: StandingTime) -> None:
    """A player alone with computers, or left by all others, keeps no one waiting."""
    who = await use_up(app, time)
    for person in FOUR:
        if person.id != who:
            await app.tables.presence.leave(CHANNEL, person.id, "random")
    table = (await app.tables.presence.come_back(CHANNEL, who)).table
    assert table.turn.until_next_deal == ()
    assert not table.seat_of(who).is_away  # type: ignore[union-attr]


async def test_quick_turns_cost_no_time(app: App, time: StandingTime) -> None:
    await begin(app.tables, *FOUR)
    for _ in range(12):
        time.let_pass(FREE)
        await answer(app.tables, Random(2))
    assert all(seat.time_used == 0 for seat in app.tables.desk.live_tables[0].record.seats)


async def test_each_player_has_a_separate_clock_when_all_choose_at_once(app: App, time: StandingTime) -> None:
    """Donkey: everyone passes a card at the same moment. The last gains no time from the others' answers."""
    table = await begin(app.tables, *FOUR, game="donkey")
    first = table.turn.due_at
    assert len(table.turn.waiting_for) == 4
    time.let_pass(100)
    table = await answer(app.tables, Random(2))

    assert table.turn.due_at == first
    assert [seat.time_used for seat in app.tables.desk.live_tables[0].record.seats] == [100 - FREE, 0, 0, 0]
    time.let_pass(LIMIT - 100)

    async def are_helped() -> bool:
        return [seat.is_away for seat in (await app.tables.reading.shown(CHANNEL)).seats] == [
            False,
            True,
            True,
            True,
        ]

    await until(app.tables, are_helped)


async def test_taking_back_costs_the_time_that_others_lose(app: App, time: StandingTime) -> None:
    """Else a bid made and taken back, again and again, keeps the table waiting without end."""
    who = asked(await begin(app.tables, *FOUR, take_back="until_next"))
    for _ in range((BANK - 1) // (FREE + 1)):
        await app.tables.play.act(CHANNEL, who, PASS)
        time.let_pass(1)
        await app.tables.votes.take_back(CHANNEL, who)
    await app.tables.play.act(CHANNEL, who, PASS)
    time.let_pass(1)
    with pytest.raises(Refused, match="used up your time for this deal, so your last play stands"):
        await app.tables.votes.take_back(CHANNEL, who)


async def test_time_bank_is_not_charged_against_computers_alone(app: App, time: StandingTime) -> None:
    await begin(app.tables, ANN)
    [held] = app.tables.desk.live_tables
    while not held.people_asked():
        time.let_pass(PACE)
        await moves_on(app)
    for _ in range(3):
        time.let_pass(LIMIT)
        await moves_on(app)
        table = (await app.tables.presence.come_back(CHANNEL, ANN.id)).table
        assert table.turn.due_at == time.now() + LIMIT


def test_seats_are_stored_in_few_words_and_read_back() -> None:
    quick, slow = SeatRecord(ANN.id, "Ann"), SeatRecord(BEN.id, "Ben", None, 3, 41.5, 1)
    text = written_seats((quick, slow))
    assert read_seats(text) == (quick, slow)
    assert "time_used" not in written_seats((quick,))
    assert read_seats('[{"user_id": 1001, "name": "Ann", "computer": null}]') == (quick,)


def test_turn_limit_of_a_day_gives_a_time_bank_of_one() -> None:
    """Where a club plays by the day, the time bank is as long as the turn limit."""
    day = TurnTime.of(86_400)
    assert (day.bank, day.free) == (86_400, 14_400)
    assert TurnTime.of(180, 600).bank == 600
