"""Between two deals a table pauses, until a player asks for the next one or the pause ends."""

from __future__ import annotations

from random import Random

import pytest

from bot.app import App
from bot.common.errors import NotSeated
from bot.table.desk.agreement import Proposal
from bot.table.desk.shown import ShownTable
from bot.table.store.tables import TableStore
from rules.core.actions import Deal, Penalize, parse_action
from rules.core.decisions import CHANCE
from rules.core.events import DealScored, NestWon, TrickTaken
from tests.table.people import ANN, BEN, CHANNEL, CLEO, EVE, FOUR, answer, begin
from tests.table.stage import Stage, moves_on, nothing_happens
from tests.table.standing_time import StandingTime

PAUSE = 30.0


async def deal_over(app: App, number: int = 1) -> ShownTable:
    """Have four players play until a deal is scored, and the match is not over."""
    random = Random(number)
    table = await app.tables.reading.shown(CHANNEL)
    while not table.match.deal_end:
        table = await answer(app.tables, random)
    return table


async def deals_dealt(stage: Stage, table: ShownTable) -> int:
    """Number of stored deals."""
    acts = [
        parse_action(entry.action)
        for entry in await TableStore(stage.database).log(table.id)
        if entry.seat == CHANCE
    ]
    return sum(isinstance(act, Deal) for act in acts)


async def test_next_deal_is_not_dealt_before_its_time(stage: Stage, time: StandingTime) -> None:
    async with stage.open(deal_pause=PAUSE) as app:
        await begin(app.tables, *FOUR, deals=2)
        table = await deal_over(app)
        assert table.view is not None
        assert (table.view.deal, table.view.asked, await deals_dealt(stage, table)) == (1, (), 1)
        assert table.turn.next_deal_at == time.now() + PAUSE
        time.let_pass(PAUSE - 0.1)
        assert await nothing_happens(app)
        time.let_pass(0.1)
        table = await moves_on(app)
        assert table.view is not None
        assert (table.view.deal, table.match.deal_end, table.turn.next_deal_at) == (2, (), None)
        assert table.turn.waiting_for


async def test_any_player_may_request_the_next_deal_and_one_is_dealt(stage: Stage) -> None:
    async with stage.open(deal_pause=PAUSE) as app:
        await begin(app.tables, *FOUR, deals=3)
        table = await deal_over(app)
        with pytest.raises(NotSeated):
            await app.tables.play.next_deal(CHANNEL, EVE.id)
        first = await app.tables.play.next_deal(CHANNEL, CLEO.id, table_id=table.id, revision=table.revision)
        second = await app.tables.play.next_deal(CHANNEL, BEN.id, table_id=table.id, revision=table.revision)
        assert first.table == second.table
        assert first.view.hand
        assert second.view.hand
        assert await deals_dealt(stage, table) == 2
        await deal_over(app, 2)
        stale = await app.tables.play.next_deal(CHANNEL, ANN.id, table_id=table.id, revision=table.revision)
        assert stale.table.match.deal_end  # the button of an earlier deal deals no later one
        assert await deals_dealt(stage, table) == 2


async def test_end_of_the_deal_is_known_after_a_restart(stage: Stage, time: StandingTime) -> None:
    async with stage.open(deal_pause=PAUSE) as app:
        await begin(app.tables, *FOUR, deals=2)
        before = await deal_over(app)
        kinds = {type(event) for event in before.match.deal_end}
        assert kinds == {TrickTaken, NestWon, DealScored}
    time.let_pass(PAUSE / 2)
    async with stage.open(deal_pause=PAUSE) as app:
        assert await app.tables.reading.shown(CHANNEL) == before
        time.let_pass(PAUSE / 2)
        assert (await moves_on(app)).match.deal_end == ()


async def test_unloaded_table_deals_in_time(stage: Stage, time: StandingTime) -> None:
    async with stage.open(deal_pause=600) as app:
        await begin(app.tables, *FOUR, deals=2)
        await deal_over(app)
        time.let_pass(120)
        await nothing_happens(app)
        time.let_pass(480)
        assert (await moves_on(app)).match.deal_end == ()


async def test_last_deal_leads_straight_to_the_end_of_the_match(stage: Stage) -> None:
    async with stage.open(deal_pause=PAUSE) as app:
        await begin(app.tables, *FOUR, deals=1)
        table = await deal_over(app)
        assert not table.is_playing
        assert table.turn.next_deal_at is None
        assert await app.tables.reading.recall(CHANNEL, table.id) == table


async def test_computers_among_themselves_deal_at_once(stage: Stage) -> None:
    async with stage.open(deal_pause=PAUSE, pace=0) as app:
        await begin(app.tables, ANN, deals=2)
        table = await app.tables.presence.leave(CHANNEL, ANN.id, "random")
        while table.is_playing:
            assert not table.match.deal_end
            table = await moves_on(app)


async def test_presence_rulings_and_votes_during_the_pause_deal_no_cards(stage: Stage) -> None:
    async with stage.open(deal_pause=PAUSE) as app:
        await begin(app.tables, *FOUR, deals=2)
        rested = await deal_over(app)
        left = await app.tables.presence.leave(CHANNEL, ANN.id, "random")
        assert left.seats[0].is_away
        ruled = await app.tables.play.rule(CHANNEL, EVE.id, Penalize(1, 10, "talk"))
        assert ruled.turn.next_deal_at == rested.turn.next_deal_at
        back = await app.tables.presence.come_back(CHANNEL, ANN.id)
        assert back.table.match.deal_end
        assert await deals_dealt(stage, rested) == 1
        for person in (BEN, CLEO, ANN):
            ended = await app.tables.votes.agree(CHANNEL, person.id, Proposal("end"))
        assert not ended.is_playing


async def test_player_away_who_asks_for_the_next_deal_has_returned(stage: Stage) -> None:
    async with stage.open(deal_pause=PAUSE) as app:
        await begin(app.tables, *FOUR, deals=2)
        await deal_over(app)
        await app.tables.presence.leave(CHANNEL, ANN.id, "random")
        hand = await app.tables.play.next_deal(CHANNEL, ANN.id)
        assert not hand.table.seats[0].is_away
        assert hand.view.hand
