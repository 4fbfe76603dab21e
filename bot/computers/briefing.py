"""Collects the events of the present deal and makes the briefs of each seat."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, TypeVar

from bot.computers.brief import Brief
from rules.core.decisions import Seat
from rules.core.events import BirdNamed, DealStarted, Event, heard_by
from rules.core.protocol import Game
from rules.core.views import SeatView

S = TypeVar("S")


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
