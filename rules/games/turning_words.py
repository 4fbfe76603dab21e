"""The words of cards that turn automatically, for players."""

from __future__ import annotations

from rules.core.words import counted
from rules.games.turning import TurningRules


def cards_turn(rules: TurningRules) -> str:
    """A sentence on cards that turn automatically and how fast."""
    pace = "second" if rules.pace == 1 else counted(rules.pace, "second")
    return f"The cards turn by themselves, one every {pace}."
