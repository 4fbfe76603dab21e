"""Duplicate evenings of a season: competitors get their results once, and by no other way."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from bot.common.arithmetic import at_once
from bot.common.errors import Refused
from bot.database.database import Database
from bot.evening.opening import WantedEvening
from bot.evening.seating import together
from bot.evening.store.evenings import EveningStore
from bot.evening.store.people import EveningPeopleStore
from bot.league.creation import NewLeague
from bot.league.evenings import SeasonEvenings, check_by_matches, evening_for
from bot.league.files import Form, SeasonFiles
from bot.league.ledger import LedgerKeeper, requeue_all
from bot.league.rosters import Rosters
from bot.league.service import Leagues
from bot.league.standings_pages import Standings
from bot.league.store.acts import LeagueActStore
from bot.models.credits import Competing
from bot.models.evening_kinds import EveningKind
from bot.models.scoring import Method
from bot.models.stored_league import League, MatchState, Season
from bot.people.store.people import PeopleStore
from bot.server.house_rules import Wanted
from tests.evening.party import CHANNEL, GUILD, HOST, NOW, Party, people

DUPLICATE = EveningKind.DUPLICATE
OWNER = 9
KENTUCKY = Wanted("kentucky", {}, "Kentucky Discard")


async def new_season(
    database: Database,
    competing: Competing = Competing.PLAYERS,
    *,
    name: str = "Tuesday",
    computers: bool = False,
) -> tuple[League, Season]:
    """A season scored by duplicate deals, with an empty roster."""
    wanted = NewLeague(name, KENTUCKY, method=Method.PERCENT, competing=competing)
    return await leagues_of(database).create(GUILD, OWNER, wanted._replace(computers=computers))


def leagues_of(database: Database) -> Leagues:
    return Leagues(database, lambda: NOW)


async def enter(database: Database, league: League, *numbers: int) -> None:
    """Enter players in a league; in one of pairs, two by two."""
    rosters = Rosters(database, leagues_of(database), lambda: NOW)
    who = [people(1, number)[0] for number in numbers]
    if league.competing is Competing.PLAYERS:
        for person in who:
            await rosters.join(league, person)
        return
    for one, other in zip(who[::2], who[1::2], strict=True):
        await rosters.pair(league, one, other)
        await rosters.pair(league, other, one)


async def play(party: Party, season: WantedEvening, number: int, rounds: int = 2) -> None:
    """An evening that ``number`` people join, played to its end."""
    draws = season.draws_pairs
    await party.open(number, DUPLICATE, deals=3, rounds=rounds, draws_pairs=draws, season=season.season)
    await party.start()
    for _ in range(rounds):
        await party.play_round()


async def table_of(database: Database, season: Season) -> dict[tuple[int, ...], tuple[Fraction | None, int]]:
    """Each competitor's value in the season's table, and the number of evenings."""
    await LedgerKeeper(database, at_once).catch_up()
    page = await Standings(database).page(season.id, size=50)
    return {line.who.entrant: (line.value, line.played) for line in page.lines}


async def test_season_place_is_by_match_points_of_all_evenings(party: Party, database: Database) -> None:
    league, season = await new_season(database)
    await enter(database, league, *range(1001, 1008))
    told: list[int] = []
    party.evenings._kept._counts = told.append
    won = dict.fromkeys(range(1001, 1009), (0, 0))
    for _ in range(2):
        await play(party, evening_for(league, season), 8)
        for line in (await party.evenings.shown(party.id)).lines:
            points, possible = won[line.guest.user_id]
            won[line.guest.user_id] = points + line.matchpoints, possible + line.possible
    assert told == [league.id, league.id], "the league's message hears of it"

    table = await table_of(database, season)
    assert table == {(who,): (Fraction(100 * won[who][0], won[who][1]), 2) for who in range(1001, 1008)}, (
        "whoever does not compete is not in the table"
    )
    origins = await Standings(database).origins(season.id, (1001,))
    assert [one.finished_at for one in origins] == [NOW, NOW]
    earned, possible = (sum(getattr(one.share, name) for one in origins) for name in ("earned", "of"))
    assert (earned, possible) == (100 * won[1001][0], won[1001][1])

    await requeue_all(database)
    assert await table_of(database, season) == table, "all of it follows from what is stored"


async def test_void_evening_counts_as_if_never_played(party: Party, database: Database) -> None:
    league, season = await new_season(database)
    await enter(database, league, *range(1001, 1009))
    evenings, tables = SeasonEvenings(database, leagues_of(database), lambda: NOW), []
    for _ in range(2):
        await play(party, evening_for(league, season), 8)
        tables.append(await table_of(database, season))
    second = party.id

    with pytest.raises(Refused, match="Only those who played"):
        await evenings.rule(league, second, MatchState.DISPUTED, 77, "so")
    await evenings.rule(league, second, MatchState.DISPUTED, 1001, "a card fell")
    assert await table_of(database, season) == tables[1], "disputed is not void"
    await evenings.rule(league, second, MatchState.VOID, OWNER, "dealt twice")
    assert await table_of(database, season) == tables[0]
    with pytest.raises(Refused, match="That evening is void"):
        await evenings.rule(league, second, MatchState.VOID, OWNER, "again")
    assert [one.evening.state for one in (await evenings.page(season)).lines] == ["void", "counts"]
    await evenings.rule(league, second, MatchState.COUNTS, OWNER, "right after all")
    assert await table_of(database, season) == tables[1]

    acts = [
        act
        for act in await LeagueActStore(database).league_acts(league.id, 9)
        if act.detail.get("evening") == second
    ]
    assert [(act.what, act.reason) for act in reversed(acts)] == [
        ("disputed", "a card fell"),
        ("voided", "dealt twice"),
        ("restored", "right after all"),
    ]
    await leagues_of(database).close(league, season, OWNER)
    with pytest.raises(Refused, match="season is over"):
        await evenings.rule(league, second, MatchState.VOID, OWNER, "too late")


async def test_ruling_on_an_evening_outside_the_league_is_refused(party: Party, database: Database) -> None:
    league, season = await new_season(database)
    other, _ = await new_season(database, name="Friday")
    await enter(database, league, *range(1001, 1009))
    evenings = SeasonEvenings(database, leagues_of(database), lambda: NOW)
    await play(party, evening_for(league, season), 8, rounds=1)
    for where, number in ((other, party.id), (league, 99)):
        with pytest.raises(Refused, match="no finished evening"):
            await evenings.rule(where, number, MatchState.VOID, OWNER, "so")


async def test_evenings_are_exported_to_their_players_and_to_organizers(
    party: Party, database: Database
) -> None:
    league, season = await new_season(database)
    await enter(database, league, *range(1001, 1009))
    evenings = SeasonEvenings(database, leagues_of(database), lambda: NOW)
    files = SeasonFiles(database, leagues_of(database), evenings, lambda: NOW)
    await play(party, evening_for(league, season), 8, rounds=1)
    [result] = await evenings.all_of(season)

    given = await files.export_season(league, season, Form.CSV)
    _, *lines = given.content.decode().splitlines()
    assert len(lines) == len(result.credits) == 8
    assert (await files.export_season(league, season, Form.CSV, 1001)).content == given.content
    assert (await files.export_season(league, season, Form.CSV, 77)).number == 0
    told = json.loads((await files.export_season(league, season, Form.JSON)).content)
    assert [line["match_points"] for line in told["evenings"][0]["lines"]] == [
        credit.matchpoints for credit in result.credits
    ]


async def test_pairs_of_a_season_sit_together_in_any_joining_order(party: Party, database: Database) -> None:
    league, season = await new_season(database, Competing.PAIRS)
    await enter(database, league, 1001, 1008, 1002, 1004)
    await play(party, evening_for(league, season), 8)
    evening = await EveningStore(database).evening(party.id)
    assert evening is not None
    seated = {frozenset(table.seats[side::2]) for table in evening.rounds[0].tables for side in (0, 1)}
    assert {frozenset({1001, 1008}), frozenset({1002, 1004})} < seated
    table = await table_of(database, season)
    assert {entrant: played for entrant, (_, played) in table.items()} == {(1001, 1008): 1, (1002, 1004): 1}


async def test_pair_of_a_season_that_joins_late_sits_together(party: Party, database: Database) -> None:
    """Bug: latecomers took computers' seats one by one, and split a pair for the rest of the evening."""
    league, season = await new_season(database, Competing.PAIRS)
    await enter(database, league, *range(1001, 1013))
    wanted = evening_for(league, season)
    await party.open(9, DUPLICATE, rounds=2, draws_pairs=False, season=wanted.season)
    await party.start()
    for late in (1011, 1010, 1012):  # the first and the last are a pair, the other is that of 1009
        await party.evenings.join(party.id, people(1, late)[0])
    shown = await party.play_round()
    seated = {frozenset(table.seats[side::2]) for table in shown.tables for side in (0, 1)}
    assert seated == {frozenset({one, one + 1}) for one in range(1001, 1013, 2)}


async def test_players_season_keeps_partners_as_they_joined(party: Party, database: Database) -> None:
    """Bug: those who compete sat first, so that others' partners differed from those on the board."""
    league, season = await new_season(database)
    await enter(database, league, 1002, 1004)
    wanted = evening_for(league, season, draws_pairs=False)
    await party.open(4, DUPLICATE, draws_pairs=False, season=wanted.season)
    shown = await party.start()
    assert [table.seats for table in shown.tables] == [(1001, None, 1002, None), (1003, None, 1004, None)]


async def test_forgotten_player_keeps_the_place_as_a_former_player(party: Party, database: Database) -> None:
    league, season = await new_season(database)
    await enter(database, league, *range(1001, 1009))
    await play(party, evening_for(league, season), 8, rounds=1)
    before = await table_of(database, season)
    who = await PeopleStore(database).begin_forgetting(1001)
    await PeopleStore(database).forget_in_leagues(who)
    await table_of(database, season)
    await EveningPeopleStore(database).forget_in_evenings(who)
    after = {(who.former_id if entrant == (1001,) else entrant[0],): has for entrant, has in before.items()}
    assert await table_of(database, season) == after, "though it was made anew between the two"


def test_players_without_their_partner_come_last() -> None:
    assert together([5, 4, 3, 2, 1], [(1, 2), (3, 9), (4, 7), (5, 6)]) == [1, 2, 5, 4, 3]
    assert together([3, 1, 2], [(1, 3)]) == [1, 3, 2]


async def test_tables_with_computers_count_only_where_they_may_fill_in(
    party: Party, database: Database
) -> None:
    for computers, evenings in ((False, 0), (True, 1)):
        league, season = await new_season(database, name=f"With {computers}", computers=computers)
        await enter(database, league, 1001, 1002, 1003, 1004)
        await play(party, evening_for(league, season), 4, rounds=1)
        assert {played for _, played in (await table_of(database, season)).values()} == {evenings}


@pytest.mark.parametrize("computers", [True, False])
async def test_change_of_computer_fill_in_affects_new_evenings_only(
    party: Party, database: Database, computers: bool
) -> None:
    """Bug: at the next ranking an evening already played counted, or not, by the new setting."""
    league, season = await new_season(database, computers=computers)
    await enter(database, league, *range(1001, 1005))
    await play(party, evening_for(league, season), 4)
    before = await table_of(database, season)
    assert {played for _, played in before.values()} == {int(computers)}

    changed = await leagues_of(database).set_computers_allowed(league, OWNER, not computers)
    await requeue_all(database)
    assert await table_of(database, season) == before
    await play(party, evening_for(changed, season), 4)
    assert {played for _, played in (await table_of(database, season)).values()} == {1}


async def test_evening_that_ends_after_its_season_counts_in_none(party: Party, database: Database) -> None:
    league, season = await new_season(database)
    await enter(database, league, *range(1001, 1005))
    early = Leagues(database, lambda: NOW - 1)
    wanted = evening_for(league, season)
    await party.open(8, DUPLICATE, rounds=1, season=wanted.season)
    await party.start()
    await early.close(league, season, OWNER)
    await party.play_round()
    assert {played for _, played in (await table_of(database, season)).values()} == {0}
    assert await Standings(database).origins(season.id, (1001,)) == ()


async def test_restart_during_an_evening_loses_no_result(party: Party, database: Database) -> None:
    league, season = await new_season(database)
    await enter(database, league, *range(1001, 1009))
    await party.open(8, DUPLICATE, deals=3, rounds=1, season=evening_for(league, season).season)
    await party.start()
    again = await party.restart()
    await again.play_round()
    await again.close()
    assert {played for _, played in (await table_of(database, season)).values()} == {1}


async def test_incompatible_options_of_a_league_evening_are_refused(party: Party, database: Database) -> None:
    leagues = leagues_of(database)
    by_percent = NewLeague("A", KENTUCKY, method=Method.PERCENT)
    for wanted, said in (
        (by_percent._replace(wanted=Wanted("donkey", {}, "Donkey")), "two pairs|points"),
        (by_percent._replace(wanted=KENTUCKY, seats=6), "four|players"),
    ):
        with pytest.raises(Refused, match=said):
            await leagues.create(GUILD, OWNER, wanted)
    wins = await leagues.create(GUILD, OWNER, NewLeague("Wins", KENTUCKY))
    with pytest.raises(Refused, match="isn't scored by duplicate deals"):
        evening_for(*wins)
    pairs = await new_season(database, Competing.PAIRS)
    await leagues.create(GUILD, OWNER, by_percent)
    await leagues.close(*await leagues.create(GUILD, OWNER, by_percent._replace(name="Over")), OWNER)
    with pytest.raises(Refused, match="stay together"):
        evening_for(*pairs, draws_pairs=True)
    with pytest.raises(Refused, match="/night new"):
        check_by_matches(*pairs)
    offers = await leagues.offers(GUILD, "", Method.PERCENT)
    assert [one.value for one in offers] == ["A", "Tuesday"], "one is over, one goes by wins"
    shown = await party.evenings.open(GUILD, CHANNEL, HOST, evening_for(*pairs))
    assert (shown.has_fixed_pairs, shown.terms.draws_pairs) == (True, False)
