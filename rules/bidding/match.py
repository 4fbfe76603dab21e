"""A match over many deals: totals, who deals next, changing seats, and when it is won."""

from __future__ import annotations

from collections.abc import Sequence

from rules.bidding.setup import Setup
from rules.bidding.state import Match, new
from rules.core.decisions import Seat
from rules.core.events import DealScored, Event, GameWon, MatchWon, SeatsChanged
from rules.core.scores import ContractScore

Units = tuple[int, ...]
"""Indices of those who keep a score."""
Camps = Sequence[Units]
"""Units that win together; their totals are alike."""


def with_points(setup: Setup, totals: tuple[int, ...], points: Sequence[int]) -> tuple[int, ...]:
    """Totals with points added, by unit."""
    added = [total + more for total, more in zip(totals, points, strict=True)]
    return tuple(added if setup.variant.below_zero else [max(total, 0) for total in added])


def after_deal(
    setup: Setup, match: Match, totals: tuple[int, ...], last: DealScored
) -> tuple[Match, tuple[Event, ...]]:
    """The match after a deal was scored: won, or with the next dealer, perhaps in other seats."""
    *seating, _, games, scored, played, sheet, _ = match
    match = new(Match, (*seating, totals, games, scored + 1, played + 1, (*sheet, last), ()))
    assert last.contract is not None
    won = verdict(setup, match, last.contract)
    if won is None:
        return _next_dealer(setup, match)
    if setup.variant.games > 1:
        games = tuple(count + (unit in won) for unit, count in enumerate(match.games))
        match = match._replace(games=games)
        if max(games) <= setup.variant.games // 2 and match.scored < setup.variant.max_deals:
            fresh = match._replace(totals=(0,) * len(totals), played=0)
            following, moved = _next_dealer(setup, fresh)
            return following, (GameWon(_seats(setup, won), games), *moved)
        won = _joined(_best(games, setup.camps))
    winners = _seats(setup, won)
    return new(Match, (*match[:-1], winners)), (MatchWon(winners, totals),)


def verdict(setup: Setup, match: Match, last: ContractScore) -> Units | None:
    """Who has won by now; None while the game goes on.

    The target counts only after a completed deal (R-07); a tie at or above it is played on (R-06).
    A fixed number of deals puts the target off (1988, Additional Comments 2). A dummy that is scored
    cannot win (R-38). Partners who each keep a record are no rivals: they neither tie nor lead each other.
    """
    winning = _winning(setup, match, last)
    return None if winning is None else _joined(winning)


def _winning(setup: Setup, match: Match, last: ContractScore) -> Camps | None:
    variant, totals, everyone = setup.variant, match.totals, setup.camps
    if last.shot:
        shooters = _declaring(setup, match, last)
        return shooters if last.made else _best(totals, [camp for camp in everyone if camp not in shooters])
    if variant.lose_at is not None and min(_totals(totals, everyone)) <= variant.lose_at:
        standing = [camp for camp in everyone if totals[camp[0]] > variant.lose_at]
        return _best(totals, standing or everyone)
    if variant.lead_wins is not None and _lead(_totals(totals, everyone)) >= variant.lead_wins:
        return _best(totals, everyone)
    if match.scored >= variant.max_deals:
        return _best(totals, everyone)
    if variant.deals is not None:
        return _best(totals, everyone) if match.played >= variant.deals else None
    if variant.target is None or max(totals) < variant.target:
        return None
    arrived = [camp for camp in everyone if totals[camp[0]] >= variant.target]
    candidates = _may_go_out(setup, match, arrived, last)
    if not candidates:
        return None
    leading = _best(totals, candidates)
    return leading if len(leading) == 1 or variant.tie == "shared" else None


def _totals(totals: Sequence[int], camps: Camps) -> list[int]:
    return [totals[camp[0]] for camp in camps]


def _lead(totals: Sequence[int]) -> int:
    best, second = sorted(totals, reverse=True)[:2]
    return best - second


def _may_go_out(setup: Setup, match: Match, arrived: Camps, last: ContractScore) -> Camps:
    """Those at the target who may win now: all; only who made a bid; or such a one before all others."""
    if setup.variant.going_out == "higher":
        return arrived
    declaring = _declaring(setup, match, last)
    bidders = [camp for camp in arrived if last.made and camp in declaring]
    return bidders if bidders or setup.variant.going_out == "own_bid" else arrived


def _declaring(setup: Setup, match: Match, last: ContractScore) -> Camps:
    side = {last.declarer, last.declarer if last.partner is None else last.partner}
    if setup.variant.teams == "partners":
        side = set(match.order[match.order.index(last.declarer) % 2 :: 2])
    return [camp for camp in setup.camps if any(side & set(setup.units[unit]) for unit in camp)]


def _best(totals: Sequence[int], among: Camps) -> Camps:
    most = max(_totals(totals, among))
    return [camp for camp in among if totals[camp[0]] == most]


def _joined(camps: Camps) -> Units:
    return tuple(sorted([unit for camp in camps for unit in camp]))


def _seats(setup: Setup, units: Units) -> tuple[Seat, ...]:
    return tuple(sorted([seat for unit in units for seat in setup.units[unit] if seat < setup.seats]))


def _next_dealer(setup: Setup, match: Match) -> tuple[Match, tuple[Event, ...]]:
    """The deal passes to the left, after the players have changed seats if it is time."""
    order = match.order
    chair = (order.index(match.dealer) + 1) % setup.seats
    if setup.variant.seat_change == "no" or match.scored % setup.variant.seat_change_every:
        return match._replace(dealer=order[chair]), ()
    changed = _order_after(setup, match)
    return match._replace(order=changed, dealer=changed[chair]), (SeatsChanged(changed),)


def _order_after(setup: Setup, match: Match) -> tuple[Seat, ...]:
    """How the players sit for the next deal.

    Kentucky: after every four deals one pair swaps seats, the other stays (R-28). Rotating partners:
    everybody has played with everybody after three changes (1988, Additional Comments).
    """
    variant, order = setup.variant, match.order
    if variant.seat_change == "rotate":
        return (order[0], order[3], order[1], order[2])
    pair = (match.scored // variant.seat_change_every - 1 + variant.swap_first) % 2
    swapped = list(order)
    swapped[pair], swapped[pair + 2] = order[pair + 2], order[pair]
    return tuple(swapped)
