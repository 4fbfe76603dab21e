"""Who has won a match of deals: whoever is ahead after the last one, or first at a target."""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.core.decisions import Seat
from rules.core.match import Match, Rivals
from rules.core.outcome import Ranking

MOST_DEALS: Final = 200
"""After so many whoever is ahead wins, whatever the target: set-backs could go on for ever."""


class Goal(NamedTuple):
    """What ends a match."""

    target: int | None = None
    """Points that win it."""
    deals: int | None = None
    """A fixed number of deals, which puts the target off (1988, General Rules, comment 2)."""
    shares: bool = True
    """Whether those who are equally far ahead share the win; else another deal is played (R-06)."""
    most_deals: int = MOST_DEALS
    best_of: int = 1
    """Best of so many games."""


ONE_DEAL: Final = Goal(deals=1)


def decided(match: Match, goal: Goal, ranking: Ranking = Ranking.MOST) -> tuple[Seat, ...] | None:
    """The winners; None where another deal is played."""
    among = match.rivals if is_last_deal(match, goal) else at_target(match, goal)
    won = settled(match, goal, among, ranking)
    return None if won is None else seats_of(match, won)


def is_last_deal(match: Match, goal: Goal) -> bool:
    """Whether no other deal would be played but for a tie."""
    return must_end(match, goal) or (goal.deals is not None and match.played >= goal.deals)


def must_end(match: Match, goal: Goal) -> bool:
    """Whether no other deal may be played, come what may: there were too many, or time is up."""
    return match.time_is_up or match.scored >= goal.most_deals


def at_target(match: Match, goal: Goal) -> Rivals:
    """Who has the target after a completed deal: reaching it is enough (R-05, R-07)."""
    if goal.target is None or goal.deals is not None or max(match.totals) < goal.target:
        return ()
    return [camp for camp in match.rivals if match.totals[camp[0]] >= goal.target]


def settled(match: Match, goal: Goal, among: Rivals, ranking: Ranking = Ranking.MOST) -> Rivals | None:
    """The best of those who may have won; None for nobody, and where a tie is played on."""
    if not among:
        return None
    leading = best(match.totals, among, ranking)
    is_tied = len(leading) > 1 and not goal.shares and not must_end(match, goal)
    return None if is_tied else leading


def best(totals: tuple[int, ...], among: Rivals, ranking: Ranking = Ranking.MOST) -> Rivals:
    """Those who are ahead: several where they are equal. Who wins together has equal totals."""
    reached = [totals[camp[0]] for camp in among]
    ahead = min(reached) if ranking is Ranking.FEWEST else max(reached)
    return [camp for camp, total in zip(among, reached, strict=True) if total == ahead]


def seats_of(match: Match, rivals: Rivals) -> tuple[Seat, ...]:
    """The seats of some sides; a dummy has none."""
    return tuple(
        sorted([seat for camp in rivals for side in camp for seat in match.sides[side] if seat < match.seats])
    )


def are_rivals(match: Match, winners: tuple[Seat, ...]) -> bool:
    """Whether some seats that have won play against each other, so that they share it."""
    won = [camp for camp in match.rivals if any(set(match.sides[side]) & set(winners) for side in camp)]
    return len(won) > 1
