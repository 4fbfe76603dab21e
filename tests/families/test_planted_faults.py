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
    "thirteens": {
        "misdeal_numbers": "6-8",
        "misdeal_must": False,
        "all_pass": "redeal_next",
        "nest_dealt": "interleaved",
        "majority": 0,
        "target": 500,
        "lose_at": -200,
    },
    "western_new_york": {"high": 14, "bury_counters": True},
    "cambridge": {
        "nest": "5 5:2 6:3",
        "partner_card": "not_held",
        "alone_bonus": 25,
        "alone_doubles": True,
        "deals": 9,
    },
    "cambridge_star": {"winner_made_bid": False, "target": 305},
    "ten_half_alone": {
        "rook": "top",
        "rook_without_trump": "trump",
        "no_trump": "reversed",
        "fold": "no",
        "moon": 400,
        "last_trick": 0,
    },
    "ten_half_called": {"moon_by": "side"},
    "invitational": {"all_pass": "counted", "deals": 5},
    "no_points_in_nest": {"misdeal_claim": "no", "bury_counters": False, "all_points": 0},
    "five_more_for_trump": {"trump_by": "or_partner", "max_bid": 160},
    "own_bid_or_set": {"going_out": "own_bid", "lead_wins": 500},
    "baby_bird": {"second_bird_points": 15, "second_bird_rank": "lowest", "second_bird": "R2"},
    "hands_told": {"nest_told": False},
    "hands_told_called": {"called_cards": 1, "nest_told": False},
}
"""By family: options that are not its own, each of which makes a wrong game of it."""


@cache
def clean(family: str) -> list[Line]:
    """The record of a whole match."""
    game = game_of(family)
    players = [Careful(0.6)] * game.about.seats[0]
    matches = (record(family, game, players, seed, deals=40) for seed in count())
    return next(lines for lines in matches if lines[-1]["type"] == "end")


@pytest.mark.parametrize("plant", FAULTS.values(), ids=FAULTS)
def test_referee_finds_a_planted_fault(plant: Plant) -> None:
    assert judge(clean("grants_pass")) == []
    assert judge(planted(clean("grants_pass"), plant)) != []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("family", "key"),
    [(family, key) for family, changed in CHANGED.items() for key in changed],
)
def test_referee_finds_a_wrong_option(family: str, key: str) -> None:
    game = game_of(family).with_options({key: CHANGED[family][key]})
    matches = (
        record(family, game, [Careful(0.6)] * seats, seed, deals=40)
        for seed in range(30)
        for seats in game.about.seats
    )

    assert any(map(judge, matches))
