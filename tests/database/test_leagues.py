"""What every store keeps of leagues: seasons, rosters, matches and actions."""

from dataclasses import replace
from pathlib import Path

import pytest

from bot.common.text import FORMER_PLAYER
from bot.database.database import Conflict, Database, NameTaken
from bot.league.store.acts import LeagueActStore
from bot.league.store.leagues import LeagueStore
from bot.league.store.matches import SeasonMatchStore
from bot.league.store.paper_matches import PaperMatchStore
from bot.league.store.rosters import RosterStore
from bot.maintenance.store import RetentionStore
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
from bot.models.stored_tables import Settled, Status
from bot.people.store.own_data import OwnDataStore
from bot.people.store.people import PeopleStore
from bot.table.store.repairs import RepairStore
from bot.table.store.seasons import SeasonPlaceStore
from bot.table.store.tables import TableStore
from tests.database.leagues import BEGUN, CLEO, DAN, act, entry, new_league, two_pairs
from tests.database.samples import ANN, AWAY, BEN, HOME, entries, match, new_table, player


async def test_league_loads_with_its_first_season(database: Database) -> None:
    league, season = await new_league(database)

    assert await LeagueStore(database).league(league.id) == league
    assert await LeagueStore(database).league_named(HOME, " tuesday  LEAGUE ") == league
    assert await LeagueStore(database).leagues_of(HOME) == [league]
    assert await LeagueStore(database).seasons_of(league.id) == [season]
    assert (season.league_id, season.number) == (league.id, 1)


async def test_league_name_is_unique_on_its_server(database: Database) -> None:
    league, _ = await new_league(database)
    with pytest.raises(NameTaken):
        await new_league(database, "TUESDAY league")
    await new_league(database, guild_id=AWAY)

    assert await LeagueStore(database).leagues_of(HOME) == [league]
    assert await LeagueStore(database).league_named(AWAY, "Wednesday League") is None


async def test_league_options_and_organizers_change_independently(database: Database) -> None:
    """Two organizers at the same moment: neither reverts the other's change."""
    league, _ = await new_league(database)
    changed = act(Did.CHANGED, league)
    await LeagueStore(database).set_organizers(77, changed)
    await LeagueStore(database).set_computers(not league.computers, changed)

    stored = await LeagueStore(database).league(league.id)
    assert stored == replace(league, computers=not league.computers, organizer_role=77)
    await LeagueStore(database).set_organizers(None, changed)
    assert (await LeagueStore(database).leagues_of(HOME))[0].organizer_role is None
    assert [one.what for one in await LeagueActStore(database).league_acts(league.id, 3)] == [Did.CHANGED] * 3


async def test_moved_league_keeps_its_new_channel(database: Database) -> None:
    """Its message was being posted in the earlier channel, or that channel was deleted."""
    league, _ = await new_league(database)
    await LeagueStore(database).set_league_place(league.id, 11)
    assert await LeagueStore(database).set_league_message(league.id, 11, 5)
    await LeagueStore(database).set_league_place(league.id, 12)
    assert not await LeagueStore(database).set_league_message(league.id, 11, 6)
    await LeagueStore(database).lose_league_place(league.id, 11)

    assert await LeagueStore(database).posted_leagues() == [replace(league, channel_id=12)]
    await LeagueStore(database).lose_league_place(league.id, 12)
    assert await LeagueStore(database).posted_leagues() == []


async def test_league_has_one_open_season(database: Database) -> None:
    league, season = await new_league(database)
    second = replace(season, number=2)
    with pytest.raises(Conflict):
        await LeagueStore(database).open_season(second, act(Did.OPENED, league))
    assert await LeagueStore(database).close_season(season.id, act(Did.CLOSED, league, season, at=BEGUN + 9))
    assert not await LeagueStore(database).close_season(
        season.id, act(Did.CLOSED, league, season, at=BEGUN + 10)
    )
    second = await LeagueStore(database).open_season(second, act(Did.OPENED, league))

    assert await LeagueStore(database).seasons_of(league.id) == [second, replace(season, closed_at=BEGUN + 9)]
    assert [one.what for one in await LeagueActStore(database).league_acts(league.id, 9)] == [
        Did.OPENED,
        Did.CLOSED,
        Did.CREATED,
    ]


async def test_season_is_due_when_its_time_is_over(database: Database) -> None:
    league, season = await new_league(database)
    assert await LeagueStore(database).next_season_end() is None
    await LeagueStore(database).close_season(season.id, act(Did.CLOSED, league))
    timed = await LeagueStore(database).open_season(
        replace(season, number=2, ends_at=BEGUN + 50), act(Did.OPENED, league)
    )

    assert await LeagueStore(database).next_season_end() == BEGUN + 50
    assert await LeagueStore(database).seasons_due(BEGUN + 49) == []
    assert await LeagueStore(database).seasons_due(BEGUN + 50) == [timed]


async def test_player_who_leaves_a_season_stays_on_its_roster(database: Database) -> None:
    _, season = await new_league(database)
    await two_pairs(database, season)
    await RosterStore(database).leave_season(season.id, (ANN, BEN), BEGUN + 5)
    left = replace(entry(ANN, BEN), left_at=BEGUN + 5)
    assert await RosterStore(database).roster(season.id) == [left, entry(CLEO, DAN, at=BEGUN + 1)]
    await RosterStore(database).enter(season.id, entry(ANN, BEN, at=BEGUN + 6))
    assert (await RosterStore(database).roster(season.id))[0] == entry(ANN, BEN)


async def test_new_pair_settles_all_its_invitations(database: Database) -> None:
    _, season = await new_league(database)
    asked = [
        PairRequest(season.id, ANN, BEN, "Ann", "Ben", BEGUN),
        PairRequest(season.id, CLEO, ANN, "Cleo", "Ann", BEGUN + 1),
        PairRequest(season.id, DAN, CLEO, "Dan", "Cleo", BEGUN + 2),
    ]
    for one in asked:
        await RosterStore(database).ask_to_pair(one)
    other = asked[2]._replace(asked=7, asked_name="Gus", at=BEGUN + 3)
    await RosterStore(database).ask_to_pair(other)
    assert await RosterStore(database).pair_requests(season.id) == [*asked[:2], other]
    await RosterStore(database).place_request(asked[2], 5, 6)
    await RosterStore(database).place_request(other, 5, 7)
    other = other._replace(channel_id=5, message_id=7)
    assert await RosterStore(database).pair_requests(season.id) == [*asked[:2], other], (
        "the other waits no more"
    )
    await RosterStore(database).enter(season.id, entry(ANN, BEN))
    assert await RosterStore(database).pair_requests(season.id) == [other]
    await RosterStore(database).withdraw_request(season.id, DAN)
    assert await RosterStore(database).pair_requests(season.id) == []


async def league_table(database: Database, season_id: int, channel_id: int = 1) -> int:
    """A table of a season, opened in a channel."""
    plain = await new_table(database, channel_id)
    await TableStore(database).save_table(plain._replace(channel_id=900 + plain.id))
    table = await TableStore(database).create_table(plain._replace(id=0, settled=Settled.PEOPLE), season_id)
    return table.id


async def finish(database: Database, table_id: int, at: float = 1.7e9, *, broken_off: bool = False) -> None:
    """End the match of a table."""
    result = match(player(ANN, won=True, points=300), player(CLEO, won=False, seat=1), at=at)
    result = replace(result, broken_off=broken_off)
    await TableStore(database).append(table_id, entries(1), results=Results(match=result))


async def test_table_of_a_season_is_linked_from_its_creation(database: Database) -> None:
    _, season = await new_league(database)
    table_id = await league_table(database, season.id)
    table = await TableStore(database).table(table_id)

    assert table is not None
    assert table.settled is Settled.PEOPLE
    assert await SeasonPlaceStore(database).season_match(table_id) == SeasonMatch(table_id, season.id)
    assert await SeasonPlaceStore(database).season_match(table_id - 1) is None
    assert await SeasonMatchStore(database).newest_matches(season.id, 9) == []
    assert await SeasonMatchStore(database).number_of_matches(season.id) == 0


async def test_tables_that_show_their_seasons_standings_are_found(database: Database) -> None:
    league, season = await new_league(database)
    assert await SeasonMatchStore(database).season_tables_to_tell() == []
    first, _ = await league_table(database, season.id, 1), await league_table(database, season.id, 2)
    assert await SeasonMatchStore(database).season_tables_to_tell() == [(league.id, 1), (league.id, 2)]
    begun = await TableStore(database).table(first)
    assert begun is not None
    await TableStore(database).save_table(begun._replace(status=Status.PLAYING))
    assert await SeasonMatchStore(database).season_tables_to_tell() == [(league.id, 2)]
    await LeagueStore(database).close_season(season.id, act(Did.CLOSED, league, season))
    assert await SeasonMatchStore(database).season_tables_to_tell() == [(league.id, 1), (league.id, 2)]
    await TableStore(database).save_table(begun._replace(status=Status.FINISHED))
    assert await SeasonMatchStore(database).season_tables_to_tell() == [(league.id, 2)]


async def test_finished_match_is_listed_with_its_rulings(database: Database) -> None:
    league, season = await new_league(database)
    first, second = await league_table(database, season.id, 1), await league_table(database, season.id, 2)
    sides = {0: (ANN, BEN), 1: (CLEO, DAN)}
    await SeasonPlaceStore(database).line_up(first, {0: (CLEO, DAN), 1: (ANN, BEN)}, None)
    await SeasonPlaceStore(database).line_up(first, sides, 4)
    for table_id in (first, second):
        await finish(database, table_id)
    ruled = SeasonMatch(first, season.id, 4, MatchState.VOID, {0: 280, 1: -20}, plays_for=sides)
    await SeasonMatchStore(database).rule_match(ruled, act(Did.CORRECTED, league, season, reason="misread"))

    assert await SeasonMatchStore(database).newest_matches(season.id, 9) == [
        SeasonMatch(second, season.id),
        ruled,
    ]
    assert await SeasonMatchStore(database).newest_matches(season.id, 1, 1) == [ruled]
    assert await SeasonMatchStore(database).number_of_matches(season.id) == 2
    [done, _] = await LeagueActStore(database).league_acts(league.id, 2)
    assert (done.what, done.reason) == (Did.CORRECTED, "misread")


async def test_matches_are_listed_by_end_regardless_of_opening(
    database: Database,
) -> None:
    _, season = await new_league(database)
    first, second, third = [await league_table(database, season.id, channel) for channel in (1, 2, 3)]
    for table_id, at in ((second, 1.6e9), (third, 1.7e9), (first, 1.8e9)):
        await finish(database, table_id, at)
    listed = [one.table_id for one in await SeasonMatchStore(database).newest_matches(season.id, 9)]
    assert listed == [first, third, second]


async def test_new_schedule_replaces_the_one_before(database: Database) -> None:
    league, season = await new_league(database)
    one = ScheduledMatch(1, 1, (ANN, BEN), (CLEO, DAN))
    other = ScheduledMatch(2, 2, (CLEO, DAN), (ANN, BEN))
    drawn = act(Did.DREW, league, season)
    await SeasonMatchStore(database).draw_schedule(season.id, [other, one], drawn)
    assert await SeasonPlaceStore(database).schedule(season.id) == [one, other]
    table_id = await league_table(database, season.id)
    await SeasonPlaceStore(database).line_up(table_id, {}, 2)
    assert await SeasonPlaceStore(database).played_fixtures(season.id) == frozenset()
    await finish(database, table_id)
    assert await SeasonPlaceStore(database).played_fixtures(season.id) == {2}
    await SeasonMatchStore(database).forfeit(season.id, 1, Absent.AWAY, act(Did.FORFEITED, league, season))
    assert await SeasonPlaceStore(database).schedule(season.id) == [replace(one, absent=Absent.AWAY), other]
    await SeasonMatchStore(database).draw_schedule(season.id, [one], drawn)
    assert await SeasonPlaceStore(database).schedule(season.id) == [one]
    assert await SeasonPlaceStore(database).played_fixtures(season.id) == frozenset()


async def test_broken_off_match_is_told_from_a_played_one(database: Database) -> None:
    _, season = await new_league(database)
    first, second, again = [await league_table(database, season.id, channel) for channel in (1, 2, 3)]
    for table_id, fixture in ((first, 1), (second, 2), (again, 2)):
        await SeasonPlaceStore(database).line_up(table_id, {}, fixture)
    for table_id in (first, second):
        await finish(database, table_id, broken_off=True)
    assert await SeasonMatchStore(database).fixtures_broken_off(season.id) == {1, 2}
    await finish(database, again)
    assert await SeasonMatchStore(database).fixtures_broken_off(season.id) == {1}
    await SeasonMatchStore(database).rule_match(SeasonMatch(first, season.id, 1, MatchState.VOID))
    assert await SeasonMatchStore(database).fixtures_broken_off(season.id) == frozenset()


async def test_void_match_leaves_its_place_on_the_schedule_open(database: Database) -> None:
    _, season = await new_league(database)
    table_id = await league_table(database, season.id)
    await SeasonPlaceStore(database).line_up(table_id, {}, 1)
    await finish(database, table_id)
    await SeasonMatchStore(database).rule_match(SeasonMatch(table_id, season.id, 1, MatchState.VOID))
    assert await SeasonPlaceStore(database).played_fixtures(season.id) == frozenset()


async def test_recorded_match_waits_until_it_is_discarded(database: Database) -> None:
    _, season = await new_league(database)
    assert await PaperMatchStore(database).oldest_paper() is None
    paper = await PaperMatchStore(database).keep_paper(PaperMatch(0, season.id, "{}", ANN, BEGUN))
    await PaperMatchStore(database).set_paper_place(paper.id, 11, 12)
    placed = replace(paper, channel_id=11, message_id=12)

    assert await PaperMatchStore(database).paper(paper.id) == placed
    assert await PaperMatchStore(database).oldest_paper() == BEGUN
    assert await PaperMatchStore(database).paper_until(BEGUN - 1) == []
    assert await PaperMatchStore(database).paper_until(BEGUN) == [placed]
    assert (await SeasonMatchStore(database).unfinished_in(season.id, BEGUN - 1)).unconfirmed == 1
    assert (await SeasonMatchStore(database).unfinished_in(season.id, BEGUN)).unconfirmed == 0, (
        "it has waited long enough"
    )
    assert await PaperMatchStore(database).remove_paper(paper.id)
    assert not await PaperMatchStore(database).remove_paper(paper.id)
    assert await PaperMatchStore(database).paper(paper.id) is None


async def test_recorded_match_waits_no_longer_once_its_season_is_closed(database: Database) -> None:
    league, season = await new_league(database)
    _, other = await new_league(database, name="Friday")
    paper = await PaperMatchStore(database).keep_paper(PaperMatch(0, season.id, "{}", ANN, BEGUN))
    stays = await PaperMatchStore(database).keep_paper(PaperMatch(0, other.id, "{}", ANN, BEGUN))
    assert await LeagueStore(database).close_season(season.id, act(Did.CLOSED, league, season))
    assert await PaperMatchStore(database).paper_until(0) == [replace(paper, at=0)]
    assert await PaperMatchStore(database).paper(stays.id) == stays


async def test_number_of_a_waiting_match_is_never_used_again(database: Database) -> None:
    """Else a button on its message, or a form still open, would belong to another match."""
    _, season = await new_league(database)

    async def keep(at: float) -> int:
        return (await PaperMatchStore(database).keep_paper(PaperMatch(0, season.id, "{}", ANN, at))).id

    at_once = [await keep(BEGUN), await keep(BEGUN)]
    for number in at_once:
        await PaperMatchStore(database).remove_paper(number)
    later = await keep(BEGUN + 60)
    assert len({*at_once, later}) == 3


async def test_repaired_table_takes_its_place_in_the_season(database: Database) -> None:
    _, season = await new_league(database)
    table_id = await league_table(database, season.id)
    await SeasonPlaceStore(database).line_up(table_id, {0: (ANN, BEN)}, 3)
    table, log = await RepairStore(database).readable_part(table_id)
    mended = await RepairStore(database).repair(table, log, 0, None)

    assert await SeasonPlaceStore(database).season_match(table_id) is None
    assert await SeasonPlaceStore(database).season_match(mended.id) == SeasonMatch(
        mended.id, season.id, 3, plays_for={0: (ANN, BEN)}
    )


async def test_forgotten_player_stays_in_every_season_table_without_a_name(database: Database) -> None:
    """A forgotten player gets a low number, which changes the order within a pair."""
    league, season = await new_league(database)
    await two_pairs(database, season)
    table_id = await league_table(database, season.id)
    await SeasonPlaceStore(database).line_up(table_id, {0: (ANN, BEN)}, None)
    await SeasonMatchStore(database).draw_schedule(
        season.id, [ScheduledMatch(1, 1, (CLEO, DAN), (ANN, BEN))], act(Did.DREW, league)
    )
    await RosterStore(database).ask_to_pair(PairRequest(season.id, BEN, 7, "Ben", "Gus", BEGUN))
    told = LeagueAct(
        league.id, CLEO, Did.TOOK_OUT, BEGUN, season.id, about=BEN, reason="Player 1002 was rude"
    )
    await RosterStore(database).leave_season(season.id, (CLEO, DAN), BEGUN + 2, told)
    assert await OwnDataStore(database).knows(BEN)
    assert [one["name"] for one in (await OwnDataStore(database).data_of(BEN))["seasons"]] == [
        "Tuesday League"
    ]

    who = (await PeopleStore(database).begin_forgetting(BEN))._replace(former_id=3)
    await PeopleStore(database).remove_reasons(who)
    await PeopleStore(database).forget_in_leagues(who)

    left = await OwnDataStore(database).data_of(BEN)
    assert [kind for kind, rows in left.items() if rows] == ["forgetting"]
    [first, _] = await RosterStore(database).roster(season.id)
    assert (first.entrant, first.names) == ((3, ANN), (FORMER_PLAYER, f"Player {ANN}"))
    kept = await SeasonPlaceStore(database).season_match(table_id)
    assert kept is not None
    assert kept.plays_for == {0: (3, ANN)}
    assert (await SeasonPlaceStore(database).schedule(season.id))[0].away == (3, ANN)
    assert await RosterStore(database).pair_requests(season.id) == []
    [newest, *_] = await LeagueActStore(database).league_acts(league.id, 1)
    assert (newest.about, newest.reason) == (3, "-")


async def test_removed_server_leaves_no_league_name_in_a_file(sqlite: Database, path: Path) -> None:
    await new_league(sqlite, name="Zanzibar")
    await RetentionStore(sqlite).remove_server(HOME)
    left = b"".join(file.read_bytes() for file in path.parent.iterdir())
    assert b"Zanzibar" not in left


async def test_removed_server_takes_its_leagues_along(database: Database) -> None:
    league, season = await new_league(database)
    await two_pairs(database, season)
    away, _ = await new_league(database, guild_id=AWAY)
    await league_table(database, season.id)
    assert HOME in await RetentionStore(database).servers()
    await RetentionStore(database).remove_server(HOME)

    assert await LeagueStore(database).leagues_of(HOME) == []
    assert await LeagueStore(database).seasons_of(league.id) == []
    assert await RetentionStore(database).servers() == [AWAY]
    assert await LeagueStore(database).leagues_of(AWAY) == [away]
