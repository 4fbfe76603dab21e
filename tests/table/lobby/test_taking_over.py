"""A spectator takes over a computer's seat: after a request and a vote, from the next deal on."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from bot.app import App
from bot.common.errors import NotSeated, NotStarted, Refused
from bot.database.database import Database
from bot.models.stored_tables import Status
from bot.people.store.own_data import OwnDataStore
from bot.people.store.people import PeopleStore
from bot.table.desk.agreement import Proposal
from bot.table.desk.shown import ShownTable
from bot.table.lobby.seating import Sit, StandUp
from bot.table.manager import GameManager
from bot.table.opening import WantedTable
from bot.table.store.results import ResultStore
from bot.table.store.tables import TableStore
from bot.table.waiting import EXPIRES_AFTER, WaitingLists
from rules.core.actions import Redeal
from tests.table.people import ANN, BEN, CHANNEL, CLEO, EVE, FOUR, GUILD, begin, seat
from tests.table.stage import Stage, some_turns_of_the_loop
from tests.table.standing_time import StandingTime


def for_eve(place: int) -> Proposal:
    return Proposal("seat", place, EVE.id)


async def play_a_deal(manager: GameManager) -> ShownTable:
    """Play until the next deal has begun, or the match is over."""
    table, random = await manager.desk.awake(CHANNEL), Random(3)
    deal = table.match.deal
    while table.match.deal == deal and table.record.status is Status.PLAYING:
        place, decision = next(iter(table.match.asked.items()))
        who, answer = table.record.seats[place], decision.sample(random)
        if who.computer:
            await manager.due.act_for_computer(table, place, answer, table.revision)
        else:
            await manager.play.act(CHANNEL, who.user_id or 0, answer)
    return await manager.reading.shown(CHANNEL, finished=True)


async def test_takeover_asks_the_players_and_needs_a_majority(manager: GameManager) -> None:
    await begin(manager, ANN, BEN)
    asked = await manager.votes.ask_for_seat(CHANNEL, EVE, 2)
    assert asked.voting.missing == {for_eve(2): {ANN.id, BEN.id}}
    await manager.votes.agree(CHANNEL, ANN.id, for_eve(2))
    agreed = await manager.votes.agree(CHANNEL, BEN.id, for_eve(2))
    assert agreed.seats[2].kept == EVE
    assert agreed.seats[2].computer, "the computer plays the deal to its end"
    with pytest.raises(NotSeated):
        await manager.reading.hand(CHANNEL, EVE.id)


async def test_one_no_of_two_keeps_the_computer(manager: GameManager) -> None:
    await begin(manager, ANN, BEN)
    await manager.votes.ask_for_seat(CHANNEL, EVE, 2)
    table = await manager.votes.agree(CHANNEL, BEN.id, for_eve(2), agrees=False)
    assert table.voting.decided is not None
    assert not table.voting.decided.is_agreed
    assert table.seats[2].kept is None


async def test_new_player_gets_the_seat_next_deal_without_the_computers_results(
    manager: GameManager, database: Database
) -> None:
    await begin(manager, ANN, deals=3)
    table_id = (await manager.votes.ask_for_seat(CHANNEL, EVE, 1)).id
    await manager.votes.agree(CHANNEL, ANN.id, for_eve(1))
    again = GameManager(database, random=Random(8))
    await again.resume()  # a stop in between loses no request
    table = await play_a_deal(again)
    assert table.seats[1].user_id == EVE.id
    assert not table.seats[1].computer
    assert table.seats[1].kept is None
    assert (await again.reading.hand(CHANNEL, EVE.id)).view.hand
    log = await TableStore(database).log(table_id)
    assert EVE.id not in {entry.user_id for entry in log}
    [deal] = await ResultStore(database).deals(table_id)
    assert [player.user_id for player in deal.players] == [ANN.id, None, None, None]


async def promise_bens_seat(manager: GameManager) -> None:
    """Begin a match of four, remove Ben from it, and promise Eve the seat from the next deal."""
    await begin(manager, *FOUR, deals=3)
    await manager.presence.remove(CHANNEL, BEN.id, ANN)
    await manager.votes.ask_for_seat(CHANNEL, EVE, 1)
    for person in (ANN, CLEO):
        table = await manager.votes.agree(CHANNEL, person.id, for_eve(1))
    assert table.seats[1].kept == EVE


async def test_player_who_is_let_back_keeps_the_seat_promised_to_another(manager: GameManager) -> None:
    """Bug: the newcomer had it with the next deal, and the player was shown the newcomer's hand."""
    await promise_bens_seat(manager)
    for person in (BEN, ANN, CLEO):
        table = await manager.votes.agree(CHANNEL, person.id, Proposal("back", 1))
    assert table.seats[1].kept is None
    assert (await play_a_deal(manager)).seats[1].user_id == BEN.id


async def test_player_out_of_the_match_is_not_shown_the_newcomers_hand(manager: GameManager) -> None:
    """Bug: a press on "My hand" that waited while the next cards were dealt showed the hand of the seat."""
    await promise_bens_seat(manager)
    dealt, hand = await asyncio.gather(
        manager.play.rule(CHANNEL, ANN.id, Redeal()),
        manager.presence.come_back(CHANNEL, BEN.id),
        return_exceptions=True,
    )
    assert isinstance(dealt, ShownTable)
    assert dealt.seats[1].user_id == EVE.id
    assert isinstance(hand, NotSeated)


async def test_computers_deals_before_a_takeover_are_not_the_newcomers(
    manager: GameManager, database: Database
) -> None:
    """The score sheet told of deals with a computer for a player who had not been there."""
    table = await begin(manager, ANN, BEN, deals=2)
    await manager.presence.remove(CHANNEL, BEN.id, CLEO)
    await manager.votes.ask_for_seat(CHANNEL, EVE, 1)
    await manager.votes.agree(CHANNEL, ANN.id, for_eve(1))
    await play_a_deal(manager)
    await play_a_deal(manager)
    match = await ResultStore(database).match(table.id)
    assert match is not None
    assert match.players[1].user_id == EVE.id
    assert match.notes.stand_ins == ()
    assert match.players[1].stand_in_deals == 0


async def test_takeover_without_players_present_needs_no_vote(manager: GameManager) -> None:
    await begin(manager, ANN)
    await manager.presence.leave(CHANNEL, ANN.id, "steady")
    table = await manager.votes.ask_for_seat(CHANNEL, EVE, 3)
    assert table.seats[3].kept == EVE
    assert not table.voting.votes
    with pytest.raises(Refused, match="yours already"):
        await manager.votes.ask_for_seat(CHANNEL, EVE, 2)


@pytest.mark.parametrize("has_paused", [True, False])
async def test_computers_play_until_the_newcomer_sits_down(
    stage: Stage, time: StandingTime, *, has_paused: bool
) -> None:
    """Bug: with no person at the table it waited for the last one, and the next deal never came."""
    async with stage.open() as app:
        await begin(app.tables, ANN, deals=3)
        [table] = app.tables.desk.live_tables
        if has_paused:
            await app.tables.presence.leave(CHANNEL, ANN.id, "steady")
            await minute_passes(app, time)
            assert table.clock.is_paused
            await app.tables.votes.ask_for_seat(CHANNEL, EVE, 1)
        else:
            await app.tables.votes.ask_for_seat(CHANNEL, EVE, 1)
            await app.tables.votes.agree(CHANNEL, ANN.id, for_eve(1))
            await app.tables.presence.leave(CHANNEL, ANN.id, "steady")
        while table.record.seats[1].kept and not table.clock.is_paused:
            await minute_passes(app, time)
    assert table.record.seats[1].user_id == EVE.id


async def minute_passes(app: App, time: StandingTime) -> None:
    """Let a minute pass, and what is due then be done."""
    time.let_pass(60)
    await some_turns_of_the_loop()
    assert await app.maintenance.upkeep.is_writable()


async def test_abandoned_match_continues_with_a_new_player_after_a_referees_redeal(
    manager: GameManager,
) -> None:
    await begin(manager, ANN, deals=3)
    await manager.presence.leave(CHANNEL, ANN.id, "steady")
    await manager.votes.ask_for_seat(CHANNEL, EVE, 1)
    awake = await manager.desk.awake(CHANNEL)
    manager.desk.pause(awake)
    table = await manager.play.rule(CHANNEL, ANN.id, Redeal())
    assert table.seats[1].user_id == EVE.id
    assert not awake.clock.is_paused


async def test_abandoned_match_continues_after_an_agreed_redeal(manager: GameManager) -> None:
    await begin(manager, ANN, deals=3)
    await manager.presence.leave(CHANNEL, ANN.id, "steady")
    await manager.votes.ask_for_seat(CHANNEL, EVE, 1)
    awake = await manager.desk.awake(CHANNEL)
    manager.desk.pause(awake)
    table = await manager.votes.agree(CHANNEL, ANN.id, Proposal("redeal"))
    assert table.seats[1].user_id == EVE.id
    assert not awake.clock.is_paused


async def test_only_a_free_seat_of_a_casual_match_is_taken_over(manager: GameManager) -> None:
    await seat(manager, ANN)
    with pytest.raises(NotStarted):
        await manager.votes.ask_for_seat(CHANNEL, EVE, 1)
    await manager.lobbies.start(CHANNEL, ANN.id)
    for place, why in ((0, "isn't free"), (7, "isn't free"), (-1, "isn't free")):
        with pytest.raises(Refused, match=why):
            await manager.votes.ask_for_seat(CHANNEL, EVE, place)
    with pytest.raises(Refused, match="at this table already"):
        await manager.votes.ask_for_seat(CHANNEL, ANN, 1)
    await manager.presence.leave(CHANNEL, ANN.id, "steady")
    with pytest.raises(Refused, match="isn't free"):
        await manager.votes.ask_for_seat(CHANNEL, EVE, 0)


async def test_counted_match_cannot_be_joined(manager: GameManager) -> None:
    await manager.lobbies.open_table(GUILD, CHANNEL, ANN, WantedTable(counted=True))
    for person in FOUR[1:]:
        await manager.lobbies.change_lobby(CHANNEL, Sit(person))
    await manager.lobbies.start(CHANNEL, ANN.id)
    await manager.presence.leave(CHANNEL, BEN.id, "steady")
    with pytest.raises(Refused, match="counted"):
        await manager.votes.ask_for_seat(CHANNEL, EVE, 1)


async def test_waiting_player_is_told_once_when_a_seat_is_free(
    manager: GameManager, database: Database
) -> None:
    waiting = WaitingLists(database, lambda: 1.7e9)
    full = await seat(manager, *FOUR)
    await waiting.wait(full, EVE.id)
    assert waiting.pop_waiting(full) == ()
    free = await manager.lobbies.change_lobby(CHANNEL, StandUp(BEN.id))
    assert waiting.pop_waiting(free) == (EVE.id,)
    assert waiting.pop_waiting(free) == ()
    with pytest.raises(Refused, match="free right now"):
        await waiting.wait(free, EVE.id)
    with pytest.raises(Refused, match="at this table already"):
        await waiting.wait(full, ANN.id)
    await waiting.wait(full, EVE.id)
    await waiting.wait(full, EVE.id)
    assert waiting.is_waiting(CHANNEL, EVE.id), "asking again stops nothing"
    await waiting.stop(CHANNEL, EVE.id)
    assert not waiting.is_waiting(CHANNEL, EVE.id)
    assert waiting.pop_waiting(free) == ()


async def test_waiting_list_survives_a_restart_for_a_day(manager: GameManager, database: Database) -> None:
    full, now = await seat(manager, *FOUR), 1.7e9
    waiting = WaitingLists(database, lambda: now)
    await waiting.wait(full, EVE.id)
    await waiting.wait(full, EVE.id + 100)
    await waiting.stop(CHANNEL, EVE.id + 100)
    assert [one["channel_id"] for one in (await OwnDataStore(database).data_of(EVE.id))["waiting"]] == [
        CHANNEL
    ]
    free = await manager.lobbies.change_lobby(CHANNEL, StandUp(BEN.id))

    now += EXPIRES_AFTER
    again = WaitingLists(database, lambda: now)
    await again.resume()
    assert again.pop_waiting(free) == (EVE.id,)
    await again.delete_waiting(CHANNEL)
    repeated = WaitingLists(database, lambda: now)
    await repeated.resume()
    assert repeated.pop_waiting(free) == (), "they have been told"

    await waiting.wait(full, EVE.id)
    now += EXPIRES_AFTER + 1
    assert waiting.pop_waiting(free) == (), "nobody waits for more than a day"


async def test_forgotten_player_leaves_the_waiting_list(manager: GameManager, database: Database) -> None:
    full = await seat(manager, *FOUR)
    waiting = WaitingLists(database, lambda: 1.7e9)
    await waiting.wait(full, EVE.id)
    await PeopleStore(database).begin_forgetting(EVE.id)
    await PeopleStore(database).end_forgetting(EVE.id)
    waiting.forget(EVE.id)
    again = WaitingLists(database, lambda: 1.7e9)
    await again.resume()
    free = await manager.lobbies.change_lobby(CHANNEL, StandUp(BEN.id))
    assert waiting.pop_waiting(free) == again.pop_waiting(free) == ()
