"""Match and Everlasting: there is nothing to decide, so any answer is as good as another."""

from __future__ import annotations

from random import Random

from bot.computers.brief import Brief, decision_of
from rules.core.actions import Action


def choose(brief: Brief, random: Random, _share: float = 1.0) -> Action:
    """Turn the next card."""
    return decision_of(brief).sample(random)
