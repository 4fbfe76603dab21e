"""Melds: matched sets and sequences, their values, and which are Birdies (1988, Club 5, 6 and 11)."""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.core.cards import BIRD, CARDS, FACES, PACKS, RANKS, Card, CardSet

FIRST: Final = 4
"""The lowest number of a sequence: 1 and 2 are wild, and 3 stops the pile."""
THREE: Final = 3
BIRDIE: Final = 7
"""Cards of a Birdie."""
NATURALS: Final = 2
"""Natural cards that a matched set must have; a Birdie twice as many."""

BIRDS: Final = CardSet.of(card for card in CARDS if card.is_bird)
WILDS: Final = CardSet.of(card for card in CARDS if card.rank in (1, 2))
OF_NUMBER: Final = tuple(
    CardSet.of(card for card in CARDS if card.rank == number and not card.is_bird)
    for number in range(RANKS + 1)
)
"""The cards of each number, by number."""
SEQUENCE_BIRDIE: Final = 1200
NATURAL_BIRDIE: Final = 800
REGULAR_BIRDIE: Final = 400


class Meld(NamedTuple):
    """Cards that lie together on the table: a matched set of a number, or a sequence."""

    cards: CardSet
    number: int
    """The number of a matched set; 0 for a sequence."""

    @property
    def is_natural(self) -> bool:
        """Whether there is no wild card in it."""
        return not self.cards & WILDS

    @property
    def birdie(self) -> int:
        """What it counts as a Birdie; 0 for none."""
        if len(self.cards) < BIRDIE:
            return 0
        if not self.number:
            return SEQUENCE_BIRDIE
        if self.is_natural:
            return NATURAL_BIRDIE
        return REGULAR_BIRDIE if (self.cards & ~WILDS).bit_count() >= 2 * NATURALS else 0

    @property
    def ends(self) -> tuple[Card, Card]:
        """What is printed on the lowest and the highest card of a sequence."""
        faces = [card.face for card in self.cards]
        return min(faces), max(faces)

    @property
    def in_order(self) -> tuple[Card, ...]:
        """Its cards for reading: a sequence rising, a matched set with the wild cards last."""
        if self.number:
            return tuple(sorted(self.cards, key=lambda card: (card in WILDS, card.face)))
        return tuple(sorted(self.cards, key=lambda card: card.rank))


def worth(cards: CardSet) -> int:
    """The values of cards: 20 a wild card, 10 any other."""
    return 10 * len(cards) + 10 * (cards & WILDS).bit_count()


def meld_of(cards: CardSet) -> Meld | None:
    """The meld that these cards are; None if they are none. No cards could be both kinds."""
    naturals = CardSet(cards & ~WILDS)
    if len(cards) < 3 or naturals & BIRDS or len(naturals) < NATURALS:
        return None
    number = next(iter(naturals)).rank
    if not naturals & ~OF_NUMBER[number]:
        return Meld(cards, number)
    return Meld(cards, 0) if naturals == cards and _is_sequence(cards) else None


def _is_sequence(cards: CardSet) -> bool:
    """Whether natural cards are of one color and follow each other, from four up, no number twice."""
    ranks = sorted(card.rank for card in cards)
    is_run = ranks == list(range(ranks[0], ranks[0] + len(ranks)))
    return is_run and ranks[0] >= FIRST and len({card.color for card in cards}) == 1


def extended(meld: Meld, cards: CardSet) -> Meld | None:
    """A meld with cards added to it; None where they do not fit."""
    if meld.number:
        fits = not cards & ~(OF_NUMBER[meld.number] | WILDS)
        return Meld(CardSet(meld.cards | cards), meld.number) if fits else None
    return meld_of(CardSet(meld.cards | cards)) if not cards & (meld.cards | WILDS) else None


def birdies(melds: tuple[Meld, ...]) -> int:
    """How many of the melds are Birdies."""
    return sum(meld.birdie > 0 for meld in melds)


def faces_of(cards: CardSet) -> int:
    """What is printed on those of the cards that may lie in a sequence, as a mask of faces.

    Neighbors in it follow each other in a sequence: the numbers below four keep the colors apart.
    """
    faces: int = cards
    for copy in range(1, PACKS):
        faces |= cards >> FACES * copy
    return faces & _SEQUENCE_FACES


def printed(cards: CardSet, faces: int) -> CardSet:
    """Those of the cards on which one of the faces is printed."""
    return CardSet(cards & faces * _EVERY_PACK)


_SEQUENCE_FACES: Final[int] = CardSet.of(card for card in CARDS[:BIRD] if card.rank >= FIRST)
_EVERY_PACK: Final = sum(1 << FACES * copy for copy in range(PACKS))
