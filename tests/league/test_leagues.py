"""Leagues through the application: valid options, substitutes, schedules, ends of seasons."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from dataclasses import replace
from datetime import UTC, datetime
from random import Random
from typing import Any

import pytest

from bot.app import App
from bot.common.clock import Clock
from bot.common.errors import InDoubt, Refused, StoreError
from bot.league import rosters, standings_pages
from bot.league.creation import NewLeague
from bot.league.files import KEPT_FOR, MOST_KEPT, Checked, Form
from bot.league.paper.unclear import NO_ANSWERS
from bot.league.paper.values import Typed
from bot.league.rosters import Outcome
from bot.league.service import CLOCK, WEEK, terms_of, wanted_table
from bot.league.store.matches import SeasonMatchStore
from bot.models.credits import Competing
from bot.models.scoring import Method, TieBreak
from bot.models.stored_league import Absent, Did, League, MatchState, Season
from bot.table.desk.shown import ShownTable
from bot.table.lobby.before_match import Person
from bot.table.lobby.seating import AddComputers, Sit
from cogs.league.history_panel import history_panel
from tests.league.league_room import LeagueRoom
from tests.table.in_loop import InLoop
from tests.table.people import ANN, BEN, CHANNEL, CLEO, DAN, EVE, GUILD
from tests.table.stage import Stage
from tests.table.standing_time import StandingTime
from tests.table.troubled import TroubledDatabase, answer_lost, disk_full, writes_to
from tests.ui.tables import text

OWNER = 9


@pytest.fixture
async def app(stage: Stage) -> AsyncIterator[App]:
    async with stage.open() as app:
        yield app


async def begin(
    app: App, name: str = "Tuesday", game: str = "kentucky", **more: Any
) -> tuple[League, Season]:
    """Begin a league."""
    wanted = await app.server.house_rules.find(GUILD, game)
    return await app.league.leagues.create(GUILD, OWNER, NewLeague(name, wanted, **more))


async def pairs(app: App, league: League, *people: Person) -> None:
    """Make people partners, two by two."""
    for one, other in zip(people[::2], people[1::2], strict=True):
        await app.league.rosters.pair(league, one, other)
        await app.league.rosters.pair(league, other, one)


async def open_table(
    app: App,
    league: League,
    season: Season,
    *people: Person,
    channel_id: int = CHANNEL,
    rematch_of: int | None = None,
) -> None:
    """Open a table of a season, with people seated in order; in a rematch they have their seats again."""
    wanted = wanted_table(league, season)._replace(rematch_of=rematch_of)
    await app.tables.lobbies.open_table(GUILD, channel_id, people[0], wanted)
    for person in people[1:]:
        await app.tables.lobbies.change_lobby(channel_id, Sit(person))


# Valid options --------------------------------------------------------------------------------------


async def test_league_needs_only_a_name_and_a_game(app: App) -> None:
    league, season = await begin(app)
    assert await app.league.leagues.find(GUILD) == league
    assert await app.league.leagues.open_season(league) == season
    assert (league.seats, league.competing, league.computers) == (4, Competing.PLAYERS, False)
    with pytest.raises(Refused, match="`/league join` puts you in"):
        await app.league.rosters.pair(league, ANN, BEN)
    await app.league.rosters.join(league, ANN)
    with pytest.raises(Refused, match="You're in already"):
        await app.league.rosters.pair(league, ANN, BEN)


@pytest.mark.parametrize(
    ("game", "more", "said"),
    [
        ("kentucky", {"seats": 3}, "is for"),
        ("three_handed_1914", {"competing": Competing.PAIRS}, "no two sides of partners"),
        ("everlasting", {"method": Method.TOTAL}, "Score it by wins"),
        ("county_fair", {"method": Method.TOTAL}, "is won by games"),
        ("county_fair", {"method": Method.AVERAGE}, "is won by games"),
    ],
)
async def test_incompatible_options_are_refused_with_what_to_choose(
    app: App, game: str, more: dict[str, Any], said: str
) -> None:
    with pytest.raises(Refused, match=said):
        await begin(app, game=game, **more)
    assert await app.league.leagues.offers(GUILD, "") == []


async def test_tie_between_several_games_is_not_broken_by_points(app: App) -> None:
    _, one_game = await begin(app)
    _, best_of_three = await begin(app, "Fair", "county_fair")
    assert TieBreak.AVERAGE in terms_of(one_game).scoring.ties
    assert TieBreak.AVERAGE not in terms_of(best_of_three).scoring.ties


async def test_unknown_season_is_refused_with_a_list_of_seasons(app: App) -> None:
    league, season = await begin(app)
    with pytest.raises(Refused, match=r"has had only season 1\."):
        await app.league.leagues.season(league, 7)
    await app.league.leagues.close(league, season, OWNER)
    await app.league.leagues.next_season(league, OWNER)
    with pytest.raises(Refused, match="seasons 1 to 2"):
        await app.league.leagues.season(league, 7)


async def test_league_must_be_named_where_there_are_several(app: App) -> None:
    await begin(app)
    second, _ = await begin(app, "Friday")
    with pytest.raises(Refused, match="several leagues"):
        await app.league.leagues.find(GUILD)
    with pytest.raises(Refused, match="No league here"):
        await app.league.leagues.find(GUILD, "Monday")
    with pytest.raises(Refused, match="already"):
        await begin(app, "FRIDAY")
    assert await app.league.leagues.find(GUILD, "friday ") == second
    assert [offer.value for offer in await app.league.leagues.offers(GUILD, "fri")] == ["Friday"]


async def test_league_of_another_server_is_not_found(app: App) -> None:
    league, season = await begin(app)
    for look in (app.league.leagues.find(2, "Tuesday"), app.league.leagues.by_id(2, league.id)):
        with pytest.raises(Refused):
            await look
    with pytest.raises(Refused):
        await app.league.leagues.season_by_id(2, season.id)


# Rosters --------------------------------------------------------------------------------------------


async def test_mutual_invitations_make_a_pair_and_only_one_each(app: App) -> None:
    league, season = await begin(app, competing=Competing.PAIRS)
    assert not (await app.league.rosters.pair(league, ANN, BEN)).is_pair
    assert not (await app.league.rosters.pair(league, CLEO, BEN)).is_pair
    answers = await asyncio.gather(
        app.league.rosters.accept(league, ANN.id, BEN),
        app.league.rosters.accept(league, CLEO.id, BEN),
        return_exceptions=True,
    )
    assert sum(isinstance(answer, Refused) for answer in answers) == 1
    assert [entry.entrant for entry in await app.league.rosters.of(season)] == [(ANN.id, BEN.id)]
    for again in (ANN, BEN):
        with pytest.raises(Refused, match="have a partner"):
            await app.league.rosters.pair(league, again, DAN)
    with pytest.raises(Refused, match="They have a partner"):
        await app.league.rosters.pair(league, DAN, ANN)


async def test_player_who_waits_for_an_answer_may_cancel(app: App) -> None:
    league, season = await begin(app, competing=Competing.PAIRS)
    await app.league.rosters.pair(league, ANN, BEN)
    left = await app.league.rosters.leave(league, ANN.id)
    assert (left.entry, [one.outcome for one in left.ended]) == (None, [Outcome.WITHDRAWN])
    with pytest.raises(Refused, match="No one is asked here any more"):
        await app.league.rosters.accept(league, ANN.id, BEN)
    with pytest.raises(Refused, match="aren't in"):
        await app.league.rosters.leave(league, ANN.id)
    assert await app.league.rosters.of(season) == []


async def test_joining_twice_or_leaving_keeps_one_roster_entry(app: App) -> None:
    league, season = await begin(app)
    await app.league.rosters.join(league, ANN)
    with pytest.raises(Refused, match="already"):
        await app.league.rosters.join(league, ANN)
    await app.league.rosters.leave(league, ANN.id)
    await app.league.rosters.join(league, ANN)
    [entry] = await app.league.rosters.of(season)
    assert entry.left_at is None


async def test_full_season_counts_active_players_only(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rosters, "MOST_ENTRANTS", 2)
    league, _ = await begin(app)
    for person in (ANN, BEN):
        await app.league.rosters.join(league, person)
    with pytest.raises(Refused, match="that's the most"):
        await app.league.rosters.join(league, CLEO)
    await app.league.rosters.leave(league, ANN.id)
    await app.league.rosters.join(league, CLEO)


async def test_player_who_left_has_no_place_and_no_title(app: App) -> None:
    league, season = await begin(app, game="regular_for_two")
    for person in (ANN, BEN, CLEO):
        await app.league.rosters.join(league, person)
    for match in await app.league.schedules.draw(league, OWNER):
        beaten = {ANN.id: BEN.id, BEN.id: CLEO.id, CLEO.id: ANN.id}
        absent = Absent.AWAY if (beaten[match.home[0]],) == match.away else Absent.HOME
        await app.league.schedules.forfeit(league, match.number, absent, OWNER, "")
    await app.stats.ledger.catch_up()
    [ahead, *_] = (await app.league.standings.page(season.id)).lines
    assert ahead.place == 1
    await app.league.rosters.leave(league, ahead.who.entrant[0])
    await app.stats.ledger.catch_up()
    first, *_, last = (await app.league.standings.page(season.id)).lines
    assert (first.place, last.place, last.has_left) == (1, None, True)
    assert last.who == ahead.who
    assert await app.league.standings.winners(season) == (first.who,)


async def test_player_removed_twice_at_once_is_removed_once(app: App) -> None:
    league, _ = await begin(app)
    await app.league.rosters.join(league, ANN)
    taking = (app.league.rosters.take_out(league, ANN.id, OWNER, "moved away") for _ in range(2))
    first, second = await asyncio.gather(*taking, return_exceptions=True)
    assert [type(one) for one in (first, second)].count(Refused) == 1
    acts = (await app.league.results.history(league)).lines
    assert [one.what for one in acts].count(Did.TOOK_OUT) == 1


async def test_all_who_share_first_place_have_won(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(standings_pages, "PAGE", 2)
    league, season = await begin(app, game="regular_for_two")
    people = (ANN, BEN, CLEO, DAN, EVE)
    for person in people:
        await app.league.rosters.join(league, person)
    for match in await app.league.schedules.draw(league, OWNER):
        [home, away] = (
            people.index(next(p for p in people if (p.id,) == one)) for one in (match.home, match.away)
        )
        absent = Absent.AWAY if (away - home) % 5 in (1, 2) else Absent.HOME
        await app.league.schedules.forfeit(league, match.number, absent, OWNER, "")
    await app.stats.ledger.catch_up()
    winners = await app.league.standings.winners(season)
    assert {one.entrant for one in winners} == {(person.id,) for person in people}
    assert await app.league.leagues.close(league, season, OWNER)
    for person in people:
        assert await app.league.standings.titles_of(league.guild_id, person.id)


# A match --------------------------------------------------------------------------------------------


async def test_substitute_plays_for_the_pair_of_the_player_opposite(app: App) -> None:
    league, season = await begin(app, competing=Competing.PAIRS)
    await pairs(app, league, ANN, BEN, CLEO, DAN)
    await app.league.schedules.draw(league, OWNER)
    await open_table(app, league, season, ANN, CLEO, EVE, DAN)
    shown = await app.tables.lobbies.start(CHANNEL, ANN.id)
    match = await app.league.results._season_place_store.season_match(shown.id)
    assert match is not None
    assert match.plays_for == {0: (ANN.id, BEN.id), 1: (CLEO.id, DAN.id)}
    assert match.fixture == 1


async def test_partner_of_a_substitute_returns_last_and_begins_the_rematch(app: App) -> None:
    """Bug: the side was checked without the player who took the last seat, and the seat was refused."""
    league, season = await begin(app, competing=Competing.PAIRS)
    await pairs(app, league, ANN, CLEO, BEN, DAN)
    await open_table(app, league, season, ANN, BEN, EVE, DAN)
    first = await app.tables.lobbies.start(CHANNEL, ANN.id)
    await open_table(app, league, season, EVE, BEN, DAN, channel_id=CHANNEL + 1, rematch_of=first.id)
    assert (await app.tables.lobbies.change_lobby(CHANNEL + 1, Sit(ANN))).is_playing


async def test_player_with_a_substitute_is_forgotten_among_the_opponents_too(app: App) -> None:
    """They never were at that table, so nothing else of it names them."""
    league, season = await begin(app, competing=Competing.PAIRS)
    await pairs(app, league, ANN, BEN, CLEO, DAN)
    substitute = 10**17
    typed = Typed(f"{ANN.name}, <@{substitute}>, {CLEO.name}, {DAN.name}", "310 245")
    waiting = await app.league.paper_matches.record(
        league, typed, ANN.id, {substitute: EVE.name}, organizes=False
    )
    await app.league.paper_matches.confirm(waiting, CLEO.id, organizes=False)
    await app.stats.ledger.catch_up()
    [before] = await app.league.standings.origins(season.id, (CLEO.id, DAN.id))
    await app.people.own_data.forget(BEN.id)
    [after] = await app.league.standings.origins(season.id, (CLEO.id, DAN.id))
    assert before.share.credit.against == ((ANN.id, BEN.id),)
    [[rival, former]] = after.share.credit.against
    assert rival == ANN.id
    assert former != BEN.id


@pytest.mark.parametrize(
    ("people", "said"),
    [
        ((ANN, BEN, CLEO, DAN), "different pairs"),
        ((ANN, EVE, BEN, Person(1, "Gus")), "No one from a pair"),
    ],
)
async def test_match_between_sides_that_are_no_pairs_does_not_start(
    app: App, people: tuple[Person, ...], said: str
) -> None:
    league, season = await begin(app, competing=Competing.PAIRS)
    await pairs(app, league, ANN, BEN, CLEO, DAN)
    await open_table(app, league, season, *people)
    with pytest.raises(Refused, match=said):
        await app.tables.lobbies.start(CHANNEL, ANN.id)


async def test_table_of_a_finished_season_does_not_start(app: App) -> None:
    league, season = await begin(app)
    await app.league.rosters.join(league, ANN)
    await open_table(app, league, season, ANN, BEN, CLEO, DAN)
    await app.league.leagues.close(league, season, OWNER)
    with pytest.raises(Refused, match=r"season is over.* In the next season, `/league play`"):
        await app.tables.lobbies.start(CHANNEL, ANN.id)


async def test_league_match_with_computers_is_casual_where_they_may_fill_in(app: App) -> None:
    """No leaderboard of people has it, but the league counts it."""
    league, season = await begin(app, computers=True)
    await app.league.rosters.join(league, ANN)
    await open_table(app, league, season, ANN)
    await app.tables.lobbies.change_lobby(CHANNEL, AddComputers(ANN.id, "random", None))
    shown = await app.tables.lobbies.start(CHANNEL, ANN.id)
    assert not shown.kind.counted
    assert shown.kind.season is not None
    assert shown.kind.season.season_id == season.id
    table = app.tables.desk.live_tables[0]
    while not table.people_asked():
        seat, decision = next(iter(table.match.asked.items()))
        await app.tables.due.act_for_computer(table, seat, decision.sample(Random(1)), table.revision)
    with pytest.raises(Refused, match="no hints in a league's match"):
        await app.learn.hints.hint(CHANNEL, ANN.id, table.record.id, table.revision)


async def test_lobby_still_knows_its_season_after_a_restart(stage: Stage) -> None:
    async with stage.open() as app:
        league, season = await begin(app)
        await app.league.rosters.join(league, ANN)
        await open_table(app, league, season, ANN)
    async with stage.open() as app:
        shown = await app.tables.reading.shown(CHANNEL)
        assert shown.kind.season is not None
        assert (shown.kind.season.league, shown.kind.season.number) == ("Tuesday", 1)
        with pytest.raises(Refused, match="Only people"):
            await app.tables.lobbies.change_lobby(CHANNEL, AddComputers(ANN.id, "random", None))


async def test_import_button_imports_only_the_checked_file_after_a_restart(stage: Stage) -> None:
    head = b"date,side1_player1,side1_points,side2_player1,side2_points\n"

    def line(points: int) -> bytes:
        return head + f"2015-01-02,{ANN.name},{points},{BEN.name},245".encode()

    async with stage.open() as app:
        league, _ = await begin(app, game="regular_for_two")
        for one in (ANN, BEN):
            await app.league.rosters.join(league, one)
        before = (await app.league.files.check(league, line(310), {})).number
    async with stage.open() as app:
        now = (await app.league.files.check(league, line(90), {})).number
        with pytest.raises(Refused, match="don't have that file any more"):
            await app.league.files.import_file(league, before, OWNER, lambda *_: None)
        assert (
            len((await app.league.files.import_file(league, now, OWNER, lambda *_: None)).file.matches) == 1
        )


async def test_league_table_that_cannot_be_stored_is_not_opened(app: App, stage: Stage) -> None:
    league, season = await begin(app)
    stage.database.troubles.append(disk_full())
    with pytest.raises(StoreError):
        await open_table(app, league, season, ANN)
    await open_table(app, league, season, ANN)
    assert len(await SeasonMatchStore(stage.database).matches_of_season(season.id)) == 1


# Schedule and seasons -------------------------------------------------------------------------------


async def test_schedule_with_a_ruling_cannot_be_redrawn(app: App) -> None:
    league, _ = await begin(app, competing=Competing.PAIRS)
    with pytest.raises(Refused, match="at least two"):
        await app.league.schedules.draw(league, OWNER)
    await pairs(app, league, ANN, BEN, CLEO, DAN)
    assert len(await app.league.schedules.draw(league, OWNER, 2)) == 2
    assert len(await app.league.schedules.draw(league, OWNER)) == 1
    await app.league.schedules.forfeit(league, 1, Absent.HOME, OWNER, "no one came")
    with pytest.raises(Refused, match="it stays"):
        await app.league.schedules.draw(league, OWNER)
    await app.league.schedules.forfeit(league, 1, None, OWNER, "they did")
    await app.league.schedules.draw(league, OWNER)
    with pytest.raises(Refused, match="no such match"):
        await app.league.schedules.forfeit(league, 7, None, OWNER, "")


async def test_ruling_without_effect_is_refused(app: App) -> None:
    league, _ = await begin(app, competing=Competing.PAIRS)
    await pairs(app, league, ANN, BEN, CLEO, DAN)
    await app.league.schedules.draw(league, OWNER)
    with pytest.raises(Refused, match="No one was ruled to have stayed away from match 1"):
        await app.league.schedules.forfeit(league, 1, None, OWNER, "they came")
    await app.league.schedules.forfeit(league, 1, Absent.HOME, OWNER, "no one came")
    with pytest.raises(Refused, match="how match 1 was ruled already"):
        await app.league.schedules.forfeit(league, 1, Absent.HOME, OWNER, "no one came")
    acts = (await app.league.results.history(league)).lines
    assert [act.reason for act in acts if act.what is Did.FORFEITED] == ["no one came"]
    await app.league.schedules.forfeit(league, 1, Absent.AWAY, OWNER, "it was the others")


async def test_match_that_was_played_after_all_is_no_forfeit(app: App) -> None:
    """It was void when it was ruled on who stayed away, then it was restored."""
    league, season = await begin(app, game="regular_for_two")
    for person in (ANN, BEN):
        await app.league.rosters.join(league, person)
    [match] = await app.league.schedules.draw(league, OWNER)
    typed = Typed(f"{ANN.name}, {BEN.name}", "310 245")
    waiting = await app.league.paper_matches.record(league, typed, ANN.id, {}, organizes=False)
    played = await app.league.paper_matches.confirm(waiting, BEN.id, organizes=False)
    await app.league.results.rule(league, played.table_id, MatchState.VOID, OWNER, "")
    await app.league.schedules.forfeit(league, match.number, Absent.BOTH, OWNER, "")
    await app.stats.ledger.catch_up()
    assert [one.forfeits for one in (await app.league.standings.page(season.id)).lines] == [1, 1]
    await app.league.results.rule(league, played.table_id, MatchState.COUNTS, OWNER, "")
    await app.stats.ledger.catch_up()
    lines = (await app.league.standings.page(season.id)).lines
    assert [(one.who.entrant, one.played, one.won, one.lost, one.forfeits) for one in lines] == [
        ((ANN.id,), 1, 1, 0, 0),
        ((BEN.id,), 1, 0, 1, 0),
    ]
    assert [one.is_forfeit for one in await app.league.standings.origins(season.id, (BEN.id,))] == [False]


async def test_simultaneous_tables_of_the_same_sides_are_different_scheduled_matches(
    app: App,
) -> None:
    """A match with real cards takes the next one, too; if all are under way, the first of them."""
    league, season = await begin(app, game="regular_for_two")
    for person in (ANN, BEN):
        await app.league.rosters.join(league, person)
    await app.league.schedules.draw(league, OWNER, 3)
    numbers = list[int | None]()
    for channel_id in (CHANNEL, CHANNEL + 1):
        await open_table(app, league, season, ANN, BEN, channel_id=channel_id)
        shown = await app.tables.lobbies.start(channel_id, ANN.id)
        match = await app.league.results._season_place_store.season_match(shown.id)
        assert match is not None
        numbers.append(match.fixture)
    for points in ("310 245", "150 160"):
        typed = Typed(f"{ANN.name}, {BEN.name}", points, "2015-01-02")
        waiting = await app.league.paper_matches.record(league, typed, ANN.id, {}, organizes=False)
        played = await app.league.paper_matches.confirm(waiting, BEN.id, organizes=False)
        _, found = await app.league.results.find(league, played.table_id)
        numbers.append(found.match.fixture)
    assert numbers == [1, 2, 3, 1]


async def test_rematch_takes_the_next_place_on_the_schedule(app: App) -> None:
    """Bug: it took none, as the seat of the last player to return counted as empty."""
    league, season = await begin(app, game="regular_for_two")
    for person in (ANN, BEN):
        await app.league.rosters.join(league, person)
    await app.league.schedules.draw(league, OWNER, 2)
    await open_table(app, league, season, ANN, BEN)
    first = await app.tables.lobbies.start(CHANNEL, ANN.id)
    await open_table(app, league, season, ANN, channel_id=CHANNEL + 1, rematch_of=first.id)
    rematch = await app.tables.lobbies.change_lobby(CHANNEL + 1, Sit(BEN))
    match = await app.league.results._season_place_store.season_match(rematch.id)
    assert rematch.is_playing
    assert match is not None
    assert match.fixture == 2


async def test_simultaneous_starts_of_the_same_sides_are_different_scheduled_matches(
    app: App,
) -> None:
    """This includes a match with real cards that is confirmed at the same time."""
    league, season = await begin(app, game="regular_for_two")
    for person in (ANN, BEN):
        await app.league.rosters.join(league, person)
    await app.league.schedules.draw(league, OWNER, 5)
    channels = (CHANNEL, CHANNEL + 1, CHANNEL + 2)
    for channel_id in channels:
        await open_table(app, league, season, ANN, BEN, channel_id=channel_id)
    papers = [
        await app.league.paper_matches.record(
            league, Typed(f"{ANN.name}, {BEN.name}", points, "2015-01-02"), ANN.id, {}, organizes=False
        )
        for points in ("310 245", "150 160")
    ]
    played = await asyncio.gather(
        *(app.tables.lobbies.start(channel_id, ANN.id) for channel_id in channels),
        *(app.league.paper_matches.confirm(paper, BEN.id, organizes=False) for paper in papers),
    )
    ids = [one.id if isinstance(one, ShownTable) else one.table_id for one in played]
    matches = [await app.league.results._season_place_store.season_match(table_id) for table_id in ids]
    assert sorted(match.fixture or 0 for match in matches if match) == [1, 2, 3, 4, 5]


async def test_import_during_matches_takes_other_places_on_the_schedule(app: App) -> None:
    league, season = await begin(app, game="regular_for_two")
    for person in (ANN, BEN):
        await app.league.rosters.join(league, person)
    await app.league.schedules.draw(league, OWNER, 4)
    await open_table(app, league, season, ANN, BEN)
    typed = Typed(f"{ANN.name}, {BEN.name}", "310 245", "2015-01-02")
    paper = await app.league.paper_matches.record(league, typed, ANN.id, {}, organizes=False)
    file = await checked(app, league, f"2015-02-02,{ANN.name},90,{BEN.name},310,")
    table, confirmed, *_ = await asyncio.gather(
        app.tables.lobbies.start(CHANNEL, ANN.id),
        app.league.paper_matches.confirm(paper, BEN.id, organizes=False),
        app.league.files.import_file(league, file.number, OWNER, lambda *_: None),
    )
    matches = await app.league.results._season_match_store.matches_of_season(season.id)
    assert {table.id, confirmed.table_id} < {one.table_id for one in matches}
    assert sorted(one.fixture or 0 for one in matches) == [1, 2, 3]


async def test_match_under_way_keeps_its_place_on_the_schedule(app: App) -> None:
    league, season = await begin(app, game="regular_for_two")
    for person in (ANN, BEN):
        await app.league.rosters.join(league, person)
    await app.league.schedules.draw(league, OWNER, 2)
    await open_table(app, league, season, ANN, BEN)
    await app.tables.lobbies.start(CHANNEL, ANN.id)
    with pytest.raises(Refused, match="is being played, so it stays"):
        await app.league.schedules.draw(league, OWNER)
    assert len(await app.league.schedules.of(season)) == 2


@pytest.mark.parametrize("order", [1, -1])
async def test_schedule_is_drawn_before_its_matches_start_or_not_at_all(app: App, order: int) -> None:
    """Whichever is first: no match or ruling is lost with the schedule before."""
    for act in ("file", "paper", "forfeit"):
        league, season = await begin(app, act, game="regular_for_two")
        for person in (CLEO, DAN, ANN, BEN):
            await app.league.rosters.join(league, person)
        await app.league.schedules.draw(league, OWNER, 2)
        await app.league.rosters.leave(league, CLEO.id)
        typed = Typed(f"{ANN.name}, {BEN.name}", "310 245", "2015-01-02")
        acts = [
            await act_on_schedule(app, league, act, typed),
            app.league.schedules.draw(league, OWNER),
        ]
        done, drew = (await asyncio.gather(*acts[::order], return_exceptions=True))[::order]
        assert not isinstance(done, Exception)
        schedule = await app.league.schedules.of(season)
        assert len(schedule) == (12 if isinstance(drew, Refused) else 3)
        [touched] = [one.match for one in schedule if not one.is_open]
        assert act == "forfeit" or {*touched.home, *touched.away} == {ANN.id, BEN.id}


async def act_on_schedule(app: App, league: League, act: str, typed: Typed) -> Coroutine[Any, Any, object]:
    """Actions that play a match of a schedule, or rule on it."""
    if act == "file":
        file = await checked(app, league, f"2015-01-02,{ANN.name},310,{BEN.name},245,")
        return app.league.files.import_file(league, file.number, OWNER, lambda *_: None)
    if act == "paper":
        paper = await app.league.paper_matches.record(league, typed, ANN.id, {}, organizes=False)
        return app.league.paper_matches.confirm(paper, BEN.id, organizes=False)
    return app.league.schedules.forfeit(league, 1, Absent.HOME, OWNER, "")


@pytest.mark.parametrize("order", [1, -1])
async def test_closed_season_has_all_matches_that_count_in_it(app: App, order: int) -> None:
    """A match that comes too late is refused, not stored in a season with final standings."""
    for act in ("file", "paper"):
        league, season = await begin(app, act, game="regular_for_two")
        for person in (ANN, BEN):
            await app.league.rosters.join(league, person)
        typed = Typed(f"{ANN.name}, {BEN.name}", "310 245", "2015-01-02")
        acts = [
            await act_on_schedule(app, league, act, typed),
            app.league.leagues.close(league, season, OWNER),
        ]
        stored, closed = (await asyncio.gather(*acts[::order], return_exceptions=True))[::order]
        assert closed is True
        matches = await app.league.results._season_match_store.matches_of_season(season.id)
        assert isinstance(stored, Refused) is not bool(matches)
        [last] = await app.league.results._league_act_store.league_acts(league.id, 1)
        assert last.what is Did.CLOSED


@pytest.mark.parametrize("order", [1, -1])
async def test_match_recorded_while_its_season_closes_does_not_wait(app: App, order: int) -> None:
    league, season = await begin(app, game="regular_for_two")
    for person in (ANN, BEN):
        await app.league.rosters.join(league, person)
    typed = Typed(f"{ANN.name}, {BEN.name}", "310 245", "2015-01-02")
    acts = [
        app.league.paper_matches.record(league, typed, ANN.id, {}, organizes=False),
        app.league.leagues.close(league, season, OWNER),
    ]
    await asyncio.gather(*acts[::order], return_exceptions=True)
    waiting = await app.league.paper_matches._paper_match_store.paper_until(app.league.paper_matches._now())
    assert not any(paper.at > 0 for paper in waiting)


async def test_next_season_begun_twice_at_once_begins_once(app: App) -> None:
    league, season = await begin(app)
    await app.league.leagues.close(league, season, OWNER)
    both = await asyncio.gather(
        *(app.league.leagues.next_season(league, OWNER) for _ in range(2)), return_exceptions=True
    )
    assert [one.number for one in both if isinstance(one, Season)] == [2]
    assert "Season 2 of" in str(next(one for one in both if isinstance(one, Refused)))


async def test_season_that_opens_during_the_look_for_ends_is_looked_at(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bug: it was overlooked for up to an hour, and stayed open past its end."""
    store, looked_again = app.league.leagues._league_store, asyncio.Event()
    read, looks = store.next_season_end, 0

    async def slow_look() -> float | None:
        nonlocal looks
        looks += 1
        if looks > 1:
            looked_again.set()
        found = await read()
        if looks == 1:
            await begin(app, weeks=1)
        return found

    monkeypatch.setattr(store, "next_season_end", slow_look)
    closing = asyncio.create_task(app.league.leagues.close_on_time())
    try:
        async with asyncio.timeout(2):
            await looked_again.wait()
    finally:
        closing.cancel()


async def checked(app: App, league: League, *lines: str) -> Checked:
    """A file of results of a game for two that was checked against a league."""
    head = "date,side1_player1,side1_points,side2_player1,side2_points,state"
    return await app.league.files.check(league, "\n".join((head, *lines)).encode(), {})


async def test_file_checked_again_is_kept_longest(app: App) -> None:
    """Bug: it was dropped as the oldest one, although it was the one just checked."""
    league, _ = await begin(app, game="regular_for_two")
    for one in (ANN, BEN):
        await app.league.rosters.join(league, one)
    lines = [f"2015-01-02,{ANN.name},{number},{BEN.name},245," for number in range(MOST_KEPT + 1)]
    first, second, *_ = [await checked(app, league, line) for line in lines[:MOST_KEPT]]
    for line in (lines[0], lines[MOST_KEPT]):
        await checked(app, league, line)
    assert (await app.league.files.answer(league, first.number, NO_ANSWERS)).number == first.number
    with pytest.raises(Refused, match="don't have that file any more"):
        await app.league.files.answer(league, second.number, NO_ANSWERS)


async def test_file_is_kept_longest_while_it_is_asked_about(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bug: the files of others pushed it out between two answers."""
    league, _ = await begin(app, game="regular_for_two")
    for one in (ANN, BEN):
        await app.league.rosters.join(league, one)
    lines = [f"2015-01-02,{ANN.name},{number},{BEN.name},245," for number in range(MOST_KEPT + 1)]
    first, second, *_ = [await checked(app, league, line) for line in lines[:MOST_KEPT]]
    files = app.league.files
    at = [files._clock() + KEPT_FOR - 1]
    monkeypatch.setattr(files, "_clock", Clock.of(lambda: at[0]))
    await files.answer(league, first.number, NO_ANSWERS)
    await checked(app, league, lines[MOST_KEPT])
    at[0] += 2
    assert (await files.answer(league, first.number, NO_ANSWERS)).number == first.number
    with pytest.raises(Refused, match="don't have that file any more"):
        await files.answer(league, second.number, NO_ANSWERS)


@pytest.mark.parametrize("form", Form)
async def test_match_that_ended_after_its_season_is_void_in_an_export(app: App, form: Form) -> None:
    """Bug: it was exported as one that counts, and counted once the file was imported elsewhere."""
    league, season = await begin(app, game="regular_for_two")
    for one in (ANN, BEN):
        await app.league.rosters.join(league, one)
    lines = [f"2015-01-0{day},{ANN.name},310,{BEN.name},245," for day in (2, 4)]
    file = await checked(app, league, *lines)
    await app.league.files.import_file(league, file.number, OWNER, lambda *_: None)
    closed = replace(season, closed_at=datetime(2015, 1, 3, tzinfo=UTC).timestamp())
    for of, states in ((season, ["counts", "counts"]), (closed, ["counts", "void"])):
        given = (await app.league.files.export_season(league, of, form)).content.decode()
        assert re.findall("counts|void", given) == states


async def test_imported_match_fills_the_first_open_place_on_the_schedule(app: App) -> None:
    """Each takes the first open place, whichever side has the first deal; a void one takes none."""
    league, season = await begin(app, game="regular_for_two")
    for person in (ANN, BEN, CLEO):
        await app.league.rosters.join(league, person)
    await app.league.schedules.draw(league, OWNER, 2)
    ann, ben, cleo = ANN.name, BEN.name, CLEO.name
    file = await checked(
        app,
        league,
        f"2015-01-02,{ann},90,{ben},310,",
        f"2015-01-03,{ben},310,{ann},100,",
        f"2015-01-04,{ann},310,{cleo},0,void",
    )
    await app.league.files.import_file(league, file.number, OWNER, lambda *_: None)
    played = [
        {*one.match.home, *one.match.away} for one in await app.league.schedules.of(season) if one.is_played
    ]
    assert played == [{ANN.id, BEN.id}] * 2


@pytest.mark.parametrize(("least", "places"), [(0, [1, 2, 3]), (20, [1, 2, None]), (21, [None] * 3)])
async def test_rating_league_has_a_winner_after_the_set_number_of_matches(
    app: App, least: int, places: list[int | None]
) -> None:
    """Twenty matches each, fewer than a rating needs to be no longer provisional."""
    league, season = await begin(app, game="regular_for_two", method=Method.RATING, least=least)
    for person in (ANN, BEN, CLEO):
        await app.league.rosters.join(league, person)
    lines = [f"2015-03-{day:02},{ANN.name},310,{BEN.name},{day}," for day in range(1, 20)]
    lines += [f"2015-04-01,{ANN.name},310,{CLEO.name},5,", f"2015-04-02,{BEN.name},310,{CLEO.name},5,"]
    file = await checked(app, league, *lines)
    await app.league.files.import_file(league, file.number, OWNER, lambda *_: None)
    await app.stats.ledger.catch_up()
    page = await app.league.standings.page(season.id)
    assert [line.place for line in page.lines] == places
    assert all(line.value is not None for line in page.lines)
    assert page.lines[0].who.entrant == (ANN.id,)
    assert page.provisional == {(person.id,) for person in (ANN, BEN, CLEO)}


async def test_rating_is_provisional_until_so_many_matches_have_changed_it(app: App) -> None:
    """Bug: a line of the standings counted all matches, those with computers, too."""
    league, season = await begin(app, game="regular_for_two", method=Method.RATING)
    for person in (ANN, BEN):
        await app.league.rosters.join(league, person)
    lines = [f"2015-03-{day:02},{ANN.name},310,{BEN.name},{day}," for day in range(1, 26)]
    file = await checked(app, league, *lines)
    await app.league.files.import_file(league, file.number, OWNER, lambda *_: None)
    await app.stats.ledger.catch_up()
    page = await app.league.standings.page(season.id)
    assert [line.played for line in page.lines] == [25, 25]
    assert page.provisional == frozenset()


async def test_corrected_match_is_still_recognized_as_the_same(app: App) -> None:
    """The same by its recorded points, and by its corrected ones."""
    league, _ = await begin(app, game="regular_for_two")
    for person in (ANN, BEN):
        await app.league.rosters.join(league, person)
    typed = Typed(f"{ANN.name}, {BEN.name}", "310 245", "2015-01-02")
    waiting = await app.league.paper_matches.record(league, typed, ANN.id, {}, organizes=False)
    played = await app.league.paper_matches.confirm(waiting, BEN.id, organizes=False)
    await app.league.results.correct(league, played.table_id, (210, 245), OWNER, "")
    for points in ("310 245", "210 245"):
        with pytest.raises(Refused, match="recorded already"):
            await app.league.paper_matches.record(
                league, typed._replace(points=points), BEN.id, {}, organizes=False
            )
    file = await checked(
        app, league, *(f"2015-01-02,{ANN.name},{points},{BEN.name},245," for points in (310, 210))
    )
    assert [problem.what for problem in file.file.problems] == ["The season has this match already."] * 2


async def test_wrong_correction_is_undone_by_the_points_as_played(app: App) -> None:
    """The side that had won has won again, although the points do not show it."""
    league, season = await begin(app, game="regular_for_two")
    for person in (ANN, BEN):
        await app.league.rosters.join(league, person)
    typed = Typed(f"{ANN.name}, {BEN.name}", "250 250", winner=ANN.name)
    waiting = await app.league.paper_matches.record(league, typed, ANN.id, {}, organizes=False)
    number = (await app.league.paper_matches.confirm(waiting, BEN.id, organizes=False)).table_id
    with pytest.raises(Refused, match="with these points already"):
        await app.league.results.correct(league, number, (250, 250), OWNER, "nothing")
    await app.league.results.correct(league, number, (250, 300), OWNER, "a slip")
    await app.stats.ledger.catch_up()
    assert [line.who.entrant for line in (await app.league.standings.page(season.id)).lines] == [
        (BEN.id,),
        (ANN.id,),
    ]
    with pytest.raises(Refused, match="with these points already"):
        await app.league.results.correct(league, number, (250, 300), OWNER, "nothing")
    undone = await app.league.results.correct(league, number, (250, 250), OWNER, "it was right")
    assert undone.match.points is None
    await app.stats.ledger.catch_up()
    lines = (await app.league.standings.page(season.id)).lines
    assert [(line.who.entrant, line.won, line.lost) for line in lines] == [
        ((ANN.id,), 1, 0),
        ((BEN.id,), 0, 1),
    ]


async def test_schedule_is_refused_for_sides_that_never_meet(app: App) -> None:
    league, _ = await begin(app)
    for person in (ANN, BEN, CLEO, DAN):
        await app.league.rosters.join(league, person)
    with pytest.raises(Refused, match="two sides that meet"):
        await app.league.schedules.draw(league, OWNER)


async def test_season_ends_on_time_and_the_next_is_scored_alike(app: App, time: StandingTime) -> None:
    league, season = await begin(app, weeks=2, least=3, method=Method.TOTAL)
    with pytest.raises(Refused, match="goes on"):
        await app.league.leagues.next_season(league, OWNER)
    await app.league.leagues.close_ended()
    assert (await app.league.leagues.season(league)).closed_at is None
    time.let_pass(2 * WEEK)
    await app.league.leagues.close_ended()
    await app.league.leagues.close_ended()
    assert (await app.league.leagues.season(league)).closed_at == time.now()
    with pytest.raises(Refused, match="is over"):
        await app.league.rosters.join(league, ANN)
    page = await app.league.results.history(league)
    assert [(act.what, act.user_id) for act in page.lines] == [(Did.CLOSED, CLOCK), (Did.CREATED, OWNER)]
    assert "· The season closed on its date" in text(history_panel(league, season, page))

    following = await app.league.leagues.next_season(league, OWNER, weeks=1)
    assert (following.number, following.scoring) == (2, season.scoring)
    assert await app.league.rosters.of(following) == []
    assert await app.league.leagues.season(league, 1) != following


async def test_listeners_hear_of_every_change(app: App) -> None:
    heard: list[int] = []
    stop = app.league.leagues.listen(heard.append)
    league, season = await begin(app)
    await app.league.rosters.join(league, ANN)
    await app.league.leagues.close(league, season, OWNER)
    assert heard == [league.id] * 3
    stop()
    await app.league.leagues.next_season(league, OWNER)
    assert len(heard) == 3


# Writes in doubt ------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["leave", "allow computers", "close"])
async def test_change_in_doubt_is_told_as_it_may_be_stored(what: str) -> None:
    """Bug: the league's message stayed as it was until the next change."""
    database = TroubledDatabase(InLoop().database(), writes_to("seasons", "season_entries", "leagues"))
    room, told, closed = LeagueRoom(database=database), list[int](), list[bool]()
    league, season = await room.begin(Competing.PLAYERS)
    room.leagues.listen(told.append)
    room.leagues.on_closed(lambda: closed.append(True))
    database.troubles = [answer_lost()]
    changes: dict[str, Callable[[], Awaitable[object]]] = {
        "leave": lambda: room.rosters.leave(league, ANN.id),
        "allow computers": lambda: room.leagues.set_computers_allowed(league, OWNER, computers=True),
        "close": lambda: room.leagues.close(league, season, OWNER),
    }
    with pytest.raises(InDoubt):
        await changes[what]()
    assert told == [league.id]
    assert closed == [True] * (what == "close")
    await room.close()
