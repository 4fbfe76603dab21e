"""Matches played with real cards: stored as a whole, once, and kept like every other match."""

import asyncio
from dataclasses import replace
from pathlib import Path

from bot.common.text import FORMER_PLAYER
from bot.database.database import Database
from bot.league.paper.result import PaperResult, as_results, as_table, league_game, written
from bot.league.store.acts import LeagueActStore
from bot.league.store.matches import SeasonMatchStore
from bot.league.store.paper_matches import PaperMatchStore
from bot.maintenance.store import RetentionStore
from bot.models.stored_league import (
    Did,
    MatchState,
    PaperMatch,
    RecordedMatch,
    Season,
    SeasonMatch,
)
from bot.people.store.own_data import OwnDataStore
from bot.people.store.people import PeopleStore
from bot.table.lobby.before_match import Person
from bot.table.store.results import ResultStore
from bot.table.store.seasons import SeasonPlaceStore
from bot.table.store.tables import TableStore
from bot.tools.doctor import examine
from rules.codes import encode
from tests.database.leagues import BEGUN, CLEO, DAN, act, new_league, two_pairs
from tests.database.ledgers import leaders, new_season
from tests.database.samples import ANN, BEN, HOME, stored_tables

KENTUCKY = league_game(encode("kentucky", {}), 4)
PEOPLE = (Person(ANN, "Ann"), Person(CLEO, "Cleo"), Person(BEN, "Ben"), Person(DAN, "Dan"))


def recorded(season: Season, at: float = BEGUN, deals: int = 0) -> RecordedMatch:
    """A match that Ann and Ben have won."""
    played = PaperResult(PEOPLE, at, (310, 245), ((310, 245),) * deals)
    return RecordedMatch(
        as_table(played, KENTUCKY, HOME, 7, ANN),
        as_results(played, KENTUCKY, HOME),
        SeasonMatch(0, season.id, 2, is_paper=True, plays_for={0: (ANN, BEN), 1: (CLEO, DAN)}),
    )


async def test_confirmed_match_is_a_match_of_its_season_with_its_deals(database: Database) -> None:
    league, season = await new_league(database)
    waiting = await PaperMatchStore(database).keep_paper(PaperMatch(0, season.id, "{}", ANN, BEGUN))
    done = act(Did.RECORDED, league, season)
    number = await PaperMatchStore(database).confirm_paper(waiting.id, recorded(season, deals=1), done)

    assert number is not None
    assert await PaperMatchStore(database).paper(waiting.id) is None
    match = await ResultStore(database).match(number)
    assert match is not None
    assert match == replace(recorded(season, deals=1).results.match or match, deals=1)
    assert await ResultStore(database).deals(number) == list(recorded(season, deals=1).results.deals)
    assert await SeasonMatchStore(database).newest_matches(season.id, 9) == [
        replace(recorded(season).season, table_id=number)
    ]
    assert await SeasonPlaceStore(database).played_fixtures(season.id) == {2}
    [told, _] = await LeagueActStore(database).league_acts(league.id, 9)
    assert (told.what, told.table_id) == (Did.RECORDED, number)
    assert await stored_tables(database) == []
    assert await TableStore(database).unloaded_tables() == []
    assert await TableStore(database).newest_table(7) is None, "no table of a channel that somebody asks for"


async def test_two_presses_at_the_same_moment_confirm_once(database: Database) -> None:
    league, season = await new_league(database)
    waiting = await PaperMatchStore(database).keep_paper(PaperMatch(0, season.id, "{}", ANN, BEGUN))
    done = act(Did.RECORDED, league, season)
    pressed = (PaperMatchStore(database).confirm_paper(waiting.id, recorded(season), done) for _ in range(4))
    numbers = await asyncio.gather(*pressed)

    assert sorted(number is not None for number in numbers) == [False, False, False, True]
    assert await SeasonMatchStore(database).number_of_matches(season.id) == 1
    assert await LeagueActStore(database).number_of_acts(league.id) == 2


async def test_file_of_matches_is_stored_as_a_whole(database: Database) -> None:
    """More matches than rows fit in a statement, with deals and without."""
    league, season = await new_league(database)
    matches = [recorded(season, BEGUN + number, number % 2) for number in range(1100)]
    numbers = await PaperMatchStore(database).import_matches(matches, act(Did.IMPORTED, league, season))

    assert numbers == list(range(1, 1101))
    assert await SeasonMatchStore(database).number_of_matches(season.id) == 1100
    played = await PaperMatchStore(database).played_in_season(season.id)
    assert [one.at for one in played] == [BEGUN + number for number in range(1100)]
    assert {one[1:] for one in played} == {((ANN, CLEO, BEN, DAN), (310, 245), (1, 2), None)}
    assert await ResultStore(database).deals(1100) == list(matches[-1].results.deals)
    assert await LeagueActStore(database).number_of_acts(league.id) == 2


async def test_ruling_on_a_recorded_match_is_kept_with_the_action(database: Database) -> None:
    league, season = await new_league(database)
    [number] = await PaperMatchStore(database).import_matches(
        [recorded(season)], act(Did.IMPORTED, league, season)
    )
    match = await SeasonPlaceStore(database).season_match(number)
    assert match is not None
    void = replace(match, state=MatchState.VOID)
    await SeasonMatchStore(database).rule_match(
        void, act(Did.VOIDED, league, season, table_id=number, reason="misread")
    )
    assert await SeasonPlaceStore(database).season_match(number) == void


async def test_recorded_match_is_neither_removed_nor_compacted(database: Database) -> None:
    league, season = await new_league(database)
    [number] = await PaperMatchStore(database).import_matches(
        [recorded(season)], act(Did.IMPORTED, league, season)
    )
    assert await RetentionStore(database).remove_never_played(2e9) == 0
    assert await RetentionStore(database).pack_logs(2e9) == 0
    assert await ResultStore(database).match(number) is not None


async def test_recorded_match_is_removed_with_its_server(database: Database) -> None:
    league, season = await new_league(database)
    await PaperMatchStore(database).import_matches(
        [recorded(season, deals=1)], act(Did.IMPORTED, league, season)
    )
    assert await RetentionStore(database).remove_server(HOME) == 1
    assert await RetentionStore(database).servers() == []


async def test_recorded_match_counts_on_leaderboards_and_in_own_data(database: Database) -> None:
    league, season = await new_season(database, (ANN, BEN), (CLEO, DAN))
    await PaperMatchStore(database).import_matches(
        [recorded(season, deals=1)], act(Did.IMPORTED, league, season)
    )
    best = await leaders(database)
    assert [(line.who.entrant, line.figures.won) for line in best if line.place == 1] == [
        ((ANN,), 1),
        ((BEN,), 1),
    ]
    data = await OwnDataStore(database).data_of(ANN)
    assert [match["points"] for match in data["matches"]] == [310]


async def test_waiting_match_is_in_the_data_of_every_player_named(database: Database) -> None:
    _, season = await new_league(database)
    waits = written(PaperResult(PEOPLE, BEGUN, (310, 245)))
    await PaperMatchStore(database).keep_paper(PaperMatch(0, season.id, waits, ANN, BEGUN))
    [[by_dan], [by_ann]] = [
        (await OwnDataStore(database).data_of(one))["paper_matches"] for one in (DAN, ANN)
    ]
    assert by_dan["result"]["players"] == [None, None, None, {"user_id": DAN, "name": "Dan"}]
    assert by_dan["result"]["totals"] == [310, 245]
    assert (by_dan["is_recorder"], by_ann["is_recorder"]) == (0, 1)
    assert (await OwnDataStore(database).data_of(99))["paper_matches"] == []


async def test_forgotten_player_stays_in_a_recorded_match_as_former_player(database: Database) -> None:
    league, season = await new_league(database)
    await two_pairs(database, season)
    [number] = await PaperMatchStore(database).import_matches(
        [recorded(season, deals=1)], act(Did.IMPORTED, league, season)
    )
    assert await PeopleStore(database).tables_of(ANN) == [number]
    who = await PeopleStore(database).begin_forgetting(ANN)
    await PeopleStore(database).forget_at(number, who)
    await PeopleStore(database).forget_in_leagues(who)

    match = await ResultStore(database).match(number)
    assert match is not None
    assert (match.players[0].user_id, match.players[0].name) == (who.former_id, FORMER_PLAYER)
    season_match = await SeasonPlaceStore(database).season_match(number)
    assert season_match is not None
    assert season_match.plays_for[0] == tuple(sorted((who.former_id, BEN)))
    assert await PeopleStore(database).tables_of(ANN) == []
    [told, *_] = await LeagueActStore(database).league_acts(league.id, 9)
    assert told.user_id == who.former_id


async def test_doctor_finds_no_fault_in_a_recorded_match(sqlite: Database, path: Path) -> None:
    league, season = await new_league(sqlite)
    await PaperMatchStore(sqlite).import_matches(
        [recorded(season, deals=1)], act(Did.IMPORTED, league, season)
    )
    assert await examine(path) == []
