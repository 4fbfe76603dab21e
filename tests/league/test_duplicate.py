"""Duplicate: players who held the same cards are compared."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bot.evening.duplicate import Scored, compared, credits_of, moved
from bot.models.credits import Competing
from bot.models.scoring import Method, Scoring
from tests.league.tables import standings

A, B, C, D, E, F = (1, 2), (3, 4), (5, 6), (7, 8), (9, 10), (11, 12)


def test_each_table_is_compared_with_every_other_that_played_the_deal() -> None:
    played = [Scored(1, (A, B), (120, 60)), Scored(1, (C, D), (-100, 80)), Scored(1, (E, F), (120, 60))]
    won = {one.entrant: (one.matchpoints, one.possible) for one in compared(played)}
    assert won == {A: (3, 4), E: (3, 4), C: (0, 4), B: (1, 4), F: (1, 4), D: (4, 4)}


def test_deal_of_one_table_gives_no_comparison() -> None:
    assert {one.possible for one in compared([Scored(1, (A, B), (120, 60))])} == {0}


def test_session_is_one_result_with_match_points_and_total_points() -> None:
    played = [
        *(Scored(1, (A, B), (120, 60)), Scored(1, (C, D), (100, 80))),
        *(Scored(2, (A, D), (30, 90)), Scored(2, (C, B), (50, 50))),
    ]
    lines = standings([A, B, C, D], credits_of(9, compared(played), Competing.PAIRS), Scoring(Method.PERCENT))
    assert {line.entrant: (int(line.value or 0), line.tally.points) for line in lines} == {
        A: (50, 150),
        B: (0, 110),
        C: (50, 150),
        D: (100, 170),
    }
    (first,) = (one for one in credits_of(9, compared(played), Competing.PAIRS) if one.entrant == A)
    assert (first.match, first.against, first.verdict) == (9, (B, D), None)


def test_deal_of_another_dealer_is_compared_with_none_of_the_others() -> None:
    """Bug: once a table had a deal dealt again, its decks lay one seat off, and were compared."""
    alike = [Scored(2, (A, B), (120, 60), 1), Scored(2, ((7,), ()), (90, 10), 1)]
    played = [alike[0], Scored(2, (C, D), (100, 80), 0), alike[1]]
    won = {one.entrant: (one.matchpoints, one.possible) for one in compared(played)}
    assert won == {A: (0, 2), B: (2, 2), C: (0, 0), D: (0, 0), (7,): (2, 2), (): (0, 2)}


def test_each_of_two_partners_has_the_match_points_of_both() -> None:
    played = [Scored(1, (A, B), (120, 60)), Scored(1, (C, (7,)), (100, 80)), Scored(2, (A, C), (90, 10))]
    given = credits_of(9, compared(played), Competing.PLAYERS)
    won = {one.entrant: (one.matchpoints, one.possible, one.points) for one in given}
    assert won == {
        **dict.fromkeys([(1,), (2,)], (2, 2, 120)),
        **dict.fromkeys([(3,), (4,)], (0, 2, 60)),
        **dict.fromkeys([(5,), (6,)], (0, 2, 100)),
        (7,): (2, 2, 80),
    }, "the deal that one table played compares nobody"
    assert given[0].against == ((3,), (4,))
    assert {one.entrant for one in credits_of(9, compared(played), Competing.PAIRS)} == {A, B, C}, (
        "a computer's partner is no pair"
    )


def test_late_pair_takes_two_seats_opposite_each_other_or_a_new_table() -> None:
    playing = ((1, 3, 2, None), (5, None, 6, None))
    fours, waiting = moved(playing, 3, coming=(11, 7, 4, 12), pairs=[(3, 4), (11, 12)])
    assert (fours, waiting) == (((1, 11, 2, 12), (5, 3, 6, 4)), (7,)), "4 joins 3"
    fours, waiting = moved(playing, 3, coming=(7, 11, 12), pairs=[(7, 8), (11, 12)])
    assert (fours, waiting) == (((1, 11, 2, 12), (5, 3, 6, 7)), ()), "8 is not there"
    fours, waiting = moved(playing, 3, coming=(7, 9, 11, 10, 12), pairs=[(9, 10), (11, 12)])
    sides = {frozenset(four[side::2]) for four in fours for side in (0, 1)}
    assert sides == {frozenset(side) for side in [(1, 2), (5, 6), (3, 7), (9, 10), (11, 12), (None,)]}
    assert not waiting


points = st.tuples(st.integers(-180, 200), st.integers(-180, 200))


@given(st.lists(st.lists(points, min_size=1, max_size=5), min_size=1, max_size=6))
def test_all_match_points_are_given_out_to_both_sides_alike(deals: list[list[tuple[int, int]]]) -> None:
    played = [
        Scored(deal, ((table,), (100 + table,)), scored)
        for deal, tables in enumerate(deals)
        for table, scored in enumerate(tables)
    ]
    found = compared(played)
    assert 2 * sum(one.matchpoints for one in found) == sum(one.possible for one in found)
    for side in (True, False):
        own = [one for one in found if (one.entrant[0] < 100) is side]
        assert 2 * sum(one.matchpoints for one in own) == sum(one.possible for one in own)
