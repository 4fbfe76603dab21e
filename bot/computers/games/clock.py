"""The computer player of Rook Clock Pastime, which only turns cards."""

from __future__ import annotations

from random import Random

from bot.computers.brief import Brief, decision_of
from rules.core.actions import Action


def choose(brief: Brief, _random: Random, _share: float = 1.0) -> Action:
    """The only allowed action: turn the next card."""
    return next(decision_of(brief).answers())
