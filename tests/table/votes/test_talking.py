"""Fixed phrases at the table: who may say them, how long they are shown, where they are off."""

from __future__ import annotations

from collections.abc import AsyncIterator
from random import Random

import pytest

from bot.app import App
from bot.common.errors import HostOnly, MatchRunning, NotSeated, NotStarted, Refused, TableOver
from bot.models.endings import Allowed
from bot.table.desk.agreement import Proposal
from bot.table.desk.phrases import LASTS, Phrase, Remark
from bot.table.desk.present import replace_record
from bot.table.lobby.before_match import Person
from bot.table.lobby.choosing import ChooseAllowed
from bot.table.manager import can_be_unloaded
from bot.table.turn_driver import UNLOAD_AFTER
from tests.table.people import ANN, BEN, CHANNEL, EVE, FOUR, answer, begin, seat, until
from tests.table.stage import Stage, nothing_happens
from tests.table.standing_time import StandingTime


@pytest.fixture
async def app(stage: Stage) -> AsyncIterator[App]:
    async with stage.open(deal_pause=30) as app:
        await begin(app.tables, *FOUR)
        yield app


async def said(app: App) -> list[tuple[int, Phrase | Remark]]:
    """The phrases shown now, with their seats."""
    return [(one.seat, one.phrase) for one in (await app.tables.reading.shown(CHANNEL)).talk.said]


async def say(app: App, who: Person, phrase: Phrase) -> None:
    await app.tables.play.say(CHANNEL, who.id, phrase)


async def test_last_two_phrases_and_their_speakers_are_shown_to_all(app: App) -> None:
    await say(app, ANN, Phrase.GOOD_LUCK)
    await say(app, BEN, Phrase.NICE_BID)
    await say(app, ANN, Phrase.THANKS)
    assert await said(app) == [(1, Phrase.NICE_BID), (0, Phrase.THANKS)]


async def test_repeated_phrase_of_a_player_is_shown_once(app: App) -> None:
    await say(app, ANN, Phrase.ONE_MOMENT)
    await say(app, BEN, Phrase.THANKS)
    await say(app, ANN, Phrase.ONE_MOMENT)
    assert await said(app) == [(1, Phrase.THANKS), (0, Phrase.ONE_MOMENT)]


async def test_phrase_is_no_game_action(app: App) -> None:
    before = await app.tables.reading.shown(CHANNEL)
    await say(app, ANN, Phrase.NICE_BID)
    after = await app.tables.reading.shown(CHANNEL)
    assert after.revision == before.revision
    assert after._replace(talk=after.talk._replace(said=())) == before


async def test_each_phrase_disappears_when_its_time_is_over(app: App, time: StandingTime) -> None:
    await say(app, ANN, Phrase.NICE_BID)
    time.let_pass(LASTS / 2)
    await say(app, BEN, Phrase.THANKS)
    time.let_pass(LASTS / 2 - 1)
    assert await nothing_happens(app)
    time.let_pass(1)

    async def is_alone() -> bool:
        return await said(app) == [(1, Phrase.THANKS)]

    await until(app.tables, is_alone)


async def test_phrase_expires_at_a_waiting_table_which_is_unloaded(app: App, time: StandingTime) -> None:
    await say(app, ANN, Phrase.NICE_BID)
    [table] = app.tables.desk.live_tables
    app.tables.desk.pause(table)
    assert not can_be_unloaded(table)
    time.let_pass(LASTS)

    async def has_expired() -> bool:
        return not await said(app)

    await until(app.tables, has_expired)
    assert can_be_unloaded(table)
    assert UNLOAD_AFTER >= LASTS, "else an alarm would be set for bedtime first"


async def test_next_deal_clears_phrases(app: App) -> None:
    [table] = app.tables.desk.live_tables
    random = Random(4)
    while not table.clock.is_between_deals:
        await answer(app.tables, random)
    await say(app, ANN, Phrase.WELL_PLAYED)
    assert await said(app) == [(0, Phrase.WELL_PLAYED)]
    await app.tables.play.next_deal(CHANNEL, BEN.id)
    assert await said(app) == []


async def test_only_players_talk_and_only_in_a_match(app: App) -> None:
    with pytest.raises(NotSeated):
        await say(app, EVE, Phrase.NICE_BID)
    table_id = (await app.tables.reading.shown(CHANNEL)).id
    for who in FOUR[:3]:
        await app.tables.votes.agree(CHANNEL, who.id, Proposal("end"))
    await seat(app.tables, *FOUR)
    with pytest.raises(NotStarted):
        await say(app, ANN, Phrase.NICE_BID)
    with pytest.raises(TableOver):
        await app.tables.play.say(CHANNEL, ANN.id, Phrase.NICE_BID, table_id=table_id)


async def test_phrases_of_a_player_who_lost_the_seat_are_removed(app: App) -> None:
    await say(app, BEN, Phrase.NICE_BID)
    [table] = app.tables.desk.live_tables
    replace_record(table, table.record.with_seat(1, table.record.seats[1].__class__(computer="steady")))
    assert await said(app) == []


async def test_restart_forgets_phrases_and_rerenders_the_message(stage: Stage) -> None:
    async with stage.open() as app:
        await begin(app.tables, *FOUR)
        await say(app, ANN, Phrase.NICE_BID)
        assert not (await app.tables.reading.shown(CHANNEL)).is_all_stored
    async with stage.open() as app:
        shown = await app.tables.reading.shown(CHANNEL)
        assert shown.talk.said == ()
        assert shown.is_all_stored


# Turned off -----------------------------------------------------------------------------------------


async def test_host_turns_phrases_off_and_a_restart_keeps_that(stage: Stage) -> None:
    async with stage.open() as app:
        await seat(app.tables, *FOUR)
        with pytest.raises(HostOnly):
            await app.tables.lobbies.change_lobby(CHANNEL, ChooseAllowed(BEN.id, Allowed(phrases=False)))
        await app.tables.lobbies.change_lobby(CHANNEL, ChooseAllowed(ANN.id, Allowed(phrases=False)))
    async with stage.open() as app:
        await app.tables.lobbies.start(CHANNEL, ANN.id)
        with pytest.raises(Refused, match="turned phrases off"):
            await say(app, ANN, Phrase.NICE_BID)
        assert not (await app.tables.reading.shown(CHANNEL)).has_phrases
        with pytest.raises(MatchRunning):
            await app.tables.lobbies.change_lobby(CHANNEL, ChooseAllowed(ANN.id, Allowed()))


async def test_phrases_are_not_offered_with_computers_only(stage: Stage) -> None:
    async with stage.open() as app:
        assert not (await begin(app.tables, ANN)).has_phrases
