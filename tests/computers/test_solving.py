"""Solved ends of deals give the same values as brute force."""

from __future__ import annotations

import pytest

from bot.computers.bidding_games.solving import TooMany, ending_at, solve
from rules.catalog import BIDDING_GAMES
from tests.computers.endings_tried import End, ends, worth_of, worths_of_cards


def check(end: End) -> None:
    """Assert that the search and brute force agree on each card of an end."""
    ending = ending_at(end.setup, end.state)
    found = solve(ending, worth_of(end), nodes=10_000_000)
    expected = worths_of_cards(end.setup, end.state, worth_of(end))
    place = ending.places.place
    assert found == pytest.approx({place[card]: worth for card, worth in expected.items()})


def agreements(seed: str, number: int, most: int) -> None:
    """Check ``number`` ends, of each game in turn."""
    for end in ends(list(BIDDING_GAMES), seed, number, most):
        check(end)


def test_solved_ends_match_trying_every_card() -> None:
    agreements("ends", 4 * len(BIDDING_GAMES), 3)


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_ten_thousand_solved_ends_match_trying_every_card() -> None:
    agreements("many ends", 10_000, 4)


HARD = (
    ("tennessee_1933", "exact 12", "bounds are kept as bounds"),
    ("tennessee_1988", "exact 63", "bounds are kept as bounds"),
    ("tennessee_1988", "exact 83", "bounds are kept as bounds"),
    ("tennessee_1933", "leader 2", "who leads is part of a position"),
    ("tennessee_1933", "leader 37", "who leads is part of a position"),
    ("tennessee_1988", "leader 46", "who leads is part of a position"),
)
"""Ends of five and six tricks that fail without the named rule; two hands each, for speed."""

COVERED = (
    ("over_the_top_1988", "covers 44"),
    ("over_the_top_1988", "covers 55"),
    ("over_the_top_1918", "covers 55"),
)
"""Ends with two neighboring cards that cover different cards."""


@pytest.mark.parametrize(("key", "seed", "why"), HARD)
def test_cached_positions_give_true_values(key: str, seed: str, why: str) -> None:
    (end,) = ends([key], seed, 1, 6)
    check(end)


@pytest.mark.parametrize(("key", "seed"), COVERED)
def test_cards_that_cover_others_are_not_equivalent(key: str, seed: str) -> None:
    (end,) = ends([key], seed, 1, 4)
    check(end)


def test_end_beyond_the_node_limit_is_not_solved() -> None:
    end = next(ends(["kentucky"], "too many", 1, 3))
    with pytest.raises(TooMany):
        solve(ending_at(end.setup, end.state), lambda rest: [0.0] * len(rest.points), nodes=0)
