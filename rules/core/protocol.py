"""The protocol every game answers. After it, a new game is one file, and nothing else changes.

A match is a chain of states: ``start`` gives the first, ``decisions`` says who may choose what (a
seat, several seats at once, or ``CHANCE``), ``apply`` turns an answer into the next state and the
events that followed. When no decision is left the match is over and ``outcome`` tells how it ended.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple, Protocol, Self, TypeVar

from rules.core.about import About
from rules.core.actions import Action
from rules.core.cards import Card, CardSet
from rules.core.decisions import Decisions, Option, Seat
from rules.core.events import Event
from rules.core.outcome import Outcome
from rules.core.views import SeatView, TableView
from rules.core.words import Words

OptionValue = int | str | bool | None
OptionSection = Literal["Deck", "Bidding", "Nest", "Play", "Scoring", "Match", "Table"]
"""What an option is about: a value, which controls carry. How it is called is said where it is shown."""


class IllegalAction(Exception):
    """The rules do not allow this now; ``str`` is the sentence the player reads."""


class InvalidOption(Exception):
    """These options do not make a game; ``str`` is the sentence that says why."""


class Choice(NamedTuple):
    """One value an option may take, and how to name it."""

    value: OptionValue
    label: str


class OptionSpec(NamedTuple):
    """Something players may agree on before a match: its name, its usual values, what holds now."""

    key: str
    section: OptionSection
    label: str
    help: str
    choices: tuple[Choice, ...]
    value: OptionValue

    @property
    def shown(self) -> str:
        """What holds now, in words."""
        return next((choice.label for choice in self.choices if choice.value == self.value), str(self.value))


S = TypeVar("S")


class Game(Protocol[S]):
    """The rules of one game, with the options agreed on. Immutable."""

    @property
    def about(self) -> About:
        """What the game says of itself."""
        ...

    @property
    def words(self) -> Words:
        """How what the game knows is said to people."""
        ...

    @property
    def options(self) -> tuple[OptionSpec, ...]:
        """What may be agreed on, with the values in force."""
        ...

    @property
    def version(self) -> int:
        """Which version of the rules it is played by."""
        ...

    def with_options(self, values: Mapping[str, OptionValue]) -> Self:
        """The same game with some options changed.

        Raises:
            InvalidOption: an unknown option, a value out of range, or a contradiction.
        """
        ...

    def time_limit(self, state: S) -> float | None:
        """Seconds after its first action at which the clock calls time; None where it does not, or has."""
        ...

    def endless(self) -> str | None:
        """Why nobody should agree on these options: their matches would hardly end; None if they do."""
        ...

    def of_version(self, version: int) -> Self:
        """The same game as a version of the rules reads it; the options are not looked at anew."""
        ...

    def changes(self) -> dict[str, OptionValue]:
        """The options that differ from the rule book, by key: with the key, all there is to store."""
        ...

    def parameters(self) -> dict[str, object]:
        """Every parameter of the game, JSON-able, so that a record can be checked without us."""
        ...

    def meaning(self) -> str:
        """The rules as text, without what is usual: two games that mean the same are played the same."""
        ...

    def start(self, seats: int) -> S:
        """The state before the first action of a match.

        Raises:
            InvalidOption: the game is not for so many seats.
        """
        ...

    def decisions(self, state: S) -> Decisions:
        """Who may choose what now; empty when the match is over."""
        ...

    def apply(self, state: S, seat: Seat, action: Action) -> tuple[S, tuple[Event, ...]]:
        """Answer a decision: the next state and what happened.

        Raises:
            IllegalAction: not among the answers, or not this seat's to give; nothing has changed.
        """
        ...

    def rulings(self, state: S) -> tuple[Option, ...]:
        """What a referee may rule now, with the books' penalties; the seat REFEREE applies one."""
        ...

    def deal(self, state: S) -> int:
        """The number of the deal under way, or of the last one; 0 before the first."""
        ...

    def table_view(self, state: S, asked: Decisions | None = None) -> TableView:
        """What everyone may see; ``asked`` is what is asked in that state, if the caller knows already."""
        ...

    def seat_view(
        self, state: S, seat: Seat, table: TableView | None = None, asked: Decisions | None = None
    ) -> SeatView:
        """What one seat may see; ``table`` is what everyone may, if the caller has that already."""
        ...

    def ordered(self, hand: CardSet) -> tuple[Card, ...]:
        """Cards sorted for reading, as a hand of them is: by color, high to low."""
        ...

    def outcome(self, state: S) -> Outcome | None:
        """How the match ended; None while it goes on."""
        ...
