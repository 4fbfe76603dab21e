"""What may be seen of a bidding match: the table for everyone, a hand for its owner."""

from __future__ import annotations

from rules.bidding import batteries, dummy
from rules.bidding.phases import Phase
from rules.bidding.ranking import color_name
from rules.bidding.setup import Setup
from rules.bidding.state import NOBODY, State, next_hand
from rules.bidding.teams import partner_sides
from rules.bidding.trick import captured
from rules.bidding.variant import Variant
from rules.core.cards import Color
from rules.core.decisions import Decision, Seat
from rules.core.views import Fact, Mark, Outcome, SeatInfo, SeatView, SideTotal, TableView, TrickView, Zone

PHASE_NAMES = {
    Phase.DRAW: "Drawing for the deal",
    Phase.DEAL: "Dealing",
    Phase.BIRD: "Choosing what the Rook is",
    Phase.BID: "Bidding",
    Phase.SALE: "Selling the trump",
    Phase.DISCARD: "Taking the nest",
    Phase.TRUMP: "Naming trump",
    Phase.PARTNER: "Calling a partner",
    Phase.LEAD: "Choosing who leads",
    Phase.PLAY: "Playing",
    Phase.TAKE: "Drawing a card",
    Phase.CUT: "Cutting for most tricks",
    Phase.SCORE: "Counting",
    Phase.OVER: "The match is over",
}
BIRD_NAMES = {"top": "highest trump", "ten_half": "between 10 and 11", "low": "lowest trump"}
DEALER = Mark("dealer")
_NO_CARDS_OUT = (Phase.DRAW, Phase.BIRD, Phase.DEAL, Phase.OVER)
_TRICKS = (Phase.PLAY, Phase.TAKE)


def table_view(setup: Setup, state: State, asked: tuple[Seat, ...]) -> TableView:
    """What everyone sees; captured points stay hidden until the deal is over."""
    return TableView(
        key=setup.variant.key,
        title=setup.variant.title,
        phase=PHASE_NAMES[state.phase],
        deal=state.match.deal,
        dealer=state.match.dealer if state.match.deal else None,
        asked=asked,
        hand=_other_hand(state),
        seats=_seats(setup, state),
        others=_others(setup),
        facts=_facts(setup, state),
        zones=_zones(setup, state),
        trick=_trick(state),
        last_trick=_last_trick(setup, state),
        totals=_totals(setup, state),
        goal=_goal(setup.variant),
        sheet=state.match.sheet,
        outcome=outcome(setup, state),
        blue=setup.variant.blue,
    )


def seat_view(
    setup: Setup, state: State, seat: Seat, table: TableView, decision: Decision | None
) -> SeatView:
    """What one seat sees: the table, its cards, and what it laid in the nest."""
    hand = state.hands[seat]
    own: tuple[Zone, ...] = ()
    deal = state.deal
    if state.contract.declarer == seat and deal.taken_up and deal.nest and state.phase not in _NO_CARDS_OUT:
        own = (Zone("Your nest", seat, setup.ordered(deal.nest), 0),)
    return SeatView(
        table=table,
        seat=seat,
        hand=hand,
        order=setup.ordered(hand),
        zones=own,
        decision=decision,
    )


def outcome(setup: Setup, state: State) -> Outcome | None:
    """How the match ended; None while it goes on."""
    if state.phase is not Phase.OVER:
        return None
    return Outcome(state.match.winners, _totals(setup, state))


def _other_hand(state: State) -> int | None:
    if state.phase is not Phase.PLAY:
        return None
    playing = next_hand(state)
    return None if playing == state.turn else playing


def _others(setup: Setup) -> tuple[str, ...]:
    if setup.has_batteries:
        return tuple(f"{{{seat}}}'s battery" for seat in range(setup.seats))
    return ("the dummy",) if setup.hands > setup.seats else ()


def _totals(setup: Setup, state: State) -> tuple[SideTotal, ...]:
    match = state.match
    return tuple(map(SideTotal, setup.units, match.totals, match.games))


def _seats(setup: Setup, state: State) -> tuple[SeatInfo, ...]:
    winners_so_far = [trick.winner for trick in state.taken]
    return tuple(
        [
            SeatInfo(
                seat,
                _side(setup, state, seat),
                state.hands[seat].bit_count(),
                winners_so_far.count(seat),
                _marks(setup, state, seat),
            )
            for seat in state.match.order
        ]
    )


def _side(setup: Setup, state: State, seat: Seat) -> int | None:
    """The side of a seat, where sides are settled and everybody may know them."""
    deal, variant = state.deal, setup.variant
    if variant.teams == "partners":
        return next(index for index, side in enumerate(partner_sides(state.match.order)) if seat in side)
    if not state.teams.sides or not state.teams.are_known or variant.teams == "solo":
        return seat if variant.teams == "solo" else None
    if variant.teams == "called" and not deal.partner_known:
        return None
    return state.teams.side_of[seat]


def _marks(setup: Setup, state: State, seat: Seat) -> tuple[Mark, ...]:
    deal = state.deal
    auction = state.auction
    marks = [DEALER] if seat == state.match.dealer and state.match.deal else []
    if state.phase in (Phase.BID, Phase.SALE):
        marks += _calls(setup, state, seat)
    elif seat == state.contract.declarer and state.phase is not Phase.OVER:
        text = _bid(setup, state.contract.bid, auction.color) if state.contract.bid else "names trump"
        marks.append(Mark(text, strong=True))
    if deal.partner_known and seat == deal.partner and seat != state.contract.declarer:
        marks.append(Mark("partner", strong=True))
    if state.teams.dummy == seat and state.phase in _TRICKS:
        marks.append(Mark(f"dummy, played by {{{state.teams.control[seat]}}}"))
    return tuple(marks)


def _calls(setup: Setup, state: State, seat: Seat) -> list[Mark]:
    """What a seat has called: its last call, or, where only the last bid of all is shown, that alone."""
    auction = state.auction
    if seat in auction.held and seat in auction.waiting:
        return [Mark("leaves it to the partner")]
    if setup.variant.bidding_shown == "last" and seat != auction.declarer:
        return []
    calls = [call for call in auction.calls if call.seat == seat]
    if not calls:
        return []
    last = calls[-1]
    return [Mark(_bid(setup, last.points, last.color), strong=True) if last.points else Mark("passed")]


def _bid(setup: Setup, points: int, color: Color | None) -> str:
    if setup.variant.trump != "with_bid":
        return f"bid {points}"
    return f"bid {points} {color_name(setup.variant, color)}"


def _facts(setup: Setup, state: State) -> tuple[Fact, ...]:
    deal = state.deal
    if state.phase in _NO_CARDS_OUT:
        return ()
    facts = []
    if deal.bird is not None:
        facts.append(Fact("Rook", BIRD_NAMES[deal.bird]))
    facts += _contract(setup, state)
    if state.ranking.named:
        name = color_name(setup.variant, state.ranking.trump).capitalize()
        facts.append(Fact("Trump", f"{name}, lowest wins" if state.ranking.lowest_wins else name))
    if deal.called is not None:
        known = deal.partner_known
        who = f", {{{deal.partner}}}" if known and deal.partner != state.contract.declarer else ""
        facts.append(Fact("Partner", f"{deal.called}{who or (', alone' if known else '')}"))
    return tuple(facts)


def _contract(setup: Setup, state: State) -> list[Fact]:
    auction, contract = state.auction, state.contract
    if contract.declarer != NOBODY:
        if not contract.bid:
            return [Fact("Trump named by", f"{{{contract.declarer}}}, who owes nothing")]
        bid = "shoots the moon" if auction.shot else str(contract.bid)
        return [Fact("Bid", f"{bid} by {{{contract.declarer}}}")]
    if auction.declarer != NOBODY:
        color = f" {color_name(setup.variant, auction.color)}" if setup.variant.trump == "with_bid" else ""
        return [Fact("Bid", f"{auction.high}{color} by {{{auction.declarer}}}")]
    return [Fact("Bid", "nobody yet")] if auction.calls else []


def _zones(setup: Setup, state: State) -> tuple[Zone, ...]:
    if state.phase in _NO_CARDS_OUT:
        return ()
    zones = []
    deal, stock = state.deal, state.stock
    if setup.nest:
        shown = deal.shown if not deal.taken_up or state.phase is Phase.DISCARD else deal.shown & deal.nest
        hidden = (deal.nest & ~shown).bit_count()
        zones.append(Zone("Nest", None, setup.ordered(shown), hidden))
    if setup.variant.extra == "draw_pile":
        zones.append(Zone("Draw pile", None, stock.pile[:1], max(len(stock.pile) - 1, 0)))
    if setup.has_batteries:
        for hand in range(setup.seats, setup.lanes):
            over = batteries.covering(state, hand)
            zones.append(
                Zone("Battery", hand, setup.ordered(state.hands[hand]), len(over), setup.ordered(over))
            )
    if state.teams.dummy != NOBODY:
        zones += _dummy(setup, state)
    return tuple(zones)


def _dummy(setup: Setup, state: State) -> list[Zone]:
    hand = state.teams.dummy
    shown = dummy.seen(setup, state)
    hidden = (state.hands[hand] & ~shown).bit_count()
    return [Zone("Dummy", hand, setup.ordered(shown), hidden)] if shown or hand >= setup.seats else []


def _trick(state: State) -> TrickView | None:
    if state.phase is not Phase.PLAY:
        return None
    ranking, cards = state.ranking, state.trick
    plays = tuple(zip(state.order, cards, strict=False))
    winner = state.order[captured(ranking, state.led, cards)[0]] if cards else None
    return TrickView(plays, winner, sum(ranking.value[card] for card in cards))


def _last_trick(setup: Setup, state: State) -> TrickView | None:
    """The trick just taken; no older one may be seen (1988, Official Tournament Rules, Playing)."""
    if not state.taken or setup.variant.trick_review == "never":
        return None
    last = state.taken[-1]
    ranking = state.ranking
    taker = last.hands[captured(ranking, ranking.suit[last.cards[0]], last.cards)[0]]
    return TrickView(tuple(zip(last.hands, last.cards, strict=True)), taker, last.points)


def _goal(variant: Variant) -> str:
    games = f", best of {variant.games}" if variant.games > 1 else ""
    if variant.deals is not None:
        return f"{variant.deals} deal{'s' if variant.deals > 1 else ''}{games}"
    return f"to {variant.target}{games}"
