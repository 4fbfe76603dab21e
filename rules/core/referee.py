"""What a referee may rule in every game: take points off for a fault, or have the cards dealt again."""

from __future__ import annotations

from typing import Final

from rules.core.actions import Penalize, Redeal
from rules.core.decisions import Option
from rules.core.events import Ruled
from rules.core.match import Match
from rules.core.outcome import Ranking
from rules.core.protocol import IllegalAction
from rules.core.sheet import with_points

MOST_PENALTY: Final = 1000
NO_RULING: Final = "A referee can't do that. A referee takes points off, or has the cards dealt again."
NO_DEAL: Final = "No deal is under way, so there's nothing to throw in."
NO_POINTS: Final = "This game isn't won by points, so none can be taken off. Have it dealt again instead."
NO_SUCH_SEAT: Final = "No one sits there. Choose someone at this table."
DEAL_AGAIN: Final = (Option(Redeal()), Option(Redeal(next_dealer=True)))


def penalized(
    match: Match, penalty: Penalize, ranking: Ranking = Ranking.MOST, *, below_zero: bool = True
) -> tuple[Match, Ruled]:
    """Enter a penalty of a seat's side and partners on the sheet: points off, added where the fewest win.

    Without ``below_zero``, no total falls below 0.

    Raises:
        IllegalAction: points do not decide this game, no such seat, or points out of range.
    """
    if not ranking.keeps_points:
        raise IllegalAction(NO_POINTS)
    if penalty.seat not in range(match.seats):
        raise IllegalAction(NO_SUCH_SEAT)
    if not 0 < penalty.points <= MOST_PENALTY:
        raise IllegalAction(f"A penalty is 1 to {MOST_PENALTY:,} points.")
    fine = ranking.merit(-penalty.points)  # added where the fewest points win
    own = match.side_of(penalty.seat)
    (fined,) = [camp for camp in match.rivals if own in camp]
    points = [fine if side in fined else 0 for side in range(len(match.sides))]
    totals = with_points(match, points, below_zero=below_zero)
    ruled = Ruled(match.deal, penalty.seat, fine, penalty.fault, totals)
    return match._replace(totals=totals, sheet=(*match.sheet, ruled)), ruled


def redealt(match: Match, ruling: Redeal) -> tuple[Match, Ruled]:
    """Enter on the score sheet that the deal is void, and set who deals next: the same or the next dealer."""
    ruled = Ruled(match.deal, None, 0, None, match.totals)
    dealer = match.left_of(match.dealer) if ruling.next_dealer else match.dealer
    return match._replace(dealer=dealer, sheet=(*match.sheet, ruled)), ruled
