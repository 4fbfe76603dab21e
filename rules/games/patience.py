"""Games for one: what the solitaires and the Clock share."""

from __future__ import annotations

from abc import abstractmethod
from random import Random
from typing import Annotated, ClassVar, Final, TypeVar

from pydantic import Field

from rules.core.actions import Action, Lot, Redeal, Say
from rules.core.cards import Card
from rules.core.decisions import Decision, Option, PickNumber, Seat
from rules.core.events import Event, RoundScored, Told
from rules.core.protocol import Choice
from rules.core.views import Zone
from rules.games.game import Applied, CardGame
from rules.games.match import Match, State, Turn
from rules.games.options import ON_OFF, Offer, Rules, numbers

NUMBERS: Final = range(1, 1_000_001)
"""Of deals."""
ALWAYS: Final = 1000
"""More often than anybody takes a move back."""
UNDO: Final = Option(Say("undo"), label="Undo")
GIVE_UP: Final = Option(Say("quit"), is_grave=True, label="Give up")


class PatienceRules(Rules):
    """What may be agreed on in every game for one."""

    deal_number: Annotated[
        int | None,
        Field(ge=NUMBERS[0], le=NUMBERS[-1]),
        Offer(
            "Deck",
            "Deal number",
            "The same number deals the same cards; whoever knows it can work them out",
            (Choice(None, "A fresh shuffle"), *numbers(*range(1, 11))),
        ),
    ] = None
    private: Annotated[
        bool,
        Offer("Table", "Private", "Only the player sees the cards, the others how far he is", ON_OFF),
    ] = False


class UndoRules(PatienceRules):
    """Where moves may be taken back."""

    undo: Annotated[
        int,
        Field(ge=0, le=ALWAYS),
        Offer(
            "Table",
            "Undo",
            "How often in a deal a move may be taken back",
            (Choice(0, "Never"), Choice(3, "3 times"), Choice(10, "10 times"), Choice(ALWAYS, "Always")),
        ),
    ] = ALWAYS

    @property
    def undo_words(self) -> str:
        """How often a move may be taken back: ``as often as you like``, ``3 times a deal``."""
        if self.undo == ALWAYS:
            return "as often as you like"
        return "once a deal" if self.undo == 1 else f"{self.undo} times a deal"


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
        return (Option(Redeal(), label="Deal again"),) if super().rulings(state) else ()

    def agreed(self) -> str:
        """What was agreed on about the cards, to follow how they are dealt."""
        number = self.rules.deal_number
        dealt = "" if number is None else f" The cards are those of deal number {number}."
        seen = " Only the player sees the cards; the others see how far he is." if self.rules.private else ""
        return dealt + seen

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

    def told(self, text: str) -> tuple[Event, ...]:
        """News that names cards, where everybody sees them."""
        return () if self.rules.private else (Told(text),)

    def _went_on(self, match: Match, turn: Turn[D]) -> Applied[D]:
        if turn.scores is not None and match.deal_number is not None:
            told = Told(f"It was deal number {match.deal_number}: the options can deal it again.")
            turn = turn._replace(events=(*turn.events, told))
        return super()._went_on(match, turn)


def numbered(number: int, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """The order of the cards in the deal of a number, the same for ever."""
    random = Random(number)
    return tuple(sorted(cards, key=lambda _: random.random()))


def rounds(match: Match) -> tuple[RoundScored, ...]:
    """The deals scored so far."""
    return tuple(line for line in match.sheet if isinstance(line, RoundScored))
