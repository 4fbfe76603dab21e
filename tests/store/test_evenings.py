"""Evenings, on every database: stored as they are, changed as one, secret where they are secret."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.common.errors import StoreError
from bot.database.database import Statement
from bot.database.protocol import ChannelTaken, Conflict, Damaged
from bot.models.evening_kinds import EveningEnding, EveningKind, EveningStatus
from bot.models.former_players import FORMER_PLAYER
from bot.models.stored_evenings import (
    EveningGuest,
    EveningPlace,
    EveningRound,
    EveningSeason,
    EveningTable,
    TableScore,
)
from bot.models.stored_league import Did
from bot.store import SqlStore
from tests.store.leagues import BEGUN, act, new_league
from tests.store.samples import (
    ANN,
    AWAY,
    BEN,
    HOME,
    SECRET_ACTION,
    an_evening,
    begun_evening,
    entries,
    new_table,
    table_record,
)

CARA = 2**60 + 5


async def test_an_evening_is_read_as_it_was_stored(store: SqlStore) -> None:
    first = await store.create_evening(an_evening(computers_fill=False, draws_pairs=False))
    assert await store.evening(first.id) == first
    begun = await begun_evening(store, channel_id=5)
    assert await store.evening(begun.id) == begun
    assert await store.evening(99) is None
    assert await store.open_evenings() == [first.id, begun.id]


async def test_with_its_end_the_table_of_its_season_is_to_be_made_anew(store: SqlStore) -> None:
    league, season = await new_league(store)
    where = EveningSeason(season.id, league.id, league.name, 1, league.competing, league.computers)
    first = await store.create_evening(an_evening(season=where))
    assert await store.evening(first.id) == first
    assert await store.unranked() == []
    over = replace(first, status=EveningStatus.OVER, ended=EveningEnding.PLAYED, ended_at=BEGUN, revision=1)
    await store.save_evening(over, first)
    [unranked] = await store.unranked()
    assert unranked.season_id == season.id
    await store.leave_unranked(unranked)
    await store.save_evening(replace(over, is_shown=True, revision=2), over)
    assert await store.unranked() == [], "it was over before"

    late = await store.create_evening(an_evening(season=where))
    assert await store.evenings_of_season(season.id) == [first.id], "the other is not over"
    await store.close_season(season.id, BEGUN + 5, act(Did.CLOSED, league, season))
    await store.save_evening(replace(over, id=late.id, ended_at=BEGUN + 6), late)
    assert await store.evenings_of_season(season.id) == [first.id], "the season was over"
    assert [one["season_id"] for one in (await store.data_of(ANN))["evenings"]] == [season.id] * 2
    await store.remove_server(HOME)
    assert await store.evening(first.id) is None
    assert await store.league(league.id) is None


async def test_a_round_that_ends_and_the_next_one_are_stored_as_one(store: SqlStore) -> None:
    evening = await begun_evening(store)
    scored = replace(evening.tables[0], score=TableScore((60, 60), 1, 2))
    following = EveningRound((EveningTable(1, (BEN, CARA, None, ANN), 2), EveningTable(2, (None,) * 4)))
    ann, _, dana = evening.guests
    guests = (ann, EveningGuest(BEN, "Ben", is_here=False), dana, EveningGuest(CARA, "Cara"))
    after = replace(evening.with_table(scored), guests=guests, revision=2)
    after = replace(after, rounds=(*after.rounds, following))
    await store.save_evening(after, evening)
    assert await store.evening(evening.id) == after


async def test_an_evening_that_is_not_stored_as_it_was_is_left_alone(store: SqlStore) -> None:
    evening = await begun_evening(store)
    after = replace(evening, guests=(), rounds=(), revision=9)
    with pytest.raises(StoreError):
        await store.save_evening(after, replace(evening, revision=0))
    assert await store.evening(evening.id) == evening


async def test_a_channel_has_one_evening_at_a_time(store: SqlStore) -> None:
    first = await store.create_evening(an_evening())
    with pytest.raises(ChannelTaken):
        await store.create_evening(an_evening())
    ended = replace(
        first, status=EveningStatus.OVER, ended=EveningEnding.CALLED_OFF, ended_at=1.7e9, revision=1
    )
    await store.save_evening(ended, first)
    second = await store.create_evening(an_evening())
    assert [head.id for head in await store.evenings_of(1, 5)] == [second.id, first.id]
    assert [head.status for head in await store.evenings_of(1, 1)] == [EveningStatus.SIGN_UP]
    assert await store.evenings_not_shown() == [first.id]


async def test_a_table_of_an_evening_is_opened_once_with_the_beginning_of_its_match(store: SqlStore) -> None:
    evening = await begun_evening(store)
    table_id = evening.tables[0].table_id
    assert table_id is not None
    assert await store.log(table_id) == entries(1)
    assert await store.evening_place(table_id) == EveningPlace(evening.id, 1, 1)
    with pytest.raises(Conflict):
        await store.open_evening_table(table_record(9), entries(1), evening.place(1))
    assert await store.newest_table(9) is None, "nothing of it is stored"
    assert await store.evening_place((await new_table(store, 9)).id) is None


async def test_each_round_has_the_deals_that_were_drawn_for_it(store: SqlStore) -> None:
    evening = await begun_evening(store)
    assert await store.drawn(evening.place(1)) == {0: "draw R1", 1: SECRET_ACTION, 2: "deal R2 R1"}
    assert await store.drawn(EveningPlace(evening.id, 2, 1)) == {0: "draw R1", 1: "deal R3 R1"}
    assert await store.drawn(EveningPlace(99, 1, 1)) == {}


async def test_an_evening_that_is_damaged_says_so(store: SqlStore) -> None:
    evening = await begun_evening(store)
    await store._database.write(Statement("DELETE FROM evening_chairs WHERE chair = 2"))
    with pytest.raises(Damaged, match="an evening"):
        await store.evening(evening.id)


async def test_a_forgotten_person_is_a_former_player_who_has_left(store: SqlStore) -> None:
    evening = await store.create_evening(an_evening(host_id=CARA, guests=(EveningGuest(CARA, "Cara"),)))
    table = EveningTable(1, (CARA, None, None, None), 2, None, TableScore((1, 2), 0, 2))
    over = replace(
        evening,
        status=EveningStatus.OVER,
        ended=EveningEnding.PLAYED,
        is_shown=True,
        rounds=(EveningRound((table,), (CARA,)),),
        revision=1,
    )
    await store.save_evening(over, evening)
    assert [one["kind"] for one in (await store.data_of(CARA))["evenings"]] == [EveningKind.DUPLICATE]
    assert len((await store.data_of(CARA))["chairs"]) == 2
    assert await store.evenings_of_person(CARA) == [evening.id]
    who = await store.begin_forgetting(CARA)
    await store.forget_in_evenings(who)
    assert await store.evenings_of_person(CARA) == []
    left = await store.evening(evening.id)
    assert left is not None
    assert left.guests == (EveningGuest(who.former_id, FORMER_PLAYER, is_here=False),)
    assert left.host_id == who.former_id
    assert left.rounds[0].people == {who.former_id}
    assert await store.evenings_not_shown() == [evening.id], "its message names them still"
    await store.end_forgetting(CARA)
    assert (await store.begin_forgetting(CARA + 1)).former_id > who.former_id


async def test_a_server_goes_with_its_evenings_and_no_other(store: SqlStore) -> None:
    theirs, ours = await begun_evening(store, 1, AWAY), await begun_evening(store, 11)
    assert sorted(await store.servers()) == [HOME, AWAY]
    await store.remove_server(AWAY)
    assert await store.evening(theirs.id) is None
    assert await store.evening(ours.id) == ours
    assert await store.servers() == [HOME]


async def test_an_evening_that_was_called_off_goes_in_time(store: SqlStore) -> None:
    first = await store.create_evening(an_evening())
    played = await begun_evening(store, 11)
    off = replace(first, status=EveningStatus.OVER, ended=EveningEnding.CALLED_OFF, revision=1)
    await store.save_evening(off, first)
    assert await store.remove_called_off(1.8e9) == 0, "its message is still to be changed"
    await store.save_evening(replace(off, is_shown=True, revision=2), off)
    assert await store.remove_called_off(1.6e9) == 0
    assert await store.remove_called_off(1.8e9) == 1
    assert await store.evening(first.id) is None
    assert await store.evening(played.id) == played


async def test_a_table_that_is_repaired_stays_its_evenings(store: SqlStore) -> None:
    evening = await begun_evening(store)
    table_id = evening.tables[0].table_id
    assert table_id is not None
    record, log = await store.readable_part(table_id)
    repaired = await store.repair(record, log, 0, None)
    assert await store.evening_place(repaired.id) == evening.place(1)
    assert await store.evening_place(table_id) is None
