"""Melds: matched sets and sequences, their values, and which are Birdies (1988, Club 5, 6 and 11)."""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.core.cards import BIRD, CARDS, DECKS, FACES, RANKS, Card, CardSet

FIRST: Final = 4
"""The lowest number of a sequence: 1 and 2 are wild, and 3 stops the pile."""
THREE: Final = 3
BIRDIE: Final = 7
"""Least number of cards of a Birdie."""
NATURALS: Final = 2
"""Natural cards a matched set needs; a Birdie needs twice as many."""

BIRDS: Final = CardSet.of(card for card in CARDS if card.is_bird)
WILDS: Final = CardSet.of(card for card in CARDS if card.rank in (1, 2))
OF_NUMBER: Final = tuple(
    CardSet.of(card for card in CARDS if card.rank == number and not card.is_bird)
    for number in range(RANKS + 1)
)
"""The cards of each number, without Rooks, by number."""
SEQUENCE_BIRDIE: Final = 1200
NATURAL_BIRDIE: Final = 800
REGULAR_BIRDIE: Final = 400


class Meld(NamedTuple):
    """A matched set or a sequence on the table."""

    cards: CardSet
    number: int
    """The number of a matched set; 0 for a sequence."""

    @property
    def is_natural(self) -> bool:
        """Whether it has no wild card."""
        return not self.cards & WILDS

    @property
    def birdie(self) -> int:
        """Points as a Birdie; 0 if it is none."""
        if len(self.cards) < BIRDIE:
            return 0
        if not self.number:
            return SEQUENCE_BIRDIE
        if self.is_natural:
            return NATURAL_BIRDIE
        return REGULAR_BIRDIE if (self.cards & ~WILDS).bit_count() >= 2 * NATURALS else 0

    @property
    def ends(self) -> tuple[Card, Card]:
        """The faces of the lowest and the highest card of a sequence."""
        faces = [card.face for card in self.cards]
        return min(faces), max(faces)

    @property
    def in_order(self) -> tuple[Card, ...]:
        """Its cards for reading: a sequence rising, a matched set with the wild cards last."""
        if self.number:
            return tuple(sorted(self.cards, key=lambda card: (card in WILDS, card.face)))
        return tuple(sorted(self.cards, key=lambda card: card.rank))


def worth(cards: CardSet) -> int:
    """The value of cards: 20 for a wild card, 10 for any other."""
    return 10 * len(cards) + 10 * (cards & WILDS).bit_count()


def meld_of(cards: CardSet) -> Meld | None:
    """The meld these cards make; None if they make none. No cards make both kinds."""
    naturals = CardSet(cards & ~WILDS)
    if len(cards) < 3 or naturals & BIRDS or len(naturals) < NATURALS:
        return None
    number = next(iter(naturals)).rank
    if not naturals & ~OF_NUMBER[number]:
        return Meld(cards, number)
    return Meld(cards, 0) if naturals == cards and _is_sequence(cards) else None


def _is_sequence(cards: CardSet) -> bool:
    """Whether natural cards are of one color with consecutive numbers from 4 up."""
    ranks = sorted(card.rank for card in cards)
    is_run = ranks == list(range(ranks[0], ranks[0] + len(ranks)))
    return is_run and ranks[0] >= FIRST and len({card.color for card in cards}) == 1


def extended(meld: Meld, cards: CardSet) -> Meld | None:
    """A meld with cards added; None if they do not fit."""
    if meld.number:
        fits = not cards & ~(OF_NUMBER[meld.number] | WILDS)
        return Meld(CardSet(meld.cards | cards), meld.number) if fits else None
    return meld_of(CardSet(meld.cards | cards)) if not cards & (meld.cards | WILDS) else None


def birdies(melds: tuple[Meld, ...]) -> int:
    """Number of Birdies among the melds."""
    return sum(meld.birdie > 0 for meld in melds)


def faces_of(cards: CardSet) -> int:
    """The faces of the cards that may be in a sequence, as a mask. Neighboring bits are consecutive cards."""
    # Numbers below 4 are left out, so no run of bits crosses from one color to the next.
    faces: int = cards
    for copy in range(1, DECKS):
        faces |= cards >> FACES * copy
    return faces & _SEQUENCE_FACES


def printed(cards: CardSet, faces: int) -> CardSet:
    """The cards with one of the faces in the mask ``faces``, of every deck."""
    return CardSet(cards & faces * _EVERY_DECK)


_SEQUENCE_FACES: Final[int] = CardSet.of(card for card in CARDS[:BIRD] if card.rank >= FIRST)
_EVERY_DECK: Final = sum(1 << FACES * copy for copy in range(DECKS))
