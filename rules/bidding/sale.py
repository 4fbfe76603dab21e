"""Selling the right to name trump (Cordova): the dealer gains the bid at once, or declines and owes it."""

from __future__ import annotations

from rules.bidding.auction import declare
from rules.bidding.setup import Setup
from rules.bidding.state import Contract, State
from rules.core.actions import Action, Keep, Sell
from rules.core.decisions import ChooseOption, Decisions, Option, Seat
from rules.core.events import AuctionWon, Event, TrumpKept, TrumpSold
from rules.core.protocol import IllegalAction


def decide(setup: Setup, state: State) -> Decisions:
    """The dealer's decision: sell to a bidder (R-48), or keep the right."""
    sales = [Option(Sell(seat)) for seat in offers(setup, state)]
    keep = Option(Keep())
    return {state.turn: ChooseOption(state.turn, (*sales, keep))}


def apply(setup: Setup, state: State, seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
    """Make the buyer declarer for the bid, which the dealer gains, or the dealer, who owes the high bid.

    Raises:
        IllegalAction: there is no such bid.
    """
    high = state.auction.high
    if isinstance(action, Keep):
        kept = declare(setup, state, state.auction, Contract(seat, high))
        return kept, (TrumpKept(seat, high), AuctionWon(seat, high))
    bids = offers(setup, state)
    if not isinstance(action, Sell) or action.to not in bids:
        raise IllegalAction("Sell to the bidder, or keep the right to name trump.")
    points = bids[action.to]
    sold = declare(setup, state, state.auction, Contract(action.to, points, points))
    return sold, (TrumpSold(seat, action.to, points), AuctionWon(action.to, points))


def offers(setup: Setup, state: State) -> dict[Seat, int]:
    """The bids the dealer may accept, best first: the high bid; if ``sell_any``, each seat's last (R-48)."""
    auction = state.auction
    if not setup.variant.sell_any:
        return {auction.declarer: auction.high}
    bids = {call.seat: call.points for call in auction.calls if call.points}
    return dict(sorted(bids.items(), key=lambda offer: -offer[1]))
