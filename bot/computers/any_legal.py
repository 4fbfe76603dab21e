"""The simplest computer player: any legal answer will do."""

from __future__ import annotations

from random import Random

from bot.computers.brief import Brief
from rules.core.actions import Action
from rules.core.decisions import Decision


class AnyLegal:
    """Answers every decision of every game with one of its answers, each equally likely."""

    def choose(self, brief: Brief, random: Random) -> Action:
        """Sample one of the answers."""
        return decision_of(brief).sample(random)


def decision_of(brief: Brief) -> Decision:
    """The question in a brief.

    Raises:
        ValueError: the seat is not asked anything.
    """
    decision = brief.view.decision
    if decision is None:
        raise ValueError(f"Seat {brief.view.seat} is not asked anything.")
    return decision
