"""Leaderboards on every database: order, sums and names."""

from __future__ import annotations

from bot.database.database import Database, Statement
from bot.models.boards import Period
from bot.models.stored_figures import Figures
from bot.models.stored_results import DealPlayer, MatchPlayer, Results
from bot.stats.records import Records
from bot.stats.store.tallies import named
from bot.table.store.tables import TableStore
from rules.core.outcome import Ranking
from tests.database.ledgers import Hand, leaders, ledger_of, play, record_of, result_of
from tests.database.samples import (
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


async def ranking(database: Database, guild_id: int = HOME) -> list[tuple[int | None, int]]:
    """The places of a leaderboard, and the players on them."""
    return [(line.place, line.who.entrant[0]) for line in await leaders(database, guild_id)]


async def names_of(database: Database, who: int, guild_id: int = HOME) -> tuple[str, ...]:
    record = await record_of(database, who, guild_id=guild_id)
    assert record is not None
    return record.who.names


async def test_leaderboard_is_empty_before_the_first_match(database: Database) -> None:
    assert await leaders(database) == ()
    assert await record_of(database, ANN) is None


async def test_leaderboard_orders_by_wins_then_fewest_played_with_shared_places(
    database: Database,
) -> None:
    outcomes = {
        ANN: [True, True, False],  # two of three
        BEN: [True, True],  # two of two
        DAN: [True],
        CLEO: [True],  # as Dan, and later
        EVE: [False],
    }
    for user, matches in outcomes.items():
        for number, won in enumerate(matches):
            await finish_match(
                database, player(user, won=won), channel_id=user * 10 + number, at=1.7e9 - user
            )

    assert await ranking(database) == [(1, BEN), (2, ANN), (3, CLEO), (3, DAN), (5, EVE)]


async def test_computers_are_on_no_leaderboard(database: Database) -> None:
    computer = MatchPlayer(0, 0, None, "", "steady", 300, 1, won=True)
    await finish_match(database, computer, player(ANN, won=False))

    assert await ranking(database) == [(1, ANN)]


async def test_leaderboard_of_mixed_games_ignores_points(database: Database) -> None:
    """A Golden 10 match gives few points, a Club match thousands: each counts as one win."""
    results = {
        ANN: [("golden10_1988", Ranking.FEWEST, True, 3), ("club", Ranking.MOST, False, 12_000)],
        BEN: [("golden10_1988", Ranking.FEWEST, False, 9_000), ("kentucky", Ranking.MOST, True, 300)],
        CLEO: [("donkey", Ranking.CARDS, True, 1), ("tens", Ranking.CARDS, False, -20_000)],
    }
    for user, matches in results.items():
        for number, (game, kind, won, points) in enumerate(matches):
            one = player(user, won=won, points=points)
            await finish_match(database, one, game=game, ranking=kind, channel_id=user * 10 + number)

    assert await ranking(database) == [(1, ANN), (1, BEN), (1, CLEO)]


async def test_points_are_summed_within_a_game_and_only_where_they_decide(database: Database) -> None:
    matches = [
        ("kentucky", Ranking.MOST, False, -320),
        ("kentucky", Ranking.MOST, True, 520),
        ("one_high", Ranking.MOST, True, 700),
        ("golden10_1988", Ranking.FEWEST, True, 12),
        ("donkey", Ranking.CARDS, False, 1),
    ]
    for channel, (game, kind, won, points) in enumerate(matches):
        one = player(ANN, won=won, points=points)
        await finish_match(database, one, channel_id=channel, game=game, ranking=kind)
    await ledger_of(database).catch_up()
    records = Records(database)

    assert await records.by_game(HOME, (ANN,)) == (
        ("kentucky", Figures(matches=2, won=1, lost=1, points=200, points_matches=2)),
        ("donkey", Figures(matches=1, lost=1)),
        ("golden10_1988", Figures(matches=1, won=1, points=12, points_matches=1)),
        ("one_high", Figures(matches=1, won=1, points=700, points_matches=1)),
    )
    assert await records.by_game(AWAY, (ANN,)) == await records.by_game(HOME, (BEN,)) == ()


async def test_solo_match_counts_no_win_over_others(database: Database) -> None:
    await finish_match(database, player(ANN, won=True), game="clock", ranking=Ranking.SOLVED)

    assert await leaders(database) == ()
    assert await record_of(database, ANN) is await record_of(database, ANN, Period.CASUAL) is None
    [(game, figures)] = await Records(database).by_game(HOME, (ANN,), Period.CASUAL)
    assert (game, figures.matches, figures.won, figures.points_matches) == ("clock", 1, 1, 0)


async def test_bids_count_for_the_declarer_and_only_if_there_is_one(database: Database) -> None:
    table = await new_table(database)
    deals = (
        deal(1, ANN, BEN, None, None, declarer=0, made=True),
        deal(2, ANN, BEN, None, None, declarer=0, made=False),
        deal(3, ANN, BEN, None, None, declarer=2, made=True, trump=None),
        plain_deal(5, DealPlayer(0, ANN, None), DealPlayer(1, BEN, None)),
        deal(4, ANN, BEN, None, None, declarer=1, made=True),
    )
    ended = match(player(ANN, won=True), player(BEN, won=False, seat=1))
    await TableStore(database).append(table.id, entries(1), results=Results(deals, ended))

    assert {line.who.entrant: (line.figures.bids, line.figures.made) for line in await leaders(database)} == {
        (ANN,): (2, 1),
        (BEN,): (1, 1),
    }


async def test_deals_are_in_the_ledger_once_their_match_is_over(database: Database) -> None:
    table = await new_table(database)
    await TableStore(database).append(table.id, entries(1), results=Results((deal(1),)))
    assert await record_of(database, ANN) is None

    await TableStore(database).append(
        table.id, entries(2), results=Results(match=match(player(ANN, won=True)))
    )
    ann = await record_of(database, ANN)
    assert ann is not None
    assert (ann.figures.matches, ann.figures.deals) == (1, 1)


async def test_newest_name_on_a_server_is_shown_regardless_of_storing_order(
    database: Database,
) -> None:
    await finish_match(database, player(ANN, won=True, name="Annie"), channel_id=1, at=300.0)
    await finish_match(database, player(ANN, won=True, name="Ann"), channel_id=2, at=200.0)
    await finish_match(database, player(ANN, won=True, name="Visitor"), guild_id=AWAY, channel_id=3, at=9e9)

    assert await names_of(database, ANN) == ("Annie",)
    assert [line.who.names for line in await leaders(database)] == [("Annie",)]
    assert await names_of(database, ANN, AWAY) == ("Visitor",)


async def test_player_with_deals_and_no_finished_match_has_no_name_yet(database: Database) -> None:
    made = Hand(0, 120, (130, 50))
    sat = {1: {0: EVE}, 2: {0: ANN}}
    await play(database, result_of((ANN, BEN, CLEO, DAN), (made, made, made), 1.7e9, subs=sat))

    assert await names_of(database, EVE) == ("",)
    assert EVE not in {who for _, who in await ranking(database)}


async def test_damaged_name_is_shown_as_far_as_it_can_be_read(sqlite: Database) -> None:
    await finish_match(sqlite, player(ANN, won=True, name="Ann"))
    assert await names_of(sqlite, ANN) == ("Ann",)

    await sqlite.write(Statement("UPDATE match_players SET name = CAST(x'416eff6e' AS TEXT)"))
    assert [line.who.names for line in await leaders(sqlite)] == [("An\N{REPLACEMENT CHARACTER}n",)]


async def test_any_number_of_partners_can_be_named(database: Database) -> None:
    """Bug: SQLite takes 500 selects in a union at most: with more partners a record could not be read."""
    partners = [(user,) for user in range(1, 1_002)]
    assert [one.entrant for one in await named(database, HOME, partners)] == partners
