"""Computers press in a race as people do: never at once, never too late, and not always after them."""

from __future__ import annotations

from random import Random
from statistics import median, quantiles

import pytest

from bot.table.turns.questions import reaction

WINDOW = 3.0
"""Seconds to slap at Tens."""


def times(number: int) -> list[float]:
    random = Random(1)
    return sorted(WINDOW * reaction(random) for _ in range(number))


def test_half_of_the_presses_at_tens_come_within_1_3_seconds() -> None:
    assert median(times(20_000)) == pytest.approx(1.3, abs=0.02)


def test_presses_spread_like_those_of_people_and_skew_early() -> None:
    found = times(20_000)
    low, middle, high = quantiles(found, n=4)
    assert high - middle > middle - low
    assert 0.3 < (high - low) / middle < 0.5


def test_no_computer_presses_before_seeing_the_card_or_after_the_time() -> None:
    found = times(20_000)
    assert found[0] > 0.35
    assert found[-1] <= 0.95 * WINDOW


def test_two_computers_are_first_equally_often_and_seldom_tie() -> None:
    random = Random(2)
    pairs = [(int(3000 * reaction(random)), int(3000 * reaction(random))) for _ in range(4_000)]
    assert sum(one < other for one, other in pairs) / 4_000 == pytest.approx(0.5, abs=0.03)
    assert sum(one == other for one, other in pairs) < 40
