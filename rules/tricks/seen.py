"""What may be seen of a bidding match: the table for everyone, a hand for its owner."""

from __future__ import annotations

from rules.cards import Card, CardSet
from rules.decisions import Decision, Seat
from rules.tricks.endings import winners
from rules.tricks.setup import Setup
from rules.tricks.state import NOBODY, Phase, State
from rules.tricks.trick import winning
from rules.tricks.variant import Variant
from rules.views import Fact, Mark, Outcome, SeatInfo, SeatView, SideTotal, TableView, TrickView, Zone

PHASE_NAMES = {
    Phase.DRAW: "Drawing for the deal",
    Phase.DEAL: "Dealing",
    Phase.BID: "Bidding",
    Phase.DISCARD: "Taking the nest",
    Phase.TRUMP: "Naming trump",
    Phase.PLAY: "Playing",
    Phase.OVER: "The match is over",
}


DEALER = Mark("dealer")


def table_view(setup: Setup, state: State, asked: tuple[Seat, ...]) -> TableView:
    """What everyone sees; captured points stay hidden until the deal is over."""
    return TableView(
        key=setup.variant.key,
        title=setup.variant.title,
        phase=PHASE_NAMES[state.phase],
        deal=state.match.deal,
        asked=asked,
        seats=_seats(setup, state),
        facts=_facts(state),
        zones=_zones(setup, state),
        trick=_trick(setup, state),
        last_trick=_last_trick(setup, state),
        totals=_totals(setup, state),
        goal=_goal(setup.variant),
        sheet=state.match.sheet,
        outcome=outcome(setup, state),
    )


def seat_view(
    setup: Setup, state: State, seat: Seat, table: TableView, decision: Decision | None
) -> SeatView:
    """What one seat sees: the table, its cards, and what it laid in the nest."""
    hand = state.hands[seat]
    own: tuple[Zone, ...] = ()
    laid = state.phase in (Phase.TRUMP, Phase.PLAY) and setup.variant.nest > 0
    if laid and state.auction.declarer == seat:
        own = (Zone("Your nest", seat, reading_order(setup, state.nest), 0),)
    return SeatView(
        table=table,
        seat=seat,
        hand=hand,
        order=reading_order(setup, hand),
        zones=own,
        decision=decision,
    )


def reading_order(setup: Setup, cards: CardSet) -> tuple[Card, ...]:
    """Cards as one holds them: by color, highest first, the bird in front."""
    return tuple(sorted(cards, key=setup.reading.__getitem__))


def outcome(setup: Setup, state: State) -> Outcome | None:
    """How the match ended; None while it goes on."""
    if state.phase is not Phase.OVER:
        return None
    return Outcome(winners(setup, state.match), _totals(setup, state))


def _totals(setup: Setup, state: State) -> tuple[SideTotal, ...]:
    return tuple(
        SideTotal(seats, total) for seats, total in zip(setup.sides, state.match.totals, strict=True)
    )


def _seats(setup: Setup, state: State) -> tuple[SeatInfo, ...]:
    winners_so_far = [trick.winner for trick in state.taken]
    return tuple(
        [
            SeatInfo(
                seat, setup.side_of[seat], hand.bit_count(), winners_so_far.count(seat), _marks(state, seat)
            )
            for seat, hand in enumerate(state.hands)
        ]
    )


def _marks(state: State, seat: Seat) -> tuple[Mark, ...]:
    auction = state.auction
    marks = [DEALER] if seat == state.match.dealer and state.match.deal else []
    if state.phase is Phase.BID:
        calls = [points for caller, points in auction.calls if caller == seat]
        if calls:
            marks.append(Mark(f"bid {calls[-1]}", strong=True) if calls[-1] else Mark("passed"))
    elif seat == auction.declarer and state.phase is not Phase.OVER:
        marks.append(Mark(f"bid {auction.high}", strong=True))
    return tuple(marks)


def _facts(state: State) -> tuple[Fact, ...]:
    auction = state.auction
    facts = []
    if state.phase in (Phase.BID, Phase.DISCARD, Phase.TRUMP, Phase.PLAY):
        if auction.declarer != NOBODY:
            facts.append(Fact("Bid", f"{auction.high} by {{{auction.declarer}}}"))
        elif auction.calls:
            facts.append(Fact("Bid", "nobody yet"))
    trump = state.ranking.trump
    if trump is not None and state.phase is Phase.PLAY:
        facts.append(Fact("Trump", trump.word.capitalize()))
    return tuple(facts)


def _zones(setup: Setup, state: State) -> tuple[Zone, ...]:
    if not setup.variant.nest or state.phase in (Phase.DRAW, Phase.DEAL, Phase.OVER):
        return ()
    return (Zone("Nest", None, (), len(state.nest)),)


def _trick(setup: Setup, state: State) -> TrickView | None:
    if state.phase is not Phase.PLAY:
        return None
    cards = state.trick
    leader = state.turn - len(cards)
    winner = (leader + winning(state.ranking, state.led, cards)) % setup.seats if cards else None
    return TrickView(_plays(setup, leader, cards), winner, sum(setup.value[card] for card in cards))


def _last_trick(setup: Setup, state: State) -> TrickView | None:
    """The trick just taken; no older one may be seen (1988, Official Tournament Rules, Playing)."""
    if not state.taken:
        return None
    last = state.taken[-1]
    return TrickView(_plays(setup, last.leader, last.cards), last.winner, last.points)


def _plays(setup: Setup, leader: Seat, cards: tuple[Card, ...]) -> tuple[tuple[Seat, Card], ...]:
    return tuple(((leader + place) % setup.seats, card) for place, card in enumerate(cards))


def _goal(variant: Variant) -> str:
    if variant.deals is not None:
        return f"{variant.deals} deal{'s' if variant.deals > 1 else ''}"
    return f"to {variant.target}"
