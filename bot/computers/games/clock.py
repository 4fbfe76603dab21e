"""Rook Clock Pastime: there is nothing to decide, only cards to turn."""

from __future__ import annotations

from random import Random

from bot.computers.brief import Brief, decision_of
from rules.core.actions import Action


def choose(brief: Brief, _random: Random, _share: float = 1.0) -> Action:
    """Turn the next card."""
    return next(decision_of(brief).answers())
