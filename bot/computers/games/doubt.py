"""I Doubt It: plays the card it can tell the truth with, and doubts what it knows to be false."""

from __future__ import annotations

from random import Random

from bot.computers.any_legal import decision_of
from bot.computers.brief import Brief
from rules.actions import Action


def choose(brief: Brief, random: Random) -> Action:
    """Answer the decision in the brief."""
    return decision_of(brief).sample(random)
