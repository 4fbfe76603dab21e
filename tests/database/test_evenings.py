"""Evenings on every database: stored unchanged, changed atomically, secrets kept."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.common.errors import StoreError
from bot.common.text import FORMER_PLAYER
from bot.database.database import ChannelTaken, Conflict, Damaged, Database, Statement
from bot.evening.store.evenings import EveningStore
from bot.evening.store.people import EveningPeopleStore
from bot.league.store.evenings import SeasonEveningStore
from bot.league.store.leagues import LeagueStore
from bot.league.store.tables import SeasonTableStore
from bot.maintenance.store import RetentionStore
from bot.models.evening_kinds import EveningEnding, EveningKind, EveningStatus
from bot.models.stored_evenings import (
    EveningGuest,
    EveningPlace,
    EveningRound,
    EveningSeason,
    EveningTable,
    TableScore,
)
from bot.models.stored_league import Did
from bot.people.store.own_data import OwnDataStore
from bot.people.store.people import PeopleStore
from bot.table.store.evenings import EveningPlaceStore
from bot.table.store.repairs import RepairStore
from bot.table.store.tables import TableStore
from tests.database.leagues import BEGUN, act, new_league
from tests.database.samples import (
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


async def test_evening_is_read_as_it_was_stored(database: Database) -> None:
    first = await EveningStore(database).create_evening(an_evening(computers_fill=False, draws_pairs=False))
    assert await EveningStore(database).evening(first.id) == first
    begun = await begun_evening(database, channel_id=5)
    assert await EveningStore(database).evening(begun.id) == begun
    assert await EveningStore(database).evening(99) is None
    assert await EveningStore(database).open_evenings() == [first.id, begun.id]


async def test_end_of_an_evening_marks_its_season_table_for_a_rebuild(database: Database) -> None:
    league, season = await new_league(database)
    where = EveningSeason(season.id, league.id, league.name, 1, league.competing, league.computers)
    first = await EveningStore(database).create_evening(an_evening(season=where))
    assert await EveningStore(database).evening(first.id) == first
    assert await SeasonTableStore(database).unranked() == []
    over = replace(first, status=EveningStatus.OVER, ended=EveningEnding.PLAYED, ended_at=BEGUN, revision=1)
    await EveningStore(database).save_evening(over, first)
    [unranked] = await SeasonTableStore(database).unranked()
    assert unranked.season_id == season.id
    await SeasonTableStore(database).leave_unranked(unranked)
    await EveningStore(database).save_evening(replace(over, is_shown=True, revision=2), over)
    assert await SeasonTableStore(database).unranked() == [], "it was over before"

    late = await EveningStore(database).create_evening(an_evening(season=where))
    assert await SeasonEveningStore(database).evenings_of_season(season.id) == [first.id], (
        "the other is not over"
    )
    await LeagueStore(database).close_season(season.id, act(Did.CLOSED, league, season, at=BEGUN + 5))
    await EveningStore(database).save_evening(replace(over, id=late.id, ended_at=BEGUN + 6), late)
    assert await SeasonEveningStore(database).evenings_of_season(season.id) == [first.id], (
        "the season was over"
    )
    assert [one["season_id"] for one in (await OwnDataStore(database).data_of(ANN))["evenings"]] == [
        season.id
    ] * 2
    await RetentionStore(database).remove_server(HOME)
    assert await EveningStore(database).evening(first.id) is None
    assert await LeagueStore(database).league(league.id) is None


async def test_evening_keeps_the_computer_fill_in_it_was_opened_with(database: Database) -> None:
    """Bug: a change of the league's setting changed what its earlier evenings gave."""
    league, season = await new_league(database)
    where = EveningSeason(season.id, league.id, league.name, 1, league.competing, computers=False)
    evening = await EveningStore(database).create_evening(an_evening(season=where))
    await LeagueStore(database).set_computers(True, act(Did.CHANGED, league))
    assert await EveningStore(database).evening(evening.id) == evening

    await database.write(Statement("UPDATE evenings SET computers_count = NULL"))
    as_now = replace(evening, season=where._replace(computers=True))
    assert await EveningStore(database).evening(evening.id) == as_now, "an earlier version opened it"
    await EveningStore(database).save_evening(replace(as_now, revision=1), as_now)
    await LeagueStore(database).set_computers(False, act(Did.CHANGED, league))
    assert await EveningStore(database).evening(evening.id) == replace(as_now, revision=1)


async def test_end_of_a_round_and_the_next_one_are_stored_together(database: Database) -> None:
    evening = await begun_evening(database)
    scored = replace(evening.tables[0], score=TableScore((60, 60), 1, 2))
    following = EveningRound((EveningTable(1, (BEN, CARA, None, ANN), 2), EveningTable(2, (None,) * 4)))
    ann, _, dana = evening.guests
    guests = (ann, EveningGuest(BEN, "Ben", is_here=False), dana, EveningGuest(CARA, "Cara"))
    after = replace(evening.with_table(scored), guests=guests, revision=2)
    after = replace(after, rounds=(*after.rounds, following))
    await EveningStore(database).save_evening(after, evening)
    assert await EveningStore(database).evening(evening.id) == after


async def test_evening_changed_since_it_was_read_is_left_alone(database: Database) -> None:
    evening = await begun_evening(database)
    after = replace(evening, guests=(), rounds=(), revision=9)
    with pytest.raises(StoreError):
        await EveningStore(database).save_evening(after, replace(evening, revision=0))
    assert await EveningStore(database).evening(evening.id) == evening


async def test_channel_has_one_evening_at_a_time(database: Database) -> None:
    first = await EveningStore(database).create_evening(an_evening())
    with pytest.raises(ChannelTaken):
        await EveningStore(database).create_evening(an_evening())
    ended = replace(
        first, status=EveningStatus.OVER, ended=EveningEnding.CALLED_OFF, ended_at=1.7e9, revision=1
    )
    await EveningStore(database).save_evening(ended, first)
    second = await EveningStore(database).create_evening(an_evening())
    assert [head.id for head in await EveningStore(database).evenings_of(1, 5)] == [second.id, first.id]
    assert await EveningStore(database).evenings_not_shown() == [first.id]


async def test_evening_table_is_opened_once_with_the_start_of_its_match(
    database: Database,
) -> None:
    evening = await begun_evening(database)
    table_id = evening.tables[0].table_id
    assert table_id is not None
    assert await TableStore(database).log(table_id) == entries(1)
    assert await EveningPlaceStore(database).evening_place(table_id) == EveningPlace(evening.id, 1, 1)
    with pytest.raises(Conflict):
        await EveningPlaceStore(database).open_evening_table(table_record(9), entries(1), evening.place(1))
    assert await TableStore(database).newest_table(9) is None, "nothing of it is stored"
    assert await EveningPlaceStore(database).evening_place((await new_table(database, 9)).id) is None


async def test_each_round_has_the_deals_drawn_for_it(database: Database) -> None:
    evening = await begun_evening(database)
    assert await EveningPlaceStore(database).drawn(evening.place(1)) == {
        0: "draw R1",
        1: SECRET_ACTION,
        2: "deal R2 R1",
    }
    assert await EveningPlaceStore(database).drawn(EveningPlace(evening.id, 2, 1)) == {
        0: "draw R1",
        1: "deal R3 R1",
    }
    assert await EveningPlaceStore(database).drawn(EveningPlace(99, 1, 1)) == {}


async def test_damaged_evening_is_reported(database: Database) -> None:
    evening = await begun_evening(database)
    await database.write(Statement("DELETE FROM evening_chairs WHERE chair = 2"))
    with pytest.raises(Damaged, match="an evening"):
        await EveningStore(database).evening(evening.id)


async def test_forgotten_player_is_a_former_player_who_has_left(database: Database) -> None:
    evening = await EveningStore(database).create_evening(
        an_evening(host_id=CARA, guests=(EveningGuest(CARA, "Cara"),))
    )
    table = EveningTable(1, (CARA, None, None, None), 2, None, TableScore((1, 2), 0, 2))
    over = replace(
        evening,
        status=EveningStatus.OVER,
        ended=EveningEnding.PLAYED,
        is_shown=True,
        rounds=(EveningRound((table,), (CARA,)),),
        revision=1,
    )
    await EveningStore(database).save_evening(over, evening)
    assert [one["kind"] for one in (await OwnDataStore(database).data_of(CARA))["evenings"]] == [
        EveningKind.DUPLICATE
    ]
    assert len((await OwnDataStore(database).data_of(CARA))["chairs"]) == 2
    who = await PeopleStore(database).begin_forgetting(CARA)
    await EveningPeopleStore(database).forget_in_evenings(who)
    data = await OwnDataStore(database).data_of(CARA)
    assert (data["evenings"], data["evenings_hosted"]) == ([], [])
    left = await EveningStore(database).evening(evening.id)
    assert left is not None
    assert left.guests == (EveningGuest(who.former_id, FORMER_PLAYER, is_here=False),)
    assert left.host_id == who.former_id
    assert left.rounds[0].people == {who.former_id}
    assert await EveningStore(database).evenings_not_shown() == [evening.id], "its message names them still"
    await PeopleStore(database).end_forgetting(CARA)
    assert (await PeopleStore(database).begin_forgetting(CARA + 1)).former_id > who.former_id


async def test_removed_server_takes_its_evenings_and_no_others(database: Database) -> None:
    theirs, ours = await begun_evening(database, 1, AWAY), await begun_evening(database, 11)
    assert sorted(await RetentionStore(database).servers()) == [HOME, AWAY]
    await RetentionStore(database).remove_server(AWAY)
    assert await EveningStore(database).evening(theirs.id) is None
    assert await EveningStore(database).evening(ours.id) == ours
    assert await RetentionStore(database).servers() == [HOME]


async def test_cancelled_evening_is_deleted_in_time(database: Database) -> None:
    first = await EveningStore(database).create_evening(an_evening())
    played = await begun_evening(database, 11)
    off = replace(first, status=EveningStatus.OVER, ended=EveningEnding.CALLED_OFF, revision=1)
    await EveningStore(database).save_evening(off, first)
    assert await RetentionStore(database).remove_called_off(1.8e9) == 0, "its message is still to be changed"
    await EveningStore(database).save_evening(replace(off, is_shown=True, revision=2), off)
    assert await RetentionStore(database).remove_called_off(1.6e9) == 0
    assert await RetentionStore(database).remove_called_off(1.8e9) == 1
    assert await EveningStore(database).evening(first.id) is None
    assert await EveningStore(database).evening(played.id) == played


async def test_repaired_table_stays_with_its_evening(database: Database) -> None:
    evening = await begun_evening(database)
    table_id = evening.tables[0].table_id
    assert table_id is not None
    record, log = await RepairStore(database).readable_part(table_id)
    repaired = await RepairStore(database).repair(record, log, 0, None)
    assert await EveningPlaceStore(database).evening_place(repaired.id) == evening.place(1)
    assert await EveningPlaceStore(database).evening_place(table_id) is None
