"""The dummy: open after the first lead (1988, Display and Boston), or face down (Regular for Two)."""

from __future__ import annotations

from rules.bidding.phases import Phase
from rules.bidding.setup import Setup
from rules.bidding.state import NO_SEAT, State
from rules.core.cards import NO_CARDS, CardSet
from rules.core.events import DummyShown, Event


def is_open(setup: Setup, state: State) -> bool:
    """Whether the dummy lies open, from the first card to the score (R-31); a face-down one never does."""
    has_one = state.teams.dummy != NO_SEAT and setup.variant.dummy != "blind"
    return has_one and state.phase in (Phase.PLAY, Phase.SCORE) and bool(state.trick or state.taken)


def show(setup: Setup, before: State, after: State) -> tuple[State, tuple[Event, ...]]:
    """After a card, show the dummy (first lead), or drop a blind dummy's played card from its pile."""
    if before.stock.blind and after.hands[setup.seats] != before.hands[setup.seats]:
        return after._replace(stock=after.stock._replace(blind=after.stock.blind[1:])), ()
    if is_open(setup, after) and not is_open(setup, before):
        dummy = after.teams.dummy
        return after, (DummyShown(dummy, after.hands[dummy]),)
    return after, ()


def seen(setup: Setup, state: State) -> CardSet:
    """The dummy's cards, if it lies open; else an empty set."""
    return state.hands[state.teams.dummy] if is_open(setup, state) else NO_CARDS
