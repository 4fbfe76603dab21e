"""The auction (1988, Bidding): raise or pass in turn; who has passed is out for this deal."""

from __future__ import annotations

from rules.actions import PASS, Action, Bid
from rules.decisions import ChooseNumber, Decision, Option, Seat
from rules.events import AuctionWon, BidMade, BidPassed, Event, NestSeen, NestTaken, PassedOut, Secret
from rules.protocol import IllegalAction
from rules.tricks.setup import Setup
from rules.tricks.state import NOBODY, Auction, Phase, State


def opened(setup: Setup, dealer: Seat) -> Auction:
    """The auction before the first call."""
    first = dealer if setup.variant.first_bidder == "dealer" else (dealer + 1) % setup.seats
    return Auction(first, 0, NOBODY, (), frozenset())


def may_pass(setup: Setup, state: State) -> bool:
    """Whether the seat to call may pass.

    After as many deals thrown in a row as there are seats, the dealer must open if nobody has (R-03).
    """
    auction = state.auction
    assert auction is not None
    stuck = state.match.thrown_in >= setup.seats and auction.turn == state.match.dealer
    return auction.high > 0 or not stuck


def decide(setup: Setup, state: State) -> tuple[Seat, Decision]:
    """Bid higher than the last bidder, or pass."""
    auction, variant = state.auction, setup.variant
    assert auction is not None
    least = auction.high + variant.bid_step if auction.high else setup.opening
    free = may_pass(setup, state)
    return auction.turn, ChooseNumber(
        hand=auction.turn,
        ask="Bid or pass" if free else "Everybody has passed too often: you must bid",
        least=least,
        most=setup.cap,
        step=variant.bid_step,
        otherwise=(Option("Pass", PASS),) if free else (),
    )


def apply(setup: Setup, state: State, seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
    """Make the call and pass the turn, or end the auction.

    Raises:
        IllegalAction: the bid is too low, too high or off the step.
    """
    _, decision = decide(setup, state)
    assert isinstance(decision, ChooseNumber)
    if not decision.accepts(action):
        raise IllegalAction(_refusal(decision, action))
    auction = state.auction
    assert auction is not None
    if isinstance(action, Bid):
        auction = auction._replace(
            high=action.points, declarer=seat, calls=(*auction.calls, (seat, action.points))
        )
        called: Event = BidMade(seat, action.points, action.color)
    else:
        auction = auction._replace(passed=auction.passed | {seat}, calls=(*auction.calls, (seat, 0)))
        called = BidPassed(seat)
    return _next_call(setup, state, auction, called)


def _next_call(
    setup: Setup, state: State, auction: Auction, called: Event
) -> tuple[State, tuple[Event, ...]]:
    waiting = [
        seat
        for step in range(1, setup.seats + 1)
        if (seat := (auction.turn + step) % setup.seats) not in auction.passed and seat != auction.declarer
    ]
    if auction.high >= setup.cap or (auction.high and not waiting):
        return _won(setup, state._replace(auction=auction), called)
    if not waiting:
        return _thrown_in(state._replace(auction=auction), called)
    return state._replace(auction=auction._replace(turn=waiting[0])), (called,)


def _won(setup: Setup, state: State, called: Event) -> tuple[State, tuple[Event, ...]]:
    """The declarer takes up the nest, if there is one, and must then lay as many cards away."""
    auction = state.auction
    assert auction is not None
    declarer = auction.declarer
    state = state._replace(match=state.match._replace(thrown_in=0))
    won = AuctionWon(declarer, auction.high)
    if not setup.variant.nest:
        return state._replace(phase=Phase.TRUMP), (called, won)
    hands = list(state.hands)
    hands[declarer] |= state.nest
    seen = Secret(declarer, NestSeen(declarer, state.nest))
    return (
        state._replace(phase=Phase.DISCARD, hands=tuple(hands)),
        (called, won, NestTaken(declarer, setup.variant.nest), seen),
    )


def _thrown_in(state: State, called: Event) -> tuple[State, tuple[Event, ...]]:
    """Nobody bid: no score, the next dealer deals (R-03)."""
    match = state.match
    following = match._replace(
        thrown_in=match.thrown_in + 1,
        dealer=(match.dealer + 1) % match.seats,
    )
    return state._replace(phase=Phase.DEAL, match=following), (called, PassedOut(match.deal))


def _refusal(decision: ChooseNumber, action: Action) -> str:
    if not isinstance(action, Bid):
        return f"That is no call here: bid at least {decision.least}."
    if action.color is not None:
        return "In this game a bid is a number alone; the color is named later."
    if action.points < decision.least:
        return f"Bid at least {decision.least}, or pass."
    if action.points > decision.most:
        return f"The highest bid is {decision.most}."
    return f"Bids go up in steps of {decision.step}: {decision.least}, {decision.least + decision.step} …"
