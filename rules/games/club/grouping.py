"""The melds that cards of a hand make: new ones, and additions to melds of the side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Final, NamedTuple

from rules.core.actions import Put
from rules.core.cards import BIRD, NO_CARDS, RANKS, Card, CardSet
from rules.core.decisions import Option
from rules.games.club.deal import may_go_out
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
"""The most cards planned for a meld in one action; more may follow."""
LEAST: Final = 3


class Lack(StrEnum):
    """Why the planned cards may not be laid yet."""

    CARDS = "cards"
    """No cards are planned."""
    TOP_CARD = "top_card"
    """The top discard is not in one meld with two natural cards of the hand."""
    POINTS = "points"
    """They are worth too little to open."""
    LAST_CARD = "last_card"
    """Without two Birdies a card must be kept after discarding."""


class Missing(NamedTuple):
    """Why the planned cards may not be laid yet; ``points`` are those still needed to open."""

    lack: Lack
    points: int = 0


class Groups(NamedTuple):
    """What may be planned: the free cards of the player, and the melds of the side with the planned cards."""

    cards: CardSet
    melds: tuple[Meld, ...]
    pile_cards: int = 0
    """Number of discards the hand gets when the plan is laid; 0 unless it takes the pile."""
    missing: Missing | None = None
    """Why the planned cards may not be laid yet; None if they may."""

    def readings(self, cards: CardSet) -> tuple[Option, ...]:
        """Ways to plan these cards: melds they extend, and the new meld they make, of 3s only to go out."""
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
        """Every way to plan cards. Of interchangeable cards only the first ones are used."""
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
        """The cards that are part of some way to plan."""
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
        """Whether the player goes out by laying 3s and ``others``: 3s are melded only then (1988, Club 9)."""
        left = (self.cards & ~(threes.cards | others)).bit_count() + self.pile_cards
        return left <= 1 and may_go_out((*self.melds, threes))

    def _additions(self, meld: Meld) -> Iterator[tuple[Card, ...]]:
        """The additions to a sequence, below it, above it or both."""
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
        """One card of each face, in the order of the deck."""
        return tuple(CardSet.of(next(iter(printed(self.cards, 1 << face))) for face in faces))

    def _sets(self, number: int, naturals: int, least: int) -> Iterator[tuple[Card, ...]]:
        """Sets of a number with at least ``naturals`` natural and, with wild ones, ``least`` cards."""
        natural = tuple(CardSet(self.cards & OF_NUMBER[number]))
        if len(natural) < naturals:
            return
        wild = tuple(CardSet(self.cards & WILDS))
        for count in range(naturals, len(natural) + 1):
            for more in range(len(wild) + 1):
                if least <= count + more <= MOST:
                    yield tuple(CardSet.of((*natural[:count], *wild[:more])))


def _room(meld: Meld, faces: int) -> tuple[range, range]:
    """Of a mask of faces, those that continue a sequence below it, and those above."""
    low, high = (int(end) for end in meld.ends)
    lowest, highest = low, high
    while faces >> lowest - 1 & 1:
        lowest -= 1
    while faces >> highest + 1 & 1:
        highest += 1
    return range(lowest, low), range(high + 1, highest + 1)


def _in_runs(faces: int) -> int:
    """Of a mask of faces, those in runs of three or more."""
    starts = faces & faces >> 1 & faces >> 2
    return starts | starts << 1 | starts << 2
