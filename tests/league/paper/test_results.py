"""Matches played with real cards: results by the game's rules, typed input, and exported files."""

import csv
import json
from dataclasses import replace
from io import StringIO

import pytest

from bot.common.errors import Refused
from bot.database.rows import with_number
from bot.league.paper.export import ExportedMatch, as_csv, as_json
from bot.league.paper.people import Roster, lined_up
from bot.league.paper.reading import read_file
from bot.league.paper.result import (
    PaperResult,
    as_results,
    as_table,
    check,
    places_of,
    read,
    written,
)
from bot.league.paper.typed import read_players, read_points, read_winner
from bot.league.paper.unclear import Doubt
from bot.models.credits import Competing
from bot.models.stored_league import MatchState, SeasonEntry, SeasonMatch
from bot.models.stored_results import MatchResult
from bot.stats.contribution import corrected
from bot.table.lobby.before_match import Person
from tests.league.paper.club import (
    ANN,
    BEN,
    CLEO,
    DAN,
    GUS,
    KENTUCKY,
    NOW,
    PAIRS,
    ROSTER,
    context,
    game,
    result,
)

EVA, FAY = GUS + 1, GUS + 2
OTHERS = SeasonEntry((EVA, FAY), ("Eva", "Fay"), NOW - 9e6)


@pytest.mark.parametrize(("left", "pair"), [(-2, (CLEO, DAN)), (-0.5, None)])
def test_player_who_had_left_the_season_counts_as_a_substitute(
    left: float, pair: tuple[int, int] | None
) -> None:
    """Ben's pair leaves; then a match of the day before, played by him and Dan, is recorded."""
    roster = Roster((replace(PAIRS[0], left_at=NOW + left * 86_400), PAIRS[1], OTHERS), {GUS: "Gus"})
    players = tuple(Person(one, "somebody") for one in (BEN, EVA, DAN, FAY))
    played = PaperResult(players, NOW - 86_400, (310, 245))
    if pair is None:
        with pytest.raises(Refused, match="different pairs"):
            lined_up(played, KENTUCKY, Competing.PAIRS, roster)
    else:
        assert lined_up(played, KENTUCKY, Competing.PAIRS, roster).plays_for == {0: pair, 1: (EVA, FAY)}


@pytest.mark.parametrize(
    ("days", "people", "pair"),
    [
        (-9, (ANN, BEN), (ANN, BEN)),
        (-9, (ANN, GUS), (ANN, BEN)),
        (-1, (ANN, EVA), (ANN, EVA)),
        (-1, (ANN, GUS), (ANN, EVA)),
        (-1, (BEN, EVA), (ANN, EVA)),
        (-9, (EVA, GUS), (ANN, EVA)),
    ],
)
def test_split_pair_is_recorded_as_the_pair_of_that_time(
    days: int, people: tuple[int, int], pair: tuple[int, int]
) -> None:
    """Ann and Ben were partners until five days ago, and Ann is Eva's partner since."""
    split = NOW - 5 * 86_400
    new = SeasonEntry((ANN, EVA), ("Ann", "Eva"), split + 60)
    roster = Roster((replace(PAIRS[0], left_at=split), PAIRS[1], new), {GUS: "Gus"})
    players = (Person(people[0], "a"), Person(CLEO, "b"), Person(people[1], "c"), Person(DAN, "d"))
    played = PaperResult(players, NOW + days * 86_400, (310, 245))
    assert lined_up(played, KENTUCKY, Competing.PAIRS, roster).plays_for == {0: pair, 1: (CLEO, DAN)}


@pytest.mark.parametrize(
    ("key", "totals", "places"),
    [
        ("kentucky", (310, 245), (1, 2)),
        ("kentucky", (-60, 300), (2, 1)),
        ("kentucky", (300, 300), (1, 1)),
        ("golden10_1988", (12, 3, 12, 40), (2, 1, 2, 4)),
        ("donkey", (2, 1, 3, 4), (2, 1, 3, 4)),
    ],
)
def test_places_follow_the_ranking_of_the_game(
    key: str, totals: tuple[int, ...], places: tuple[int, ...]
) -> None:
    assert places_of(result(*totals), game(key, 4)) == places


def test_side_may_win_with_fewer_points_where_the_game_allows_it() -> None:
    """Both at the target: by some house rules the bidder goes out first."""
    won = PaperResult(result(0, 0).players, 0, (300, 320), winner=0)
    assert places_of(won, KENTUCKY) == (1, 2)


def test_paper_match_is_recorded_like_a_match_of_a_table() -> None:
    played = result(310, 245, deals=((200, 100), (110, 145)))
    recorded = as_results(played, KENTUCKY, 501)
    match = recorded.match
    assert match is not None
    assert [(one.user_id, one.side, one.points, one.won) for one in match.players] == [
        (ANN, 0, 310, True), (CLEO, 1, 245, False), (BEN, 0, 310, True), (DAN, 1, 245, False),
    ]  # fmt: skip
    assert (match.counted, match.finished_at, match.deals) == (True, played.at, 2)
    assert [[side.total for side in deal.sides] for deal in recorded.deals] == [[200, 100], [310, 245]]
    assert as_table(played, KENTUCKY, 501, 7, ANN).status == "finished"


def test_waiting_match_is_read_back_with_the_players_named() -> None:
    played = result(310, 245, deals=((310, 245),))
    assert read(written(played)) == played
    for one in played.players:
        assert with_number("user_id", one.id).strip("%") in written(played)


def test_games_decided_by_cards_record_no_points() -> None:
    with pytest.raises(Refused, match="place of each side"):
        check(result(1, 2, 2, 3), game("donkey", 4))
    check(result(1, 2, 2, 4), game("donkey", 4))


@pytest.mark.parametrize("places", [(1, 2, 2, 4), (1, 1, 3, 4)])
def test_winner_that_contradicts_the_places_is_refused(places: tuple[int, ...]) -> None:
    with pytest.raises(Refused, match="don't agree"):
        check(replace(result(*places), winner=1), game("donkey", 4))
    check(replace(result(1, 2, 3, 4), winner=0), game("donkey", 4))


@pytest.mark.parametrize(
    "typed",
    ["Ann, Ben, Cleo, =Dan", "Ann & Ben vs Cleo and =Dan", f"<@{ANN}><@{BEN}>\n<@!{CLEO}> <@{DAN}>"],
)
def test_players_are_recognized_as_people_type_them(typed: str) -> None:
    sides = read_players(typed, KENTUCKY, ROSTER)
    assert [[one.id for one in side] for side in sides] == [[ANN, BEN], [CLEO, DAN]]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("Ann, Ben, Cleo", "You named 3"),
        ("Ann, Ben, Cleo, Zoe", "called “Zoe”"),
        ("Ann, Ben, Cleo, ann", "named twice"),
    ],
)
def test_unrecognized_players_are_named_in_the_refusal(typed: str, said: str) -> None:
    with pytest.raises(Refused, match=said):
        read_players(typed, KENTUCKY, ROSTER)


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("Ann, Ben (he/him), Cleo, Dan & Co", ["Ann", "Ben (he/him)", "Cleo", "Dan & Co"]),
        ("Ann, Ben (he/him)\nCleo, Dan & Co", ["Ann", "Ben (he/him)", "Cleo", "Dan & Co"]),
        ("Ann & Ben (he/him) vs Cleo and Eve", ["Ann", "Ben (he/him)", "Cleo", "Eve"]),
        ("Ann / Ben (he/him) / Cleo / Eve", ["Ann", "Ben (he/him)", "Cleo", "Eve"]),
    ],
)
def test_only_commas_separate_players_if_there_are_any(typed: str, names: list[str]) -> None:
    people = ("Ann", "Ben (he/him)", "Cleo", "Dan & Co", "Eve")
    entries = [SeasonEntry((ANN + number,), (name,), 0.0) for number, name in enumerate(people)]
    sides = read_players(typed, KENTUCKY, Roster(entries, {}))
    assert [one.name for side in sides for one in side] == names


def test_points_are_read_as_totals_or_deals() -> None:
    assert read_points("310 : -245", KENTUCKY) == ((310, -245), ())
    assert read_points("200 100\n−95, 80\n", KENTUCKY) == ((105, 180), ((200, 100), (-95, 80)))
    assert read_points("5,120 3,340", KENTUCKY) == ((5120, 3340), ())
    assert read_points("310,245", KENTUCKY) == ((310, 245), ())
    assert read_points("310.0 –245.0", KENTUCKY) == ((310, -245), ())
    assert read_points("1.200,0; -60,0", KENTUCKY) == ((1200, -60), ())
    assert read_points("310 – 245", KENTUCKY) == ((310, 245), ())
    for typed, said in (("", "missing"), ("310", "needs 2 numbers"), ("310 x", "other than numbers")):
        with pytest.raises(Refused, match=said):
            read_points(typed, KENTUCKY)


def test_winner_is_a_side_or_one_of_its_players() -> None:
    sides = read_players("Ann, Ben, Cleo, =Dan", KENTUCKY, ROSTER)
    assert [read_winner(typed, sides, ROSTER) for typed in ("", "2", "Ben")] == [None, 1, 0]
    for typed in ("3", f"<@{GUS}>"):
        with pytest.raises(Refused):
            read_winner(typed, sides, ROSTER)


def kept(played: PaperResult, state: MatchState = MatchState.COUNTS) -> ExportedMatch:
    """A match as the store returns it."""
    recorded = as_results(played, KENTUCKY, 501)
    assert isinstance(recorded.match, MatchResult)
    return ExportedMatch(SeasonMatch(7, 1, None, state, is_paper=True), recorded.match, recorded.deals)


def test_exported_file_is_read_again() -> None:
    matches = [
        result(310, -245, deals=((200, -100), (110, -145))),
        PaperResult(result(0, 0).players, 1.7e9, (300, 320), winner=0),
    ]
    text = as_csv([kept(matches[0], MatchState.VOID), kept(matches[1])], KENTUCKY)
    [asked] = read_file(text.encode(), context()).questions
    assert asked.question.doubt is Doubt.WINNER
    back = read_file(text.encode(), context(answers={Doubt.WINNER: 1}))
    assert back.is_right
    assert [(one.result.totals, one.result.at, one.result.deals, one.state) for one in back.matches] == [
        (matches[0].totals, matches[0].at, matches[0].deals, MatchState.VOID),
        (matches[1].totals, matches[1].at, (), MatchState.COUNTS),
    ]
    assert [places_of(one.result, KENTUCKY) for one in back.matches] == [(1, 2), (1, 2)]


def test_corrected_match_is_exported_as_it_counts_and_read_again() -> None:
    """Its deals have the points before the correction, so they are not exported for import."""
    played = kept(result(310, 245, deals=((200, 100), (110, 145))))
    points = {0: 210, 1: 245}
    match = played._replace(ruled=replace(played.ruled, points=points), match=corrected(played.match, points))
    back = read_file(as_csv([match], KENTUCKY).encode(), context())
    assert not back.problems
    assert [(one.result.totals, one.result.deals) for one in back.matches] == [((210, 245), ())]
    assert [places_of(one.result, KENTUCKY) for one in back.matches] == [(2, 1)]
    [told] = json.loads(as_json([match], "Tuesday", 2, KENTUCKY))["matches"]
    assert [(side["points"], side["place"]) for side in told["sides"]] == [(210, 2), (245, 1)]
    assert told["deals"] == [[200, 100], [110, 145]]


def test_no_cell_of_a_file_is_taken_for_a_formula() -> None:
    text = as_csv([kept(result(-310, 245, deals=((-310, 245),)))], KENTUCKY)
    _, cells = csv.reader(StringIO(text))
    risky = [cell for cell in cells if cell.startswith(("=", "+", "-", "@"))]
    assert risky == ["-310"], "a number is a number"


def test_former_player_has_neither_name_nor_number_in_a_file() -> None:
    played = result(310, 245)
    former = PaperResult(
        (played.players[0]._replace(id=3, name="a former player"), *played.players[1:]), 0, (310, 245)
    )
    told = json.loads(as_json([kept(former)], "Tuesday", 2, KENTUCKY))
    [match] = told["matches"]
    assert match["sides"][0]["players"][0] == {"name": "a former player"}
    assert "<@3>" not in as_csv([kept(former)], KENTUCKY)
