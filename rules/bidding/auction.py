"""The auction (1988, Bidding): bids rise, a seat that passes is out, the highest bidder is declarer."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from rules.bidding.phases import Phase
from rules.bidding.ranking import Order
from rules.bidding.setup import Setup
from rules.bidding.state import NO_SEAT, Auction, Call, Contract, State, between_deals
from rules.bidding.teams import teams_of
from rules.core.actions import PASS, Action, Bid, ClaimMisdeal, Hold, Pass, Shoot, is_well_typed
from rules.core.cards import CardSet, Color
from rules.core.decisions import CHANCE, ChooseNumber, Decisions, Option, Seat
from rules.core.ending import after_deal, end_as_it_stands
from rules.core.events import (
    AuctionWon,
    BidHeld,
    BidMade,
    BidPassed,
    Event,
    MisdealClaimed,
    PassedOut,
    ShotDeclared,
)
from rules.core.match import Match
from rules.core.protocol import IllegalAction
from rules.core.quick import new
from rules.core.winning import decided, must_end

OR_PASS: Final = Option(PASS)
OR_HOLD: Final = Option(Hold())
OR_SHOOT: Final = Option(Shoot(), needs_confirmation=True)
OR_CLAIM: Final = Option(ClaimMisdeal())


def opened(setup: Setup, match: Match) -> Auction:
    """The auction before its first call, by dealer or next seat; a dealer who may sell is not in it."""
    variant = setup.variant
    order = match.order
    start = order.index(match.dealer)
    if variant.auction == "sale":  # a dealer who sells does not bid
        return Auction(0, NO_SEAT, None, (), order[start + 1 :] + order[:start])
    if variant.first_bidder == "left_of_dealer":
        start += 1
    return Auction(0, NO_SEAT, None, (), order[start:] + order[:start])


def may_pass(setup: Setup, state: State) -> bool:
    """Whether the seat may pass: not a dealer who must open, by rule or after ``seats`` deals thrown in."""
    if state.auction.high or state.turn != state.match.dealer:
        return True
    match setup.variant.all_pass:
        case "dealer_must_bid":  # 1924, Regular Rook
            return False
        case "thrown_in" | "counted":
            return True
    return state.match.thrown_in < setup.seats


def begin(setup: Setup, state: State) -> tuple[State, tuple[Event, ...]]:
    """House rule: before the first call, a hand that is a misdeal is shown and the cards are dealt again."""
    if setup.variant.misdeal_must:
        around = state.match.order.index(state.match.dealer) + 1
        for seat in (*state.match.order[around:], *state.match.order[:around]):
            if _is_misdeal(setup, state, seat):
                again = between_deals(setup, Phase.DEAL, CHANCE, state.match)
                return again, (MisdealClaimed(seat, state.hands[seat]),)
    return state, ()


def decide(setup: Setup, state: State) -> Decisions:
    """The decision of the seat to call: bid, pass if it may; by house rule hold, claim a misdeal, shoot."""
    return {state.turn: _question(setup, state)}


def apply(setup: Setup, state: State, seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
    """Apply a call: ask the next seat, end the auction, or deal again if all pass or a misdeal is claimed.

    Raises:
        IllegalAction: the bid is too low, too high or off the step, or the call is not allowed now.
    """
    question = _question(setup, state)
    if not question.accepts(action):
        raise IllegalAction(_refusal(setup, question, action))
    auction, event = _called(setup, state, seat, action)
    if isinstance(event, MisdealClaimed):
        return between_deals(setup, Phase.DEAL, CHANCE, state.match), (event,)
    if _is_over(setup, auction):
        return _won(setup, state, auction, event)
    if not auction.waiting:
        return _all_passed(setup, state, auction, event)
    if auction.waiting[0] == auction.declarer:
        # The high bidder is not asked to bid over their own bid.
        auction = auction._replace(waiting=(*auction.waiting[1:], auction.declarer))
    phase, _, order, match, _, *rest = state
    return new(State, (phase, auction.waiting[0], order, match, auction, *rest)), (event,)


def _called(setup: Setup, state: State, seat: Seat, action: Action) -> tuple[Auction, Event]:
    """The auction after a call, and the event of the call."""
    high, declarer, standing, calls, waiting, held, shot = state.auction
    if isinstance(action, Bid):
        points, color = action.points, action.color
        calls, queue = (*calls, new(Call, (seat, points, color))), (*waiting[1:], seat)
        bid = new(BidMade, (seat, points, color, setup.bids_color))
        return new(Auction, (points, seat, color, calls, queue, held, shot)), bid
    if isinstance(action, Pass):
        calls = (*calls, Call(seat, 0))
        passed = BidPassed(seat)
        return new(Auction, (high, declarer, standing, calls, waiting[1:], held, shot)), passed
    if isinstance(action, Hold):
        queue, held = (*waiting[1:], seat), (*held, seat)
        return Auction(high, declarer, standing, calls, queue, held, shot), BidHeld(seat)
    if isinstance(action, Shoot):
        return Auction(setup.cap, seat, None, calls, (seat,), held, shot=True), ShotDeclared(seat)
    return state.auction, MisdealClaimed(seat, state.hands[seat])


def _is_over(setup: Setup, auction: Auction) -> bool:
    """Whether every other seat has passed, or no higher bid is possible (R-04, R-33)."""
    if not auction.high:
        return False
    return auction.waiting == (auction.declarer,) or not bids_left(setup, auction)


def _question(setup: Setup, state: State) -> ChooseNumber:
    bids, passes = bids_left(setup, state.auction), may_pass(setup, state)
    question = _bid_or_pass(setup, state.turn, bids.start, passes)
    if not setup.has_extra_calls:
        return question
    return question._replace(otherwise=question.otherwise + _extra_calls(setup, state))


def bids_left(setup: Setup, auction: Auction) -> range:
    """The bids above the high bid, or from the lowest bid, by step to the highest allowed; may be empty."""
    step = setup.variant.bid_step
    least = auction.high + step if auction.high else setup.opening
    return range(least, setup.cap + 1, step)


@lru_cache(maxsize=4096)
def _bid_or_pass(setup: Setup, seat: Seat, least: int, passes: bool) -> ChooseNumber:
    """The decision with bids and passes alone, cached."""
    colors: tuple[tuple[Color | None, int], ...] = ()
    if setup.bids_color:
        colors = tuple((color, setup.caps[color]) for color in setup.colors if setup.caps[color] >= least)
    otherwise = (OR_PASS,) if passes else ()
    return ChooseNumber(seat, least, setup.cap, setup.variant.bid_step, otherwise, colors)


def _extra_calls(setup: Setup, state: State) -> tuple[Option, ...]:
    """Calls other than bids and passes that house rules allow the seat to call."""
    may = {
        OR_HOLD: _may_hold(setup, state),
        OR_CLAIM: _may_claim(setup, state),
        OR_SHOOT: setup.variant.shoot,
    }
    return tuple(option for option, allowed in may.items() if allowed)


def _may_hold(setup: Setup, state: State) -> bool:
    """House rule: once a deal, a side may pass over its partner's high bid without dropping out."""
    auction, teams = state.auction, state.teams
    if setup.variant.passing != "pass_partner" or auction.declarer == NO_SEAT:
        return False
    side = teams.sides[teams.side_of[state.turn]]
    others = [seat for seat in auction.waiting if seat not in (state.turn, auction.declarer)]
    return auction.declarer in side and bool(others) and not any(seat in side for seat in auction.held)


def _may_claim(setup: Setup, state: State) -> bool:
    """House rule: at its first call a seat may show a hand that is a misdeal."""
    variant, seat, auction = setup.variant, state.turn, state.auction
    # Version 1: a seat that has held may still claim.
    has_held = seat in auction.held and variant.version > 1
    if variant.misdeal_claim == "no" or variant.misdeal_must or has_held:
        return False
    return not any(call.seat == seat for call in auction.calls) and _is_misdeal(setup, state, seat)


def _is_misdeal(setup: Setup, state: State, seat: Seat) -> bool:
    """Whether a hand has no counter, and none is in sight; or has nothing but the numbers of a misdeal."""
    seen = _in_sight(setup, state) if setup.variant.misdeal_claim == "no_counters" else 0
    return not (state.hands[seat] | seen) & setup.spoils_misdeal


def _in_sight(setup: Setup, state: State) -> int:
    """Mask of the cards face up during the auction: in the nest, on the draw pile, in the batteries."""
    if setup.variant.version == 1:  # only the nest was looked at
        return state.deal.shown
    shown = state.deal.shown | CardSet.of(state.stock.pile[:1])
    for battery in setup.batteries:
        shown |= state.hands[battery]
    return shown


def _won(setup: Setup, state: State, auction: Auction, event: Event) -> tuple[State, tuple[Event, ...]]:
    """End the auction: the highest bidder becomes declarer, or the dealer is asked to sell."""
    if setup.variant.auction == "sale":
        return state._replace(phase=Phase.SALE, turn=state.match.dealer, auction=auction), (event,)
    contract = Contract(auction.declarer, auction.high)
    declared = declare(setup, state, auction, contract)
    return declared, (event, AuctionWon(auction.declarer, auction.high))


def declare(setup: Setup, state: State, auction: Auction, contract: Contract) -> State:
    """Set declarer, contract, sides and a color that was bid as trump; enter the phase after the auction."""
    _, _, order, match, _, _, deal, _, ranking, *rest = state
    phase, turn = setup.after[Phase.BID], contract.declarer
    if match.thrown_in:
        match = match._replace(thrown_in=0)
    teams = teams_of(setup, match.order, match.dealer, turn)
    if setup.bids_color:
        ranking = setup.ranking(Order(auction.color, deal.bird))
    return new(State, (phase, turn, order, match, auction, contract, deal, teams, ranking, *rest))


def _all_passed(
    setup: Setup, state: State, auction: Auction, event: Event
) -> tuple[State, tuple[Event, ...]]:
    """End an auction without a bid: throw the deal in; a dealer who could not sell names trump."""
    match = state.match
    if setup.variant.auction == "sale":  # nothing is owed
        return declare(setup, state, auction, Contract(match.dealer, 0)), (event,)
    if setup.variant.all_pass == "counted":
        return _counted(setup, match, event)
    if setup.variant.all_pass == "thrown_in" and match.thrown_in + 1 >= setup.goal.most_deals:
        # No one ever has to bid, so a match of silent players needs an end of its own.
        match = match._replace(scored=setup.goal.most_deals)
    if must_end(match, setup.goal):  # no other deal may begin
        over, ended = end_as_it_stands(match, setup.goal)
        return between_deals(setup, Phase.OVER, NO_SEAT, over), (event, PassedOut(match.deal), *ended)
    dealer = match.dealer if setup.variant.all_pass == "redeal_same" else match.left_of(match.dealer)
    again = match._replace(thrown_in=match.thrown_in + 1, dealer=dealer)
    return between_deals(setup, Phase.DEAL, CHANCE, again), (event, PassedOut(match.deal))


def _counted(setup: Setup, match: Match, event: Event) -> tuple[State, tuple[Event, ...]]:
    """Count a deal without a bid as one of the fixed number: the next deal, or the end of the match."""
    counted = match._replace(scored=match.scored + 1, played=match.played + 1)
    following, after = after_deal(counted, decided(counted, setup.goal), setup.goal, setup.seat_change)
    is_over = following.winners is not None
    phase, turn = (Phase.OVER, NO_SEAT) if is_over else (Phase.DEAL, CHANCE)
    return between_deals(setup, phase, turn, following), (event, PassedOut(match.deal), *after)


def _refusal(setup: Setup, question: ChooseNumber, action: Action) -> str:
    or_pass = ", or pass" if OR_PASS in question.otherwise else ""
    at_least = f"Bid at least {question.least}{or_pass}."
    if not isinstance(action, Bid) or not is_well_typed(action):
        return at_least if isinstance(action, Pass) or not is_well_typed(action) else f"Not now. {at_least}"
    if action.color is not None and not question.colors:
        return "Bid points only. Trump is named later."
    if action.points < question.least:
        return at_least
    cap = setup.caps.get(action.color, 0) if question.colors else question.most
    if action.points > cap:
        what = "no color" if action.color is None else action.color.word
        return f"The highest bid in {what} is {cap}." if question.colors else f"The highest bid is {cap}."
    step = question.step
    return f"Bids go up in steps of {step}: {question.least}, {question.least + step} …"
