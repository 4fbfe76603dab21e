"""The views of a bidding match: the table for everyone, a hand for its owner."""

from __future__ import annotations

from collections.abc import Sequence

from rules.bidding import batteries, dummy
from rules.bidding.auction import bids_left
from rules.bidding.facts import (
    BiddingFacts,
    CalledPartner,
    CallKind,
    LastCall,
    OpenDummy,
    PublicContract,
    Trump,
)
from rules.bidding.nest import counters_told
from rules.bidding.phases import Phase
from rules.bidding.sale import offers
from rules.bidding.setup import Setup
from rules.bidding.state import NO_SEAT, State, next_hand
from rules.bidding.teams import partner_sides
from rules.bidding.trick import captured
from rules.bidding.winning import starred
from rules.core.cards import NO_CARDS, CardSet
from rules.core.decisions import Decision, Seat
from rules.core.ending import match_outcome
from rules.core.outcome import Outcome, SideTotal
from rules.core.views import SeatInfo, SeatView, SidePoints, TableView, TrickView, Zone, ZoneKind

_NO_CARDS_OUT = (Phase.DRAW, Phase.BIRD, Phase.DEAL, Phase.OVER)
_TRICKS = (Phase.PLAY, Phase.TAKE)

Sides = Sequence[int | None]
"""The side of each seat; None while the sides are not public."""


def table_view(setup: Setup, state: State, asked: tuple[Seat, ...]) -> TableView:
    """What everyone sees, captured cards hidden; ``asked`` are the seats that have a decision."""
    sides, totals = _sides(setup, state), _totals(setup, state)
    return TableView(
        key=setup.variant.key,
        title=setup.variant.title,
        phase=state.phase,
        deal=state.match.deal,
        dealer=state.match.dealer if state.match.deal else None,
        asked=asked,
        hand=_other_hand(state),
        seats=_seats(state, sides),
        others=_others(setup),
        facts=_facts(setup, state),
        zones=_zones(setup, state),
        trick=_trick(state),
        last_trick=_last_trick(setup, state),
        totals=totals,
        sheet=state.match.sheet,
        outcome=_outcome(state, totals),
        blue=setup.variant.blue,
        counters=_counters(setup, state),
        trumps=CardSet(state.ranking.trumps) if _knows_trump(state) else NO_CARDS,
        taken=_taken(setup, state, sides),
    )


def seat_view(
    setup: Setup, state: State, seat: Seat, table: TableView, decision: Decision | None
) -> SeatView:
    """What one seat sees: the table, its hand with new cards marked, its discard and its decision."""
    hand = state.hands[seat]
    own: tuple[Zone, ...] = ()
    deal = state.deal
    if state.contract.declarer == seat and deal.taken_up and deal.nest and state.phase not in _NO_CARDS_OUT:
        own = (Zone(ZoneKind.NEST, seat, setup.ordered(deal.nest), 0),)
    return SeatView(
        table=table,
        seat=seat,
        hand=hand,
        order=setup.ordered(hand),
        zones=own,
        decision=decision,
        fresh=CardSet(hand & (deal.taken_up if _holds_nest(state, seat) else state.stock.drawn)),
    )


def _totals(setup: Setup, state: State) -> tuple[SideTotal, ...]:
    """The total of each side, and where it matters whether it has a star."""
    totals = state.match.standing()
    if not setup.variant.winner_made_bid:
        return totals
    stars = starred(state.match)
    return tuple(side._replace(has_star=index in stars) for index, side in enumerate(totals))


def _outcome(state: State, totals: Sequence[SideTotal]) -> Outcome | None:
    """The outcome, with the stars of ``totals``; None while the match is running."""
    outcome = match_outcome(state.match)
    starred_sides = {side.seats for side in totals if side.has_star}
    if outcome is None or not starred_sides:
        return outcome
    marked = (side._replace(has_star=side.seats in starred_sides) for side in outcome.standings)
    return outcome._replace(standings=tuple(marked))


def _holds_nest(state: State, seat: Seat) -> bool:
    """Whether a seat has taken the nest and not yet discarded."""
    return state.contract.declarer == seat and bool(state.deal.taken_up) and not state.deal.nest


def _other_hand(state: State) -> int | None:
    if state.phase is not Phase.PLAY:
        return None
    playing = next_hand(state)
    return None if playing == state.turn else playing


def _others(setup: Setup) -> tuple[ZoneKind, ...]:
    if setup.has_batteries:
        return (ZoneKind.BATTERY,) * setup.seats
    return (ZoneKind.DUMMY,) if setup.hands > setup.seats else ()


def _seats(state: State, sides: Sides) -> tuple[SeatInfo, ...]:
    winners_so_far = [trick.winner for trick in state.taken]
    return tuple(
        [
            SeatInfo(
                seat,
                sides[seat],
                state.hands[seat].bit_count(),
                winners_so_far.count(seat),
            )
            for seat in state.match.order
        ]
    )


def _sides(setup: Setup, state: State) -> Sides:
    """The side of each seat if the sides are settled and public; else None for each."""
    variant, teams, everyone = setup.variant, state.teams, range(setup.seats)
    if variant.teams == "partners":
        first, _ = partner_sides(state.match.order)
        return [int(seat not in first) for seat in everyone]
    if variant.teams == "solo":
        return everyone
    is_secret = variant.teams == "called" and not state.deal.knows_partners
    if is_secret or not teams.sides or not teams.are_known:
        return (None,) * setup.seats
    return teams.side_of


def _facts(setup: Setup, state: State) -> BiddingFacts:
    """The public facts of the deal other than cards."""
    deal, ranking = state.deal, state.ranking
    is_dealt = state.phase not in _NO_CARDS_OUT
    is_auction = state.phase in (Phase.BID, Phase.SALE)
    return BiddingFacts(
        calls=tuple([_last_call(setup, state, seat) for seat in range(setup.seats)]) if is_auction else (),
        has_calls=is_dealt and bool(state.auction.calls),
        bids=bids_left(setup, state.auction) if state.phase is Phase.BID else range(0),
        contract=_contract(state) if state.phase is not Phase.OVER else None,
        offers=tuple(offers(setup, state).items()) if state.phase is Phase.SALE else (),
        trump=Trump(ranking.trump, ranking.lowest_wins) if _knows_trump(state) else None,
        bird=deal.bird if is_dealt else None,
        called=_called(state),
        dummy=_who_plays_dummy(state) if state.phase in _TRICKS else None,
        nest_has_counters=_nest_told(setup, state) if is_dealt else None,
        time_is_up=state.match.time_is_up,
    )


def _nest_told(setup: Setup, state: State) -> bool | None:
    if not (state.deal.taken_up and state.deal.nest):
        return None
    trump = setup.unranked if setup.variant.trump == "after_nest" else state.ranking
    return counters_told(setup, trump, state.deal.nest)


def _knows_trump(state: State) -> bool:
    return state.phase not in _NO_CARDS_OUT and state.ranking.named


def _counters(setup: Setup, state: State) -> CardSet:
    """The cards with points; while trump is not public, those that may have some."""
    are_trumps = setup.variant.trump_counters and _knows_trump(state)
    return setup.counters_under(state.ranking) if are_trumps else setup.counters


def _taken(setup: Setup, state: State, sides: Sides) -> tuple[SidePoints, ...]:
    """Points of the tricks each side has taken, or each seat if the sides are not public.

    Empty where no trick may be looked at again: keeping count is part of the game there.
    """
    if state.phase not in _TRICKS or setup.variant.trick_review == "never":
        return ()
    is_known = None not in sides
    hands = state.teams.sides if is_known else tuple([(seat,) for seat in state.match.order])
    points = [sum([trick.points for trick in state.taken if trick.winner in side]) for side in hands]
    seats = [tuple([hand for hand in side if hand < setup.seats]) or side for side in hands]
    return tuple(map(SidePoints, seats, points))


def _last_call(setup: Setup, state: State, seat: Seat) -> LastCall | None:
    """The last call of a seat; None if it has not called, or if only the high bid is shown."""
    auction = state.auction
    if seat in auction.held and seat in auction.waiting:
        return LastCall(CallKind.HOLD)
    if setup.variant.bidding_shown == "last" and seat != auction.declarer:
        return None
    calls = [call for call in auction.calls if call.seat == seat]
    if not calls:
        return None
    last = calls[-1]
    return LastCall(CallKind.BID, last.points, last.color) if last.points else LastCall(CallKind.PASS)


def _contract(state: State) -> PublicContract | None:
    """What the declarer has to make, or before that the high bid; None before the first bid."""
    auction, contract = state.auction, state.contract
    if contract.declarer != NO_SEAT:
        return PublicContract(
            contract.declarer, contract.bid, auction.color, is_final=True, is_shot=bool(auction.shot)
        )
    if auction.declarer != NO_SEAT:
        return PublicContract(auction.declarer, auction.high, auction.color)
    return None


def _called(state: State) -> tuple[CalledPartner, ...]:
    declarer = state.contract.declarer
    return tuple(
        CalledPartner(card, holder if is_known and holder != declarer else None, is_known)
        for card, holder, is_known in state.deal.called
    )


def _who_plays_dummy(state: State) -> OpenDummy | None:
    hand = state.teams.dummy
    return None if hand == NO_SEAT else OpenDummy(hand, state.teams.control[hand])


def _zones(setup: Setup, state: State) -> tuple[Zone, ...]:
    if state.phase in _NO_CARDS_OUT:
        return ()
    zones = []
    deal, stock = state.deal, state.stock
    if setup.nest:
        shown = deal.shown if not deal.taken_up or state.phase is Phase.DISCARD else deal.shown & deal.nest
        hidden = (deal.nest & ~shown).bit_count()
        zones.append(Zone(ZoneKind.NEST, None, setup.ordered(shown), hidden))
    if setup.variant.extra == "draw_pile":
        zones.append(Zone(ZoneKind.DRAW_PILE, None, stock.pile[:1], max(len(stock.pile) - 1, 0)))
    if setup.has_batteries:
        for hand in range(setup.seats, setup.lanes):
            over = batteries.covering(state, hand)
            zones.append(
                Zone(ZoneKind.BATTERY, hand, setup.ordered(state.hands[hand]), len(over), setup.ordered(over))
            )
    if state.teams.dummy != NO_SEAT:
        zones += _dummy(setup, state)
    return tuple(zones)


def _dummy(setup: Setup, state: State) -> list[Zone]:
    hand = state.teams.dummy
    shown = dummy.seen(setup, state)
    hidden = (state.hands[hand] & ~shown).bit_count()
    return [Zone(ZoneKind.DUMMY, hand, setup.ordered(shown), hidden)] if shown or hand >= setup.seats else []


def _trick(state: State) -> TrickView | None:
    if state.phase is not Phase.PLAY:
        return None
    ranking, cards = state.ranking, state.trick
    plays = tuple(zip(state.order, cards, strict=False))
    winner = state.order[captured(ranking, state.led, cards)[0]] if cards else None
    return TrickView(plays, winner, sum(ranking.value[card] for card in cards))


def _last_trick(setup: Setup, state: State) -> TrickView | None:
    """The trick just taken; older ones may not be seen (1988, Official Tournament Rules, Playing).

    If no trick may be looked at again, it is shown until the next lead.
    """
    if not state.taken or (state.trick and setup.variant.trick_review == "never"):
        return None
    last = state.taken[-1]
    ranking = state.ranking
    taker = last.hands[captured(ranking, ranking.suit[last.cards[0]], last.cards)[0]]
    return TrickView(tuple(zip(last.hands, last.cards, strict=True)), taker, last.points)
