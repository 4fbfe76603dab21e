"""Drawing between tricks (Tennessee): the winner chooses the face-up card or the next, unseen one."""

from __future__ import annotations

from typing import Final

from rules.bidding.phases import Phase
from rules.bidding.setup import Setup
from rules.bidding.state import State
from rules.core.actions import TAKES, Action, Take
from rules.core.cards import Card, CardSet
from rules.core.decisions import ChooseOption, Decisions, Option, Seat
from rules.core.events import CardDrawn, CardsTurned, CardTaken, Event, Secret
from rules.core.protocol import IllegalAction

UP: Final = Option(TAKES[0])
PILE: Final = Option(TAKES[1])


def decide(_setup: Setup, state: State) -> Decisions:
    """The decision of the trick's winner: draw the face-up card, or the unseen one."""
    return {state.turn: ChooseOption(state.turn, (UP, PILE))}


def apply(setup: Setup, state: State, seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
    """Draw a card for both players, the winner of the trick first, and turn up the next card.

    Raises:
        IllegalAction: not one of the two draws.
    """
    if action not in TAKES:
        raise IllegalAction("Draw a card first: the one that shows, or the top of the pile.")
    up, below, *rest = state.stock.pile
    other = (seat + 1) % setup.seats
    first, second = (UP, PILE) if action == UP.action else (PILE, UP)
    hands = list(state.hands)
    events: list[Event] = []
    for drawer, option in ((seat, first), (other, second)):
        card = up if option is UP else below
        hands[drawer] = CardSet(hands[drawer] | 1 << card)
        events += _drawn(drawer, option, card)
    if rest:
        events.append(CardsTurned("pile", None, (rest[0],)))
    stock = state.stock._replace(pile=tuple(rest), drawn=CardSet.of((up, below)))
    after = state._replace(phase=Phase.PLAY, hands=tuple(hands), stock=stock)
    return after, tuple(events)


def _drawn(seat: Seat, option: Option, card: Card) -> list[Event]:
    assert isinstance(option.action, Take)
    source = option.action.source
    if option is UP:
        return [CardTaken(seat, source, card)]
    return [CardTaken(seat, source, None), Secret(seat, CardDrawn(seat, card))]
