"""Rematches: the same players in the same seats, one press each; kept seats; the series score."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from bot.app import open_app
from bot.common.errors import HostOnly, Refused
from bot.database.database import Database
from bot.models.former_players import Forgetting
from bot.people.store.people import PeopleStore
from bot.table.desk.shown import Lead, ShownTable
from bot.table.lobby.before_match import Person
from bot.table.lobby.choosing import ChooseCounted
from bot.table.lobby.keeping import OpenSeats, OtherPartners
from bot.table.lobby.seating import AddComputers, Sit, StandUp
from bot.table.manager import GameManager
from bot.table.match.earlier_deal import FirstTime
from bot.table.opening import WantedTable
from tests.database.samples import stored_tables
from tests.inline import InlineComputers
from tests.table.people import ANN, BEN, CHANNEL, CLEO, DAN, EVE, FOUR, GUILD, begin, play_out, settings_for


async def a_match(manager: GameManager, *people: Person, counted: bool = False) -> ShownTable:
    """A finished match of two deals."""
    if len(people) < len(FOUR):
        await begin(manager, *people, deals=1)
        return await close_by_hand(manager)
    await manager.lobbies.open_table(
        GUILD, CHANNEL, people[0], WantedTable(options={"deals": 1}, counted=counted)
    )
    for person in people[1:]:
        await manager.lobbies.change_lobby(CHANNEL, Sit(person))
    await manager.lobbies.start(CHANNEL, people[0].id)
    return await play_out(manager, Random(2))


async def close_by_hand(manager: GameManager) -> ShownTable:
    """Play a match with computers to its end."""
    random = Random(3)
    while manager.desk.live_tables:
        [table] = manager.desk.live_tables
        seat, decision = next(iter(table.match.asked.items()))
        who, answer = table.record.seats[seat], decision.sample(random)
        if who.user_id is None:
            await manager.due.act_for_computer(table, seat, answer, table.revision)
        else:
            await manager.play.act(CHANNEL, who.user_id, answer)
    return await manager.reading.shown(CHANNEL, finished=True)


async def rematch(manager: GameManager, last: ShownTable, host: Person) -> ShownTable:
    return await manager.lobbies.open_table(
        GUILD, CHANNEL, host, WantedTable.like(last)._replace(rematch_of=last.id)
    )


def people(table: ShownTable) -> list[int | None]:
    return [seat.user_id for seat in table.seats]


async def test_last_player_to_return_to_a_kept_seat_begins_the_rematch(
    manager: GameManager,
) -> None:
    last = await a_match(manager, *FOUR)
    lobby = await rematch(manager, last, CLEO)
    assert people(lobby) == [None, None, CLEO.id, None]
    assert [seat.kept and seat.kept.id for seat in lobby.seats] == [ANN.id, BEN.id, None, DAN.id]
    for person in (DAN, ANN):
        lobby = await manager.lobbies.change_lobby(CHANNEL, Sit(person))
        assert lobby.in_lobby
    begun = await manager.lobbies.change_lobby(CHANNEL, Sit(BEN))
    assert begun.is_playing
    assert people(begun) == [person.id for person in FOUR]
    assert begun.rules.changes == last.rules.changes


async def test_kept_seat_is_reserved_until_the_seats_are_opened(manager: GameManager) -> None:
    await rematch(manager, await a_match(manager, *FOUR), ANN)
    with pytest.raises(Refused, match="kept for Ben"):
        await manager.lobbies.change_lobby(CHANNEL, Sit(EVE, 1))
    with pytest.raises(Refused, match="kept for Ben"):
        await manager.lobbies.change_lobby(CHANNEL, Sit(EVE))
    with pytest.raises(Refused, match="aren't at this table"):
        await manager.lobbies.change_lobby(CHANNEL, OpenSeats(EVE.id))
    await manager.lobbies.change_lobby(CHANNEL, Sit(BEN))
    await manager.lobbies.change_lobby(CHANNEL, OpenSeats(BEN.id))
    lobby = await manager.lobbies.change_lobby(CHANNEL, Sit(EVE))
    assert people(lobby) == [ANN.id, BEN.id, EVE.id, None]
    lobby = await manager.lobbies.change_lobby(CHANNEL, Sit(DAN))
    assert lobby.in_lobby, "once others may come the host starts"


async def test_computers_fill_the_seats_of_players_who_do_not_return(manager: GameManager) -> None:
    await rematch(manager, await a_match(manager, *FOUR), ANN)
    await manager.lobbies.change_lobby(CHANNEL, AddComputers(ANN.id, "steady", None))
    begun = await manager.lobbies.start(CHANNEL, ANN.id)
    assert [seat.computer for seat in begun.seats] == [False, True, True, True]
    assert all(seat.kept is None for seat in begun.seats)


async def test_counted_rematch_that_computers_fill_waits_for_its_host(manager: GameManager) -> None:
    await rematch(manager, await a_match(manager, *FOUR, counted=True), ANN)
    await manager.lobbies.change_lobby(CHANNEL, ChooseCounted(ANN.id, counted=False))
    await manager.lobbies.change_lobby(CHANNEL, AddComputers(ANN.id, "steady", 1))
    await manager.lobbies.change_lobby(CHANNEL, ChooseCounted(ANN.id, counted=True))
    for person in (CLEO, DAN):
        lobby = await manager.lobbies.change_lobby(CHANNEL, Sit(person))
    assert lobby.in_lobby
    with pytest.raises(Refused, match="for people only"):
        await manager.lobbies.start(CHANNEL, ANN.id)


async def test_computers_keep_their_seats_and_names(manager: GameManager) -> None:
    last = await a_match(manager, ANN)
    lobby = await rematch(manager, last, ANN)
    assert [(seat.name, seat.computer) for seat in lobby.seats] == [
        (seat.name, seat.computer) for seat in last.seats
    ]


async def test_rematch_waits_for_neither_leavers_nor_those_who_decline(manager: GameManager) -> None:
    await begin(manager, *FOUR, deals=1)
    await manager.presence.leave(CHANNEL, DAN.id, "steady")
    while manager.desk.live_tables:
        [table] = manager.desk.live_tables
        seat, decision = next(iter(table.match.asked.items()))
        who, answer = table.record.seats[seat], decision.sample(Random(1))
        if who.computer:
            await manager.due.act_for_computer(table, seat, answer, table.revision)
        else:
            await manager.play.act(CHANNEL, who.user_id or 0, answer)
    lobby = await rematch(manager, await manager.reading.shown(CHANNEL, finished=True), ANN)
    assert lobby.seats[3].is_empty
    assert lobby.seats[3].kept is None
    await manager.lobbies.change_lobby(CHANNEL, Sit(BEN))
    lobby = await manager.lobbies.change_lobby(CHANNEL, StandUp(BEN.id))
    assert lobby.seats[1].kept is None


async def test_rotating_partners_come_round_in_three(manager: GameManager) -> None:
    await rematch(manager, await a_match(manager, *FOUR), ANN)
    await manager.lobbies.change_lobby(CHANNEL, Sit(CLEO))
    with pytest.raises(HostOnly):
        await manager.lobbies.change_lobby(CHANNEL, OtherPartners(CLEO.id))
    partners = []
    for _ in range(3):
        lobby = await manager.lobbies.change_lobby(CHANNEL, OtherPartners(ANN.id))
        ids = [seat.user_id or (seat.kept and seat.kept.id) for seat in lobby.seats]
        partners.append(ids[(ids.index(ANN.id) + 2) % 4])
    assert sorted(map(str, partners)) == sorted(str(one.id) for one in (BEN, CLEO, DAN))


async def test_restart_before_the_rematch_keeps_the_seats(manager: GameManager, database: Database) -> None:
    await rematch(manager, await a_match(manager, *FOUR), ANN)
    await manager.lobbies.change_lobby(CHANNEL, Sit(BEN))
    again = GameManager(database, random=Random(8))
    await again.resume()
    await again.lobbies.change_lobby(CHANNEL, Sit(DAN))
    assert (await again.lobbies.change_lobby(CHANNEL, Sit(CLEO))).is_playing


async def test_forgotten_player_is_not_waited_for(manager: GameManager, database: Database) -> None:
    lobby = await rematch(manager, await a_match(manager, *FOUR), ANN)
    who = Forgetting(BEN.id, 4_000_000)
    assert lobby.id in await PeopleStore(database).tables_of(BEN.id)
    await manager.presence.forget([lobby.id], who)
    await PeopleStore(database).forget_at(lobby.id, who)
    [record] = await stored_tables(database)
    assert record.kept_for(BEN.id) is None
    assert (await manager.reading.shown(CHANNEL)).seats[1].kept is None


async def test_series_score_counts_the_match_just_played_once(tmp_path: Path) -> None:
    settings = settings_for(tmp_path / "rookery.sqlite3")
    async with open_app(settings, computers=InlineComputers(), random=Random(5)) as app:
        won = {True: 0, False: 0}
        for number in range(4):
            last = await a_match(app.tables, *FOUR)
            assert last.view is not None
            assert last.view.outcome is not None
            won[0 in last.view.outcome.winners] += 1
            expected = max(won.values()), min(won.values())
            for is_booked in (False, True):
                if is_booked:
                    await app.stats.ledger.catch_up()
                lead = (await app.stats.leads.on(last)).match.lead
                assert lead is not None
                assert (lead.won, lead.lost) == expected
                assert len(set(won.values())) == 1 or (0 in lead.seats) == (won[True] > won[False])
            assert sum(expected) == number + 1
        again = last._replace(match=last.match._replace(first_time=FirstTime((), 1, 0.0, (), None)))
        assert (await app.stats.leads.on(again)).match.lead is None, "a deal played again counts nowhere"
        earlier = await app.tables.reading.recall(CHANNEL, 1)
        assert (await app.stats.leads.on(earlier)).match.lead in {Lead((0, 2), 1, 0), Lead((1, 3), 1, 0)}


async def test_match_begun_first_that_ends_last_counts_as_the_later_one(tmp_path: Path) -> None:
    settings, elsewhere = settings_for(tmp_path / "rookery.sqlite3"), CHANNEL + 1
    async with open_app(settings, computers=InlineComputers(), random=Random(5)) as app:
        for channel_id in (CHANNEL, elsewhere):
            await begin(app.tables, *FOUR, channel_id=channel_id, deals=1)
        for channel_id in (elsewhere, CHANNEL):
            await play_out(app.tables, Random(2), channel_id)
            await app.stats.ledger.catch_up()
        for number, channel_id, matches in ((1, CHANNEL, 2), (2, elsewhere, 1)):
            lead = (await app.stats.leads.on(await app.tables.reading.recall(channel_id, number))).match.lead
            assert lead is not None
            assert lead.won + lead.lost == matches
