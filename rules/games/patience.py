"""Games for one: what the solitaires and the Clock share."""

from __future__ import annotations

from abc import abstractmethod
from random import Random
from typing import Annotated, ClassVar, Final, TypeVar

from pydantic import Field

from rules.actions import Redeal, Say
from rules.cards import Card
from rules.decisions import Option, Seat
from rules.events import Event, RoundScored, Told
from rules.games.game import CardGame
from rules.games.match import Match, State
from rules.games.options import ON_OFF, Offer, Rules, numbers
from rules.protocol import Choice
from rules.views import Zone

ALWAYS: Final = 1000
"""More often than anybody takes a move back."""
UNDO: Final = Option("Undo", Say("undo"))
GIVE_UP: Final = Option("Give up", Say("quit"), is_grave=True)


class PatienceRules(Rules):
    """What may be agreed on in every game for one."""

    deal_number: Annotated[
        int | None,
        Field(ge=1, le=1_000_000),
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
        return (Option("Deal again", Redeal()),) if super().rulings(state) else ()

    def agreed(self) -> str:
        """What was agreed on about the cards, to follow how they are dealt."""
        number = self.rules.deal_number
        dealt = "" if number is None else f" The cards are those of deal number {number}."
        seen = " Only the player sees the cards; the others see how far he is." if self.rules.private else ""
        return dealt + seen

    def in_order(self, cards: tuple[Card, ...], later: int = 0) -> tuple[Card, ...]:
        """The cards as they are dealt: as shuffled, or those of the agreed number or one so much later."""
        number = self.rules.deal_number
        return cards if number is None else numbered(number + later, self.pack(1))

    def own_zones(self, match: Match, deal: D, seat: Seat) -> tuple[Zone, ...]:
        """The layout, where only the player sees it."""
        return self.layout(deal) if self.rules.private and seat == self.player(deal) else ()

    def open_zones(self, deal: D) -> tuple[Zone, ...]:
        """The layout, where everybody sees it."""
        return () if self.rules.private else self.layout(deal)

    def told(self, text: str) -> tuple[Event, ...]:
        """News that names cards, where everybody sees them."""
        return () if self.rules.private else (Told(text),)


def numbered(number: int, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """The order of the cards in the deal of a number, the same for ever."""
    random = Random(number)
    return tuple(sorted(cards, key=lambda _: random.random()))


def rounds(match: Match) -> tuple[RoundScored, ...]:
    """The deals scored so far."""
    return tuple(line for line in match.sheet if isinstance(line, RoundScored))
