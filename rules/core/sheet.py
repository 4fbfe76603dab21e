"""The score sheet: points are added to the totals, and every deal is a line."""

from __future__ import annotations

from collections.abc import Sequence

from rules.core.events import DealScored
from rules.core.match import Match
from rules.core.quick import new


def with_points(match: Match, points: Sequence[int], *, below_zero: bool = True) -> tuple[int, ...]:
    """The totals with points added, side by side; never below 0 where the game has it so."""
    added = [total + more for total, more in zip(match.totals, points, strict=True)]
    return tuple(added if below_zero else [max(total, 0) for total in added])


def booked(match: Match, line: DealScored) -> Match:
    """The match after a deal was scored."""
    *before, _, scored, played, sheet, winners = match
    totals = tuple([side.total for side in line.sides])
    return new(Match, (*before, totals, scored + 1, played + 1, (*sheet, line), winners))
