"""The frame of a game for one: nobody draws for the deal, deals have numbers, and cards may be private."""

from __future__ import annotations

from abc import abstractmethod
from random import Random
from typing import ClassVar, Final, TypeVar

from rules.core.actions import Action, Lot, Redeal, Say
from rules.core.cards import Card
from rules.core.decisions import Decision, Option, PickNumber, Seat
from rules.core.events import DealScored, Event, GameEvent, Secret
from rules.core.match import Match
from rules.core.views import Zone
from rules.games.frame import State, Turn
from rules.games.game import Applied, CardGame
from rules.games.patience.events import DealNumberShown
from rules.games.patience.options import NUMBERS, PatienceRules

UNDO: Final = Option(Say("undo"))
GIVE_UP: Final = Option(Say("quit"), is_grave=True)

R = TypeVar("R", bound=PatienceRules)
D = TypeVar("D")


class Patience(CardGame[R, D]):
    """A game for one: nobody draws for the deal, and perhaps only the player sees the cards."""

    draws_for_deal: ClassVar[bool] = False

    @abstractmethod
    def player(self, deal: D) -> Seat:
        """Whose deal it is."""

    @abstractmethod
    def layout(self, deal: D) -> tuple[Zone, ...]:
        """The cards on the table, the face-down ones as numbers."""

    def rulings(self, state: State[D]) -> tuple[Option, ...]:
        """The deal may be dealt again; it stays its player's, so that all have as many."""
        return (Option(Redeal()),) if super().rulings(state) else ()

    def later(self, match: Match) -> int:
        """By how much the next deal's number is above the one agreed on."""
        return 0

    def shuffle(self, match: Match) -> Decision:
        """The number of the deal: the one agreed on, or for one alone any.

        Where several play with cards nobody has agreed on they are shuffled: a number could be found out.
        """
        number = self.rules.deal_number
        if number is not None:
            return PickNumber((number + self.later(match),))
        return PickNumber(NUMBERS) if match.seats == 1 else super().shuffle(match)

    def shuffled(self, match: Match, action: Action) -> tuple[Match, Turn[D]]:
        """Deal the cards of the number."""
        if not isinstance(action, Lot):
            return super().shuffled(match, action)
        match = match._replace(deal_number=action.number)
        return match, self.lay_out(match, numbered(action.number, self.pack(1)))

    def own_zones(self, match: Match, deal: D, seat: Seat) -> tuple[Zone, ...]:
        """The layout, where only the player sees it."""
        return self.layout(deal) if self.rules.private and seat == self.player(deal) else ()

    def open_zones(self, deal: D) -> tuple[Zone, ...]:
        """The layout, where everybody sees it."""
        return () if self.rules.private else self.layout(deal)

    def told(self, player: Seat, *events: GameEvent) -> tuple[Event, ...]:
        """Events that name cards: for everyone, or for the player where nobody else sees the cards."""
        return tuple(Secret(player, event) for event in events) if self.rules.private else events

    def _went_on(self, match: Match, turn: Turn[D]) -> Applied[D]:
        if turn.scores is not None and match.deal_number is not None:
            turn = turn._replace(events=(*turn.events, DealNumberShown(match.deal_number)))
        return super()._went_on(match, turn)


def numbered(number: int, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """The order of the cards in the deal of a number, the same for ever."""
    random = Random(number)
    return tuple(sorted(cards, key=lambda _: random.random()))


def rounds(match: Match) -> tuple[DealScored, ...]:
    """The deals scored so far."""
    return tuple(line for line in match.sheet if isinstance(line, DealScored))
