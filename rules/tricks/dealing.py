"""Drawing for the deal and dealing: the two acts of chance before an auction."""

from __future__ import annotations

from rules.actions import Action, Deal, Draw
from rules.cards import BIRD, CardSet
from rules.decisions import CHANCE, Decision, DrawByLot, Seat
from rules.events import DealerDrawn, DealStarted, Event, HandDealt, Secret
from rules.tricks import auction
from rules.tricks.setup import NEST_SLOT, Setup
from rules.tricks.state import Phase, State


def decide_draw(setup: Setup, state: State) -> tuple[Seat, Decision]:
    """Chance draws one card for each seat that may yet become dealer; the bird stays out (R-10)."""
    cards = tuple(card for card in setup.pack if card != BIRD)
    return CHANCE, DrawByLot("Draw for the deal", cards, len(state.match.drawing), Draw)


def apply_draw(setup: Setup, state: State, seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
    """The highest card deals; the tied draw again (1988, To Choose Dealer; R-10)."""
    assert isinstance(action, Draw)
    match = state.match
    drawn = tuple(zip(match.drawing, action.cards, strict=True))
    highest = max(card.rank for card in action.cards)
    tied = tuple(drawer for drawer, card in drawn if card.rank == highest)
    if len(tied) > 1:
        return state._replace(match=match._replace(drawing=tied)), (DealerDrawn(drawn, None),)
    match = match._replace(drawing=(), dealer=tied[0])
    return state._replace(phase=Phase.DEAL, match=match), (DealerDrawn(drawn, tied[0]),)


def decide_deal(setup: Setup, state: State) -> tuple[Seat, Decision]:
    """Chance shuffles the whole pack."""
    return CHANCE, DrawByLot("Shuffle", setup.pack, len(setup.pack), Deal)


def apply_deal(setup: Setup, state: State, seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
    """Lay out the shuffled pack in the game's dealing order and open the auction."""
    assert isinstance(action, Deal)
    match = state.match._replace(deal=state.match.deal + 1)
    hands = [0] * setup.seats
    nest = 0
    for slot, card in zip(setup.slots, action.cards, strict=True):
        if slot == NEST_SLOT:
            nest |= 1 << card
        else:
            hands[(match.dealer + 1 + slot) % setup.seats] |= 1 << card
    dealt = state._replace(
        phase=Phase.BID,
        match=match,
        hands=tuple(hands),
        nest=CardSet(nest),
        auction=auction.opened(setup, match.dealer),
        trump=None,
        play=None,
    )
    secrets = tuple(Secret(to, HandDealt(to, CardSet(hand))) for to, hand in enumerate(hands))
    return dealt, (DealStarted(match.deal, match.dealer), *secrets)


def leader(setup: Setup, dealer: Seat, declarer: Seat) -> Seat:
    """Who makes the opening lead."""
    start = dealer if setup.variant.first_lead == "left_of_dealer" else declarer
    return (start + 1) % setup.seats


