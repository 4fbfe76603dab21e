"""The batteries of Over the Top: five cards face up, each on a face-down card that is turned up after it."""

from __future__ import annotations

from rules.bidding.setup import Setup
from rules.bidding.state import State
from rules.core.cards import Card, CardSet
from rules.core.events import CardsTurned, Event


def uncover(setup: Setup, state: State, playing: int, card: Card) -> tuple[State, tuple[Event, ...]]:
    """Turn up the battery card under ``card``, just played from hand ``playing``, if it lay on one (R-41)."""
    under = dict(state.stock.covered).get(card)
    if under is None:
        return state, ()
    covered = tuple(pair for pair in state.stock.covered if pair[0] != card)
    hands = list(state.hands)
    hands[playing] = CardSet(hands[playing] | 1 << under)
    after = state._replace(hands=tuple(hands), stock=state.stock._replace(covered=covered))
    return after, (CardsTurned("battery", playing - setup.seats, (under,)),)


def covering(state: State, battery: int) -> CardSet:
    """The cards of a battery that lie on a face-down card."""
    return CardSet.of(upper for upper, _ in state.stock.covered if upper in state.hands[battery])
