"""Sentences on the start and the end of a match, shared by several games."""

from __future__ import annotations

from typing import Final

from rules.core.about import Reading, RuleSection
from rules.core.winning import MOST_DEALS
from rules.core.words import counted
from rules.games.options import TargetRules

DRAWN_AGAIN: Final = Reading("R-10", "Players who tie for the highest card draw again.")
DRAWN: Final = Reading("R-10", "Draw for the first deal: the highest card deals. On a tie, draw again.")
"""For a rule book that does not mention a draw."""


def length(rules: TargetRules) -> str:
    """The length of a match: ``to 100``, ``1 deal``, ``4 deals``."""
    return f"to {rules.target:,}" if rules.deals is None else counted(rules.deals, "deal")


def ending(rules: TargetRules) -> str:
    """How a match ends if scores are compared after each deal; ``end_readings`` adds our readings."""
    if rules.deals is not None:
        return f"The highest score after {length(rules)} wins."
    return f"The first to {rules.target:,} points wins."


def end_section(rules: TargetRules, source: str) -> RuleSection:
    """The rules section on the end of a match; ``source`` is its place in the rule book."""
    ended = ending(rules)
    return RuleSection("End", ended, source, end_readings(rules), ended)


def end_readings(rules: TargetRules) -> tuple[Reading, ...]:
    """Our readings on the end of a match, where rule books are silent or disagree."""
    if rules.deals is not None:
        return (Reading("R-06", tied_after_last_deal("highest score", plays_on=rules.extra_deal)),)
    tied = "they share the win" if rules.tie == "shared" else "another deal is played"
    several = Reading("R-06", f"If several get there in one deal, the highest score wins. On a tie {tied}.")
    return (
        Reading("R-05", f"Reaching {rules.target:,} exactly is enough."),
        *(() if "tie" in rules.unused_options() else (several,)),
        Reading("R-07", "Scores are compared only after a deal is done."),
        Reading("", f"After {counted(MOST_DEALS, 'deal')} the highest score wins."),
    )


def tied_after_last_deal(what: str, *, plays_on: bool) -> str:
    """What a tie for ``what`` does after the last of a fixed number of deals."""
    if plays_on:
        return f"On a tie for the {what} another deal is played, up to {counted(MOST_DEALS, 'deal')}."
    return f"Players who tie for the {what} share the win."
