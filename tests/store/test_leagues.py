"""What every store keeps of leagues: seasons, who competes, what is played, what was done."""

from dataclasses import replace
from pathlib import Path

import pytest

from bot.database.protocol import Conflict, NameTaken, Store
from bot.models.former_players import FORMER_PLAYER
from bot.models.stored import Settled, Status
from bot.models.stored_league import (
    Absent,
    Did,
    LeagueAct,
    MatchState,
    PairRequest,
    PaperMatch,
    ScheduledMatch,
    SeasonMatch,
)
from bot.models.stored_results import Results
from bot.store import SqlStore
from bot.table.store.repairs import RepairStore
from tests.store.leagues import BEGUN, CLEO, DAN, act, entry, new_league, two_pairs
from tests.store.samples import ANN, AWAY, BEN, HOME, entries, match, new_table, player


async def test_a_league_comes_back_with_its_first_season(store: Store) -> None:
    league, season = await new_league(store)

    assert await store.league(league.id) == league
    assert await store.league_named(HOME, " tuesday  LEAGUE ") == league
    assert await store.leagues_of(HOME) == [league]
    assert await store.seasons_of(league.id) == [season]
    assert (season.league_id, season.number) == (league.id, 1)


async def test_a_name_is_a_leagues_of_one_server(store: Store) -> None:
    league, _ = await new_league(store)
    with pytest.raises(NameTaken):
        await new_league(store, "TUESDAY league")
    await new_league(store, guild_id=AWAY)

    assert await store.leagues_of(HOME) == [league]
    assert await store.league_named(AWAY, "Wednesday League") is None


async def test_what_a_league_allows_and_who_organizes_it_change_apart(store: Store) -> None:
    """Two change it at the same moment: neither takes back what the other has done."""
    league, _ = await new_league(store)
    changed = act(Did.CHANGED, league)
    await store.set_organizers(77, changed)
    await store.set_computers(not league.computers, changed)

    stored = await store.league(league.id)
    assert stored == replace(league, computers=not league.computers, organizer_role=77)
    await store.set_organizers(None, changed)
    assert (await store.leagues_of(HOME))[0].organizer_role is None
    assert [one.what for one in await store.league_acts(league.id, 3)] == [Did.CHANGED] * 3


async def test_a_league_that_moved_meanwhile_stands_where_it_moved_to(store: Store) -> None:
    """Its message was being posted in the channel before, or that channel was found to be gone."""
    league, _ = await new_league(store)
    await store.set_league_place(league.id, 11)
    assert await store.set_league_message(league.id, 11, 5)
    await store.set_league_place(league.id, 12)
    assert not await store.set_league_message(league.id, 11, 6)
    await store.lose_league_place(league.id, 11)

    assert await store.posted_leagues() == [replace(league, channel_id=12)]
    await store.lose_league_place(league.id, 12)
    assert await store.posted_leagues() == []


async def test_a_league_has_one_open_season(store: Store) -> None:
    league, season = await new_league(store)
    second = replace(season, number=2)
    with pytest.raises(Conflict):
        await store.open_season(second, act(Did.OPENED, league))
    assert await store.close_season(season.id, BEGUN + 9, act(Did.CLOSED, league, season))
    assert not await store.close_season(season.id, BEGUN + 10, act(Did.CLOSED, league, season))
    second = await store.open_season(second, act(Did.OPENED, league))

    assert await store.seasons_of(league.id) == [second, replace(season, closed_at=BEGUN + 9)]
    assert [one.what for one in await store.league_acts(league.id, 9)] == [
        Did.OPENED,
        Did.CLOSED,
        Did.CREATED,
    ]


async def test_a_season_is_due_when_its_time_is_over(store: Store) -> None:
    league, season = await new_league(store)
    assert await store.next_season_end() is None
    await store.close_season(season.id, BEGUN, act(Did.CLOSED, league))
    timed = await store.open_season(replace(season, number=2, ends_at=BEGUN + 50), act(Did.OPENED, league))

    assert await store.next_season_end() == BEGUN + 50
    assert await store.seasons_due(BEGUN + 49) == []
    assert await store.seasons_due(BEGUN + 50) == [timed]


async def test_whoever_leaves_a_season_stays_on_its_roster(store: Store) -> None:
    _, season = await new_league(store)
    await two_pairs(store, season)
    await store.leave_season(season.id, (ANN, BEN), BEGUN + 5)
    left = replace(entry(ANN, BEN), left_at=BEGUN + 5)
    assert await store.roster(season.id) == [left, entry(CLEO, DAN, at=BEGUN + 1)]
    await store.enter(season.id, entry(ANN, BEN, at=BEGUN + 6))
    assert (await store.roster(season.id))[0] == entry(ANN, BEN)


async def test_two_who_become_a_pair_settle_all_they_were_asked(store: Store) -> None:
    _, season = await new_league(store)
    asked = [
        PairRequest(season.id, ANN, BEN, "Ann", "Ben", BEGUN),
        PairRequest(season.id, CLEO, ANN, "Cleo", "Ann", BEGUN + 1),
        PairRequest(season.id, DAN, CLEO, "Dan", "Cleo", BEGUN + 2),
    ]
    for one in asked:
        await store.ask_to_pair(one)
    other = asked[2]._replace(asked=7, asked_name="Gus", at=BEGUN + 3)
    await store.ask_to_pair(other)
    assert await store.pair_requests(season.id) == [*asked[:2], other]
    await store.place_request(asked[2], 5, 6)
    await store.place_request(other, 5, 7)
    other = other._replace(channel_id=5, message_id=7)
    assert await store.pair_requests(season.id) == [*asked[:2], other], "the other waits no more"
    await store.enter(season.id, entry(ANN, BEN))
    assert await store.pair_requests(season.id) == [other]
    await store.withdraw_request(season.id, DAN)
    assert await store.pair_requests(season.id) == []


async def league_table(store: Store, season_id: int, channel_id: int = 1) -> int:
    """A table of a season, opened in a channel."""
    plain = await new_table(store, channel_id)
    await store.save_table(plain._replace(channel_id=900 + plain.id))
    table = await store.create_table(plain._replace(id=0, settled=Settled.PEOPLE), season_id)
    return table.id


async def finish(store: Store, table_id: int, at: float = 1.7e9, *, broken_off: bool = False) -> None:
    """End the match of a table."""
    result = match(player(ANN, won=True, points=300), player(CLEO, won=False, seat=1), at=at)
    result = replace(result, broken_off=broken_off)
    await store.append(table_id, entries(1), results=Results(match=result))


async def test_a_table_of_a_season_is_that_from_the_moment_it_is_there(store: Store) -> None:
    _, season = await new_league(store)
    table_id = await league_table(store, season.id)
    table = await store.table(table_id)

    assert table is not None
    assert table.settled is Settled.PEOPLE
    assert await store.season_match(table_id) == SeasonMatch(table_id, season.id)
    assert await store.season_match(table_id - 1) is None
    assert await store.newest_matches(season.id, 9) == []
    assert await store.number_of_matches(season.id) == 0


async def test_the_tables_that_say_how_their_season_stands_are_found(store: Store) -> None:
    league, season = await new_league(store)
    assert await store.season_tables_to_tell() == []
    first, _ = await league_table(store, season.id, 1), await league_table(store, season.id, 2)
    assert await store.season_tables_to_tell() == [(league.id, 1), (league.id, 2)]
    begun = await store.table(first)
    assert begun is not None
    await store.save_table(begun._replace(status=Status.PLAYING))
    assert await store.season_tables_to_tell() == [(league.id, 2)]
    await store.close_season(season.id, BEGUN, act(Did.CLOSED, league, season))
    assert await store.season_tables_to_tell() == [(league.id, 1), (league.id, 2)]
    await store.save_table(begun._replace(status=Status.FINISHED))
    assert await store.season_tables_to_tell() == [(league.id, 2)]


async def test_a_match_that_is_over_is_listed_with_what_was_ruled(store: Store) -> None:
    league, season = await new_league(store)
    first, second = await league_table(store, season.id, 1), await league_table(store, season.id, 2)
    sides = {0: (ANN, BEN), 1: (CLEO, DAN)}
    await store.line_up(first, {0: (CLEO, DAN), 1: (ANN, BEN)}, None)
    await store.line_up(first, sides, 4)
    for table_id in (first, second):
        await finish(store, table_id)
    ruled = SeasonMatch(first, season.id, 4, MatchState.VOID, {0: 280, 1: -20}, plays_for=sides)
    await store.rule_match(ruled, act(Did.CORRECTED, league, season, reason="misread"))

    assert await store.newest_matches(season.id, 9) == [SeasonMatch(second, season.id), ruled]
    assert await store.newest_matches(season.id, 1, 1) == [ruled]
    assert await store.number_of_matches(season.id) == 2
    [done, _] = await store.league_acts(league.id, 2)
    assert (done.what, done.reason) == (Did.CORRECTED, "misread")


async def test_matches_are_listed_by_when_they_ended_whichever_table_was_opened_first(store: Store) -> None:
    _, season = await new_league(store)
    first, second, third = [await league_table(store, season.id, channel) for channel in (1, 2, 3)]
    for table_id, at in ((second, 1.6e9), (third, 1.7e9), (first, 1.8e9)):
        await finish(store, table_id, at)
    listed = [one.table_id for one in await store.newest_matches(season.id, 9)]
    assert listed == [first, third, second]


async def test_a_schedule_takes_the_place_of_the_one_before(store: Store) -> None:
    league, season = await new_league(store)
    one = ScheduledMatch(1, 1, (ANN, BEN), (CLEO, DAN))
    other = ScheduledMatch(2, 2, (CLEO, DAN), (ANN, BEN))
    drawn = act(Did.DREW, league, season)
    await store.draw_schedule(season.id, [other, one], drawn)
    assert await store.schedule(season.id) == [one, other]
    table_id = await league_table(store, season.id)
    await store.line_up(table_id, {}, 2)
    assert await store.played_fixtures(season.id) == frozenset()
    await finish(store, table_id)
    assert await store.played_fixtures(season.id) == {2}
    await store.forfeit(season.id, 1, Absent.AWAY, act(Did.FORFEITED, league, season))
    assert await store.schedule(season.id) == [replace(one, absent=Absent.AWAY), other]
    await store.draw_schedule(season.id, [one], drawn)
    assert await store.schedule(season.id) == [one]
    assert await store.played_fixtures(season.id) == frozenset()


async def test_a_match_that_was_only_broken_off_is_known_from_one_that_was_played(store: Store) -> None:
    _, season = await new_league(store)
    first, second, again = [await league_table(store, season.id, channel) for channel in (1, 2, 3)]
    for table_id, fixture in ((first, 1), (second, 2), (again, 2)):
        await store.line_up(table_id, {}, fixture)
    for table_id in (first, second):
        await finish(store, table_id, broken_off=True)
    assert await store.fixtures_broken_off(season.id) == {1, 2}
    await finish(store, again)
    assert await store.fixtures_broken_off(season.id) == {1}
    await store.rule_match(SeasonMatch(first, season.id, 1, MatchState.VOID))
    assert await store.fixtures_broken_off(season.id) == frozenset()


async def test_a_void_match_leaves_its_place_on_the_schedule_open(store: Store) -> None:
    _, season = await new_league(store)
    table_id = await league_table(store, season.id)
    await store.line_up(table_id, {}, 1)
    await finish(store, table_id)
    await store.rule_match(SeasonMatch(table_id, season.id, 1, MatchState.VOID))
    assert await store.played_fixtures(season.id) == frozenset()


async def test_a_match_with_real_cards_waits_until_it_is_let_go_of(store: Store) -> None:
    _, season = await new_league(store)
    assert await store.oldest_paper() is None
    paper = await store.keep_paper(PaperMatch(0, season.id, "{}", ANN, BEGUN))
    await store.set_paper_place(paper.id, 11, 12)
    placed = replace(paper, channel_id=11, message_id=12)

    assert await store.paper(paper.id) == placed
    assert await store.oldest_paper() == BEGUN
    assert await store.paper_since(BEGUN - 1) == []
    assert await store.paper_since(BEGUN) == [placed]
    assert (await store.unfinished_in(season.id, BEGUN - 1)).unconfirmed == 1
    assert (await store.unfinished_in(season.id, BEGUN)).unconfirmed == 0, "it has waited long enough"
    assert await store.remove_paper(paper.id)
    assert not await store.remove_paper(paper.id)
    assert await store.paper(paper.id) is None


async def test_a_match_waits_no_more_once_its_season_is_closed(store: Store) -> None:
    league, season = await new_league(store)
    _, other = await new_league(store, name="Friday")
    paper = await store.keep_paper(PaperMatch(0, season.id, "{}", ANN, BEGUN))
    stays = await store.keep_paper(PaperMatch(0, other.id, "{}", ANN, BEGUN))
    assert await store.close_season(season.id, BEGUN, act(Did.CLOSED, league, season))
    assert await store.paper_since(0) == [replace(paper, at=0)]
    assert await store.paper(stays.id) == stays


async def test_the_number_of_a_match_that_waited_is_never_used_again(store: Store) -> None:
    """Else a button on its message, or a form that somebody is filling in, would be to another match."""
    _, season = await new_league(store)

    async def keep(at: float) -> int:
        return (await store.keep_paper(PaperMatch(0, season.id, "{}", ANN, at))).id

    at_once = [await keep(BEGUN), await keep(BEGUN)]
    for number in at_once:
        await store.remove_paper(number)
    later = await keep(BEGUN + 60)
    assert len({*at_once, later}) == 3


async def test_a_repaired_table_takes_its_place_in_the_season(store: SqlStore) -> None:
    _, season = await new_league(store)
    table_id = await league_table(store, season.id)
    await store.line_up(table_id, {0: (ANN, BEN)}, 3)
    table, log = await RepairStore.readable_part(store, table_id)
    mended = await store.repair(table, log, 0, None)

    assert await store.season_match(table_id) is None
    assert await store.season_match(mended.id) == SeasonMatch(
        mended.id, season.id, 3, plays_for={0: (ANN, BEN)}
    )


async def test_a_forgotten_player_stays_in_every_table_under_no_name(store: SqlStore) -> None:
    """Who is forgotten gets a low number, so a pair changes its order."""
    league, season = await new_league(store)
    await two_pairs(store, season)
    table_id = await league_table(store, season.id)
    await store.line_up(table_id, {0: (ANN, BEN)}, None)
    await store.draw_schedule(
        season.id, [ScheduledMatch(1, 1, (CLEO, DAN), (ANN, BEN))], act(Did.DREW, league)
    )
    await store.ask_to_pair(PairRequest(season.id, BEN, 7, "Ben", "Gus", BEGUN))
    told = LeagueAct(
        league.id, CLEO, Did.TOOK_OUT, BEGUN, season.id, about=BEN, reason="Player 1002 was rude"
    )
    await store.leave_season(season.id, (CLEO, DAN), BEGUN + 2, told)
    assert await store.knows(BEN)
    assert [one["name"] for one in (await store.data_of(BEN))["seasons"]] == ["Tuesday League"]

    who = (await store.begin_forgetting(BEN))._replace(former_id=3)
    await store.unsay(who)
    await store.forget_in_leagues(who)

    left = await store.data_of(BEN)
    assert [kind for kind, rows in left.items() if rows] == ["forgetting"]
    [first, _] = await store.roster(season.id)
    assert (first.entrant, first.names) == ((3, ANN), (FORMER_PLAYER, f"Player {ANN}"))
    kept = await store.season_match(table_id)
    assert kept is not None
    assert kept.plays_for == {0: (3, ANN)}
    assert (await store.schedule(season.id))[0].away == (3, ANN)
    assert await store.pair_requests(season.id) == []
    [newest, *_] = await store.league_acts(league.id, 1)
    assert (newest.about, newest.reason) == (3, "-")


async def test_a_server_that_goes_leaves_the_name_of_no_league_in_a_file(
    sqlite: SqlStore, path: Path
) -> None:
    await new_league(sqlite, name="Zanzibar")
    await sqlite.remove_server(HOME)
    left = b"".join(file.read_bytes() for file in path.parent.iterdir())
    assert b"Zanzibar" not in left


async def test_a_server_that_goes_takes_its_leagues_along(store: SqlStore) -> None:
    league, season = await new_league(store)
    await two_pairs(store, season)
    away, _ = await new_league(store, guild_id=AWAY)
    await league_table(store, season.id)
    assert HOME in await store.servers()
    await store.remove_server(HOME)

    assert await store.leagues_of(HOME) == []
    assert await store.seasons_of(league.id) == []
    assert await store.servers() == [AWAY]
    assert await store.leagues_of(AWAY) == [away]
