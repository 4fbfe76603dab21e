"""A question to a computer player, with what a person on its seat could know, and how it is collected."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Generic, NamedTuple, Protocol, TypeVar

from rules.core.actions import Action
from rules.core.decisions import Decision, Seat
from rules.core.events import BirdNamed, DealStarted, Event, HeardEvent, heard_by
from rules.core.protocol import Game, OptionValue
from rules.core.views import SeatView
from rules.versions import NEWEST

S = TypeVar("S")


class Brief(NamedTuple):
    """A question to one seat: the game, the seat's view with the decision, this deal so far."""

    game: str
    options: dict[str, OptionValue]
    view: SeatView
    heard: tuple[HeardEvent, ...]
    """Events of the present deal that the seat may know of, oldest first; before them the bird's naming."""
    version: int = NEWEST
    """The version of the rules of the match."""


class NoAnswer(Exception):
    """A computer player has found no allowed answer: a bug of the player."""


class Computer(Protocol):
    """A computer player: answers the decision in a brief."""

    def choose(self, brief: Brief, random: Random) -> Action:
        """Answer the decision in ``brief.view``.

        Raises:
            NoAnswer: it has found no answer that is allowed.
        """
        ...


class AnyLegal:
    """Answers every decision of every game with one of its answers, each equally likely."""

    def choose(self, brief: Brief, random: Random) -> Action:
        """Sample one of the answers."""
        return decision_of(brief).sample(random)


def decision_of(brief: Brief) -> Decision:
    """The question in a brief.

    Raises:
        ValueError: the seat is not asked anything.
    """
    decision = brief.view.decision
    if decision is None:
        raise ValueError(f"Seat {brief.view.seat} is not asked anything.")
    return decision


class Briefing(Generic[S]):
    """Keeps the events of the present deal of one match, and makes each seat's briefs from them."""

    def __init__(self, game: Game[S]) -> None:
        self._game = game
        self._options = game.changes()
        self._events: list[Event] = []

    @property
    def events(self) -> tuple[Event, ...]:
        """All events of the present deal, or of the last one, private ones included."""
        return tuple(self._events)

    def hear(self, events: Iterable[Event], forgotten: int = 0) -> None:
        """Add events. A new deal drops those of the old one, except the naming of the bird.

        First the last ``forgotten`` events heard before are removed: they were taken back.
        """
        del self._events[len(self._events) - forgotten :]
        for event in events:
            if isinstance(event, DealStarted):
                birds: list[Event] = [told for told in self._events if isinstance(told, BirdNamed)]
                self._events = birds[-1:]
            self._events.append(event)

    def brief(self, state: S, seat: Seat) -> Brief:
        """The brief for the computer on a seat."""
        return self.of_view(self._game.seat_view(state, seat))

    def of_view(self, view: SeatView) -> Brief:
        """The brief of a view's seat, without the scores of earlier deals: no computer reads them."""
        heard = heard_by(self._events, view.seat)
        told = view._replace(table=view.table._replace(sheet=()))
        return Brief(self._game.about.key, self._options, told, heard, self._game.version)
