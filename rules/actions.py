"""What a seat, or chance, may do: frozen values with one line of text each.

``str(action)`` and ``parse_action`` are inverse; the text is what the log stores, what a button
carries and what tests speak: ``bid 75``, ``play R14``, ``discard G5 B6``. A ``repr`` shows no card.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from rules.cards import CARDS, Card, Color, parse_cards


@dataclass(frozen=True, slots=True)
class Bid:
    """A bid of so many points; in games whose bids name a color, with it."""

    points: int
    color: Color | None = None

    def __str__(self) -> str:
        return f"bid {self.points}" + ("" if self.color is None else f" {self.color.word}")


@dataclass(frozen=True, slots=True)
class Pass:
    """No bid: out of the auction of this deal."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class Discard:
    """Cards laid from the hand into the nest, in the order chosen."""

    cards: tuple[Card, ...] = field(repr=False)

    def __str__(self) -> str:
        return _with_cards("discard", self.cards)


@dataclass(frozen=True, slots=True)
class NameTrump:
    """The declarer's choice of the trump color."""

    color: Color

    def __str__(self) -> str:
        return f"trump {self.color.word}"


@dataclass(frozen=True, slots=True)
class Play:
    """One card played from a hand."""

    card: Card = field(repr=False)

    def __str__(self) -> str:
        return f"play {self.card}"


@dataclass(frozen=True, slots=True)
class Draw:
    """Chance: one card drawn by each seat that draws for the deal, in seat order."""

    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return _with_cards("draw", self.cards)


@dataclass(frozen=True, slots=True)
class Deal:
    """Chance: the shuffled pack, in the order it is dealt."""

    cards: tuple[Card, ...] = field(repr=False)

    def __str__(self) -> str:
        return _with_cards("deal", self.cards)


Action = Bid | Pass | Discard | NameTrump | Play | Draw | Deal

PASS: Final = Pass()
PLAYS: Final = tuple(Play(card) for card in CARDS)
TRUMPS: Final = tuple(NameTrump(color) for color in Color)
_BIDS: Final = {points: Bid(points) for points in range(5, 365, 5)}


def bid(points: int, color: Color | None = None) -> Bid:
    """The bid of so many points, made only once where it is a usual one."""
    return (_BIDS.get(points) if color is None else None) or Bid(points, color)


def is_sound(action: object) -> bool:
    """Whether this is an action that holds what its type promises, which Python itself does not check."""
    if isinstance(action, Play):
        return type(action.card) is Card
    if isinstance(action, (Discard, Draw, Deal)):
        return type(action.cards) is tuple and set(map(type, action.cards)) <= {Card}
    if isinstance(action, Bid):
        return type(action.points) is int and (action.color is None or type(action.color) is Color)
    if isinstance(action, NameTrump):
        return type(action.color) is Color
    return isinstance(action, Pass)


def parse_action(text: str) -> Action:
    """Read an action from its line of text.

    Raises:
        ValueError: the text is no action; the message says what is wrong with it.
    """
    known = _INTERNED.get(text)
    if known is not None:
        return known
    verb, _, rest = text.partition(" ")
    read = _READERS.get(verb)
    if read is None:
        raise ValueError("That is not something one can do at a table.")
    return read(rest)


def _parse_bid(text: str) -> Bid:
    words = text.split()
    if not 1 <= len(words) <= 2 or not words[0].isascii() or not words[0].isdigit():
        raise ValueError("A bid is a whole number, such as 75.")
    return Bid(int(words[0][:9]), Color.parse(words[1]) if len(words) == 2 else None)


def _with_cards(verb: str, cards: tuple[Card, ...]) -> str:
    return " ".join((verb, *map(str, cards)))


_COMMON: Final[tuple[Action, ...]] = (PASS, *PLAYS, *TRUMPS, *_BIDS.values())
_INTERNED: Final = {str(action): action for action in _COMMON}
_READERS: Final[dict[str, Callable[[str], Action]]] = {
    "bid": _parse_bid,
    "trump": lambda text: TRUMPS[Color.parse(text)],
    "play": lambda text: PLAYS[Card.parse(text)],
    "discard": lambda text: Discard(parse_cards(text)),
    "draw": lambda text: Draw(parse_cards(text)),
    "deal": lambda text: Deal(parse_cards(text)),
}
