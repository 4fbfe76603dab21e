"""The standings of a season: counted matches, tie-breaks, and the origin of every figure."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.league.standings import Share, ranked, share_of, tallied, tied
from bot.models.credits import Competing, Credit, Entrant, How, credits_of, forfeited
from bot.models.endings import Leaving
from bot.models.scoring import Method, Scoring, TieBreak
from rules.core.outcome import Ranking
from tests.league.played import ANN, BEN, CLEO, DAN, EVE, FAY, match_of
from tests.league.tables import standings

Row = tuple[object, ...]
ALONE = [(one,) for one in (ANN, BEN, CLEO, DAN)]


def duel(match: int, winner: int, loser: int, points: tuple[int, int] = (300, 200)) -> tuple[Credit, ...]:
    """A match of two, with the points of the first and the second."""
    return credits_of(match, match_of(points, (winner, loser), sides=(0, 1)), (), Competing.PLAYERS)


def table(scoring: Scoring, *matches: tuple[Credit, ...]) -> list[Row]:
    """Place, player and value of each line."""
    lines = standings(ALONE, [credit for match in matches for credit in match], scoring)
    return [(line.place, line.entrant[0], line.value) for line in lines]


def test_win_is_two_match_points_and_a_draw_one() -> None:
    assert table(Scoring(), duel(1, ANN, BEN), duel(2, CLEO, DAN, (250, 250)), duel(3, ANN, CLEO)) == [
        (1, ANN, 4),
        (2, CLEO, 1),
        (2, DAN, 1),
        (4, BEN, 0),
    ]


def test_player_without_matches_is_listed_without_a_place() -> None:
    assert table(Scoring())[0] == (None, ANN, None)
    assert table(Scoring(), duel(1, ANN, BEN))[2:] == [(None, CLEO, None), (None, DAN, None)]


def test_standings_of_one_entry_or_none_are_complete() -> None:
    assert standings([], duel(1, ANN, BEN), Scoring()) == ()
    (line,) = standings([(ANN,)], duel(1, ANN, BEN), Scoring())
    assert (line.place, line.value) == (1, Fraction(2))


def test_entry_with_too_few_matches_is_last_without_a_place() -> None:
    lines = table(Scoring(least=2), duel(1, DAN, BEN), duel(2, BEN, CLEO), forfeited(3, (BEN,), (DAN,)))
    assert lines[0] == (1, BEN, 2)
    assert lines[1] == (None, DAN, 4), "a forfeit is no match played"


def test_entry_that_only_forfeited_is_listed_without_a_place() -> None:
    """Bug: who had left or stayed away had the first place, ahead of those yet to play."""
    left = match_of((145, -140), away=[ANN, BEN], leaving=Leaving.FORFEIT)
    lost = (*credits_of(1, left, (), Competing.PLAYERS), *forfeited(2, (BEN,), None))
    assert [row for row in table(Scoring(), lost) if row[1] in (ANN, BEN)] == [(None, ANN, 0), (None, BEN, 0)]
    lines = table(Scoring(), lost, duel(3, CLEO, ANN))
    assert [row[:2] for row in lines] == [(1, CLEO), (2, ANN), (None, BEN), (None, DAN)]


def test_entry_that_left_keeps_results_and_cannot_win() -> None:
    """The next best comes in first; what was won against the one who left still counts."""
    given = [*duel(1, ANN, BEN), *duel(2, BEN, CLEO)]
    tallies = [tallied((who,), [one for one in given if one.entrant == (who,)]) for who in (ANN, BEN, CLEO)]
    assert [(line.place, line.entrant[0]) for line in ranked(tallies, Scoring())][:2] == [(1, ANN), (1, BEN)]
    lines = ranked(tallies, Scoring(), left={(ANN,)})
    told: list[Row] = [(line.place, line.entrant[0], line.value) for line in lines]
    assert told == [(1, BEN, 2), (2, CLEO, 0), (None, ANN, 2)]
    assert tied(tallies, Scoring(ties=(TieBreak.HEAD_TO_HEAD,)), left={(ANN,)}) == ()


def test_standings_by_points_use_totals_or_averages() -> None:
    matches = duel(1, ANN, BEN, (310, -40)), duel(2, ANN, BEN, (300, 280)), duel(3, CLEO, BEN, (400, 0))
    assert table(Scoring(Method.TOTAL), *matches)[:3] == [(1, ANN, 610), (2, CLEO, 400), (3, BEN, 240)]
    assert table(Scoring(Method.AVERAGE), *matches)[:3] == [(1, CLEO, 400), (2, ANN, 305), (3, BEN, 80)]


def test_lower_average_is_better_where_the_fewest_points_win() -> None:
    low = match_of((12, 30), (ANN, BEN), sides=(0, 1), ranking=Ranking.FEWEST)
    scoring = Scoring(Method.AVERAGE, Ranking.FEWEST)
    assert table(scoring, credits_of(1, low, (), Competing.PLAYERS))[:2] == [(1, ANN, 12), (2, BEN, 30)]


@pytest.mark.parametrize(
    ("method", "ranking"),
    [
        (Method.TOTAL, Ranking.FEWEST),
        (Method.TOTAL, Ranking.CARDS),
        (Method.AVERAGE, Ranking.CARDS),
        (Method.PERCENT, Ranking.SOLVED),
        (Method.RATING, Ranking.SOLVED),
    ],
)
def test_scoring_unsuitable_for_a_game_is_refused(method: Method, ranking: Ranking) -> None:
    with pytest.raises(ValueError, match="does not fit"):
        Scoring(method, ranking)
    assert Method.MATCH_POINTS.suits(ranking)


def test_percentage_is_of_the_match_points_that_could_be_won() -> None:
    sessions = [
        Credit(1, (ANN,), (), None, matchpoints=6, possible=8),
        Credit(2, (ANN,), (), None, matchpoints=3, possible=4),
        Credit(1, (BEN,), (), None, matchpoints=2, possible=8),
        Credit(3, (CLEO,), (), None),
    ]
    lines = standings(ALONE, sessions, Scoring(Method.PERCENT))
    assert [(line.entrant[0], line.value) for line in lines[:2]] == [(ANN, Fraction(75)), (BEN, Fraction(25))]
    assert lines[2].value is None, "nobody to compare with"


def test_rating_method_ranks_by_ratings_without_provisional_ones() -> None:
    lines = standings(ALONE, duel(1, BEN, CLEO), Scoring(Method.RATING), {(ANN,): 1540, (BEN,): 1460})
    assert [(line.place, line.entrant[0], int(line.value or 0)) for line in lines] == [
        (1, ANN, 1540),
        (2, BEN, 1460),
        (None, CLEO, 0),
        (None, DAN, 0),
    ]


def test_forfeit_costs_match_points_and_may_give_points() -> None:
    scoring = Scoring(forfeit=-1, walkover=100)
    absent = forfeited(1, (ANN,), (BEN,))
    assert table(scoring, absent)[:2] == [(1, BEN, 2), (None, ANN, -1)]
    total = replace(scoring, method=Method.TOTAL)
    assert table(total, absent)[:2] == [(1, BEN, 100), (None, ANN, 0)]
    average = replace(scoring, method=Method.AVERAGE)
    assert table(average, absent, duel(2, ANN, BEN))[:2] == [(1, ANN, 300), (2, BEN, 200)], (
        "no match, no points"
    )


class TestTieBreaks:
    """Tie-breaks, in the order the league sets; entrants still equal share a place."""

    def test_tie_is_broken_by_head_to_head_results(self) -> None:
        matches = duel(1, ANN, BEN), duel(2, BEN, CLEO), duel(3, CLEO, DAN), duel(4, ANN, DAN, (250, 250))
        assert [line[:2] for line in table(Scoring(ties=(TieBreak.HEAD_TO_HEAD,)), *matches)] == [
            (1, ANN),
            (2, BEN),
            (3, CLEO),
            (4, DAN),
        ]

    def test_head_to_head_breaks_no_tie_without_meetings(self) -> None:
        lines = table(Scoring(ties=(TieBreak.HEAD_TO_HEAD,)), duel(1, ANN, CLEO), duel(2, BEN, DAN))
        assert [place for place, *_ in lines] == [1, 1, 3, 3]

    def test_more_wins_then_a_better_average_then_fewer_forfeits(self) -> None:
        drawn = duel(1, ANN, BEN, (250, 250)), duel(2, ANN, DAN, (250, 250)), duel(3, CLEO, DAN, (270, 200))
        assert [line[1] for line in table(Scoring(ties=(TieBreak.WINS,)), *drawn)[:2]] == [CLEO, ANN]
        points = duel(1, ANN, BEN, (250, 200)), duel(2, CLEO, DAN, (270, 190))
        assert [line[1] for line in table(Scoring(ties=(TieBreak.AVERAGE,)), *points)] == [
            CLEO,
            ANN,
            BEN,
            DAN,
        ]
        lost = duel(1, CLEO, BEN), forfeited(2, (ANN,), (DAN,))
        assert [line[1] for line in table(Scoring(ties=(TieBreak.FORFEITS,)), *lost)[2:]] == [BEN, ANN]

    @pytest.mark.parametrize(("ranking", "points"), [(Ranking.MOST, (-30, -60)), (Ranking.FEWEST, (40, 60))])
    def test_forfeit_wins_alone_give_no_average(self, ranking: Ranking, points: tuple[int, int]) -> None:
        scoring = Scoring(ranking=ranking, ties=(TieBreak.AVERAGE,))
        match = credits_of(
            1, match_of(points, (ANN, BEN), sides=(0, 1), ranking=ranking), (), Competing.PLAYERS
        )
        lines = standings(ALONE, (*match, *forfeited(2, (DAN,), (CLEO,))), scoring)
        assert [(line.place, *line.entrant, line.breaks) for line in lines] == [
            (1, ANN, ((TieBreak.AVERAGE, Fraction(points[0])),)),
            (2, CLEO, ()),
            (3, BEN, ()),
            (None, DAN, ()),
        ]

    def test_only_tie_breaks_that_decided_are_told(self) -> None:
        shared = standings(ALONE, (*duel(1, ANN, BEN), *duel(2, BEN, ANN)), Scoring())
        assert [(line.place, line.breaks) for line in shared[:2]] == [(1, ()), (1, ())]
        drawn = [duel(number, ANN, other, (250, 250)) for number, other in enumerate((BEN, DAN), start=1)]
        lines = standings(ALONE, (*drawn[0], *drawn[1], *duel(3, CLEO, DAN)), Scoring())
        assert [(line.place, line.breaks) for line in lines[:2]] == [
            (1, ((TieBreak.WINS, Fraction(1)),)),
            (2, ((TieBreak.WINS, Fraction(0)),)),
        ], "they never met, so that is not told"


matches = st.lists(
    st.tuples(
        st.permutations((ANN, BEN, CLEO, DAN, EVE, FAY)),
        st.integers(-200, 500),
        st.integers(-200, 500),
        st.sampled_from(["played", "forfeit"]),
    ),
    max_size=30,
)


def recomputed(season: list[tuple[list[int], int, int, str]]) -> dict[int, list[int]]:
    """Won, drawn, lost, forfeits and points of each player, computed the slow way from the matches."""
    book = {player: [0] * 5 for player in (ANN, BEN, CLEO, DAN, EVE, FAY)}
    for (first, second, third, fourth, *_), ours, theirs, how in season:
        if how == "forfeit":
            book[first][2] += 1
            book[first][3] += 1
            book[second][0] += 1
            continue
        for side, own, other in (((first, third), ours, theirs), ((second, fourth), theirs, ours)):
            for player in side:
                book[player][0 if own > other else 1 if own == other else 2] += 1
                book[player][4] += own
    return book


@given(matches, st.sampled_from([Method.MATCH_POINTS, Method.TOTAL, Method.AVERAGE]))
def test_every_standing_equals_an_independent_recomputation(
    season: list[tuple[list[int], int, int, str]], method: Method
) -> None:
    given_: list[Credit] = []
    for number, (order, ours, theirs, how) in enumerate(season):
        first, second, *_ = order
        given_ += (
            forfeited(number, (first,), (second,))
            if how == "forfeit"
            else credits_of(number, match_of((ours, theirs), order[:4]), (), Competing.PLAYERS)
        )
    roster: list[Entrant] = [(player,) for player in (ANN, BEN, CLEO, DAN, EVE, FAY)]
    lines = standings(roster, given_, Scoring(method, win=3, ties=()))
    book = recomputed(season)
    assert {line.entrant for line in lines} == set(roster)
    for line in lines:
        won, drawn, lost, forfeits, points = book[line.entrant[0]]
        tally = line.tally
        assert (tally.won, tally.drawn, tally.lost) == (won, drawn, lost)
        assert (tally.forfeits, tally.points) == (forfeits, points)
        own = [credit for credit in given_ if credit.entrant == line.entrant]
        assert line.value == value_of(method, own, 3 * won + drawn, points)
        assert line.value == sum_of([share_of(credit, Scoring(method, win=3)) for credit in own], method)
        if line.place is None:
            assert line.value is None or 0 < forfeits == len(own)
    placed = [line for line in lines if line.place is not None]
    for line in placed:
        better = [other for other in placed if (other.value or 0) > (line.value or 0)]
        assert line.place == 1 + len(better)


def value_of(method: Method, own: list[Credit], match_points: int, points: int) -> Fraction | None:
    played = [credit for credit in own if credit.how is not How.FORFEITED]
    if method is Method.AVERAGE:
        return Fraction(points, len(played)) if played else None
    if not own:
        return None
    return Fraction(match_points if method is Method.MATCH_POINTS else points)


def sum_of(shares: list[Share], method: Method) -> Fraction | None:
    """The sum of a line's shares, which traces its value to each match."""
    of = sum(share.of for share in shares) if method is Method.AVERAGE else 1
    return Fraction(sum(share.earned for share in shares), of) if shares and of else None
