"""Panels of leagues are within Discord's limits for any number of entries with any names."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest
from discord import ui

from bot.common.pages import Page
from bot.league.evenings import EveningResult
from bot.league.paper.values import Recorded, Score, score_of
from bot.league.results import PAGE as RESULTS
from bot.league.results import SeasonResult
from bot.league.schedules import Fixture
from bot.league.standings import Share
from bot.league.standings_pages import Origin, StandingsPage
from bot.models.credits import Competing, Credit, How, Named, Verdict
from bot.models.scoring import Method, Scoring, Terms, TieBreak, written
from bot.models.stored_evenings import SeasonEvening
from bot.models.stored_league import (
    Did,
    League,
    LeagueAct,
    MatchState,
    PairRequest,
    ScheduledMatch,
    Season,
    SeasonEntry,
    SeasonMatch,
    StandingLine,
    Unfinished,
)
from bot.models.stored_results import MatchPlayer, MatchResult
from cogs.league.fixtures_panel import PAGE as FIXTURES
from cogs.league.fixtures_panel import fixtures_panel, names_by_entrant
from cogs.league.history_panel import history_panel
from cogs.league.more import league_more_panel
from cogs.league.panel import SHOWN, LeagueNow, close_panel, league_panel, scoring_panel
from cogs.league.paper_panel import record_form, recorded_panel
from cogs.league.partners import partner_panel
from cogs.league.results_panel import evening_line, evenings_panel, match_details, results_panel
from cogs.league.roster_panel import PAGE as ENTRIES
from cogs.league.roster_panel import roster_panel
from cogs.league.standings_panel import own_lines, standing_lines, standings_panel
from cogs.league.words import game_line, result_line, won_line
from rules.codes import encode
from rules.core.outcome import Ranking
from tests.database.leagues import CLEO
from tests.database.samples import ANN, BEN
from tests.ui.tables import check_limits, parts

WORST = ("*" * 32, "דוד_" * 8, "👩🏽‍🚀" * 8, "[a](b)_~" * 4, "<@123>|`" * 4)
LEAGUE = League(2**62, 1, "*" * 40, "1000-4DAG-9", 4, Competing.PAIRS, True, 2**62, 1, 1e9, 5, 6)
SEASON = Season(2**62, 2**62, 999, written(Terms(Scoring(Method.MATCH_POINTS, least=3))), 1e9, 2e9)


def entries(number: int) -> list[SeasonEntry]:
    """``number`` pairs with difficult names; every third has left."""
    return [
        SeasonEntry(
            (2**61 + 2 * one, 2**61 + 2 * one + 1),
            (WORST[one % 5], WORST[(one + 1) % 5]),
            1e9,
            1e9 if one % 3 == 2 else None,
        )
        for one in range(number)
    ]


def a_line(
    entry: SeasonEntry, *, place: int | None = 1, value: Fraction | None = Fraction(2)
) -> StandingLine:
    """The line of a pair that has played one match, or none."""
    played = int(value is not None)
    return StandingLine(
        place, Named(entry.entrant, entry.names), value, played, played, 0, 0, 0, 0, (), has_left=False
    )


def text(view: ui.LayoutView) -> str:
    """All text of a panel."""
    return "\n".join(part["content"] for part in parts(view) if "content" in part)


@pytest.mark.parametrize("number", [0, 1, 2, 150])
def test_every_page_of_a_season_fits_a_message(number: int) -> None:
    roster = entries(number)
    requests = [PairRequest(1, 2**60 + one, 7, WORST[0], WORST[1], 1e9) for one in range(40)]
    check_limits(league_panel(LeagueNow(LEAGUE, SEASON, roster)))
    top = StandingsPage(tuple(map(a_line, roster[:SHOWN])), 0, 1, number, Scoring(), is_final=True)
    lines, winners = standing_lines(top, with_ties=False), [Named(one.entrant, one.names) for one in roster]
    check_limits(league_panel(LeagueNow(LEAGUE, SEASON, roster, lines, number, winners)))
    check_limits(partner_panel(LEAGUE, requests))
    for page in range(number // ENTRIES + 1):
        check_limits(roster_panel(LEAGUE, SEASON, roster, requests, page))
    pairs = [entry.entrant for entry in roster]
    fixtures = [
        Fixture(ScheduledMatch(index + 1, index + 1, home, away), is_played=False)
        for index, (home, away) in enumerate(pairwise(pairs))
    ]
    for page in range(len(fixtures) // FIXTURES + 1):
        check_limits(fixtures_panel(LEAGUE, SEASON, fixtures, roster, pairs[0][0] if pairs else 1, page))


def test_page_beyond_the_last_is_the_last() -> None:
    """A control may be forged, or refer to a list that has become shorter."""
    shown = text(roster_panel(LEAGUE, SEASON, entries(3), [], 7))
    assert "\n1\\. " in shown, "no list of Markdown's, which would take in what follows"
    assert "\n3\\. " in shown


def test_no_invitation_is_open_in_a_season_that_is_over() -> None:
    requests = [PairRequest(1, 5, 7, "Ann", "Ben", 1e9)]
    assert "Ann asks Ben" in text(roster_panel(LEAGUE, SEASON, [], requests))
    over = text(roster_panel(LEAGUE, replace(SEASON, closed_at=1.5e9), [], requests))
    assert "Waiting for an answer" not in over
    assert "Ann" not in over


@pytest.mark.parametrize(
    ("game", "seats", "said", "names", "scored"),
    [
        ("kentucky", 4, "All 4 players, partners next to each other, a", "Ann, Ben, Cleo, Dan", "310 245"),
        ("regular_for_two", 2, "Both players, a", "Ann, Ben", "310 245"),
        ("three_handed_1914", 3, "All 3 players, a", "Ann, Ben, Cleo", "310 245 180"),
        ("panjandrum_1988", 3, "All 3 players, a", "Ann, Ben, Cleo", "1 2 3"),
    ],
)
def test_match_form_asks_for_the_players_and_sides_of_the_game(
    game: str, seats: int, said: str, names: str, scored: str
) -> None:
    league = replace(LEAGUE, rules=encode(game, {}), seats=seats, competing=Competing.PLAYERS)
    who, points, *_ = record_form(league, SEASON, "", "").to_dict()["components"]
    assert who["description"] == f"{said} comma between names or mentions"
    assert who["component"]["placeholder"] == names
    assert points["component"]["placeholder"] == scored


def test_league_by_evenings_does_not_invite_free_matches() -> None:
    by_evenings = replace(SEASON, scoring=written(Terms(Scoring(Method.PERCENT))))
    said = text(fixtures_panel(LEAGUE, by_evenings, [], [], 1))
    assert said.endswith("\nThere is no schedule. `/night new` with this league opens an evening.")
    assert "Play anyone you like. `/league play` opens" in text(fixtures_panel(LEAGUE, SEASON, [], [], 1))


def test_organizer_help_names_only_rulings_the_league_has() -> None:
    by_evenings = replace(SEASON, scoring=written(Terms(Scoring(Method.PERCENT))))
    free = replace(LEAGUE, competing=Competing.PLAYERS)
    for league, season, said in (
        (LEAGUE, SEASON, "takes someone out, *Schedule* rules who stayed away, *Results* rules on a match."),
        (free, SEASON, "takes someone out, *Results* rules on a match."),
        (LEAGUE, by_evenings, "takes someone out, *Results* rules on an evening."),
    ):
        more = league_more_panel(league, season, [], is_in=False, organizes=True, manages=True)
        assert f"\n*Players* {said}" in text(more)
    nothing = Unfinished(0, 0, 0, 0, 0)
    assert "ratings carried over" in text(close_panel(LEAGUE, SEASON, nothing))
    assert "ratings" not in text(close_panel(LEAGUE, by_evenings, nothing))


def test_corrected_points_are_written_with_a_true_minus() -> None:
    """A hyphen between points would read as another dash."""
    detail = {"before": {"points": None}, "after": {"points": [-1_250, 40]}}
    act = LeagueAct(LEAGUE.id, 1, Did.CORRECTED, 1e9, SEASON.id, 5, detail=detail)
    shown = text(history_panel(LEAGUE, SEASON, Page((act,), 0, 1, 1)))
    assert shown.endswith("(as played → \N{MINUS SIGN}1,250 – 40)")
    undone = replace(act, detail={"before": detail["after"], "after": detail["before"]})
    shown = text(history_panel(LEAGUE, SEASON, Page((undone,), 0, 1, 1)))
    assert shown.endswith("(\N{MINUS SIGN}1,250 – 40 → as played)")


@pytest.mark.parametrize(
    ("about", "absent", "said"),
    [
        (10**17, "home", f"<@{10**17}>'s side stayed away"),
        (10**17, "both", f"<@{10**17}>'s side and the other stayed away"),
        (-3, "away", "someone's side stayed away"),
        (None, "away", "the second side stayed away"),
        (None, None, "no one stayed away"),
    ],
)
def test_history_names_who_stayed_away(about: int | None, absent: str | None, said: str) -> None:
    """A number of the schedule is another pair's once it is drawn again; earlier versions stored no name."""
    act = LeagueAct(1, 9, Did.FORFEITED, 1e9, 1, about=about, detail={"number": 4, "after": absent})
    shown = text(history_panel(LEAGUE, SEASON, Page((act,), 0, 1, 1)))
    assert shown.endswith(f"ruled on match 4 of the schedule ({said})")


def test_finished_season_does_not_ask_to_join_or_play() -> None:
    """For any number of players, and for any viewer."""
    over = replace(SEASON, closed_at=1.5e9)
    pair, leaver, *_ = entries(3)
    leaver = replace(leaver, left_at=1.2e9)
    fixtures = [Fixture(ScheduledMatch(1, 1, pair.entrant, leaver.entrant), is_played=False)]
    nothing: Page[SeasonResult] = Page((), 0, 1, 0)
    table = StandingsPage((), 0, 1, 0, Scoring(Method.MATCH_POINTS), is_final=True)
    shown = [
        league_panel(LeagueNow(LEAGUE, over, ())),
        results_panel(LEAGUE, over, nothing, {}),
        standings_panel(LEAGUE, over, table),
        fixtures_panel(LEAGUE, over, [], [], 1),
        fixtures_panel(LEAGUE, over, fixtures, [pair, leaver], pair.entrant[0]),
    ]
    for view in shown:
        said = text(view)
        assert not any(
            word in said for word in ("/league join", "/league play", "Be the first", "next matches")
        )
    assert "next matches" in text(fixtures_panel(LEAGUE, SEASON, fixtures, [pair, leaver], pair.entrant[0]))
    assert "· left" in text(shown[-1])


def test_results_of_a_closed_season_offer_no_dispute_and_no_ruling() -> None:
    result = MatchResult(1, "kentucky", None, "", 1, Ranking.MOST, (), 1e9, seats=4)
    matches = Page((SeasonResult(SeasonMatch(7, 1), result),), 0, 1, 1)
    evening = SeasonEvening(7, 1, 5, 1e9, MatchState.COUNTS)
    evenings = Page((EveningResult(evening, (), {}),), 0, 1, 1)
    for season in (SEASON, replace(SEASON, closed_at=1.5e9)):
        views = (results_panel(LEAGUE, season, matches, {}), evenings_panel(LEAGUE, season, evenings))
        hints = [part["placeholder"] for view in views for part in parts(view) if "placeholder" in part]
        can_rule = [hint for hint in hints if "rule on it" in hint]
        assert len(can_rule) == (2 if season.is_open else 0)
        assert "See all of an evening" in hints[-1]


def test_player_without_matches_reads_that_and_no_place() -> None:
    line = a_line(entries(1)[0], place=None, value=None)
    assert own_lines(SEASON, line, [], {}) == ["", "You haven't played a match yet."]
    over = replace(SEASON, closed_at=1.5e9)
    assert own_lines(over, line, [], {}) == ["", "You didn't play a match."]
    left = replace(line, has_left=True)
    assert own_lines(SEASON, left, [], {}) == ["", "**You**: no place, because you're out of the season."]


def test_forfeit_wins_and_played_wins_add_up() -> None:
    line = replace(a_line(entries(1)[0]), played=2, won=2, lost=2, forfeits=1)
    page = StandingsPage((line,), 0, 1, 1, Scoring(Method.MATCH_POINTS), is_final=False)
    assert "-# 2 played: 2–2 · 1 won by forfeit · 1 forfeited" in text(standings_panel(LEAGUE, SEASON, page))


def test_season_winners_are_named_and_long_lists_are_shortened() -> None:
    pair, ann, *others = (
        Named(tuple(range(5, 5 + len(names))), names)
        for names in (("Bob", "Cleo"), ("Ann",), ("Dan",), ("Eve",), ("Fay",))
    )
    first = replace(SEASON, number=1)
    for winners, said in (
        ([], "No one has a place, so no one has won it."),
        ([ann], "🏆 **Ann** wins season 1."),
        ([pair], "🏆 **Bob & Cleo** win season 1."),
        ([ann, pair], "🏆 **Ann** and **Bob & Cleo** share first place."),
        ([ann, pair, *others[:2]], "🏆 **Ann**, **Bob & Cleo**, **Dan** and **Eve** share first place."),
        ([ann, pair, *others], "🏆 **Ann**, **Bob & Cleo**, **Dan** and others share first place."),
    ):
        assert won_line(first, winners) == said


def test_player_who_shares_a_place_reads_the_other_names() -> None:
    pair = entries(1)[0]
    won = Origin(Share(Credit(7, pair.entrant, ((CLEO,),), Verdict.WON), 2, 1), 1e9)
    others = [Named((number,), (name,)) for number, name in enumerate(("Dan", "Eve", "Fay", "Gus", "Hal"), 5)]
    for equals, said in (
        ([], "points."),
        (others[:1], "points. You share the place with Dan."),
        (others[:4], "points. You share the place with Dan, Eve, Fay and Gus."),
        (others, "points. You share the place with Dan, Eve, Fay and others."),
    ):
        assert own_lines(SEASON, a_line(pair), [won], {}, equals)[1] == f"**You**: place 1, 2 {said}"


def test_ties_and_forfeits_are_explained_only_where_possible() -> None:
    """A league without a schedule has no forfeits, and only a tie-break that decided is told."""
    pair = entries(1)[0]
    season = replace(SEASON, scoring=written(Terms(Scoring(ties=(TieBreak.WINS, TieBreak.FORFEITS)))))
    own = replace(a_line(pair), breaks=((TieBreak.WINS, Fraction(1)), (TieBreak.FORFEITS, Fraction(1))))
    away = Origin(Share(Credit(1, pair.entrant, (), Verdict.LOST, How.FORFEITED), 0, 1), None)
    told = own_lines(season, own, [away], {})
    assert told[2:] == ["-# **0** both stayed away", "-# Tie: matches won 1.", "-# Tie: 1 forfeit."]
    counts = text(scoring_panel(LEAGUE, season))
    assert "matches won, then fewer forfeits." in counts
    assert "stays away" in counts
    free = text(scoring_panel(replace(LEAGUE, competing=Competing.PLAYERS), season))
    assert "Ties are broken by matches won." in free
    assert "stays away" not in free


def test_rating_league_says_when_a_player_gets_a_place() -> None:
    for least, place in ((0, ""), (10, "You get a place once you've played 10 matches. ")):
        season = replace(SEASON, scoring=written(Terms(Scoring(Method.RATING, least=least))))
        said = text(scoring_panel(LEAGUE, season))
        assert f"{place}A rating is provisional until 25 matches have changed it." in said
        assert ("You get a place" in said) is bool(least)


def test_rating_of_few_matches_is_shown_as_provisional() -> None:
    line = a_line(entries(1)[0], value=Fraction(1510))
    page = StandingsPage((line,), 0, 1, 1, Scoring(Method.RATING), is_final=False)
    rated_seldom = replace(page, provisional=frozenset({line.who.entrant}))
    assert "provisional" in text(standings_panel(LEAGUE, SEASON, rated_seldom))
    assert "provisional" not in text(standings_panel(LEAGUE, SEASON, page))


def test_ranking_by_fewest_points_is_explained() -> None:
    for ranking, best, tie in (
        (Ranking.FEWEST, "The lowest is first.", "matches won, then fewer game points per match."),
        (Ranking.MOST, "The highest is first.", "matches won, then game points per match."),
    ):
        average = replace(SEASON, scoring=written(Terms(Scoring(Method.AVERAGE, ranking))))
        assert f"the average of game points per match. {best}" in text(scoring_panel(LEAGUE, average))
        ties = (TieBreak.WINS, TieBreak.AVERAGE)
        wins = replace(SEASON, scoring=written(Terms(Scoring(ranking=ranking, ties=ties))))
        assert f"Ties are broken by {tie}" in text(scoring_panel(LEAGUE, wins))


def test_provisional_players_are_not_said_to_tie() -> None:
    """Matches won order their lines, but none of them shares a place."""
    pair = entries(1)[0]
    rating = Scoring(Method.RATING, ties=(TieBreak.WINS,))
    season = replace(SEASON, scoring=written(Terms(rating)))
    rated = replace(a_line(pair, value=Fraction(1510)), breaks=((TieBreak.WINS, Fraction(1)),))
    new = replace(rated, place=None, value=None)
    won = Origin(Share(Credit(7, pair.entrant, ((CLEO,),), Verdict.WON), 0, 0), 1e9)
    for line, is_told in ((rated, True), (new, False)):
        page = StandingsPage((line,), 0, 1, 1, rating, is_final=False)
        assert ("tie: matches won 1" in text(standings_panel(LEAGUE, season, page))) is is_told
        assert ("-# Tie: matches won 1." in own_lines(season, line, [won], {})) is is_told


def test_rating_league_says_which_matches_are_rated() -> None:
    """A league may let computers fill in, and pairs may have substitutes: such matches are unrated."""
    season = replace(SEASON, scoring=written(Terms(Scoring(Method.RATING))))
    pairs = text(scoring_panel(LEAGUE, season))
    ends = "Only a match that reaches its end, with no computer added, changes the rating."
    assert f"{ends} A forfeit by leaving counts as a loss for the pair." in pairs
    alone = text(scoring_panel(replace(LEAGUE, competing=Competing.PLAYERS), season))
    forfeit = "A forfeit by leaving counts as a loss. A partner who stayed keeps their rating."
    assert f"{ends} {forfeit}" in alone
    assert "changes the rating" not in text(scoring_panel(LEAGUE, SEASON))


@pytest.mark.parametrize("method", [Method.MATCH_POINTS, Method.RATING])
def test_rules_of_a_league_without_partners_speak_of_none(method: Method) -> None:
    """Bug: "A partner who stayed gets no result, or the win the side scored." in Golden 10."""
    season = replace(SEASON, scoring=written(Terms(Scoring(method))))
    league = replace(LEAGUE, competing=Competing.PLAYERS)
    assert "A partner who stayed" in text(scoring_panel(league, season))
    said = text(scoring_panel(replace(league, rules=encode("golden10_1988", {})), season))
    assert "partner" not in said
    assert "Whoever leaves a match for good forfeits it. The first of the others wins." in said


def test_match_that_ended_after_its_season_is_marked_as_not_counting() -> None:
    player = MatchPlayer(0, 0, 9, "Ann", None, 300, 1, won=True)
    result = MatchResult(1, "kentucky", None, "", 1, Ranking.MOST, (player,), 1.6e9, seats=4)
    found = SeasonResult(SeasonMatch(7, 1), result)
    assert "doesn't count" in match_details(found, replace(SEASON, closed_at=1.5e9))
    assert "doesn't count" not in match_details(found, replace(SEASON, closed_at=1.7e9))
    assert "doesn't count" not in match_details(found, SEASON)


def test_partners_who_each_keep_a_score_share_a_line() -> None:
    """A line shows which players won together, and the points of each."""
    players = tuple(
        MatchPlayer(seat, seat, 9 + seat, name, None, points, place, place == 1)
        for seat, (name, points, place) in enumerate(
            (("Ann", 300, 1), ("Ben", 120, 3), ("Cleo", 260, 1), ("Dan", -40, 3))
        )
    )
    rules = encode("kentucky", {"credit": "each"})
    result = MatchResult(1, "kentucky", rules, "", 1, Ranking.MOST, players, 1e9, seats=4)
    line = result_line(SeasonResult(SeasonMatch(7, 1), result), {})
    assert line == "**Ann 300 & Cleo 260** – Ben 120 & Dan −40"
    alone = replace(result, rules_code=encode("three_handed_1914", {}))
    assert "&" not in result_line(SeasonResult(SeasonMatch(7, 1), alone), {})


@pytest.mark.parametrize(
    ("rules", "seats", "competing", "said"),
    [
        ("kentucky", 4, Competing.PLAYERS, "4 players · free partners · computers"),
        ("kentucky", 4, Competing.PAIRS, "4 players · fixed partners · computers"),
        ("three_handed_1914", 3, Competing.PLAYERS, "3 players · everyone for themselves · computers"),
    ],
)
def test_league_says_whether_partners_are_free(
    rules: str, seats: int, competing: Competing, said: str
) -> None:
    league = replace(LEAGUE, rules=encode(rules, {}), seats=seats, competing=competing)
    assert said in game_line(league)


def test_equal_players_share_the_first_place_of_an_evening() -> None:
    won = tuple(
        Credit(7, (who,), (), None, points=points, matchpoints=5, possible=8)
        for who, points in ((ANN, 310), (BEN, 310), (CLEO, 200))
    )
    names = {ANN: "Ann", BEN: "Ben", CLEO: "Cleo"}
    evening = SeasonEvening(7, 1, 5, 1e9, MatchState.COUNTS)
    line = evening_line(EveningResult(evening, won, names))
    assert line == "🥇 **Ann 62.5%** · 🥇 **Ben 62.5%** · Cleo 62.5%"


def test_results_page_with_long_names_and_negative_points_fits_a_message() -> None:
    roster = entries(2)
    players = tuple(
        MatchPlayer(seat, seat % 2, 9 + seat, WORST[seat], None, -123_456, 1 + seat % 2, seat % 2 == 0)
        for seat in range(4)
    )
    result = MatchResult(1, "kentucky", None, "", 1, Ranking.MOST, players, 1e9, seats=4, broken_off=True)
    plays_for = {0: roster[0].entrant, 1: roster[1].entrant}
    match = SeasonMatch(2**62, 1, 1, MatchState.DISPUTED, {0: -123_456, 1: 5}, True, plays_for)
    results = tuple(SeasonResult(replace(match, table_id=2**62 + one), result) for one in range(RESULTS))
    page = Page(results, 0, 9, 70)
    view = results_panel(LEAGUE, SEASON, page, names_by_entrant(roster))
    check_limits(view)
    assert "−123,456" in text(view)


def test_corrected_points_decide_the_winner() -> None:
    names = ("Ann", "Ben", "Cleo", "Dan")
    players = tuple(
        MatchPlayer(seat, seat % 2, 9 + seat, names[seat], None, 300 - seat % 2, 1 + seat % 2, seat % 2 == 0)
        for seat in range(4)
    )
    result = MatchResult(1, "kentucky", None, "", 1, Ranking.MOST, players, 1e9, seats=4)
    played = SeasonMatch(7, 1)
    for match, won in (
        (played, "**Ann & Cleo 300**"),
        (replace(played, points={0: 10, 1: 20}), "**Ben & Dan 20**"),
    ):
        page = Page((SeasonResult(match, result),), 0, 1, 1)
        assert won in text(results_panel(LEAGUE, SEASON, page, {}))
        score = score_of(SeasonResult(match, result), ())
        assert score.points is not None
        assert score.points[score.places.index(1)] == max(score.points)


@pytest.mark.parametrize(("points", "trophies"), [((200, 200), 0), ((200, 190), 1)])
def test_draw_with_real_cards_reads_as_a_draw_without_a_winner(
    points: tuple[int, int], trophies: int
) -> None:
    """Bug: both sides had a trophy, and nothing said that it was a draw."""
    places = [1 + (one < max(points)) for one in points]
    score = Score(1e9, ((1, 3), (2, 4)), points, tuple(places), ())
    said = text(recorded_panel(Recorded(7, LEAGUE, SEASON, score, 1, 2, is_void=False)))
    assert said.count("🏆") == trophies
    assert ("a draw" in said) is (trophies == 0)


def test_no_winner_is_bold_in_a_broken_off_match() -> None:
    players = tuple(
        MatchPlayer(seat, seat % 2, 9 + seat, f"No {seat}", None, 300 - seat % 2, None, won=False)
        for seat in range(4)
    )
    result = MatchResult(1, "kentucky", None, "", 1, Ranking.MOST, players, 1e9, seats=4, broken_off=True)
    assert result_line(SeasonResult(SeasonMatch(7, 1), result), {}) == "No 0 & No 2 300 – No 1 & No 3 299"


def test_averages_on_different_places_read_differently() -> None:
    first, second = entries(2)
    lines = (a_line(first, value=Fraction(1552, 5)), a_line(second, place=2, value=Fraction(1548, 5)))
    page = StandingsPage(lines, 0, 1, 2, Scoring(Method.AVERAGE), is_final=False)
    said = text(standings_panel(LEAGUE, SEASON, page))
    assert "310.4 a match" in said
    assert "309.6 a match" in said
