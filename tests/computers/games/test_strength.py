"""Steady's strength in the games without bidding, against random legal answers."""

from __future__ import annotations

import pytest

from bot.computers.brief import AnyLegal
from bot.computers.steady import Steady
from rules.catalog import OTHER_GAMES
from tests.strength.contest import contest

LUCK = {"match", "everlasting", "clock", "panjandrum_1924"}
"""Games without decisions, and strict Panjandrum, where no decision was found to matter."""
SKILL = [key for key in OTHER_GAMES if key not in LUCK]
ALONE = {"old_solitaire", "new_solitaire"}


@pytest.mark.parametrize("key", ["club", "doubt_old", "golden10_1988", "high14"])
def test_steady_far_outscores_random_legal_answers(key: str) -> None:
    found = contest(key, Steady(), AnyLegal(), matches=9, seats=OTHER_GAMES[key].about.seats[0])
    assert found.share > 0.7


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize("key", [key for key in SKILL if key not in ALONE])
def test_steady_outscores_random_legal_answers_over_300_matches(key: str) -> None:
    found = contest(key, Steady(), AnyLegal(), matches=300, seats=OTHER_GAMES[key].about.seats[0])
    assert found.share - found.interval > found.even


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize("key", sorted(ALONE))
def test_steady_outscores_random_legal_answers_in_solitaire(key: str) -> None:
    steady = contest(key, Steady(), Steady(), matches=300, seats=1)
    other = contest(key, AnyLegal(), AnyLegal(), matches=300, seats=1)
    gained = sum(steady.leads) / 300 - sum(other.leads) / 300
    assert gained > steady.lead_interval + other.lead_interval
