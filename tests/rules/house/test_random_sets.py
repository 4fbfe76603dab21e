"""Random sets of options over all games: refused with a sentence, or scored as the naive oracle scores."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from rules.bidding import scoring
from rules.bidding.engine import BiddingGame
from rules.catalog import find_game
from rules.core.protocol import OptionValue
from tests.rules.faults import Misstated
from tests.rules.house.random_sets import again, check

SETS = 60
"""Sets in ``make test-all``; ``make slow`` checks ALL."""
SHARE = 20
"""Sets of one case of them."""
ALL = 2000
CHUNKS = 10


def counted(numbers: range) -> Counter[str]:
    """How many sets were refused and played; fails for one with a fault."""
    found = Counter[str]()
    for number in numbers:
        drawn, wrong = check(f"1 {number}")
        assert wrong is None, (drawn.key, drawn.options)
        found["refused" if drawn.refused else "played"] += 1
    return found


@pytest.mark.parametrize("first", range(0, SETS, SHARE))
def test_random_sets_are_refused_with_a_reason_or_scored_as_the_oracle_scores(first: int) -> None:
    found = counted(range(first, first + SHARE))

    assert found["played"] >= SHARE / 2
    assert found["refused"] > 0


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_two_thousand_random_sets_agree_with_the_oracle(chunk: int) -> None:
    size = ALL // CHUNKS
    assert counted(range(chunk * size, (chunk + 1) * size))["played"] >= size / 2


def house_game(key: str, options: dict[str, OptionValue]) -> BiddingGame:
    game = find_game(key).with_options(options)
    assert isinstance(game, BiddingGame)
    return game


def disagrees(game: BiddingGame) -> bool:
    return any(again(game, Random(seed)) for seed in range(16))


@pytest.mark.parametrize(
    ("options", "name", "result"),
    [
        ({"last_trick": 20}, "earned_bonus", (0, 0)),
        ({"exact_makes": False}, "is_made", True),
        ({"failure": "deducted"}, "_failed", 0),
        ({"failure": "counters_only"}, "_is_doubled", False),
        ({"moon": 100}, "_sweeper", scoring.NO_SIDE),
    ],
)
def test_oracle_reports_a_fault_planted_in_the_scores_of_a_house_rule(
    monkeypatch: pytest.MonkeyPatch, options: dict[str, OptionValue], name: str, result: object
) -> None:
    game = house_game("kentucky", {**options, "deals": 3})
    assert not disagrees(game)
    monkeypatch.setattr(scoring, name, lambda *_: result)
    assert disagrees(game)


@pytest.mark.parametrize(
    ("key", "options", "told"),
    [
        ("kentucky", {"rook": "low"}, {"rook": "top"}),
        ("kentucky", {"no_trump": "reversed", "trump": "before_nest"}, {"no_trump": "no"}),
        ("one_high", {"bury_counters": True}, {"bury_counters": False}),
        ("kentucky", {"first_lead": "declarer"}, {"first_lead": "dealer"}),
        ("kentucky", {"going_out": "own_bid", "target": 50, "max_deals": 9}, {"going_out": "higher"}),
        ("regular_1988", {"majority": 20, "majority_tie": "cut"}, {"majority_tie": "nobody"}),
        ("cordova", {"sell_any": True}, {"sell_any": False}),
    ],
)
def test_oracle_reports_a_game_played_by_another_option_than_told(
    key: str, options: dict[str, OptionValue], told: dict[str, OptionValue]
) -> None:
    options = options if "target" in options else {**options, "deals": 3}
    assert not disagrees(house_game(key, options))
    assert disagrees(Misstated(key, told, **{"deals": None, **options}))
