"""One deal of tricks: its state, and what was captured in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from rules.core.cards import Card, CardSet, Color, card
from rules.core.decisions import Seat
from rules.core.events import TrickTaken

COLORED: Final = tuple(CardSet.of(card(color, rank) for rank in range(1, 15)) for color in Color)
"""All cards of each color."""


class Deal(NamedTuple):
    """One deal: the hands, the present trick and those before it."""

    hands: tuple[CardSet, ...]
    leader: Seat
    """Who led the present trick, or is to lead it."""
    center: tuple[Card, ...] = ()
    """Cards left over by an even deal: they go to whoever takes the first trick."""
    trick: tuple[Card, ...] = ()
    """The present trick, in playing order."""
    taken: tuple[TrickTaken, ...] = ()

    @property
    def turn(self) -> Seat:
        """Who plays next."""
        return (self.leader + len(self.trick)) % len(self.hands)

    @property
    def is_played_out(self) -> bool:
        """Whether no trick can follow: with an uneven deal some still hold a card."""
        return not self.trick and not all(self.hands)

    @property
    def odd_cards(self) -> CardSet:
        """The cards that are left when no further trick can be played."""
        left = 0
        for hand in self.hands if self.is_played_out else ():
            left |= hand
        return CardSet(left)

    def __repr__(self) -> str:
        return f"<deal, {len(self.taken)} tricks taken>"


def captured(deal: Deal, seats: Sequence[Seat]) -> tuple[Card, ...]:
    """All that some seats have taken: tricks, the center with the first, odd cards with the last (R-09)."""
    cards = [card for trick in deal.taken if trick.winner in seats for card in trick.cards]
    if deal.taken and deal.taken[0].winner in seats:
        cards += deal.center
    if deal.taken and deal.taken[-1].winner in seats:
        cards += deal.odd_cards
    return tuple(cards)
