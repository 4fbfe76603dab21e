"""The score sheet: adding points to the totals, and one line for each deal."""

from __future__ import annotations

from collections.abc import Sequence

from rules.core.events import DealScored
from rules.core.match import Match
from rules.core.quick import new


def with_points(match: Match, points: Sequence[int], *, below_zero: bool = True) -> tuple[int, ...]:
    """The totals of the sides with ``points`` added; never below 0 if ``below_zero`` is false."""
    added = [total + more for total, more in zip(match.totals, points, strict=True)]
    return tuple(added if below_zero else [max(total, 0) for total in added])


def booked(match: Match, line: DealScored) -> Match:
    """Return the match with a scored deal added: totals, counts of deals, and the line on the score sheet."""
    *before, _, scored, played, sheet, winners = match
    totals = tuple([side.total for side in line.sides])
    return new(Match, (*before, totals, scored + 1, played + 1, (*sheet, line), winners))
