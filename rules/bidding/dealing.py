"""The draw for the deal, the choice of the bird's rank, and dealing: all that comes before an auction."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from rules.bidding import auction
from rules.bidding.deck import BATTERY
from rules.bidding.phases import Phase
from rules.bidding.ranking import NOT_LED, Order
from rules.bidding.setup import NEST_SLOT, PILE_SLOT, Setup
from rules.bidding.state import NO_CONTRACT, NO_SEAT, NO_STOCK, DealState, State, Stock
from rules.bidding.teams import teams_of
from rules.core.actions import Action, Deal, Draw, NameBird, is_well_typed
from rules.core.cards import Card, CardSet
from rules.core.dealing import Places, begun, hand_at, hand_events, pile_at, places_of, shuffle
from rules.core.decisions import CHANCE, ChooseOption, Decisions, Option, Seat
from rules.core.drawing import draw, drawn
from rules.core.events import (
    NO_ONE,
    BirdNamed,
    CardsTurned,
    DealStarted,
    Event,
    Secret,
    TableLaid,
)
from rules.core.match import Match
from rules.core.protocol import IllegalAction
from rules.core.quick import new

BIRDS: Mapping[str, tuple[Option, ...]] = {
    "dealer_chooses": (Option(NameBird("top")), Option(NameBird("low"))),
    "dealer_chooses_any": (Option(NameBird("top")), Option(NameBird("ten_half")), Option(NameBird("low"))),
}
"""By the value of the option ``rook``: the ranks of the bird the dealer may choose from."""


def decide_draw(setup: Setup, state: State) -> Decisions:
    """Chance's decision: one card, never the bird, for each seat that still draws for the deal."""
    return {CHANCE: draw(state.match, setup.draw_deck)}


def apply_draw(setup: Setup, state: State, _seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
    """Apply a draw: the seat with the highest card deals, tied seats draw again.

    Raises:
        IllegalAction: not one card of the deck for each seat that draws.
    """
    if not isinstance(action, Draw) or not decide_draw(setup, state)[CHANCE].accepts(action):
        raise IllegalAction("Each seat draws one card, with the Rook left out.")
    _, turn, order, match, *rest = state
    match, event = drawn(match, action.cards)
    return new(State, (Phase.DRAW if match.drawing else Phase.DEAL, turn, order, match, *rest)), (event,)


def decide_deal(setup: Setup, _state: State) -> Decisions:
    """Chance's decision: all cards of the deck in some order."""
    return {CHANCE: shuffle(setup.deck)}


def apply_deal(setup: Setup, before: State, _seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
    """Deal the shuffled deck in the game's dealing order and open the auction.

    Raises:
        IllegalAction: not every card of the deck once.
    """
    if not isinstance(action, Deal) or not is_well_typed(action) or not _is_whole(setup, action.cards):
        raise IllegalAction("A deal is every card of the deck once.")
    match = begun(before.match)
    hands, nest, stock = _lay_out(setup, match, action.cards)
    top = nest[-1:] if setup.variant.nest_shown == "top_card" else ()
    opened = auction.opened(setup, match)
    bird = before.deal.bird
    deal = DealState(CardSet.of(nest), bird, CardSet.of(top))
    teams = teams_of(setup, match.order, match.dealer, NO_SEAT)
    ranking = before.ranking if bird else setup.unranked
    # fmt: off
    dealt = new(State, (Phase.BID, opened.waiting[0], (), match, opened, NO_CONTRACT, deal, teams, ranking,
                        hands, NOT_LED, (), (), stock))
    # fmt: on
    turned = _turned(setup, dealt, top)
    laid = Secret(NO_ONE, _laid(setup, dealt, nest))
    return dealt, (DealStarted(match.deal, match.dealer), *turned, laid, *hand_events(hands[: setup.seats]))


def ask_bird(setup: Setup, state: State) -> tuple[State, tuple[Event, ...]]:
    """Ask the dealer for the bird's rank, if this game's dealer chooses it and has not yet done so."""
    if setup.variant.rook not in BIRDS or state.deal.bird:
        return state, ()
    return state._replace(phase=Phase.BIRD, turn=state.match.dealer), ()


def decide_bird(setup: Setup, state: State) -> Decisions:
    """The dealer's decision: the bird's rank in this deal (house rule)."""
    return {state.turn: ChooseOption(state.turn, BIRDS[setup.variant.rook])}


def apply_bird(setup: Setup, state: State, seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
    """Set the bird's rank for this deal; next, the cards are dealt.

    Raises:
        IllegalAction: not a rank the dealer may choose.
    """
    if not isinstance(action, NameBird) or not decide_bird(setup, state)[seat].accepts(action):
        raise IllegalAction("First say how the Rook ranks this deal.")
    after = state._replace(
        phase=Phase.DEAL,
        turn=CHANCE,
        deal=state.deal._replace(bird=action.bird),
        ranking=setup.ranking(Order(None, action.bird, named=False)),
    )
    return after, (BirdNamed(seat, action.bird),)


def _lay_out(
    setup: Setup, match: Match, cards: tuple[Card, ...]
) -> tuple[tuple[CardSet, ...], tuple[Card, ...], Stock]:
    """Deal: the hands by number, the nest in dealing order, and pile, covered cards and blind dummy."""
    places = _places(setup, match.order, match.dealer)
    hands = tuple([hand_at(cards, places, hand) for hand in range(setup.lanes)])
    nest = pile_at(cards, places, NEST_SLOT)
    if setup.is_plain:
        return hands, nest, NO_STOCK
    stock = _stock(setup, places, cards)
    covered = sum(1 << under for _, under in stock.covered)
    return tuple([CardSet(hand & ~covered) for hand in hands]), nest, stock


def _stock(setup: Setup, places: Places, cards: tuple[Card, ...]) -> Stock:
    """The draw pile, the batteries' covered cards, and the face-down dummy, last card dealt on top."""
    covered: list[tuple[Card, Card]] = []
    if setup.has_batteries:
        half = BATTERY // 2
        for hand in setup.batteries:
            battery = pile_at(cards, places, hand)
            covered += zip(battery[half:], battery[:half], strict=True)
    blind = pile_at(cards, places, setup.seats)[::-1] if setup.variant.dummy == "blind" else ()
    return Stock(pile_at(cards, places, PILE_SLOT), tuple(covered), blind)


@lru_cache(maxsize=1024)
def _places(setup: Setup, order: tuple[Seat, ...], dealer: Seat) -> Places:
    """Which deck positions go to each hand, to the nest and to the draw pile.

    A dummy without a player sits right of the dealer; batteries follow the hands.
    """
    start = order.index(dealer) + 1
    around = [*order[start:], *order[:start]]
    if setup.hands > setup.seats:
        around.insert(-1, setup.seats)
    if setup.has_batteries:
        around += [setup.seats + seat for seat in around]
    return places_of(setup.slots, around)


def _laid(setup: Setup, dealt: State, nest: tuple[Card, ...]) -> TableLaid:
    """The event for the match record of every card dealt to no player's hand."""
    stock = dealt.stock
    dummy = setup.ordered(dealt.hands[setup.seats]) if setup.hands > setup.seats else ()
    batteries = []
    for hand in setup.batteries:
        stacks = [pair for pair in stock.covered if pair[0] in dealt.hands[hand]]
        up, down = zip(*stacks, strict=True)
        batteries.append((hand - setup.seats, up, down))
    return TableLaid(nest, stock.pile, stock.blind or dummy, tuple(batteries))


def _turned(setup: Setup, dealt: State, top: tuple[Card, ...]) -> list[Event]:
    """The events of the cards face up from the start."""
    turned: list[Event] = [CardsTurned("nest", None, top)] if top else []
    if dealt.stock.pile:
        turned.append(CardsTurned("pile", None, dealt.stock.pile[:1]))
    for hand in setup.batteries:
        turned.append(CardsTurned("battery", hand - setup.seats, setup.ordered(dealt.hands[hand])))
    return turned


def _is_whole(setup: Setup, cards: tuple[Card, ...]) -> bool:
    return len(cards) == len(setup.deck) and setup.every_card == set(cards)
