"""Cards of the Rook deck: colors, cards, card sets, decks and their one-line notation.

Notation: color letter + number (``R14``, ``G5``), the bird is ``Rook``; the same card of a second or third
deck has one or two dashes (``R14'``). A card is a small int and a card set a bit mask, behind names and
methods: the rules and the computer players need the speed, readers need the words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum
from functools import lru_cache
from typing import Final

RANKS: Final = 14
FACES: Final = 4 * RANKS + 1
"""Different cards: fourteen of each color and the bird."""
DECKS: Final = 3
"""The most decks a game is played with (Club for six)."""


class Color(IntEnum):
    """The four colors, in the order hands are sorted by."""

    RED = 0
    YELLOW = 1
    GREEN = 2
    BLACK = 3

    @property
    def letter(self) -> str:
        """The notation's letter: R, Y, G or B."""
        return self.name[0]

    @property
    def word(self) -> str:
        """The color in lower case: red, yellow, green or black."""
        return self.name.lower()

    @classmethod
    def parse(cls, text: str) -> Color:
        """Read a color from its word or its letter, in any case.

        Raises:
            ValueError: the text names no color.
        """
        for color in cls:
            if text.strip().lower() in (color.word, color.letter.lower()):
                return color
        raise ValueError(f"“{text}” is not a color: say red, yellow, green or black.")


class Card(int):
    """One card: 0-55 the numbered cards by color, 56 the bird; a second and third deck follow in that order.

    ``str`` is its notation; its ``repr`` does not say which card it is, so that no log can.
    """

    __slots__ = ()

    def __new__(cls, number: int) -> Card:
        """Return the card of a number.

        Raises:
            ValueError: there is no such card.
        """
        if not 0 <= number < FACES * DECKS:
            raise ValueError(f"Cards are numbered from 0 to {FACES * DECKS - 1}.")
        return super().__new__(cls, number)

    @property
    def face(self) -> Card:
        """The same card in the first deck."""
        return CARDS[self % FACES]

    @property
    def is_bird(self) -> bool:
        """Whether this is the bird."""
        return self % FACES == BIRD

    @property
    def color(self) -> Color | None:
        """The printed color; None for the bird."""
        return _COLORS[self]

    @property
    def rank(self) -> int:
        """The printed number, 1-14; 0 for the bird."""
        return _RANKS[self]

    def __str__(self) -> str:
        return _NAMES[self]

    def __repr__(self) -> str:
        return "<card>"

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read a card from its notation, in any case.

        Raises:
            ValueError: the text names no card.
        """
        card = _BY_NAME.get(text.strip().lower())
        if card is None:
            raise ValueError(f"“{text}” is not a card: write R14, Y5, G10, B1 … or Rook.")
        return card


CARDS: Final = tuple(Card(number) for number in range(FACES * DECKS))
BIRD: Final = CARDS[4 * RANKS]
_COLORS: Final = (*(color for color in Color for _ in range(RANKS)), None) * DECKS
_RANKS: Final = (*(rank for _ in Color for rank in range(1, RANKS + 1)), 0) * DECKS
_FACES: Final = (*(f"{color.letter}{rank}" for color in Color for rank in range(1, RANKS + 1)), "Rook")
_NAMES: Final = tuple(face + "'" * deck for deck in range(DECKS) for face in _FACES)
_BY_NAME: Final = {name.lower(): card for name, card in zip(_NAMES, CARDS, strict=True)}


def card(color: Color, rank: int) -> Card:
    """Return the card of a color and a number from 1 to 14, of the first deck."""
    return CARDS[color * RANKS + rank - 1]


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards separated by spaces, in the order written.

    Raises:
        ValueError: a word is not a card.
    """
    return tuple(Card.parse(word) for word in text.split())


class CardSet(int):
    """An unordered set of different cards, as a bit mask (bit n = card n).

    The usual ``&``, ``|`` and ``^`` of ints give plain masks; wrap them again with ``CardSet(…)``.
    Its ``repr`` shows a count and no card, so that no log or traceback can show a hand.
    """

    __slots__ = ()

    @classmethod
    def of(cls, cards: Iterable[Card]) -> CardSet:
        """The set of the given cards."""
        mask = 0
        for one in cards:
            mask |= 1 << one
        return cls(mask)

    def without(self, one: Card) -> CardSet:
        """The set without a card."""
        return CardSet(self & ~(1 << one))

    def __contains__(self, one: object) -> bool:
        return isinstance(one, int) and one >= 0 and bool(self >> one & 1)

    def __iter__(self) -> Iterator[Card]:
        mask = int(self)
        while mask:
            rest = mask & mask - 1
            yield CARDS[(mask ^ rest).bit_length() - 1]
            mask = rest

    def __len__(self) -> int:
        return self.bit_count()

    def __repr__(self) -> str:
        return f"<{len(self)} cards>"

    __str__ = __repr__


NO_CARDS: Final = CardSet(0)


@lru_cache(maxsize=64)
def deck(numbers: Sequence[int], *, bird: bool, packs: int = 1) -> tuple[Card, ...]:
    """All cards of one or more decks: these numbers in four colors, and with ``bird`` a bird in each."""
    faces = [card(color, rank) for color in Color for rank in numbers] + [BIRD] * bird
    return tuple(CARDS[FACES * copy + face] for copy in range(packs) for face in faces)
