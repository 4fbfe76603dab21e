"""How strong Steady is, in duplicate pairs: the same cards, the seats swapped."""

from statistics import fmean

import pytest

from bot.computers.any_legal import AnyLegal
from bot.computers.steady import Steady
from tests.duel import duel, taken


@pytest.mark.parametrize("key", ["kentucky", "one_high"])
def test_it_is_far_stronger_than_any_legal_answer(key: str) -> None:
    result = duel(key, Steady(), AnyLegal(), pairs=60)
    assert result.mean - result.interval > 60


def test_a_duel_with_oneself_is_a_draw() -> None:
    result = duel("kentucky", Steady(), Steady(), pairs=5)
    assert result.mean == 0


@pytest.mark.parametrize("key", ["kentucky", "one_high"])
def test_it_bids_neither_too_little_nor_too_much(key: str) -> None:
    deals = duel(key, Steady(), Steady(), pairs=60).declared(0)
    assert 0.5 < fmean(deal.made for deal in deals) < 0.85


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize("key", ["kentucky", "one_high"])
def test_a_thousand_pairs_give_at_least_a_hundred_points_a_deal(key: str) -> None:
    result = duel(key, Steady(), AnyLegal(), pairs=1000)
    assert result.mean - result.interval > 100


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize("key", ["kentucky", "one_high"])
def test_over_four_hundred_deals_it_makes_its_share_of_bids(key: str) -> None:
    deals = duel(key, Steady(), Steady(), pairs=400).declared(0)
    assert 0.55 <= fmean(deal.made for deal in deals) <= 0.75
    assert abs(fmean(deal.bid for deal in deals) - fmean(taken(deal) for deal in deals)) < 15
