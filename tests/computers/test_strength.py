"""How strong Steady is, in duplicate sets: the same cards, the players exchanged."""

from statistics import fmean

import pytest

from bot.computers.brief import AnyLegal
from bot.computers.levels import CHAMPION
from bot.computers.steady import Steady
from rules.catalog import BIDDING_GAMES
from tests.strength.duel import contract_of, duel, table, taken
from tests.strength.frozen_steady import FrozenSteady
from tests.strength.match_duel import match_duel

QUICK = Steady(CHAMPION._replace(nodes=5_000))
"""Its compiled search is limited, for speed: bids do not depend on that."""


@pytest.mark.parametrize(
    ("key", "sets"),
    [
        *[("kentucky", 2), ("one_high", 2), ("boston", 3)],
        *[("tennessee_1988", 3), ("over_the_top_1918", 3), ("cordova", 5)],
    ],
)
def test_steady_far_outscores_random_legal_answers(key: str, sets: int) -> None:
    result = duel(key, QUICK, AnyLegal(), sets)
    assert result.mean - result.interval > 10


def test_duel_with_oneself_is_a_draw() -> None:
    result = duel("kentucky", QUICK, QUICK, sets=1)
    assert result.mean == 0


@pytest.mark.parametrize("seed", [1, 2])
def test_match_duel_with_oneself_is_even_from_any_score(seed: int) -> None:
    assert match_duel("kentucky", AnyLegal(), AnyLegal(), pairs=1, seed=seed).shares == (0.5,)


@pytest.mark.slow  # duels of single deals show the same every day
def test_match_duel_is_won_from_any_score_by_steady() -> None:
    assert match_duel("kentucky", QUICK, AnyLegal(), pairs=1).shares == (1.0,)


@pytest.mark.parametrize(
    ("key", "seed"), [("kentucky", 1), ("regular_1988", 1), ("regular_1988", 2), ("regular_1988", 3)]
)
def test_steady_makes_a_fair_share_of_its_bids(key: str, seed: int) -> None:
    deals = table(key, QUICK, 12, seed)
    assert 0.45 < fmean(contract_of(deal).made for deal in deals) < 0.92


@pytest.mark.long
@pytest.mark.usefixtures("full_strength")
@pytest.mark.timeout(900)
@pytest.mark.parametrize("key", BIDDING_GAMES)
def test_steady_outscores_random_legal_answers_in_every_game_over_300_sets(key: str) -> None:
    result = duel(key, Steady(), AnyLegal(), sets=300)
    assert result.mean - result.interval > 0


@pytest.mark.long
@pytest.mark.usefixtures("full_strength")
@pytest.mark.timeout(900)
def test_steady_outscores_frozen_steady_over_300_sets() -> None:
    result = duel("one_high", Steady(), FrozenSteady(), sets=300)
    assert result.mean - result.interval > 0


@pytest.mark.long
@pytest.mark.usefixtures("full_strength")
@pytest.mark.timeout(900)
@pytest.mark.parametrize(("key", "spare"), [("kentucky", 20), ("one_high", 25)])
def test_steady_makes_its_share_of_bids_over_400_deals(key: str, spare: int) -> None:
    """More than people's 57 %: a failed bid costs all of it, so it pays to stop at the mean take.

    Above 85 % it would leave bids to others that it could make. The bid is the least that wins the auction,
    so it is below the mean take: by less than ``spare``, or the four would bid too little together.
    """
    deals = table(key, Steady(), 400)
    assert 0.55 <= fmean(contract_of(deal).made for deal in deals) <= 0.85
    assert 0 < fmean(taken(deal) for deal in deals) - fmean(contract_of(deal).bid for deal in deals) < spare
