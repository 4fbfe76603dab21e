"""Simulated duplicates: equally strong pairs win equally often, on either starting side."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from random import Random

import pytest

from bot.evening.duplicate import Pair, Scored, compared, credits_of, moved, seated, turned
from bot.models.credits import Competing, Entrant
from bot.models.evening_kinds import Sitting

DEALS = 4
CARDS, LUCK = 40.0, 30.0
"""Standard deviation of a deal's points by its cards, and by their play."""
BETTER = 20.0
"""Points a deal by which a strong pair beats a weak one on average."""


def evening(strength: Sequence[float], rounds: int, random: Random) -> list[int]:
    """The numbers of the pairs that win an evening; they are seated by number."""
    pairs: list[Pair] = [(2 * number, 2 * number + 1) for number in range(len(strength))]
    tables, played = seated(pairs), list[Scored]()
    for number in range(1, rounds + 1):
        if number > 1:
            tables, _ = moved(tables, number)
        for deal in range(DEALS):
            cards = random.gauss(0, CARDS)
            played += [_scored(number * DEALS + deal, cards, one, strength, random) for one in tables]
    share = {
        one.entrant: one.matchpoints / one.possible
        for one in credits_of(1, compared(played), Competing.PAIRS)
    }
    return [entrant[0] // 2 for entrant, own in share.items() if own == max(share.values())]


def _scored(deal: int, cards: float, seats: Sitting, strength: Sequence[float], random: Random) -> Scored:
    first, second = ((seats[side] or 0) // 2 for side in (0, 1))
    ahead = round((cards + strength[first] - strength[second] + random.gauss(0, LUCK)) / 5) * 5
    return Scored(deal, (_entrant(first), _entrant(second)), (100 + ahead, 100 - ahead))


def _entrant(pair: int) -> Entrant:
    return (2 * pair, 2 * pair + 1)


def error_of(share: float, evenings: int) -> float:
    """The standard error of a share counted in ``evenings`` evenings."""
    return sqrt(max(share * (1 - share), 1 / evenings) / evenings)


def wins_of_equals(tables: int, rounds: int, evenings: int, seed: int) -> list[float]:
    """Wins of equal pairs, by starting seat; a shared win is divided."""
    random, won = Random(seed), [0.0] * (2 * tables)
    for _ in range(evenings):
        best = evening([0.0] * len(won), rounds, random)
        for number in best:
            won[number] += 1 / len(best)
    return [one / evenings for one in won]


def check_equals(tables: int, rounds: int, evenings: int, seed: int) -> None:
    expected = 1 / (2 * tables)
    found = wins_of_equals(tables, rounds, evenings, seed)
    assert all(abs(one - expected) <= 3 * error_of(expected, evenings) for one in found), found


def check_two_strong(tables: int, rounds: int, evenings: int, seed: int) -> None:
    """Two strong pairs, one starting on each side at tables drawn by lot, win equally often."""
    random, won = Random(seed), [0.0, 0.0]
    for _ in range(evenings):
        strong = (random.randrange(tables), tables + random.randrange(tables))
        best = evening([BETTER * (number in strong) for number in range(2 * tables)], rounds, random)
        for side in (0, 1):
            won[side] += (strong[side] in best) / len(best)
    first, second = (one / evenings for one in won)
    assert abs(first - second) <= 3 * sqrt(2) * error_of((first + second) / 2, evenings), (first, second)


def weak_wins(tables: int, rounds: int, evenings: int, seed: int) -> float:
    """Wins of a weak pair if all pairs starting on the first side are weak, all others strong."""
    random, strength = Random(seed), [0.0] * tables + [BETTER] * tables
    won = 0.0
    for _ in range(evenings):
        best = evening(strength, rounds, random)
        won += sum(number < tables for number in best) / len(best)
    return won / evenings


@pytest.mark.parametrize(("tables", "rounds"), [(2, 2), (4, 2)])
def test_equal_pairs_win_equally_in_some_duplicates(tables: int, rounds: int) -> None:
    check_equals(tables, rounds, 300, seed=1)
    check_two_strong(tables, rounds, 300, seed=2)


@pytest.mark.slow
@pytest.mark.parametrize(("tables", "rounds"), [(2, 1), (2, 2), (2, 3), (3, 2), (4, 2), (4, 3), (6, 4)])
def test_equal_pairs_win_equally_in_two_thousand_duplicates(tables: int, rounds: int) -> None:
    check_equals(tables, rounds, 2000, seed=3)
    check_two_strong(tables, rounds, 2000, seed=4)


@pytest.mark.parametrize(("tables", "rounds"), [(2, 1), (2, 2), (2, 4), (3, 2), (4, 2), (4, 4)])
def test_weak_pair_among_weak_ones_on_its_side_seldom_wins(tables: int, rounds: int) -> None:
    """Bug: while sides were not turned, one did in 51% of such evenings."""
    assert weak_wins(tables, rounds, 300, seed=5) < 0.2


@pytest.mark.parametrize("tables", range(2, 9))
@pytest.mark.parametrize("number", range(1, 9))
def test_sides_turned_twice_are_as_before(tables: int, number: int) -> None:
    before = tuple((4 * table, 4 * table + 1, 4 * table + 2, 4 * table + 3) for table in range(tables))
    assert turned(turned(before, number), number) == before


def test_pairs_against_computers_alone_all_hold_the_same_cards() -> None:
    assert seated([(1, 2), (3, 4)]) == ((1, None, 2, None), (3, None, 4, None))


def test_second_pairs_meet_every_first_pair_before_any_a_second_time() -> None:
    pairs: list[Pair] = [(2 * number, 2 * number + 1) for number in range(8)]
    tables, met = seated(pairs), set[frozenset[int]]()
    for number in range(1, 5):
        if number > 1:
            tables, _ = moved(tables, number)
        met |= {frozenset({(one[0] or 0) // 2, (one[1] or 0) // 2}) for one in tables}
    assert met == {frozenset({first, second}) for first in range(4) for second in range(4, 8)}
