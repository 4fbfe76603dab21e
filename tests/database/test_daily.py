"""Daily deals on every database: one a day for each server, one try for each player."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.common.text import FORMER_PLAYER
from bot.daily.store import DailyStore
from bot.daily.stored import DailyDeal, DailyPlace, DailyScore, DayPlayed
from bot.database.database import Conflict, Damaged, Database, Statement
from bot.maintenance.store import RetentionStore
from bot.models.shuffles import MatchSeed
from bot.models.stored_tables import LogEntry
from bot.people.store.own_data import OwnDataStore
from bot.people.store.people import PeopleStore
from tests.database.samples import ANN, BEN

HOME, AWAY = 501, 502
SEED = MatchSeed(bytes(range(32)))
LOG = tuple(LogEntry(number, number - 2, None, "pass", 0.0) for number in range(1, 4))


def a_deal(guild_id: int = HOME, day: str = "2026-11-23") -> DailyDeal:
    return DailyDeal(DailyPlace(guild_id, 0), day, "kentucky", {"deals": 1}, 2, SEED)


async def test_server_counts_its_own_deals_and_has_one_a_day(database: Database) -> None:
    assert await DailyStore(database).daily_of_day(HOME, "2026-11-23") is None
    assert await DailyStore(database).next_daily(HOME) == 1
    first = await DailyStore(database).draw_daily(a_deal())
    again = await DailyStore(database).draw_daily(a_deal()._replace(seed=MatchSeed(bytes(32))))
    assert first == again == await DailyStore(database).daily_of_day(HOME, "2026-11-23")
    assert first == a_deal()._replace(place=DailyPlace(HOME, 1))
    later = await DailyStore(database).draw_daily(a_deal(day="2026-11-25"))
    assert later.place == (HOME, 2)
    assert (await DailyStore(database).draw_daily(a_deal(AWAY))).place == (AWAY, 1)
    assert await DailyStore(database).daily(later.place) == later
    assert await DailyStore(database).daily(DailyPlace(HOME, 3)) is None


async def test_player_continues_a_daily_deal_only_where_it_was_left(database: Database) -> None:
    place = (await DailyStore(database).draw_daily(a_deal())).place
    await DailyStore(database).begin_daily(place, ANN, "Ann", LOG[:2])
    await DailyStore(database).begin_daily(place, ANN, "Ann again", LOG)
    begun = await DailyStore(database).daily_attempt(place, ANN)
    assert begun is not None
    assert (begun.name, begun.log, begun.score) == ("Ann", LOG[:2], None)
    assert "pass" not in repr(begun)
    with pytest.raises(Conflict):
        await DailyStore(database).save_progress(place, ANN, 1, LOG, None)
    await DailyStore(database).save_progress(place, ANN, 2, LOG, DailyScore(105, -70))
    assert await DailyStore(database).daily_attempt(place, ANN) == replace(
        begun, log=LOG, score=DailyScore(105, -70)
    )
    assert await DailyStore(database).daily_attempt(place, BEN) is None
    assert await DailyStore(database).daily_scores(place) == {ANN: DailyScore(105, -70)}


async def test_only_a_finished_deal_counts_as_a_day_and_a_score(database: Database) -> None:
    for day in ("2026-11-21", "2026-11-23", "2026-11-22"):
        place = (await DailyStore(database).draw_daily(a_deal(day=day))).place
        await DailyStore(database).begin_daily(place, ANN, "Ann", LOG)
        if day != "2026-11-22":
            await DailyStore(database).save_progress(place, ANN, 3, LOG, DailyScore(0, 0))
    assert await DailyStore(database).daily_days(HOME, ANN) == ["2026-11-23", "2026-11-21"]
    assert await DailyStore(database).daily_days(AWAY, ANN) == []
    assert await DailyStore(database).daily_scores(place) == {}


async def test_computers_result_of_a_daily_deal_is_kept(database: Database) -> None:
    place = (await DailyStore(database).draw_daily(a_deal())).place
    await DailyStore(database).save_computer(place, DailyScore(-115, 55), -20)
    found = await DailyStore(database).daily(place)
    assert found is not None
    assert found.computer is not None
    assert (found.computer.ahead, found.par) == (-170, -20)


async def test_result_is_shared_once_and_only_when_finished(database: Database) -> None:
    place = (await DailyStore(database).draw_daily(a_deal())).place
    await DailyStore(database).begin_daily(place, ANN, "Ann", LOG)
    assert not await DailyStore(database).share_daily(place, ANN), "it goes on"
    await DailyStore(database).save_progress(place, ANN, 3, LOG, DailyScore(0, 0))
    assert not await DailyStore(database).share_daily(place, BEN)
    assert await DailyStore(database).share_daily(place, ANN)
    assert not await DailyStore(database).share_daily(place, ANN)
    attempt = await DailyStore(database).daily_attempt(place, ANN)
    assert attempt is not None
    assert attempt.is_shared
    assert await DailyStore(database).share_daily(place, ANN, is_shared=False)
    assert await DailyStore(database).share_daily(place, ANN)


async def test_number_of_players_beaten_each_day_is_counted(database: Database) -> None:
    scores = {
        "2026-11-21": (50, 20, 50),
        "2026-11-22": (-30,),
        "2026-11-23": (None, 10),
        "2026-11-24": (5, -5),
    }
    for day, ended in scores.items():
        place = (await DailyStore(database).draw_daily(a_deal(day=day))).place
        for who, own in enumerate(ended, start=ANN):
            await DailyStore(database).begin_daily(place, who, "Somebody", LOG)
            await DailyStore(database).save_progress(
                place, who, 3, LOG, None if own is None else DailyScore(own, 0)
            )
    await DailyStore(database).draw_daily(a_deal(AWAY, "2026-11-24"))
    expected = [DayPlayed("2026-11-24", 2, 1), DayPlayed("2026-11-22", 1, 0), DayPlayed("2026-11-21", 3, 1)]
    assert await DailyStore(database).daily_standings(HOME, ANN, 9) == expected
    assert await DailyStore(database).daily_standings(HOME, ANN, 1) == expected[:1]
    assert await DailyStore(database).daily_standings(AWAY, ANN, 9) == []


async def test_forgotten_player_leaves_a_score_and_no_unfinished_deal(database: Database) -> None:
    ended = (await DailyStore(database).draw_daily(a_deal())).place
    begun = (await DailyStore(database).draw_daily(a_deal(day="2026-11-24"))).place
    for place in (ended, begun):
        await DailyStore(database).begin_daily(place, ANN, "Ann", LOG)
    await DailyStore(database).save_progress(ended, ANN, 3, LOG, DailyScore(105, 75))
    data = (await OwnDataStore(database).data_of(ANN))["daily_deals"]
    assert [(one["number"], one["day"], one["own"]) for one in data] == [
        (1, "2026-11-23", 105),
        (2, "2026-11-24", None),
    ]
    who = await PeopleStore(database).begin_forgetting(ANN)
    await DailyStore(database).forget_in_daily(who)
    await DailyStore(database).begin_daily(
        begun, ANN, "Ann", LOG
    )  # they continue playing while they are being forgotten
    await PeopleStore(database).end_forgetting(ANN)
    assert not await OwnDataStore(database).knows(ANN)
    rows = await database.read(Statement("SELECT number, user_id, name, own FROM daily_attempts"))
    assert rows == [(1, who.former_id, FORMER_PLAYER, 105)]
    assert (await PeopleStore(database).begin_forgetting(BEN)).former_id > who.former_id


async def test_removed_server_takes_its_daily_deals_along(database: Database) -> None:
    for guild_id in (HOME, AWAY):
        place = (await DailyStore(database).draw_daily(a_deal(guild_id))).place
        await DailyStore(database).begin_daily(place, ANN, "Ann", LOG)
    assert {HOME, AWAY} <= set(await RetentionStore(database).servers())
    await RetentionStore(database).remove_server(HOME)
    assert await DailyStore(database).daily(DailyPlace(HOME, 1)) is None
    assert await DailyStore(database).daily_attempt(DailyPlace(HOME, 1), ANN) is None
    assert await DailyStore(database).daily_attempt(DailyPlace(AWAY, 1), ANN) is not None


@pytest.mark.parametrize("broken", ["seed = 'ff'", "options = '['", "rules_version = 0"])
async def test_damaged_daily_deal_is_reported(database: Database, broken: str) -> None:
    place = (await DailyStore(database).draw_daily(a_deal())).place
    await database.write(Statement(f"UPDATE daily_deals SET {broken}"))
    with pytest.raises(Damaged):
        await DailyStore(database).daily(place)
