"""Solitaires in tests: random players who do not give up, and what all the tests share."""

from __future__ import annotations

from random import Random
from typing import Any

from rules.core.actions import Action, Say
from rules.core.cards import Card, deck, parse_cards
from rules.core.decisions import ChooseOption, Decision
from rules.core.events import DealScored, Event
from rules.games.frame import State
from tests.rules import said

DECK = deck(range(1, 15), bird=False)
GIVE_UP = Say("quit")
UNDO = Say("undo")


def patiently(decision: Decision, random: Random) -> Action:
    """A random answer; giving up and taking back only without another."""
    return _without(decision, random, GIVE_UP, UNDO)


def dithering(decision: Decision, random: Random) -> Action:
    """A random answer, taking back included; giving up only without another."""
    return _without(decision, random, GIVE_UP)


def _without(decision: Decision, random: Random, *unwanted: Action) -> Action:
    if not isinstance(decision, ChooseOption):
        return decision.sample(random)
    some = [answer for answer in decision.answers() if answer not in unwanted]
    return some[int(random.random() * len(some))] if some else GIVE_UP


def answers(game: Any, state: Any, seat: int = 0) -> list[str]:
    """The answers a seat may give, as text."""
    return [str(answer) for answer in game.decisions(state)[seat].answers()]


def labels(game: Any, state: Any, seat: int = 0) -> list[str]:
    """The button labels of a seat."""
    view = game.seat_view(state, seat)
    return said.labels(game, view, view.decision.options)


def cards(text: str) -> tuple[Card, ...]:
    return parse_cards(text)


def scored(events: list[Event]) -> list[tuple[int, str]]:
    """Points and reasons of the deal that ended, by side: ``parked 3``."""
    return [
        (line.scored, ", ".join(f"{item.kind} {item.number}" for item in line.items))
        for event in events
        if isinstance(event, DealScored)
        for line in event.sides
    ]


def dealt(game: Any, seats: int, order: tuple[Card, ...] = DECK) -> Any:
    """The state after a deal of the cards in this order."""
    match = game.start(seats).match._replace(deal=1)
    return State(match, game.lay_out(match, order).deal)
