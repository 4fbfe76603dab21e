"""Matches played with real cards: stored as a whole, once, and kept like every other match."""

import asyncio
from dataclasses import replace
from pathlib import Path

from bot.league.paper.result import PaperResult, Sitting, as_results, as_table, league_game, written
from bot.models.former_players import FORMER_PLAYER
from bot.models.stored_league import (
    Did,
    MatchState,
    PaperMatch,
    RecordedMatch,
    Season,
    SeasonMatch,
)
from bot.store import SqlStore
from bot.tools.examination import examine
from rules.codes import encode
from tests.store.books import leaders, new_season
from tests.store.leagues import BEGUN, CLEO, DAN, act, new_league, two_pairs
from tests.store.samples import ANN, BEN, HOME

KENTUCKY = league_game(encode("kentucky", {}), 4)
PEOPLE = (Sitting(ANN, "Ann"), Sitting(CLEO, "Cleo"), Sitting(BEN, "Ben"), Sitting(DAN, "Dan"))


def recorded(season: Season, at: float = BEGUN, deals: int = 0) -> RecordedMatch:
    """A match that Ann and Ben have won."""
    played = PaperResult(PEOPLE, at, (310, 245), ((310, 245),) * deals)
    return RecordedMatch(
        as_table(played, KENTUCKY, HOME, 7, ANN),
        as_results(played, KENTUCKY, HOME),
        SeasonMatch(0, season.id, 2, is_paper=True, plays_for={0: (ANN, BEN), 1: (CLEO, DAN)}),
    )


async def test_a_confirmed_match_is_a_match_of_its_season_with_its_deals(store: SqlStore) -> None:
    league, season = await new_league(store)
    waiting = await store.keep_paper(PaperMatch(0, season.id, "{}", ANN, BEGUN))
    done = act(Did.RECORDED, league, season)
    number = await store.confirm_paper(waiting.id, recorded(season, deals=1), done)

    assert number is not None
    assert await store.paper(waiting.id) is None
    match = await store.match(number)
    assert match is not None
    assert match == replace(recorded(season, deals=1).results.match or match, deals=1)
    assert await store.deals(number) == list(recorded(season, deals=1).results.deals)
    assert await store.newest_matches(season.id, 9) == [replace(recorded(season).season, table_id=number)]
    assert await store.played_fixtures(season.id) == {2}
    [told, _] = await store.league_acts(league.id, 9)
    assert (told.what, told.table_id) == (Did.RECORDED, number)
    assert await store.open_tables() == []
    assert await store.sleepers() == []
    assert await store.newest_table(7) is None, "no table of a channel that somebody asks for"


async def test_two_presses_at_the_same_moment_confirm_once(store: SqlStore) -> None:
    league, season = await new_league(store)
    waiting = await store.keep_paper(PaperMatch(0, season.id, "{}", ANN, BEGUN))
    done = act(Did.RECORDED, league, season)
    pressed = (store.confirm_paper(waiting.id, recorded(season), done) for _ in range(4))
    numbers = await asyncio.gather(*pressed)

    assert sorted(number is not None for number in numbers) == [False, False, False, True]
    assert await store.number_of_matches(season.id) == 1
    assert await store.number_of_acts(league.id) == 2


async def test_a_file_is_stored_as_a_whole(store: SqlStore) -> None:
    """More matches than rows fit in a statement, with deals and without."""
    league, season = await new_league(store)
    matches = [recorded(season, BEGUN + number, number % 2) for number in range(1100)]
    numbers = await store.import_matches(matches, act(Did.IMPORTED, league, season))

    assert numbers == list(range(1, 1101))
    assert await store.number_of_matches(season.id) == 1100
    played = await store.played_in_season(season.id)
    assert [one.at for one in played] == [BEGUN + number for number in range(1100)]
    assert {one[1:] for one in played} == {((ANN, CLEO, BEN, DAN), (310, 245), (1, 2), None)}
    assert await store.deals(1100) == list(matches[-1].results.deals)
    assert await store.number_of_acts(league.id) == 2


async def test_what_is_ruled_about_it_is_kept_with_the_act(store: SqlStore) -> None:
    league, season = await new_league(store)
    [number] = await store.import_matches([recorded(season)], act(Did.IMPORTED, league, season))
    match = await store.season_match(number)
    assert match is not None
    void = replace(match, state=MatchState.VOID)
    await store.rule_match(void, act(Did.VOIDED, league, season, table_id=number, reason="misread"))
    assert await store.season_match(number) == void


async def test_it_is_neither_let_go_of_nor_packed(store: SqlStore) -> None:
    league, season = await new_league(store)
    [number] = await store.import_matches([recorded(season)], act(Did.IMPORTED, league, season))
    assert await store.remove_never_played(2e9) == 0
    assert await store.pack_logs(2e9) == 0
    assert await store.match(number) is not None


async def test_it_goes_with_its_server(store: SqlStore) -> None:
    league, season = await new_league(store)
    await store.import_matches([recorded(season, deals=1)], act(Did.IMPORTED, league, season))
    assert await store.remove_server(HOME) == 1
    assert await store.servers() == []


async def test_it_counts_on_boards_and_is_in_ones_own_data(store: SqlStore) -> None:
    league, season = await new_season(store, (ANN, BEN), (CLEO, DAN))
    await store.import_matches([recorded(season, deals=1)], act(Did.IMPORTED, league, season))
    best = await leaders(store)
    assert [(line.who.entry, line.figures.won) for line in best if line.place == 1] == [
        ((ANN,), 1),
        ((BEN,), 1),
    ]
    data = await store.data_of(ANN)
    assert [match["points"] for match in data["matches"]] == [310]


async def test_one_that_waits_is_in_the_data_of_whoever_is_named_in_it(store: SqlStore) -> None:
    _, season = await new_league(store)
    waits = written(PaperResult(PEOPLE, BEGUN, (310, 245)))
    await store.keep_paper(PaperMatch(0, season.id, waits, ANN, BEGUN))
    [[by_dan], [by_ann]] = [(await store.data_of(one))["paper_matches"] for one in (DAN, ANN)]
    assert by_dan["result"]["players"] == [None, None, None, {"user_id": DAN, "name": "Dan"}]
    assert by_dan["result"]["totals"] == [310, 245]
    assert (by_dan["is_recorder"], by_ann["is_recorder"]) == (0, 1)
    assert (await store.data_of(99))["paper_matches"] == []


async def test_who_is_forgotten_stays_in_it_as_a_former_player(store: SqlStore) -> None:
    league, season = await new_league(store)
    await two_pairs(store, season)
    [number] = await store.import_matches([recorded(season, deals=1)], act(Did.IMPORTED, league, season))
    assert await store.tables_of(ANN) == [number]
    who = await store.begin_forgetting(ANN)
    await store.forget_at(number, who)
    await store.forget_in_leagues(who)

    match = await store.match(number)
    assert match is not None
    assert (match.players[0].user_id, match.players[0].name) == (who.former_id, FORMER_PLAYER)
    season_match = await store.season_match(number)
    assert season_match is not None
    assert season_match.plays_for[0] == tuple(sorted((who.former_id, BEN)))
    assert await store.tables_of(ANN) == []
    [told, *_] = await store.league_acts(league.id, 9)
    assert told.user_id == who.former_id


async def test_the_doctor_finds_nothing_wrong_with_it(sqlite: SqlStore, path: Path) -> None:
    league, season = await new_league(sqlite)
    await sqlite.import_matches([recorded(season, deals=1)], act(Did.IMPORTED, league, season))
    assert await examine(path) == []
