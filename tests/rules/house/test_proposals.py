"""A refused option comes with the fewest others that make it playable."""

from __future__ import annotations

import pytest

from rules.catalog import find_game, game_with, playable_game
from rules.core.protocol import InvalidOption, OptionValue
from rules.questions import proposal

ONES = "1:15 5:5 10:10 14:10"
OF_57: dict[str, OptionValue] = {"numbers": "1-14", "high": 1, "counters": ONES}


@pytest.mark.parametrize(
    ("table", "wanted", "more"),
    [
        ({}, {"numbers": "1-13"}, {"counters": "5:5 10:10 13:10"}),
        (OF_57, {"numbers": "1-13"}, {"counters": "1:15 5:5 10:10 13:10"}),
        (OF_57, {"numbers": "5-14"}, {"high": 14, "counters": "5:5 10:10 14:10"}),
        ({}, {"high": 1}, {"numbers": "1,5-14"}),
        ({}, {"counters": ONES}, {"numbers": "1,5-14"}),
        ({}, {"rook": "none"}, {"nest": 4}),
        ({}, {"teams": "called"}, {"credit": "each"}),
        ({}, {"seats": "3"}, {"teams": "solo"}),
        ({}, {"target": None}, {"deals": 8}),
    ],
)
def test_refused_option_is_proposed_with_the_nearest_others(
    table: dict[str, OptionValue], wanted: dict[str, OptionValue], more: dict[str, OptionValue]
) -> None:
    game = game_with("kentucky", table)
    with pytest.raises(InvalidOption):
        playable_game("kentucky", {**table, **wanted})
    assert proposal(game, wanted) == more
    together = game.with_options({**wanted, **more})
    assert playable_game("kentucky", together.changes()).changes() == together.changes()


@pytest.mark.parametrize(
    "wanted",
    [
        {"target": 500},
        {"min_bid": 500},
        {"nest": 4},
        {"target": "a lot"},
        {"speed": 3},
        {"extra": "batteries"},
        {"deals": 100},
        {"target": 10000},
    ],
    ids=str,
)
def test_nothing_is_proposed_for_what_fits_or_what_no_other_option_mends(
    wanted: dict[str, OptionValue],
) -> None:
    assert proposal(find_game("kentucky"), wanted) is None


def test_game_without_bidding_proposes_nothing() -> None:
    assert proposal(find_game("club"), {"target": 3}) is None
