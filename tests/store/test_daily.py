"""Daily deals, wherever they are stored: one a day for each server, one try for each person."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.database.database import Statement
from bot.database.protocol import Conflict, Damaged
from bot.models.former_players import FORMER_PLAYER
from bot.models.shuffles import MatchSeed
from bot.models.stored import LogEntry
from bot.models.stored_daily import DailyDeal, DailyPlace, DailyScore, DayPlayed
from bot.store import SqlStore
from tests.store.samples import ANN, BEN

HOME, AWAY = 501, 502
SEED = MatchSeed(bytes(range(32)))
LOG = tuple(LogEntry(number, number - 2, None, "pass", 0.0) for number in range(1, 4))


def a_deal(guild_id: int = HOME, day: str = "2026-11-23") -> DailyDeal:
    return DailyDeal(DailyPlace(guild_id, 0), day, "kentucky", {"deals": 1}, 2, SEED)


async def test_a_server_counts_its_own_deals_and_has_one_a_day(store: SqlStore) -> None:
    assert await store.daily_of_day(HOME, "2026-11-23") is None
    assert await store.next_daily(HOME) == 1
    first = await store.draw_daily(a_deal())
    again = await store.draw_daily(a_deal()._replace(seed=MatchSeed(bytes(32))))
    assert first == again == await store.daily_of_day(HOME, "2026-11-23")
    assert first == a_deal()._replace(place=DailyPlace(HOME, 1))
    later = await store.draw_daily(a_deal(day="2026-11-25"))
    assert later.place == (HOME, 2)
    assert (await store.draw_daily(a_deal(AWAY))).place == (AWAY, 1)
    assert await store.daily(later.place) == later
    assert await store.daily(DailyPlace(HOME, 3)) is None


async def test_somebody_goes_on_from_where_they_were_and_nowhere_else(store: SqlStore) -> None:
    place = (await store.draw_daily(a_deal())).place
    await store.begin_daily(place, ANN, "Ann", LOG[:2])
    await store.begin_daily(place, ANN, "Ann again", LOG)
    begun = await store.daily_attempt(place, ANN)
    assert begun is not None
    assert (begun.name, begun.log, begun.score) == ("Ann", LOG[:2], None)
    assert "pass" not in repr(begun)
    with pytest.raises(Conflict):
        await store.go_on_daily(place, ANN, 1, LOG, None)
    await store.go_on_daily(place, ANN, 2, LOG, DailyScore(105, -70))
    assert await store.daily_attempt(place, ANN) == replace(begun, log=LOG, score=DailyScore(105, -70))
    assert await store.daily_attempt(place, BEN) is None
    assert await store.daily_scores(place) == {ANN: DailyScore(105, -70)}


async def test_only_what_was_played_to_its_end_is_a_day_and_a_score(store: SqlStore) -> None:
    for day in ("2026-11-21", "2026-11-23", "2026-11-22"):
        place = (await store.draw_daily(a_deal(day=day))).place
        await store.begin_daily(place, ANN, "Ann", LOG)
        if day != "2026-11-22":
            await store.go_on_daily(place, ANN, 3, LOG, DailyScore(0, 0))
    assert await store.daily_days(HOME, ANN) == ["2026-11-23", "2026-11-21"]
    assert await store.daily_days(AWAY, ANN) == []
    assert await store.daily_scores(place) == {}


async def test_what_a_computer_made_of_it_is_kept(store: SqlStore) -> None:
    place = (await store.draw_daily(a_deal())).place
    await store.save_computer(place, DailyScore(-115, 55), -20)
    found = await store.daily(place)
    assert found is not None
    assert found.computer is not None
    assert (found.computer.ahead, found.par) == (-170, -20)


async def test_a_result_is_shared_once_it_is_one_and_once(store: SqlStore) -> None:
    place = (await store.draw_daily(a_deal())).place
    await store.begin_daily(place, ANN, "Ann", LOG)
    assert not await store.share_daily(place, ANN), "it goes on"
    await store.go_on_daily(place, ANN, 3, LOG, DailyScore(0, 0))
    assert not await store.share_daily(place, BEN)
    assert await store.share_daily(place, ANN)
    assert not await store.share_daily(place, ANN)
    attempt = await store.daily_attempt(place, ANN)
    assert attempt is not None
    assert attempt.is_shared
    assert await store.share_daily(place, ANN, is_shared=False)
    assert await store.share_daily(place, ANN)


async def test_how_many_somebody_left_behind_on_each_day(store: SqlStore) -> None:
    scores = {
        "2026-11-21": (50, 20, 50),
        "2026-11-22": (-30,),
        "2026-11-23": (None, 10),
        "2026-11-24": (5, -5),
    }
    for day, ended in scores.items():
        place = (await store.draw_daily(a_deal(day=day))).place
        for who, own in enumerate(ended, start=ANN):
            await store.begin_daily(place, who, "Somebody", LOG)
            await store.go_on_daily(place, who, 3, LOG, None if own is None else DailyScore(own, 0))
    await store.draw_daily(a_deal(AWAY, "2026-11-24"))
    expected = [DayPlayed("2026-11-24", 2, 1), DayPlayed("2026-11-22", 1, 0), DayPlayed("2026-11-21", 3, 1)]
    assert await store.daily_standings(HOME, ANN, 9) == expected
    assert await store.daily_standings(HOME, ANN, 1) == expected[:1]
    assert await store.daily_standings(AWAY, ANN, 9) == []


async def test_who_is_forgotten_leaves_a_score_and_no_unfinished_deal(store: SqlStore) -> None:
    ended = (await store.draw_daily(a_deal())).place
    begun = (await store.draw_daily(a_deal(day="2026-11-24"))).place
    for place in (ended, begun):
        await store.begin_daily(place, ANN, "Ann", LOG)
    await store.go_on_daily(ended, ANN, 3, LOG, DailyScore(105, 75))
    data = (await store.data_of(ANN))["daily_deals"]
    assert [(one["number"], one["day"], one["own"]) for one in data] == [
        (1, "2026-11-23", 105),
        (2, "2026-11-24", None),
    ]
    who = await store.begin_forgetting(ANN)
    await store.forget_in_daily(who)
    await store.begin_daily(begun, ANN, "Ann", LOG)  # they go on while they are being forgotten
    await store.end_forgetting(ANN)
    assert not await store.knows(ANN)
    rows = await store._database.read(Statement("SELECT number, user_id, name, own FROM daily_attempts"))
    assert rows == [(1, who.former_id, FORMER_PLAYER, 105)]
    assert (await store.begin_forgetting(BEN)).former_id > who.former_id


async def test_a_server_that_goes_takes_its_deals_along(store: SqlStore) -> None:
    for guild_id in (HOME, AWAY):
        place = (await store.draw_daily(a_deal(guild_id))).place
        await store.begin_daily(place, ANN, "Ann", LOG)
    assert {HOME, AWAY} <= set(await store.servers())
    await store.remove_server(HOME)
    assert await store.daily(DailyPlace(HOME, 1)) is None
    assert await store.daily_attempt(DailyPlace(HOME, 1), ANN) is None
    assert await store.daily_attempt(DailyPlace(AWAY, 1), ANN) is not None


@pytest.mark.parametrize("broken", ["seed = 'ff'", "options = '['", "rules_version = 0"])
async def test_a_damaged_deal_says_so(store: SqlStore, broken: str) -> None:
    place = (await store.draw_daily(a_deal())).place
    await store._database.write(Statement(f"UPDATE daily_deals SET {broken}"))
    with pytest.raises(Damaged):
        await store.daily(place)
