"""Steady makes no blunder that its player could see; python -m tests.strength.census counts more deals."""

from __future__ import annotations

from random import Random

import pytest

from bot.computers.bidding_games import playing
from bot.computers.brief import Brief
from bot.computers.steady import Steady
from rules.core.actions import Action, Play
from rules.core.decisions import ChooseCard
from tests.strength.census import Blunder, census


@pytest.mark.parametrize("seed", range(1, 7))
@pytest.mark.parametrize("key", ["kentucky", "one_high"])
def test_steady_makes_no_blunder(key: str, seed: int) -> None:
    found = census(key, Steady(), deals=1, seed=seed).found
    assert not found.keys() & set(Blunder)


class Dearest:
    """Plays the card that counts most, the highest of equal ones, and answers the rest like steady."""

    def choose(self, brief: Brief, random: Random) -> Action:
        decision = brief.view.decision
        if isinstance(decision, ChooseCard) and isinstance(next(decision.answers()), Play):
            counters = brief.view.table.counters
            return Play(max(decision.cards, key=lambda card: (card in counters, card)))
        return Steady().choose(brief, random)


def test_player_of_its_dearest_cards_is_counted_as_throwing_counters() -> None:
    found = census("kentucky", Dearest(), deals=3).found
    assert found[Blunder.COUNTER_THROWN] > 3
    assert found[Blunder.BIRD_WASTED] > 0


@pytest.mark.slow
@pytest.mark.timeout(180)
def test_steady_without_its_certain_rules_blunders(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "without_mistakes", lambda _, cards: cards)
    found = census("one_high", Steady(), deals=20).found
    assert found[Blunder.COUNTER_THROWN] > 0
    assert found[Blunder.BIRD_WASTED] > 4
