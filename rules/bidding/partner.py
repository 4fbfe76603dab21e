"""The called partners (1988, High Card Partner): the declarer calls cards, and their holders are partners."""

from __future__ import annotations

from rules.bidding.phases import Phase
from rules.bidding.setup import Setup
from rules.bidding.state import CalledCard, DealState, State
from rules.bidding.teams import teams_of
from rules.bidding.words.refusals import not_callable
from rules.core.actions import CALLS, Action, CallPartner, is_well_typed
from rules.core.cards import Card, CardSet
from rules.core.decisions import ChooseCard, Decisions, Seat
from rules.core.events import Event, PartnerCalled, PartnerShown
from rules.core.protocol import IllegalAction


def decide(setup: Setup, state: State) -> Decisions:
    """The declarer's decision: call a card, by default one neither held nor discarded (R-43)."""
    return {state.turn: _question(setup, state)}


def apply(setup: Setup, state: State, seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
    """Make the holder of the card a partner, public at once or on play; the declarer, if no other holds it.

    The declarer is asked again until every card is called.

    Raises:
        IllegalAction: the declarer holds the card, has discarded it, or has called it before.
    """
    question = _question(setup, state)
    if not isinstance(action, CallPartner) or not is_well_typed(action) or not question.accepts(action):
        raise IllegalAction(not_callable(setup.variant, is_second=bool(state.deal.called)))
    holder = next((other for other, hand in enumerate(state.hands) if action.card in hand), seat)
    one = CalledCard(action.card, holder, setup.variant.partner_shown == "at_once")
    deal, match = state.deal._replace(called=(*state.deal.called, one)), state.match
    after = state._replace(deal=deal)
    if len(deal.called) == setup.called_cards:
        teams = teams_of(setup, match.order, match.dealer, seat, tuple(card.holder for card in deal.called))
        after = after._replace(phase=setup.after[Phase.PARTNER], teams=teams)
    public = holder if one.is_known and holder != seat else None
    event = PartnerCalled(seat, action.card, public, setup.called_cards, _has_both(deal, seat, one))
    return after, (event,)


def reveal(state: State, card: Card) -> tuple[State, tuple[Event, ...]]:
    """Make the holder of ``card`` public if it is a called card; no change if that is public already."""
    one = next((one for one in state.deal.called if one.card == card and not one.is_known), None)
    if one is None:
        return state, ()
    declarer, called = state.contract.declarer, state.deal.called
    now = tuple(other._replace(is_known=other.is_known or other is one) for other in called)
    deal = state.deal._replace(called=now)
    partner = None if one.holder == declarer else one.holder
    which = card if len(called) > 1 else None
    return state._replace(deal=deal), (PartnerShown(partner, which, _has_both(deal, declarer, one)),)


def reveal_all(state: State) -> tuple[Event, ...]:
    """The events that make every holder public who is still secret."""
    events: tuple[Event, ...] = ()
    for one in state.deal.called:
        state, shown = reveal(state, one.card)
        events += shown
    return events


def _has_both(deal: DealState, declarer: Seat, one: CalledCard) -> bool:
    """Whether the holder of a card, now public, is a partner by another called card, too."""
    known = [other.holder for other in deal.called if other.is_known and other.card != one.card]
    return one.holder != declarer and one.holder in known


def _question(setup: Setup, state: State) -> ChooseCard:
    everything = CardSet.of(setup.deck)
    barred = int(CardSet.of(one.card for one in state.deal.called))
    if setup.variant.partner_card == "not_held":
        barred |= state.hands[state.turn] | state.deal.nest
    return ChooseCard(state.turn, CardSet(everything & ~barred), everything, CALLS)
