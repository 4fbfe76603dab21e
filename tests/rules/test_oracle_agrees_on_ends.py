"""Matches that end by a table's own agreement, checked by the naive oracle."""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import count
from typing import Any

import pytest

from rules.core.protocol import OptionValue
from tests import oracle
from tests.rules.playouts import match
from tests.rules.test_oracle_agrees import record

MATCHES = 12
NO_MORE: Mapping[str, OptionValue] = {}
AGREED: tuple[tuple[str, Mapping[str, OptionValue]], ...] = (
    *(
        (key, {"going_out": going_out, "target": target, "max_deals": 40})
        for key, target in (("kentucky", 100), ("regular_1988", 60), ("high_card_partner", 100))
        for going_out in ("own_bid", "bidder_first", "own_bid_or_set")
    ),
    *(
        (key, {"winner_made_bid": True, "target": 60, "max_deals": 40, **more})
        for key, more in (
            ("kentucky", NO_MORE),
            ("kentucky", {"going_out": "own_bid_or_set"}),
            ("regular_1988", {"going_out": "bidder_first"}),
            ("high_card_partner", {"going_out": "own_bid"}),
            ("three_handed_display", NO_MORE),
        )
    ),
    *((key, {"extra_deal": True, "deals": 1}) for key in ("display", "regular_old")),
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
        claimed = json.loads(first)
        claimed["options"] |= told
        if oracle.check_record([json.dumps(claimed), *lines]):
            return
        assert seed < 4 * MATCHES
