"""The state of a deal of a trick-taking game, and the cards captured in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from rules.core.cards import Card, CardSet, Color, card
from rules.core.decisions import Seat
from rules.core.events import TrickTaken

COLORED: Final = tuple(CardSet.of(card(color, rank) for rank in range(1, 15)) for color in Color)
"""The cards of each color, by color."""


class Deal(NamedTuple):
    """The hands, the current trick and the tricks taken."""

    hands: tuple[CardSet, ...]
    leader: Seat
    """The seat that led the current trick, or leads the next."""
    center: tuple[Card, ...] = ()
    """Cards left over by an even deal; they go to the taker of the first trick."""
    trick: tuple[Card, ...] = ()
    """The cards of the current trick, in playing order."""
    taken: tuple[TrickTaken, ...] = ()

    @property
    def turn(self) -> Seat:
        """The seat that plays next."""
        return (self.leader + len(self.trick)) % len(self.hands)

    @property
    def is_played_out(self) -> bool:
        """Whether no full trick can follow. After an uneven deal some seats still hold a card."""
        return not self.trick and not all(self.hands)

    @property
    def odd_cards(self) -> CardSet:
        """The cards left in hands when no further trick can be played; empty before."""
        left = 0
        for hand in self.hands if self.is_played_out else ():
            left |= hand
        return CardSet(left)

    def __repr__(self) -> str:
        return f"<deal, {len(self.taken)} tricks taken>"


def captured(deal: Deal, seats: Sequence[Seat]) -> tuple[Card, ...]:
    """The cards that ``seats`` took: in tricks, the center with the first, odd cards with the last (R-09)."""
    cards = [card for trick in deal.taken if trick.winner in seats for card in trick.cards]
    if deal.taken and deal.taken[0].winner in seats:
        cards += deal.center
    if deal.taken and deal.taken[-1].winner in seats:
        cards += deal.odd_cards
    return tuple(cards)
