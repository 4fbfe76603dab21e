"""The last card of a hand is played automatically, once, as the player's own action, unless they opt out."""

from __future__ import annotations

from collections.abc import AsyncIterator
from random import Random

import pytest

from bot.app import App
from bot.table.desk.agreement import Proposal
from bot.table.desk.table import Table
from bot.table.store.results import ResultStore
from bot.table.store.tables import TableStore
from bot.table.turns.ahead import only_play
from rules.core.actions import PLAYS, SHOUT, Play
from rules.core.cards import Card, CardSet
from rules.core.decisions import ChooseCard, Option
from tests.table.people import ANN, CHANNEL, FOUR, answer, asked, begin
from tests.table.stage import Stage, moves_on, nothing_happens
from tests.table.standing_time import StandingTime

PAUSE = 3.0


@pytest.fixture
async def app(stage: Stage) -> AsyncIterator[App]:
    async with stage.open(last_card_pause=PAUSE, deal_pause=30) as app:
        await begin(app.tables, *FOUR, deals=1)
        yield app


def table_of(app: App) -> Table:
    [table] = app.tables.desk.live_tables
    return table


async def until_the_last_trick(app: App) -> None:
    """Play until a player must lead the last card."""
    random = Random(4)
    while not _is_last(table_of(app)):
        await answer(app.tables, random)


def _is_last(table: Table) -> bool:
    return any(only_play(decision) is not None for decision in table.match.asked.values())


async def test_last_cards_are_played_automatically_each_after_a_pause(app: App, time: StandingTime) -> None:
    await until_the_last_trick(app)
    for cards_left in (4, 3, 2):
        time.let_pass(PAUSE - 0.1)
        assert await nothing_happens(app)
        time.let_pass(0.1)
        shown = await moves_on(app)
        assert shown.view is not None
        assert sum(info.cards for info in shown.view.seats) == cards_left - 1
    time.let_pass(PAUSE)
    assert not (await moves_on(app)).is_playing


async def test_automatic_last_card_is_the_players_own_action(
    app: App, stage: Stage, time: StandingTime
) -> None:
    await until_the_last_trick(app)
    table = table_of(app)
    while app.tables.desk.live_tables:
        time.let_pass(PAUSE)
        await moves_on(app)
    log = [
        one for one in await TableStore(stage.database).log(table.record.id) if one.action.startswith("play")
    ]
    assert [one.user_id for one in log[-4:]] == [FOUR[one.seat].id for one in log[-4:]]
    [deal] = await ResultStore(stage.database).deals(table.record.id)
    assert [player.computer for player in deal.players] == [None] * 4


async def test_automatic_last_card_does_not_vote_against_ending_the_match(
    app: App, time: StandingTime
) -> None:
    end = Proposal("end")
    await until_the_last_trick(app)
    [leads] = table_of(app).people_asked()
    proposer = next(person for person in FOUR if person.id != FOUR[leads].id)
    await app.tables.votes.agree(CHANNEL, proposer.id, end)

    time.let_pass(PAUSE)
    shown = await moves_on(app)

    assert shown.voting.votes[end].no == frozenset()
    assert FOUR[leads].id in shown.voting.missing[end]


async def test_press_before_the_pause_ends_plays_the_last_card(app: App, time: StandingTime) -> None:
    await until_the_last_trick(app)
    time.let_pass(PAUSE - 1)
    before = (await app.tables.reading.shown(CHANNEL)).revision
    after = await answer(app.tables, Random(1))
    assert after.revision == before + 1
    time.let_pass(1)
    assert await nothing_happens(app), "the next player has a pause of their own"


async def test_player_who_opts_out_plays_the_last_card(app: App, time: StandingTime) -> None:
    await until_the_last_trick(app)
    who = asked(await app.tables.reading.shown(CHANNEL))
    await app.people.settings.set_last_card(who, by_hand=True)
    app.turns.look_again(table_of(app).record.id)
    time.let_pass(10 * PAUSE)
    assert await nothing_happens(app)
    await app.people.settings.set_last_card(who, by_hand=False)
    app.turns.look_again(table_of(app).record.id)
    await moves_on(app)


async def test_restart_in_the_pause_plays_the_last_card_once(stage: Stage, time: StandingTime) -> None:
    async with stage.open(last_card_pause=PAUSE) as app:
        await begin(app.tables, *FOUR, deals=1)
        await until_the_last_trick(app)
        time.let_pass(PAUSE / 2)
        before = (await app.tables.reading.shown(CHANNEL)).revision
    async with stage.open(last_card_pause=PAUSE) as app:
        await app.tables.reading.shown(CHANNEL)
        time.let_pass(PAUSE / 2)
        assert (await moves_on(app)).revision == before + 1
        assert await nothing_happens(app)


async def test_last_card_setting_survives_a_restart_and_ends_with_forgetting(stage: Stage) -> None:
    async with stage.open() as app:
        await app.people.settings.set_last_card(ANN.id, by_hand=True)
    async with stage.open() as app:
        assert app.people.settings.lays_last_card(ANN.id)
        app.people.settings.forget(ANN.id)
        assert not app.people.settings.lays_last_card(ANN.id)


async def test_card_before_the_last_waits_for_its_player(app: App, time: StandingTime) -> None:
    random = Random(4)
    while not any(
        isinstance(decision, ChooseCard) and len(decision.held) == 2
        for decision in table_of(app).match.asked.values()
    ):
        await answer(app.tables, random)
    time.let_pass(10 * PAUSE)
    assert await nothing_happens(app)


async def test_computer_that_stands_in_plays_its_last_card_as_usual(app: App, time: StandingTime) -> None:
    await until_the_last_trick(app)
    table = table_of(app)
    who = asked(await app.tables.reading.shown(CHANNEL))
    await app.tables.presence.leave(CHANNEL, who, "random")
    seat = table.own_seat(who)
    play = only_play(table.match.asked[seat])
    assert play is not None
    assert not await app.tables.due.act_for_player(table, seat, play, table.revision)
    time.let_pass(2)
    assert (await moves_on(app)).revision == table.revision


def test_last_card_is_not_automatic_with_another_choice_open() -> None:
    card = Card(5)
    one = CardSet.of([card])
    assert only_play(ChooseCard(0, one, one)) == Play(card)
    assert only_play(ChooseCard(0, one, one, otherwise=(Option(SHOUT),))) is None
    two = CardSet.of([card, Card(6)])
    assert only_play(ChooseCard(0, two, two)) is None
    assert only_play(ChooseCard(0, one, two)) is None, "forced, but not the last: who waits would tell"
    assert PLAYS[card] == Play(card)
