"""Drawing for the deal and dealing: the two acts of chance before an auction."""

from __future__ import annotations

from rules.actions import Action, Deal, Draw, is_sound
from rules.cards import Card, CardSet
from rules.decisions import CHANCE, Decisions, DrawByLot, Seat
from rules.events import DealerDrawn, DealStarted, Event, HandDealt, Secret
from rules.protocol import IllegalAction
from rules.tricks import auction
from rules.tricks.ranking import NOT_LED
from rules.tricks.setup import Setup
from rules.tricks.state import Phase, State


def decide_draw(setup: Setup, state: State) -> Decisions:
    """Chance draws one card for each seat that may yet become dealer."""
    return {CHANCE: DrawByLot("Draw for the deal", setup.draw_pack, len(state.match.drawing), Draw)}


def apply_draw(setup: Setup, state: State, _seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
    """The highest card deals; the tied draw again (1988, To Choose Dealer; R-10).

    Raises:
        IllegalAction: not one card of the pack for each seat that draws.
    """
    decision = decide_draw(setup, state)[CHANCE]
    if not isinstance(action, Draw) or not decision.accepts(action):
        raise IllegalAction("Each seat draws one card of the pack, the Rook left out.")
    match = state.match
    drawn = tuple(zip(match.drawing, action.cards, strict=True))
    ranks = [card.rank for card in action.cards]
    highest = max(ranks)
    if ranks.count(highest) > 1:
        tied = tuple(drawer for drawer, card in drawn if card.rank == highest)
        return state._replace(match=match._replace(drawing=tied)), (DealerDrawn(drawn, None),)
    dealer = match.drawing[ranks.index(highest)]
    match = match._replace(drawing=(), dealer=dealer)
    return state._replace(phase=Phase.DEAL, match=match), (DealerDrawn(drawn, dealer),)


def decide_deal(setup: Setup, _state: State) -> Decisions:
    """Chance shuffles the whole pack."""
    return {CHANCE: DrawByLot("Shuffle", setup.pack, len(setup.pack), Deal)}


def apply_deal(setup: Setup, state: State, _seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
    """Lay out the shuffled pack in the game's dealing order and open the auction.

    Raises:
        IllegalAction: not every card of the pack once.
    """
    if not isinstance(action, Deal) or not is_sound(action) or not is_whole(setup, action.cards):
        raise IllegalAction("A deal is every card of the pack once.")
    piles = [0] * (setup.seats + 1)  # left of the dealer first, the nest last
    for slot, card in zip(setup.slots, action.cards, strict=True):
        piles[slot] |= 1 << card
    nest = piles.pop()
    match = state.match._replace(deal=state.match.deal + 1)
    turned = setup.seats - 1 - match.dealer
    hands = tuple([CardSet(pile) for pile in piles[turned:] + piles[:turned]])
    opened = auction.opened(setup, match.dealer)
    dealt = State(
        phase=Phase.BID,
        turn=opened.waiting[0],
        match=match,
        hands=hands,
        nest=CardSet(nest),
        auction=opened,
        ranking=setup.rankings[None],
        led=NOT_LED,
        trick=(),
        taken=(),
    )
    secrets = [Secret(to, HandDealt(to, hand)) for to, hand in enumerate(hands)]
    return dealt, (DealStarted(match.deal, match.dealer), *secrets)


def is_whole(setup: Setup, cards: tuple[Card, ...]) -> bool:
    """Whether these are all the cards of the pack, each once."""
    return len(cards) == len(setup.pack) and setup.every_card == set(cards)


def leader(setup: Setup, dealer: Seat, declarer: Seat) -> Seat:
    """Who makes the opening lead."""
    return setup.left[dealer if setup.variant.first_lead == "left_of_dealer" else declarer]
