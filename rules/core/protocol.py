"""The protocol of every game. A game that has these methods needs no change outside its own room.

A match is a chain of immutable states: ``start`` gives the first, ``decisions`` says who may choose what (a
seat, several seats at once, or ``CHANCE``), ``apply`` turns an answer into the next state and its events.
When no decision is left the match is over and ``outcome`` tells how it ended.
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
OptionSection = Literal["Deck", "Bidding", "Nest", "Play", "Scoring", "Match", "Table", "Referee"]
"""The heading an option is listed under. A value that controls carry; its label is made where it is shown."""


class IllegalAction(Exception):
    """The rules do not allow this action now; ``str`` is the sentence the player reads."""


class InvalidOption(Exception):
    """These options do not make a playable game; ``str`` is the sentence that says why."""


class Choice(NamedTuple):
    """One value an option can take, with its label."""

    value: OptionValue
    label: str


class OptionSpec(NamedTuple):
    """One option of a game: key, label, help, usual values and the value in force."""

    key: str
    section: OptionSection
    label: str
    help: str
    choices: tuple[Choice, ...]
    value: OptionValue

    @property
    def shown(self) -> str:
        """The label of the value in force, or the value as text if it is none of the choices."""
        return next((choice.label for choice in self.choices if choice.value == self.value), str(self.value))

    @property
    def is_closed(self) -> bool:
        """Whether the choices are all there is: each is a switch or a word, never a number or a list."""
        return all(
            isinstance(value, bool) or (isinstance(value, str) and value.replace("_", "").isalpha())
            for value, _ in self.choices
        )


class Answer(NamedTuple):
    """An answer to a question: its label, the options it leads to, and the card that pictures it."""

    label: str
    options: Mapping[str, OptionValue]
    """All options that differ from the rule book once the answer is given."""
    more: str = ""
    """What else it means, as a second line."""
    card: Card | None = None


class Question(NamedTuple):
    """A question on how a game is played, such as *Which cards?*. An answer may set several options."""

    key: str
    asked: str
    said: str
    """What is played now, as an answer is said."""
    answers: tuple[Answer, ...]
    """Those that can be played with the earlier answers; the rule book's first."""
    now: int | None
    """The place of the answer in force; None if what is played is none of them."""


S = TypeVar("S")


class Game(Protocol[S]):
    """The rules of one game with its options. Immutable."""

    @property
    def about(self) -> About:
        """Name, book, seats and rules of the game, for lists and help."""
        ...

    @property
    def words(self) -> Words:
        """The texts players read: labels, sentences and questions made from views and events."""
        ...

    @property
    def options(self) -> tuple[OptionSpec, ...]:
        """The options of this game, with the values in force."""
        ...

    @property
    def version(self) -> int:
        """The version of the rules this game is played by."""
        ...

    def with_options(self, values: Mapping[str, OptionValue]) -> Self:
        """Return this game with some options changed.

        Raises:
            InvalidOption: an unknown option, a value out of range, or a contradiction.
        """
        ...

    def time_limit(self, state: S) -> float | None:
        """Seconds from the first action of a match until the clock calls time.

        None if the match has no time limit, is over, or its time was called.
        """
        ...

    def endless(self) -> str | None:
        """The reason why matches with these options would hardly end; None if they do end."""
        ...

    def of_version(self, version: int) -> Self:
        """Return this game as another version of the rules plays it, its options unchecked."""
        ...

    def changes(self) -> dict[str, OptionValue]:
        """The options that differ from the rule book, by key. With the game's key, all that is stored."""
        ...

    def parameters(self) -> dict[str, object]:
        """Every parameter of the game as JSON-able values, so that others can check a match record."""
        ...

    def meaning(self) -> str:
        """The rules that differ from the defaults, as text. Games with equal texts are played alike."""
        ...

    def start(self, seats: int) -> S:
        """Return the state before the first action of a match.

        Raises:
            InvalidOption: the game is not for this number of seats.
        """
        ...

    def decisions(self, state: S) -> Decisions:
        """The open decision of each seat, chance or clock that may act; empty when the match is over."""
        ...

    def apply(self, state: S, seat: Seat, action: Action) -> tuple[S, tuple[Event, ...]]:
        """Apply an answer of a seat, chance or the clock, or a ruling. Returns the next state and the events.

        Raises:
            IllegalAction: not among the answers, or not this seat's to give; the state is unchanged.
        """
        ...

    def rulings(self, state: S) -> tuple[Option, ...]:
        """Rulings to offer a referee, with the book's penalties; perhaps none. ``REFEREE`` applies one."""
        ...

    def deal(self, state: S) -> int:
        """The number of the deal under way, or of the last one; 0 before the first."""
        ...

    def table_view(self, state: S, asked: Decisions | None = None) -> TableView:
        """What everyone may see. ``asked``: the decisions of this state, if the caller has them."""
        ...

    def seat_view(
        self, state: S, seat: Seat, table: TableView | None = None, asked: Decisions | None = None
    ) -> SeatView:
        """What one seat may see. ``table``, ``asked``: table view and decisions, if the caller has them."""
        ...

    def ordered(self, hand: CardSet) -> tuple[Card, ...]:
        """Cards sorted as in a hand: the Rook first, then by color, high to low."""
        ...

    def outcome(self, state: S) -> Outcome | None:
        """The winners and the final places; None while the match is running."""
        ...
