"""Who has won a match of deals."""

from __future__ import annotations

from typing import Final

from rules.core.decisions import Seat
from rules.games.match import Match
from rules.games.options import TargetRules

MOST_DEALS: Final = 200
"""After so many the highest total wins, whatever the target: set-backs could go on for ever."""


def best(match: Match, *, lowest: bool = False) -> tuple[Seat, ...]:
    """The seats of the side or sides with the best total."""
    mark = min(match.totals) if lowest else max(match.totals)
    sides = [seats for seats, total in zip(match.sides, match.totals, strict=True) if total == mark]
    return tuple(sorted(seat for seats in sides for seat in seats))


def decided(match: Match, rules: TargetRules) -> tuple[Seat, ...] | None:
    """The winners of a game to a target, or of so many deals; None where another deal is played.

    The highest total reaches the target; a tie at the top plays on or is shared (R-05, R-06). After the
    last of a fixed number of deals, as after the most any match has, a tie is shared.
    """
    if match.scored >= (rules.deals or MOST_DEALS):
        return best(match)
    highest = max(match.totals)
    is_clear = rules.tie == "shared" or match.totals.count(highest) == 1
    is_won = rules.deals is None and highest >= rules.target and is_clear
    return best(match) if is_won else None
