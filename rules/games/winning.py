"""Who has won a match of deals, and how that is told."""

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


def length(rules: TargetRules) -> str:
    """How long a match is: ``to 100``, ``1 deal``, ``4 deals``."""
    if rules.deals is None:
        return f"to {rules.target:,}"
    return f"{rules.deals} deal{'' if rules.deals == 1 else 's'}"


def ending(rules: TargetRules) -> str:
    """How a match that is looked at after every deal ends, as it is told."""
    if rules.deals is not None:
        return f"After {length(rules)} the highest total wins; if several have it, all of them win."
    tied = "all of them win" if rules.tie == "shared" else "another deal is played"
    least = f"once it is {rules.target:,} or more"
    return f"The highest total after a deal wins, {least}; if several have it, {tied}."


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
