"""The last cards are solved exactly: every way to play them, tried one by one, comes to the same."""

from __future__ import annotations

import pytest

from bot.computers.solving import TooMany, ending_at, solve
from bot.computers.tally import Scores
from rules.catalog import BIDDING_GAMES
from tests.computers.endings_tried import End, ends, worths_of_cards


def scores_of(end: End) -> Scores:
    setup, state, _ = end
    return Scores(setup, state.ranking, state.contract, state.taken, state.teams)


def check(end: End) -> None:
    """What a search finds of each card is what trying everything finds."""
    scores, nest = scores_of(end), end.state.deal.nest
    ending = ending_at(end.setup, end.state)
    found = solve(ending, lambda rest: scores.by_side(rest, nest), nodes=10_000_000)
    expected = worths_of_cards(end.setup, end.state, lambda rest: scores.by_side(rest, nest))
    place = ending.places.place
    assert found == pytest.approx({place[card]: worth for card, worth in expected.items()})


def agreements(seed: str, number: int, most: int) -> None:
    """So many ends, of each game in its turn, are solved as they come out."""
    for end in ends(list(BIDDING_GAMES), seed, number, most):
        check(end)


def test_ends_are_solved_as_they_come_out() -> None:
    agreements("ends", 4 * len(BIDDING_GAMES), 3)


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_ten_thousand_ends_are_solved_as_they_come_out() -> None:
    agreements("many ends", 10_000, 4)


def test_an_end_that_needs_more_than_is_allowed_is_not_solved() -> None:
    end = next(ends(["kentucky"], "too many", 1, 3))
    with pytest.raises(TooMany):
        solve(ending_at(end.setup, end.state), lambda rest: [0.0] * len(rest.points), nodes=0)
