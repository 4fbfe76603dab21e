"""Who wins a match of deals: the first side at the target, or the side ahead after the last deal."""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.core.decisions import Seat
from rules.core.match import Match, Rivals
from rules.core.outcome import Ranking

MOST_DEALS: Final = 200
"""Scored deals after which the side ahead wins: with set-backs, a target might never be reached."""


class Goal(NamedTuple):
    """When a match ends: target or number of deals, deal limit, best of games, and if ties are shared."""

    target: int | None = None
    """Points that win it; None without a target."""
    deals: int | None = None
    """A fixed number of deals, which replaces the target (1988, General Rules, comment 2)."""
    shares: bool = True
    """Whether sides with equal totals share the win; else another deal is played (R-06).

    Also after the last of a number of deals.
    """
    most_deals: int = MOST_DEALS
    best_of: int = 1
    """The match is the best of this many games."""


ONE_DEAL: Final = Goal(deals=1)


def decided(match: Match, goal: Goal, ranking: Ranking = Ranking.MOST) -> tuple[Seat, ...] | None:
    """The winning seats after a scored deal; None if another deal is played."""
    among = match.rivals if is_last_deal(match, goal) else at_target(match, goal)
    won = settled(match, goal, among, ranking)
    return None if won is None else seats_of(match, won)


def is_last_deal(match: Match, goal: Goal) -> bool:
    """Whether time is up, or the deal limit or number of deals is reached (a tie may add to that number)."""
    return must_end(match, goal) or (goal.deals is not None and match.played >= goal.deals)


def must_end(match: Match, goal: Goal) -> bool:
    """Whether no other deal may be played, not even for a tie: the deal limit is reached or time is up."""
    return match.time_is_up or match.scored >= goal.most_deals


def at_target(match: Match, goal: Goal) -> Rivals:
    """The groups of sides at the target or above (R-05); empty if a number of deals replaces the target."""
    if goal.target is None or goal.deals is not None or max(match.totals) < goal.target:
        return ()
    return [camp for camp in match.rivals if match.totals[camp[0]] >= goal.target]


def settled(match: Match, goal: Goal, among: Rivals, ranking: Ranking = Ranking.MOST) -> Rivals | None:
    """The best of the groups ``among``; None if there are none, or if a tie needs another deal."""
    if not among:
        return None
    leading = best(match.totals, among, ranking)
    is_tied = len(leading) > 1 and not goal.shares and not must_end(match, goal)
    return None if is_tied else leading


def best(totals: tuple[int, ...], among: Rivals, ranking: Ranking = Ranking.MOST) -> Rivals:
    """The leading groups of ``among``, by fewest points if those win; several if their totals are equal.

    Sides of one group have equal totals.
    """
    reached = [totals[camp[0]] for camp in among]
    ahead = min(reached) if ranking is Ranking.FEWEST else max(reached)
    return [camp for camp, total in zip(among, reached, strict=True) if total == ahead]


def seats_of(match: Match, rivals: Rivals) -> tuple[Seat, ...]:
    """The seats of some groups of sides, sorted; a dummy has no seat."""
    return tuple(
        sorted([seat for camp in rivals for side in camp for seat in match.sides[side] if seat < match.seats])
    )


def are_rivals(match: Match, winners: tuple[Seat, ...]) -> bool:
    """Whether the winners belong to several groups, so that they share the win."""
    won = [camp for camp in match.rivals if any(set(match.sides[side]) & set(winners) for side in camp)]
    return len(won) > 1
