"""The referee finds a planted fault of each law, and a preset with one option changed."""

from __future__ import annotations

from functools import cache
from itertools import count

import pytest

from rules.core.protocol import OptionValue
from tests.families.planting import FAULTS, Line, Plant, planted
from tests.families.recording import Careful, game_of, record
from tests.families.referee import judge

CHANGED: dict[str, dict[str, OptionValue]] = {
    "grants_pass": {
        "rook": "ten_half",
        "rook_plays": "any_time",
        "counters": "5:5 10:10 14:10",
        "rook_points": 25,
        "nest": 1,
        "nest_dealt": "last",
        "nest_shown": "after_bidding",
        "nest_to": "declarer",
        "bury_counters": False,
        "first_bidder": "dealer",
        "min_bid": 75,
        "bid_step": 10,
        "max_bid": 100,
        "all_pass": "redeal_same",
        "passing": "pass_partner",
        "misdeal_claim": "no_counters",
        "trump": "before_nest",
        "no_trump": "yes",
        "trump_by": "or_partner",
        "first_lead": "dealer",
        "fold": "opponents_nothing",
        "last_trick": 20,
        "majority": 20,
        "failure": "deducted",
        "exact_makes": False,
        "target": 305,
        "lead_wins": 200,
        "lose_at": -200,
        "going_out": "own_bid",
        "seat_change": "no",
    },
    "three_hundred_ahead": {
        "nest_shown": "no",
        "nest_to": "last_trick",
        "first_lead": "left_of_dealer",
        "lead_wins": None,
    },
}
"""By family: options that are not its own, each of which makes a wrong game of it."""


@cache
def clean(family: str) -> list[Line]:
    """The record of a whole match."""
    game = game_of(family)
    players = [Careful()] * game.about.seats[0]
    matches = (record(family, game, players, seed, deals=40) for seed in count())
    return next(lines for lines in matches if lines[-1]["type"] == "end")


@pytest.mark.parametrize("plant", FAULTS.values(), ids=FAULTS)
def test_referee_finds_a_planted_fault(plant: Plant) -> None:
    assert judge(clean("grants_pass")) == []
    assert judge(planted(clean("grants_pass"), plant)) != []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("family", "key"), [(family, key) for family, changed in CHANGED.items() for key in changed]
)
def test_referee_finds_a_wrong_option(family: str, key: str) -> None:
    game = game_of(family).with_options({key: CHANGED[family][key]})
    players = [Careful()] * game.about.seats[0]

    assert any(judge(record(family, game, players, seed, deals=40)) for seed in range(30))
