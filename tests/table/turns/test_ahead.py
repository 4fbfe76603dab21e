"""Plans before a turn: to pass, or which card to play. Kept in memory, hidden from others."""

from __future__ import annotations

from collections.abc import AsyncIterator
from random import Random

import pytest

from bot.app import App
from bot.common.errors import NotSeated, Refused, Stale
from bot.table.desk.table import Table
from bot.table.dues import planned_action
from bot.table.lobby.before_match import Person
from bot.table.manager import can_be_unloaded
from bot.table.store.tables import TableStore
from bot.table.turns.ahead import CardAhead, PassAhead, Plan, cards_ahead, may_pass_ahead
from rules.bidding.phases import Phase
from rules.core.actions import PASS, Bid
from rules.core.decisions import ChooseCard
from rules.core.views import SeatView
from tests.table.people import ANN, CHANNEL, EVE, FOUR, answer, asked, begin
from tests.table.stage import Stage, moves_on, nothing_happens
from tests.table.standing_time import StandingTime

PACE = 2.0


@pytest.fixture
async def app(stage: Stage) -> AsyncIterator[App]:
    async with stage.open(pace=PACE, deal_pause=30) as app:
        await begin(app.tables, *FOUR, take_back="until_next")
        yield app


def table_of(app: App) -> Table:
    [table] = app.tables.desk.live_tables
    return table


async def decide(app: App, who: Person, plan: Plan | None, revision: int | None = None) -> Plan | None:
    """Plan ahead with a control rendered now, or earlier; returns the plan the hand message shows."""
    table = table_of(app)
    at = table.revision if revision is None else revision
    hand = await app.tables.play.plan(CHANNEL, who.id, plan, table_id=table.record.id, revision=at)
    app.turns.look_again(table.record.id)
    return hand.plan


async def in_turn(app: App) -> list[Person]:
    """The players in the order they will be asked, the first already asked."""
    first = asked(await app.tables.reading.shown(CHANNEL))
    seat = table_of(app).own_seat(first)
    return [FOUR[(seat + step) % 4] for step in range(4)]


async def bid(app: App, who: Person, points: int) -> None:
    await app.tables.play.act(CHANNEL, who.id, Bid(points))


def view_of(app: App, who: Person) -> SeatView:
    table = table_of(app)
    return table.match.seat_view(table.own_seat(who.id))


async def until_tricks(app: App) -> None:
    """Play until a player must lead to the first trick."""
    random = Random(4)
    while view_of(app, ANN).table.phase is not Phase.PLAY:
        await answer(app.tables, random)


async def lead(app: App) -> tuple[Person, Person]:
    """Have the first card of a trick led; returns who is asked now and who is next."""
    _, second, third, _ = await in_turn(app)
    await answer(app.tables, Random(2))
    return second, third


# An auction -----------------------------------------------------------------------------------------


async def test_planned_pass_is_made_when_the_players_turn_comes(
    app: App, stage: Stage, time: StandingTime
) -> None:
    first, second, third, _ = await in_turn(app)
    assert await decide(app, second, PassAhead(0)) == PassAhead(0)
    time.let_pass(10)
    assert await nothing_happens(app), "it is another's turn"
    await bid(app, first, 70)
    time.let_pass(PACE - 0.1)
    assert await nothing_happens(app), "it takes as long as a computer"
    time.let_pass(0.1)
    shown = await moves_on(app)
    assert asked(shown) == third.id
    entry = (await TableStore(stage.database).log(shown.id))[-1]
    assert (entry.action, entry.user_id) == (str(PASS), second.id)
    assert not table_of(app).plans


async def test_planned_pass_from_a_bid_on_waits_for_that_bid(app: App, time: StandingTime) -> None:
    first, second, third, _ = await in_turn(app)
    await decide(app, second, PassAhead(80))
    await decide(app, third, PassAhead(80))
    await bid(app, first, 75)
    time.let_pass(10 * PACE)
    assert await nothing_happens(app), "75 is less than 80, so they are asked"
    await bid(app, second, 80)
    time.let_pass(PACE)
    assert asked(await moves_on(app)) not in {second.id, third.id}


async def test_plan_ends_with_the_players_own_action(app: App) -> None:
    first, second, _, _ = await in_turn(app)
    await decide(app, second, PassAhead(200))
    await bid(app, first, 70)
    await bid(app, second, 75)
    assert not table_of(app).plans


async def test_player_who_has_passed_or_is_asked_cannot_plan(app: App) -> None:
    first, second, _, _ = await in_turn(app)
    with pytest.raises(Stale):
        await decide(app, first, PassAhead(0))
    await bid(app, first, 70)
    await app.tables.play.act(CHANNEL, second.id, PASS)
    assert not may_pass_ahead(view_of(app, second))
    with pytest.raises(Refused, match="can't be decided ahead now"):
        await decide(app, second, PassAhead(0))
    with pytest.raises(Refused, match="can't be decided ahead now"):
        await decide(app, first, CardAhead(view_of(app, first).order[0]))
    with pytest.raises(NotSeated):
        await decide(app, EVE, PassAhead(0))


async def test_player_who_must_bid_cannot_plan_a_pass(stage: Stage, time: StandingTime) -> None:
    async with stage.open(pace=PACE) as app:
        await begin(app.tables, *FOUR, all_pass="dealer_must_bid")
        seat = view_of(app, ANN).table.dealer
        assert seat is not None
        dealer = FOUR[seat]
        await decide(app, dealer, PassAhead(0))
        while asked(await app.tables.reading.shown(CHANNEL)) != dealer.id:
            await app.tables.play.act(CHANNEL, asked(await app.tables.reading.shown(CHANNEL)), PASS)
        time.let_pass(10 * PACE)
        assert await nothing_happens(app)


# A trick --------------------------------------------------------------------------------------------


async def test_planned_card_is_played_if_legal(app: App, time: StandingTime) -> None:
    await until_tricks(app)
    second, third = await lead(app)
    decision = table_of(app).match.asked[table_of(app).own_seat(second.id)]
    assert isinstance(decision, ChooseCard)
    trick = view_of(app, third).table.trick
    assert trick is not None
    color = trick.plays[0][1].color
    own = cards_ahead(view_of(app, third))
    follows = next((card for card in own if card.color is color), own[0])
    assert await decide(app, third, CardAhead(follows)) == CardAhead(follows)
    await answer(app.tables, Random(1))
    time.let_pass(PACE)
    after = await moves_on(app)
    assert after.view is not None
    assert after.view.trick is not None
    assert (table_of(app).own_seat(third.id), follows) in after.view.trick.plays


async def test_planned_card_that_is_illegal_waits_for_its_player(app: App, time: StandingTime) -> None:
    await until_tricks(app)
    while True:
        _, third = await lead(app)
        await answer(app.tables, Random(1))
        decision = table_of(app).match.asked[table_of(app).own_seat(third.id)]
        assert isinstance(decision, ChooseCard)
        wrong = [card for card in decision.held if card not in decision.cards]
        if wrong:
            break
        while view_of(app, ANN).table.trick and view_of(app, ANN).table.trick.plays:  # type: ignore[union-attr]
            await answer(app.tables, Random(1))
    table = table_of(app)
    table.plans = {table.own_seat(third.id): CardAhead(wrong[0])}
    app.turns.look_again(table.record.id)
    time.let_pass(10 * PACE)
    assert await nothing_happens(app)


async def test_planned_card_is_for_the_present_trick_only(app: App) -> None:
    await until_tricks(app)
    leader, *_, last = await in_turn(app)
    drawn = table_of(app).revision
    await decide(app, last, CardAhead(cards_ahead(view_of(app, last))[0]))
    await answer(app.tables, Random(2))
    assert cards_ahead(view_of(app, leader)) == (), "one who has played has no card left for it"
    while view_of(app, ANN).table.last_trick is None:
        await answer(app.tables, Random(2))
    assert not table_of(app).plans
    waiting = (await in_turn(app))[1]
    with pytest.raises(Stale):
        await decide(app, waiting, CardAhead(cards_ahead(view_of(app, waiting))[0]), drawn)


async def test_planned_card_not_in_hand_is_refused(app: App) -> None:
    await until_tricks(app)
    first, second, *_ = await in_turn(app)
    with pytest.raises(Refused, match="can't be decided ahead now"):
        await decide(app, second, CardAhead(view_of(app, first).order[0]))


# Other endings --------------------------------------------------------------------------------------


async def test_plan_can_be_changed_or_cancelled(app: App, time: StandingTime) -> None:
    first, second, _, _ = await in_turn(app)
    await decide(app, second, PassAhead(0))
    assert await decide(app, second, None) is None
    await bid(app, first, 70)
    time.let_pass(10 * PACE)
    assert await nothing_happens(app)


async def test_plan_is_hidden_from_other_players(app: App) -> None:
    first, second, third, _ = await in_turn(app)
    told = list[object]()
    stop = app.tables.desk.listen(told.append)
    before = await app.tables.reading.shown(CHANNEL), await app.tables.reading.hand(CHANNEL, third.id)
    await decide(app, second, PassAhead(0))
    assert (
        await app.tables.reading.shown(CHANNEL),
        await app.tables.reading.hand(CHANNEL, third.id),
    ) == before
    assert told == []
    stop()
    card = view_of(app, first).order[0]
    assert str(card) not in repr(CardAhead(card))


async def test_taking_back_ends_plans_that_depended_on_it(app: App) -> None:
    first, _, third, _ = await in_turn(app)
    await bid(app, first, 70)
    await decide(app, third, PassAhead(70))
    await app.tables.votes.take_back(CHANNEL, first.id)
    assert not table_of(app).plans


async def test_restart_forgets_plans_and_plays_none(stage: Stage, time: StandingTime) -> None:
    async with stage.open(pace=PACE) as app:
        await begin(app.tables, *FOUR)
        first, second, *_ = await in_turn(app)
        await decide(app, second, PassAhead(0))
        assert not can_be_unloaded(table_of(app))
    async with stage.open(pace=PACE) as app:
        assert (await app.tables.reading.hand(CHANNEL, second.id)).plan is None
        await bid(app, first, 70)
        time.let_pass(10 * PACE)
        assert await nothing_happens(app)


async def test_plan_of_a_player_who_left_is_not_executed(app: App) -> None:
    first, second, *_ = await in_turn(app)
    await decide(app, second, PassAhead(0))
    await app.tables.presence.leave(CHANNEL, second.id, "random")
    with pytest.raises(Refused, match="A computer plays for you"):
        await decide(app, second, PassAhead(0))
    await bid(app, first, 70)
    assert planned_action(table_of(app)) is None
