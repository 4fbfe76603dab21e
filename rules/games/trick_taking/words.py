"""Words that all trick-taking games without bidding share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from rules.core.actions import Action, Play
from rules.core.cards import Color
from rules.core.events import HeardEvent
from rules.core.views import SeatView, Zone
from rules.core.words import Words, ZoneName, colored, shown_all, who
from rules.games.trick_taking.events import CenterTaken
from rules.games.trick_taking.facts import Phase, Pile


class TrickWords(Words):
    """The words of a trick-taking game."""

    phases: ClassVar[Mapping[object, str]] = {Phase.PLAY: "Play"}

    def center(self) -> str:
        """The name of the place of cards left over by an even deal; by default ``center``."""
        return "center"

    def must_follow(self, led: Color) -> str:
        """Why cards of other colors may not be played."""
        return f"You hold {colored(led)}, so follow color."

    def zone(self, zone: Zone) -> ZoneName:
        """The name of the center's cards: on the table, or taken by a seat."""
        return ZoneName(self.center() if zone.kind == Pile.CENTER else f"taken from the {self.center()}")

    def event(self, event: HeardEvent) -> str:
        """An event as a sentence; empty if it is not told."""
        match event:
            case CenterTaken(seat, cards, face_up):
                said = shown_all(face_up) or ("the card" if cards == 1 else f"the {cards} cards")
                return f"{who(seat)} takes {said} from the {self.center()} with the first trick."
        return super().event(event)

    def question(self, view: SeatView) -> str:
        """``Lead a card`` or ``Play a card``; empty if the seat is not asked."""
        if view.decision is None:
            return ""
        return "Lead a card" if view.table.trick is None else "Play a card"

    def reason(self, view: SeatView) -> str:
        """Why other cards may not be played: the color led; empty for the leader."""
        trick = view.table.trick
        led = trick.plays[0][1].color if trick else None
        return "" if led is None else self.must_follow(led)

    def refusal(self, view: SeatView, action: Action) -> str:
        """Why an action is no answer now: the card is not held, or else what ``reason`` says."""
        if isinstance(action, Play) and action.card not in view.hand:
            return "You don't hold that card."
        return super().refusal(view, action)
