"""Round-robin schedules."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.league.round_robin import round_robin
from bot.models.credits import Entrant


@given(st.integers(0, 24), st.integers(1, 3))
def test_schedule_pairs_all_once_a_leg_and_never_twice_a_round(size: int, legs: int) -> None:
    entrants: list[Entrant] = [(number,) for number in range(size)]
    rounds = round_robin(entrants, legs)
    met = Counter(frozenset(pairing) for one in rounds for pairing in one)
    assert met == dict.fromkeys(map(frozenset, combinations(entrants, 2)), legs)
    rested = Counter[Entrant]()
    for one in rounds:
        busy = [entrant for pairing in one for entrant in pairing]
        resting = set(entrants).difference(busy)
        assert sorted((*busy, *resting)) == entrants
        assert len(resting) == size % 2
        rested.update(resting)
    if size % 2:
        assert rested == dict.fromkeys(entrants, legs)


@given(st.integers(2, 24), st.sampled_from([1, 2]))
def test_first_deals_are_shared_equally(size: int, legs: int) -> None:
    rounds = round_robin([(number,) for number in range(size)], legs)
    home = Counter(pairing.home for one in rounds for pairing in one)
    away = Counter(pairing.away for one in rounds for pairing in one)
    for number in range(size):
        assert abs(home[number,] - away[number,]) <= (1 if legs == 1 else 0)


def test_pair_does_not_play_itself() -> None:
    with pytest.raises(ValueError, match="plays itself"):
        round_robin([(1, 2), (3, 4), (1, 2)])
