"""What every store counts: leaderboards and what one person has done."""

from dataclasses import replace

from bot.store.protocol import Store
from bot.store.stored import SeatRecord
from bot.store.stored_results import DealPlayer, MatchPlayer, Results
from bot.store.stored_statistics import GameStats, PlayerStats
from rules.core.outcome import Ranking
from tests.store.samples import (
    ANN,
    AWAY,
    BEN,
    HOME,
    deal,
    entries,
    finish_match,
    match,
    new_table,
    plain_deal,
    player,
)

CLEO, DAN, EVE = 1003, 1004, 1005


async def ranking(store: Store, limit: int = 10) -> list[int]:
    return [stats.user_id for stats in await store.leaderboard(HOME, limit)]


async def test_nobody_leads_before_the_first_match(store: Store) -> None:
    assert await store.leaderboard(HOME, 10) == []
    assert await store.stats(HOME, ANN) is None


async def test_most_matches_won_leads_then_the_share_won_then_who_stood_there_first(store: Store) -> None:
    outcomes = {
        ANN: [True, True, False],  # two of three
        BEN: [True, True],  # two of two
        CLEO: [True],  # one of one, later than Dan
        DAN: [True],
        EVE: [False],
    }
    for user, matches in outcomes.items():
        for number, won in enumerate(matches):
            at = 1.7e9 - user
            await finish_match(store, player(user, won=won), channel_id=user * 10 + number, at=at)

    for limit in range(6):
        assert await ranking(store, limit) == [BEN, ANN, DAN, CLEO, EVE][:limit]


async def test_where_nobody_won_who_played_first_leads_whatever_the_number_of_matches(store: Store) -> None:
    await finish_match(store, player(ANN, won=False), channel_id=1, at=100.0)
    await finish_match(store, player(BEN, won=False), channel_id=2, at=200.0)
    await finish_match(store, player(ANN, won=False), channel_id=3, at=300.0)

    assert await ranking(store) == [BEN, ANN]
    assert await ranking(store, 1) == [BEN]


async def test_a_full_tie_is_broken_the_same_way_every_time(store: Store) -> None:
    await finish_match(store, *(player(user, won=True, points=300) for user in (CLEO, ANN, BEN)))

    assert await ranking(store) == [ANN, BEN, CLEO]


async def test_the_leaderboard_is_as_long_as_asked(store: Store) -> None:
    await finish_match(store, *(player(user, won=True) for user in (BEN, ANN, CLEO)))

    assert await ranking(store, 2) == [ANN, BEN]
    assert await ranking(store, 0) == []


async def test_a_leaderboard_of_mixed_games_orders_nobody_by_points(store: Store) -> None:
    """Golden 10's points are against a player, a Club match has thousands: neither is more than a win."""
    results = {
        ANN: [("golden10_1988", Ranking.FEWEST, True, 3), ("club", Ranking.MOST, False, 12_000)],
        BEN: [("golden10_1988", Ranking.FEWEST, False, 9_000), ("kentucky", Ranking.MOST, True, 300)],
        CLEO: [("donkey", Ranking.CARDS, True, 1), ("tens", Ranking.CARDS, False, -20_000)],
    }
    for shift in range(3):
        guild = 900 + shift
        people = [ANN, BEN, CLEO][shift:] + [ANN, BEN, CLEO][:shift]
        for place, user in enumerate(people):
            for number, (game, kind, won, points) in enumerate(results[user]):
                one = player(user, won=won, points=points)
                at = 1e9 + place
                channel = shift * 100 + user * 10 + number
                await finish_match(
                    store, one, game=game, ranking=kind, at=at, guild_id=guild, channel_id=channel
                )
        assert [stats.user_id for stats in await store.leaderboard(guild, 9)] == people


async def test_points_are_summed_within_a_game_and_only_where_the_most_win(store: Store) -> None:
    matches = [
        ("kentucky", Ranking.MOST, False, -320),
        ("kentucky", Ranking.MOST, True, 520),
        ("one_high", Ranking.MOST, True, 700),
        ("golden10_1988", Ranking.FEWEST, True, 12),
        ("donkey", Ranking.CARDS, False, 1),
        ("old_solitaire", Ranking.SOLVED, True, 40),
    ]
    for channel, (game, kind, won, points) in enumerate(matches):
        one = player(ANN, won=won, points=points)
        await finish_match(store, one, channel_id=channel, game=game, ranking=kind)

    assert await store.stats_by_game(HOME, ANN) == [
        GameStats("kentucky", Ranking.MOST, 2, 1, 200),
        GameStats("donkey", Ranking.CARDS, 1, 0, None),
        GameStats("golden10_1988", Ranking.FEWEST, 1, 1, None),
        GameStats("old_solitaire", Ranking.SOLVED, 1, 1, None),
        GameStats("one_high", Ranking.MOST, 1, 1, 700),
    ]
    assert await store.stats_by_game(AWAY, ANN) == await store.stats_by_game(HOME, BEN) == []


async def test_who_played_alone_has_won_against_nobody(store: Store) -> None:
    alone = replace(player(ANN, won=True, name="Ann"), counts=False)
    await finish_match(store, alone, game="clock", ranking=Ranking.SOLVED)

    assert await store.leaderboard(HOME, 10) == []
    assert await store.stats(HOME, ANN) == PlayerStats(ANN, "Ann", matches=0, won=0, bids=0, made=0)


async def test_computers_lead_no_leaderboard(store: Store) -> None:
    computer = MatchPlayer(0, 0, None, "", "steady", 300, 1, won=True)
    await finish_match(store, computer, player(ANN, won=False))

    assert await ranking(store) == [ANN]


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
    await finish_match(store, player(ANN, won=False), channel_id=2)

    expected = PlayerStats(ANN, f"Player {ANN}", matches=1, won=0, bids=0, made=0)
    assert await store.leaderboard(HOME, 10) == [expected]
    assert await store.stats(HOME, ANN) == expected
    assert await store.stats(HOME, BEN) is None


async def test_bids_count_for_the_person_who_declared_and_only_if_one_did(store: Store) -> None:
    table = await new_table(store)
    deals = (
        deal(1, ANN, BEN, None, None, declarer=0, made=True),
        deal(2, ANN, BEN, None, None, declarer=0, made=False),
        deal(3, ANN, BEN, None, None, declarer=2, made=True, trump=None),
        plain_deal(5, DealPlayer(0, ANN, None), DealPlayer(1, BEN, None)),
        deal(4, BEN, ANN, None, None, declarer=1, made=True),
    )
    ended = match(player(ANN, won=True), player(BEN, won=False, seat=1))
    await store.append(table.id, entries(1), results=Results(deals, ended))

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
        table.id, entries(1), results=Results((deal(1, declarer=1),)), table=table._replace(seats=seats)
    )

    assert await store.stats(HOME, ANN) == PlayerStats(ANN, "Ann", matches=0, won=0, bids=0, made=0)
    assert await store.stats(HOME, BEN) == PlayerStats(BEN, "Ben", matches=0, won=0, bids=1, made=1)
    assert await store.leaderboard(HOME, 10) == []


async def test_who_left_before_the_first_match_ended_has_no_name_yet(store: Store) -> None:
    table = await new_table(store)
    await store.append(table.id, entries(1), results=Results((deal(1),)))

    assert await store.stats(HOME, ANN) == PlayerStats(ANN, "", matches=0, won=0, bids=1, made=1)
