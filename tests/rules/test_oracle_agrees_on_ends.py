"""Matches that end by a table's own agreement, checked by the naive oracle."""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import count
from random import Random
from typing import Any

import pytest

from rules.catalog import game_with
from rules.core.actions import PASS, Action
from rules.core.decisions import ChooseNumber, Decision
from rules.core.protocol import OptionValue
from tests import oracle
from tests.rules.faults import claiming
from tests.rules.playouts import match, play
from tests.rules.test_oracle_agrees import record

MATCHES = 12
PLAIN: Mapping[str, OptionValue] = {}
AGREED: tuple[tuple[str, Mapping[str, OptionValue]], ...] = (
    *(
        (key, {"going_out": going_out, "target": target, "max_deals": 40})
        for key, target in (("kentucky", 100), ("regular_1988", 60), ("high_card_partner", 100))
        for going_out in ("own_bid", "bidder_first", "own_bid_or_set")
    ),
    *(
        (key, {"winner_made_bid": True, "target": 60, "max_deals": 40, **more})
        for key, more in (
            ("kentucky", PLAIN),
            ("kentucky", {"going_out": "own_bid_or_set"}),
            ("regular_1988", {"going_out": "bidder_first"}),
            ("high_card_partner", {"going_out": "own_bid"}),
            ("three_handed_display", PLAIN),
        )
    ),
    *((key, {"extra_deal": True, "deals": 1}) for key in ("display", "regular_old")),
    *(
        (key, {"all_pass": all_pass, "deals": 4, "max_deals": 9, "extra_deal": True})
        for key in ("kentucky", "one_high", "regular_1988")
        for all_pass in ("thrown_in", "counted")
    ),
    ("three_handed_display", {"going_out": "own_bid_or_set", "target": 60, "max_deals": 40}),
)


@pytest.mark.parametrize(("key", "options"), AGREED)
def test_oracle_accepts_matches_that_end_by_agreement(key: str, options: dict[str, Any]) -> None:
    for seed in range(MATCHES):
        assert oracle.check_record(record(match(key, seed, **options))) == []


@pytest.mark.parametrize(
    ("key", "options", "told"),
    [
        ("kentucky", AGREED[2][1], {"going_out": "own_bid"}),
        ("kentucky", AGREED[2][1], {"going_out": "higher"}),
        ("kentucky", AGREED[0][1], {"going_out": "own_bid_or_set"}),
        ("high_card_partner", AGREED[8][1], {"going_out": "higher"}),
        ("kentucky", AGREED[9][1], {"winner_made_bid": False}),
        ("regular_old", {"extra_deal": True, "deals": 1}, {"extra_deal": False}),
        ("kentucky", {"target": 60}, {"winner_made_bid": True}),
        ("high_card_partner", AGREED[12][1], {"winner_made_bid": False}),
    ],
)
def test_oracle_reports_a_match_that_ended_by_another_rule(
    key: str, options: dict[str, Any], told: dict[str, Any]
) -> None:
    """The engine plays by one agreement and its record claims another."""
    for seed in count():
        first, *lines = record(match(key, seed, **options))
        claimed = claiming(json.loads(first), told)
        if oracle.check_record([json.dumps(claimed), *lines]):
            return
        assert seed < 4 * MATCHES


def silently(decision: Decision, random: Random) -> Action:
    """A random answer, but hardly ever a bid where a pass is allowed."""
    may_pass = isinstance(decision, ChooseNumber) and decision.accepts(PASS)
    return PASS if may_pass and random.random() < 0.95 else decision.sample(random)


@pytest.mark.parametrize(
    ("played", "claimed"),
    [("thrown_in", "redeal_next"), ("counted", "thrown_in"), ("thrown_in", "counted")],
)
def test_oracle_tells_apart_what_deals_that_all_pass_do(played: str, claimed: str) -> None:
    game = game_with("kentucky", {"all_pass": played, "deals": 8})
    found: list[str] = []
    for seed in range(6):
        first, *lines = record(play(game, Random(seed), silently))
        assert oracle.check_record([first, *lines]) == []
        told = claiming(json.loads(first), {"all_pass": claimed})
        found += oracle.check_record([json.dumps(told), *lines])

    assert found
