"""What every store counts: leaderboards and what one person has done."""

from dataclasses import replace

from bot.services.statistics import PlayerStats
from bot.store.protocol import Store
from bot.store.stored import MatchResult, Results, SeatRecord
from tests.store.samples import ANN, AWAY, BEN, HOME, deal, entries, finish_match, new_table, player

CLEO, DAN, EVE = 1003, 1004, 1005


async def ranking(store: Store, limit: int = 10) -> list[int]:
    return [stats.user_id for stats in await store.leaderboard(HOME, limit)]


async def test_nobody_leads_before_the_first_match(store: Store) -> None:
    assert await store.leaderboard(HOME, 10) == []
    assert await store.stats(HOME, ANN) is None


async def test_most_matches_won_leads_then_the_share_won_then_points(store: Store) -> None:
    outcomes = {
        ANN: [(True, 1), (True, 1), (False, 1)],  # two of three
        BEN: [(True, 0), (True, 0)],  # two of two
        CLEO: [(True, 900)],  # one of one, many points
        DAN: [(True, 300)],
        EVE: [(False, 990)],
    }
    for user, matches in outcomes.items():
        for number, (won, points) in enumerate(matches):
            await finish_match(store, player(user, won=won, points=points), channel_id=user * 10 + number)

    for limit in range(6):
        assert await ranking(store, limit) == [BEN, ANN, CLEO, DAN, EVE][:limit]


async def test_where_nobody_won_points_decide_whatever_the_number_of_matches(store: Store) -> None:
    await finish_match(store, player(ANN, won=False, points=-50), channel_id=1)
    await finish_match(store, player(BEN, won=False, points=20), channel_id=2)
    await finish_match(store, player(BEN, won=False, points=-30), channel_id=3)

    assert await ranking(store) == [BEN, ANN]
    assert await ranking(store, 1) == [BEN]


async def test_a_full_tie_is_broken_the_same_way_every_time(store: Store) -> None:
    await finish_match(store, *(player(user, won=True, points=300) for user in (CLEO, ANN, BEN)))

    assert await ranking(store) == [ANN, BEN, CLEO]


async def test_the_leaderboard_is_as_long_as_asked(store: Store) -> None:
    await finish_match(store, *(player(user, won=True, points=user) for user in (ANN, BEN, CLEO)))

    assert await ranking(store, 2) == [CLEO, BEN]
    assert await ranking(store, 0) == []


async def test_points_may_be_negative_and_are_summed(store: Store) -> None:
    await finish_match(store, player(ANN, won=False, points=-320), channel_id=1)
    await finish_match(store, player(ANN, won=True, points=120), channel_id=2)

    assert await store.stats(HOME, ANN) == PlayerStats(
        ANN, f"Player {ANN}", matches=2, won=1, points=-200, bids=0, made=0
    )


async def test_the_newest_name_is_shown_whichever_match_was_stored_last(store: Store) -> None:
    await finish_match(store, player(ANN, won=True, name="Annie"), channel_id=1, at=300.0)
    await finish_match(store, player(ANN, won=True, name="Ann"), channel_id=2, at=200.0)

    stats = await store.stats(HOME, ANN)
    assert stats is not None
    assert stats.name == "Annie"
    assert await store.leaderboard(HOME, 1) == [stats]


async def test_servers_do_not_mix(store: Store) -> None:
    away = await finish_match(
        store, player(ANN, won=True, name="Visitor"), player(BEN, won=True), guild_id=AWAY, at=9e9
    )
    await store.append(away, entries(2), results=Results((deal(1),)))
    await finish_match(store, player(ANN, won=False, points=10), channel_id=2)

    expected = PlayerStats(ANN, f"Player {ANN}", matches=1, won=0, points=10, bids=0, made=0)
    assert await store.leaderboard(HOME, 10) == [expected]
    assert await store.stats(HOME, ANN) == expected
    assert await store.stats(HOME, BEN) is None


async def test_bids_count_for_the_person_who_declared_and_only_if_one_did(store: Store) -> None:
    table = await new_table(store)
    deals = (
        deal(1, ANN, BEN, None, None, declarer=0, made=True),
        deal(2, ANN, BEN, None, None, declarer=0, made=False),
        deal(3, ANN, BEN, None, None, declarer=2, made=True, trump=None),
        deal(4, BEN, ANN, None, None, declarer=1, made=True),
    )
    match = MatchResult((player(ANN, won=True, points=5), player(BEN, won=False, seat=1)), 1.7e9)
    await store.append(table.id, entries(1), results=Results(deals, match))

    counts = {stats.user_id: (stats.bids, stats.made) for stats in await store.leaderboard(HOME, 10)}
    assert counts == {ANN: (3, 2), BEN: (0, 0)}
    for user, (bids, made) in counts.items():
        stats = await store.stats(HOME, user)
        assert stats is not None
        assert (stats.bids, stats.made) == (bids, made)


async def test_a_person_counts_from_the_first_finished_deal_and_ranks_from_the_first_match(
    store: Store,
) -> None:
    table = await new_table(store)
    seats = (SeatRecord(ANN, "Ann"), SeatRecord(BEN, "Ben"), SeatRecord(), SeatRecord())
    await store.append(
        table.id, entries(1), results=Results((deal(1, declarer=1),)), table=replace(table, seats=seats)
    )

    assert await store.stats(HOME, ANN) == PlayerStats(ANN, "Ann", matches=0, won=0, points=0, bids=0, made=0)
    assert await store.stats(HOME, BEN) == PlayerStats(BEN, "Ben", matches=0, won=0, points=0, bids=1, made=1)
    assert await store.leaderboard(HOME, 10) == []


async def test_who_left_before_the_first_match_ended_has_no_name_yet(store: Store) -> None:
    table = await new_table(store)
    await store.append(table.id, entries(1), results=Results((deal(1),)))

    assert await store.stats(HOME, ANN) == PlayerStats(ANN, "", matches=0, won=0, points=0, bids=1, made=1)
