"""The piles of Panjandrum, and what fits on what.

Places of the table are numbers: a seat is the place of its Delay Pile, ``BUILDING`` plus a color that of a
Building Pile.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.core.cards import NO_CARDS, Card, CardSet, Color
from rules.core.cards import card as card_of
from rules.core.decisions import Seat
from rules.games.frame import replaced

BUILDING: Final = 10


def pile_of(card: Card) -> int:
    """The number of the place of the Building Pile of a card's color; the card must not be a Rook."""
    assert card.color is not None
    return BUILDING + card.color


class Tops(NamedTuple):
    """The tops of the piles, which alone decide where a card belongs."""

    built: tuple[int, ...]
    """The top number of each Building Pile, by color; 0 before its 1."""
    delays: tuple[Card | None, ...]
    """The top card of each Delay Pile; None if it is empty."""

    def takes(self, card: Card) -> bool:
        """Whether a card is the next of its Building Pile; a 1 begins one."""
        return card.color is not None and card.rank == self.built[card.color] + 1

    def neighbors(self, seat: Seat, card: Card) -> tuple[Seat, ...]:
        """The opponents of ``seat`` with a top card one higher or lower. 14 and 1 are no neighbors."""
        return tuple(
            other
            for other, top in enumerate(self.delays)
            if other != seat and top is not None and abs(top.rank - card.rank) == 1
        )

    def right_places(self, seat: Seat, card: Card) -> tuple[int, ...]:
        """The places by the rules: the Building Pile, else opponents' Delay Piles; empty if none fits."""
        if self.takes(card):
            return (pile_of(card),)
        return self.neighbors(seat, card)

    def possible_places(self, seat: Seat, card: Card) -> tuple[int, ...]:
        """Where a card can go, right or wrong: opponents' Delay Piles, and Building Piles, begun by a 1."""
        delays = [other for other, top in enumerate(self.delays) if top is not None and other != seat]
        begun = [BUILDING + color for color in Color if self.built[color] or card == card_of(color, 1)]
        return (*delays, *begun)


class Piles(NamedTuple):
    """All cards of a game, by pile."""

    hands: tuple[tuple[Card, ...], ...]
    """Face down, the top card first."""
    delays: tuple[tuple[Card, ...], ...]
    """Face up, the top card last."""
    built: tuple[int, ...] = (0,) * len(Color)
    strays: CardSet = NO_CARDS
    """Cards on a Building Pile by mistake: they wait under it until they are next of their color."""
    lifted: Card | None = None
    """The card just lifted from a Hand."""

    def __repr__(self) -> str:
        return f"<piles: {sum(map(len, self.hands))} cards face down>"

    @property
    def tops(self) -> Tops:
        """The tops of the piles."""
        return Tops(self.built, tuple(pile[-1] if pile else None for pile in self.delays))

    def left(self, seat: Seat) -> int:
        """Number of cards in a seat's Hand and Delay Pile."""
        return len(self.hands[seat]) + len(self.delays[seat])

    def lift(self, seat: Seat) -> Piles:
        """The piles after turning up the top card of a Hand."""
        card, *rest = self.hands[seat]
        return self._replace(hands=replaced(self.hands, seat, tuple(rest)), lifted=card)

    def lay(self, seat: Seat, place: int) -> Piles:
        """The piles after the lifted card, or else the top of the seat's Delay Pile, went on a place."""
        card = self.lifted
        if card is not None:
            return self._replace(lifted=None)._put(card, place)
        *rest, card = self.delays[seat]
        return self._replace(delays=replaced(self.delays, seat, tuple(rest)))._put(card, place)

    def turn_over(self, seat: Seat) -> Piles:
        """The piles after a Delay Pile became the Hand, turned over: its first card is on top."""
        hands = replaced(self.hands, seat, self.delays[seat])
        return self._replace(hands=hands, delays=replaced(self.delays, seat, ()))

    def give(self, giver: Seat, to: Seat, *, from_hand: bool) -> Piles:
        """The piles after a seat's top Hand or Delay card went under another's Hand."""
        if from_hand:
            card, *rest = self.hands[giver]
            piles = self._replace(hands=replaced(self.hands, giver, tuple(rest)))
        else:
            *rest, card = self.delays[giver]
            piles = self._replace(delays=replaced(self.delays, giver, tuple(rest)))
        return piles._replace(hands=replaced(piles.hands, to, (*piles.hands[to], card)))

    def joined(self) -> Piles:
        """The piles after every stray that is the next of its color joined its Building Pile."""
        piles = self
        for stray in sorted(self.strays):
            if piles.tops.takes(stray):
                rest = piles._replace(strays=piles.strays.without(stray))
                piles = rest._put(stray, pile_of(stray))
        return piles

    def _put(self, card: Card, place: int) -> Piles:
        if place < BUILDING:
            return self._replace(delays=replaced(self.delays, place, (*self.delays[place], card)))
        if place != pile_of(card) or not self.tops.takes(card):
            return self._replace(strays=CardSet(self.strays | 1 << card))
        color = place - BUILDING
        return self._replace(built=replaced(self.built, color, card.rank))
