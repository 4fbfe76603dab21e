"""The called partner (1988, High Card Partner): the declarer calls a card, and its holder is the partner."""

from __future__ import annotations

from rules.bidding.phases import Phase
from rules.bidding.setup import Setup
from rules.bidding.state import NO_SEAT, State
from rules.bidding.teams import teams_of
from rules.bidding.words.refusals import NOT_CALLABLE
from rules.core.actions import CALLS, Action, CallPartner, is_well_typed
from rules.core.cards import Card, CardSet
from rules.core.decisions import ChooseCard, Decisions, Seat
from rules.core.events import Event, PartnerCalled, PartnerShown
from rules.core.protocol import IllegalAction


def decide(setup: Setup, state: State) -> Decisions:
    """The declarer's decision: call a card, by default one neither held nor discarded (R-43)."""
    return {state.turn: _question(setup, state)}


def apply(setup: Setup, state: State, seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
    """Make the holder of the card partner, public at once or on play; the declarer, if no other holds it.

    Raises:
        IllegalAction: the declarer holds the card, or has discarded it.
    """
    question = _question(setup, state)
    if not isinstance(action, CallPartner) or not is_well_typed(action) or not question.accepts(action):
        raise IllegalAction(NOT_CALLABLE)
    holder = next((other for other, hand in enumerate(state.hands) if action.card in hand), NO_SEAT)
    partner = seat if holder == NO_SEAT else holder
    known = setup.variant.partner_shown == "at_once"
    match = state.match
    deal = state.deal._replace(
        called=action.card,
        partner=partner,
        partner_known=known,
    )
    after = state._replace(
        phase=setup.after[Phase.PARTNER],
        deal=deal,
        teams=teams_of(setup, match.order, match.dealer, seat, partner),
    )
    alone = partner == seat
    return after, (PartnerCalled(seat, action.card, partner if known and not alone else None),)


def reveal(state: State, card: Card) -> tuple[State, tuple[Event, ...]]:
    """Make the partner public if ``card`` is the card called; no change if that is public already."""
    deal = state.deal
    if card != deal.called or deal.partner_known:
        return state, ()
    shown = None if deal.partner == state.contract.declarer else deal.partner
    return state._replace(deal=deal._replace(partner_known=True)), (PartnerShown(shown),)


def _question(setup: Setup, state: State) -> ChooseCard:
    everything = CardSet.of(setup.deck)
    own = state.hands[state.turn] | state.deal.nest
    callable_ = everything if setup.variant.partner_card == "any" else CardSet(everything & ~own)
    return ChooseCard(state.turn, callable_, everything, CALLS)
