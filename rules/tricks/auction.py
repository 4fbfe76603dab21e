"""The auction (1988, Bidding): raise or pass in turn; who has passed is out for this deal."""

from __future__ import annotations

from typing import Final

from rules.actions import PASS, Action, Bid, is_sound
from rules.cards import NO_CARDS, CardSet
from rules.decisions import CHANCE, ChooseNumber, Decisions, Option, Seat
from rules.events import AuctionWon, BidMade, BidPassed, Event, NestSeen, NestTaken, PassedOut, Secret
from rules.protocol import IllegalAction
from rules.tricks.setup import Setup
from rules.tricks.state import NOBODY, Auction, Phase, State, between_deals

OR_PASS: Final = (Option("Pass", PASS),)


def opened(setup: Setup, dealer: Seat) -> Auction:
    """The auction before the first call."""
    first = dealer if setup.variant.first_bidder == "dealer" else setup.left[dealer]
    everyone = tuple(range(setup.seats))
    return Auction(0, NOBODY, (), everyone[first:] + everyone[:first])


def may_pass(setup: Setup, state: State) -> bool:
    """Whether the seat to call may pass.

    After as many deals thrown in a row as there are seats, the dealer must open if nobody has (R-03).
    """
    stuck = state.match.thrown_in >= setup.seats and state.turn == state.match.dealer
    return state.auction.high > 0 or not stuck


def decide(setup: Setup, state: State) -> Decisions:
    """Bid higher than the last bidder, or pass."""
    return {state.turn: _question(setup, state)}


def apply(setup: Setup, state: State, seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
    """Make the call and pass the turn, or end the auction.

    Raises:
        IllegalAction: the bid is too low, too high or off the step.
    """
    question = _question(setup, state)
    if not question.accepts(action):
        raise IllegalAction(_refusal(question, action))
    high, declarer, calls, waiting = state.auction
    if isinstance(action, Bid):
        auction = Auction(action.points, seat, (*calls, (seat, action.points)), (*waiting[1:], seat))
        if auction.high >= setup.cap or len(waiting) == 1:
            return _won(setup, state, auction)
        return _next_call(state, auction), (BidMade(seat, action.points),)
    auction = Auction(high, declarer, (*calls, (seat, 0)), waiting[1:])
    if auction.waiting == (declarer,):
        return _won(setup, state, auction)
    if not auction.waiting:
        return _thrown_in(setup, state)
    return _next_call(state, auction), (BidPassed(seat),)


def _question(setup: Setup, state: State) -> ChooseNumber:
    high, step = state.auction.high, setup.variant.bid_step
    least = high + step if high else setup.opening
    if may_pass(setup, state):
        return ChooseNumber(state.turn, "Bid or pass", least, setup.cap, step, OR_PASS)
    return ChooseNumber(state.turn, "Everybody has passed too often: you must bid", least, setup.cap, step)


def _next_call(state: State, auction: Auction) -> State:
    phase, _, match, hands, nest, _, ranking, led, trick, taken = state
    return State(phase, auction.waiting[0], match, hands, nest, auction, ranking, led, trick, taken)


def _won(setup: Setup, state: State, auction: Auction) -> tuple[State, tuple[Event, ...]]:
    """The declarer takes up the nest, if there is one, and must then lay as many cards away."""
    declarer = auction.declarer
    hands = list(state.hands)
    hands[declarer] = CardSet(hands[declarer] | state.nest)
    after = state._replace(
        phase=Phase.DISCARD if setup.variant.nest else Phase.TRUMP,
        turn=declarer,
        match=state.match._replace(thrown_in=0),
        hands=tuple(hands),
        nest=NO_CARDS,
        auction=auction,
    )
    won = (_last_call(auction), AuctionWon(declarer, auction.high))
    if not setup.variant.nest:
        return after, won
    seen = Secret(declarer, NestSeen(declarer, state.nest))
    return after, (*won, NestTaken(declarer, setup.variant.nest), seen)


def _last_call(auction: Auction) -> Event:
    seat, points = auction.calls[-1]
    return BidMade(seat, points) if points else BidPassed(seat)


def _thrown_in(setup: Setup, state: State) -> tuple[State, tuple[Event, ...]]:
    """Nobody bid: no score, the next dealer deals (R-03)."""
    match = state.match
    following = match._replace(thrown_in=match.thrown_in + 1, dealer=setup.left[match.dealer])
    events = (BidPassed(state.turn), PassedOut(match.deal))
    return between_deals(setup, Phase.DEAL, CHANCE, following), events


def _refusal(question: ChooseNumber, action: Action) -> str:
    or_pass = ", or pass" if question.otherwise else ""
    if not isinstance(action, Bid) or not is_sound(action):
        return f"Bid at least {question.least}{or_pass}."
    if action.color is not None:
        return "In this game a bid is a number alone; the color is named later."
    if action.points < question.least:
        return f"Bid at least {question.least}{or_pass}."
    if action.points > question.most:
        return f"The highest bid is {question.most}."
    return f"Bids go up in steps of {question.step}: {question.least}, {question.least + question.step} …"
