"""What cards of a hand may be laid down as: new melds, and additions to those there are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Final, NamedTuple

from rules.core.actions import Put
from rules.core.cards import BIRD, NO_CARDS, RANKS, Card, CardSet
from rules.core.decisions import Option
from rules.games.club.deal import may_empty
from rules.games.club.melds import (
    NATURALS,
    OF_NUMBER,
    THREE,
    WILDS,
    Meld,
    extended,
    faces_of,
    meld_of,
    printed,
)

MOST: Final = 10
"""The most cards laid on one place at once; more may follow."""
LEAST: Final = 3


class Lack(StrEnum):
    """What is lacking before the cards set aside may be laid down."""

    CARDS = "cards"
    """Nothing is set aside."""
    TOP_CARD = "top_card"
    """The top of the discards is not in one meld with two natural cards of the hand."""
    POINTS = "points"
    """They are worth too little to open with."""
    LAST_CARD = "last_card"
    """Without two Birdies a card must be kept after discarding."""


class Missing(NamedTuple):
    """Why the cards set aside may not be laid down yet; ``points`` are those still needed to open."""

    lack: Lack
    points: int = 0


class Groups(NamedTuple):
    """What may be set aside: the cards at hand, and the melds of the side with what is set aside already."""

    cards: CardSet
    melds: tuple[Meld, ...]
    coming: int = 0
    """How many cards the hand gets when they are laid down: the discards under the top one."""
    missing: Missing | None = None
    """Why what is set aside may not be laid down yet; None where it may."""

    def readings(self, cards: CardSet) -> tuple[Option, ...]:
        """What these cards may be: added to a meld, or a new one."""
        if not 0 < len(cards) <= MOST or cards & ~self.cards:
            return ()
        found = [
            Option(Put(tuple(cards), place))
            for place, meld in enumerate(self.melds, 1)
            if extended(meld, cards)
        ]
        new = meld_of(cards)
        if new and (new.number != THREE or self._goes_out_with(new)):
            found.append(Option(Put(tuple(cards), len(self.melds) + 1)))
        return tuple(found)

    def answers(self) -> Iterator[Put]:
        """Every answer, of cards that are as good as each other in a meld only the first ones."""
        for place, meld in enumerate(self.melds, 1):
            cards = self._sets(meld.number, 0, 1) if meld.number else self._additions(meld)
            yield from (Put(some, place) for some in cards)
        place = len(self.melds) + 1
        for number in range(THREE, RANKS + 1):
            for some in self._sets(number, NATURALS, LEAST):
                if number != THREE or self._goes_out_with(Meld(CardSet.of(some), THREE)):
                    yield Put(some, place)
        yield from (Put(some, place) for some in self._sequences())

    def fitting(self) -> CardSet:
        """The cards that may be part of an answer."""
        wilds, faces = CardSet(self.cards & WILDS), faces_of(self.cards)
        fit: int = printed(self.cards, _in_runs(faces))
        for meld in self.melds:
            if meld.number:
                fit |= self.cards & OF_NUMBER[meld.number] | wilds
            else:
                below, above = _room(meld, faces)
                fit |= printed(self.cards, sum(1 << face for face in (*below, *above)))
        for number in range(RANKS, THREE - 1, -1):  # 3s last, which need all others but one to fit
            naturals = self.cards & OF_NUMBER[number]
            new = Meld(CardSet(naturals | wilds), number)
            if naturals.bit_count() < NATURALS or len(new.cards) < LEAST:
                continue
            if number != THREE or self._goes_out_with(new, CardSet(fit)):
                fit |= new.cards
        return CardSet(fit)

    def _goes_out_with(self, threes: Meld, others: CardSet = NO_CARDS) -> bool:
        """Whether a set of threes may be laid down: the player goes out with it and others (1988, Club 9)."""
        left = (self.cards & ~(threes.cards | others)).bit_count() + self.coming
        return left <= 1 and may_empty((*self.melds, threes))

    def _additions(self, meld: Meld) -> Iterator[tuple[Card, ...]]:
        """What may be added to a sequence, below it, above it or both."""
        below, above = _room(meld, faces_of(self.cards))
        for down in range(len(below) + 1):
            for up in range(len(above) + 1):
                if 0 < down + up <= MOST:
                    yield self._run((*below[len(below) - down :], *above[:up]))

    def _sequences(self) -> Iterator[tuple[Card, ...]]:
        faces = faces_of(self.cards)
        for low in range(BIRD):
            high = low
            while faces >> high & 1 and high - low < MOST:
                high += 1
                if high - low >= LEAST:
                    yield self._run(range(low, high))

    def _run(self, faces: Iterable[int]) -> tuple[Card, ...]:
        """A card of each face, in the order of the cards."""
        return tuple(CardSet.of(next(iter(printed(self.cards, 1 << face))) for face in faces))

    def _sets(self, number: int, naturals: int, least: int) -> Iterator[tuple[Card, ...]]:
        """So many natural cards of a number or more, with any number of wild cards."""
        natural = tuple(CardSet(self.cards & OF_NUMBER[number]))
        if len(natural) < naturals:
            return
        wild = tuple(CardSet(self.cards & WILDS))
        for count in range(naturals, len(natural) + 1):
            for more in range(len(wild) + 1):
                if least <= count + more <= MOST:
                    yield tuple(CardSet.of((*natural[:count], *wild[:more])))


def _room(meld: Meld, faces: int) -> tuple[range, range]:
    """The faces at hand that go on below a sequence, and those above it."""
    low, high = (int(end) for end in meld.ends)
    lowest, highest = low, high
    while faces >> lowest - 1 & 1:
        lowest -= 1
    while faces >> highest + 1 & 1:
        highest += 1
    return range(lowest, low), range(high + 1, highest + 1)


def _in_runs(faces: int) -> int:
    """Of a mask of faces those that stand three or more in a row."""
    starts = faces & faces >> 1 & faces >> 2
    return starts | starts << 1 | starts << 2
