"""Rotating partners: after twelve hands every player has played four with each of the others (1988)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from bot.evening.rotation import individual_totals, rotating
from tests.league.played import ANN, BEN, CLEO, DAN

FOUR = (ANN, BEN, CLEO, DAN)


def test_twelve_deals_are_four_with_each_partner() -> None:
    """SV-42."""
    sittings = rotating(FOUR)
    assert len(sittings) == 12
    partners = Counter(frozenset(pair) for sitting in sittings for pair in (sitting[::2], sitting[1::2]))
    assert partners == dict.fromkeys(map(frozenset, combinations(FOUR, 2)), 4)


def test_partners_change_at_the_end_of_each_four_hands() -> None:
    sittings = rotating(FOUR)
    assert [frozenset(sitting[::2]) for sitting in sittings[::4]] == [{ANN, CLEO}, {ANN, BEN}, {ANN, DAN}]
    assert all(sittings[deal] == sittings[deal - deal % 4] for deal in range(12))


@given(st.lists(st.tuples(st.integers(-180, 180), st.integers(-180, 180)), min_size=12, max_size=12))
def test_each_individual_score_is_recorded_separately(points: list[tuple[int, int]]) -> None:
    totals = individual_totals(zip(rotating(FOUR), points, strict=True))
    assert sum(totals.values()) == 2 * sum(map(sum, points))
    for player in FOUR:
        own = [
            scored[sitting.index(player) % 2] for sitting, scored in zip(rotating(FOUR), points, strict=True)
        ]
        assert totals[player] == sum(own)
    assert set(totals) == set(FOUR)
