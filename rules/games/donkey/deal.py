"""The state of a deal of Donkey: hands, the cards chosen to pass, and the folds."""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.core.cards import NO_CARDS, RANKS, Card, CardSet, Color, card
from rules.core.decisions import Seat

MOST_PASSES: Final = 200
"""Passes without a fold after which a deal ends without a winner. No rule book ends such a deal."""
FOURS: Final = tuple(CardSet.of(card(color, rank) for color in Color) for rank in range(1, RANKS + 1))


def four_of(hand: CardSet) -> CardSet:
    """The four cards of the lowest number held four times; no cards if there is none."""
    return next((four for four in FOURS if not four & ~hand), NO_CARDS)


class Deal(NamedTuple):
    """Hands, the cards chosen to pass, the number of passes, the folds, and the places so far."""

    hands: tuple[CardSet, ...]
    """By seat, with the card chosen to pass."""
    ready: tuple[Card | None, ...]
    """The card each seat has chosen to pass. They move when all are chosen."""
    passes: int = 0
    """Number of passes so far."""
    folds: tuple[tuple[Seat, int], ...] = ()
    """Seats that folded and their press times in milliseconds, in order of arrival."""
    is_closed: bool = False
    """Whether the time to fold is over."""
    places: tuple[Seat, ...] = ()
    """Seats by place, the first to fold first, as far as settled."""

    @property
    def folded(self) -> tuple[Seat, ...]:
        """Seats that folded, in order of arrival."""
        return tuple(seat for seat, _ in self.folds)

    def held(self, seat: Seat) -> CardSet:
        """A seat's hand without the card it chose to pass; the whole hand before it has chosen."""
        card = self.ready[seat]
        return self.hands[seat] if card is None else self.hands[seat].without(card)

    def may_fold(self, seat: Seat) -> bool:
        """Whether a fold is allowed: the seat holds four of a number, or another has folded."""
        return bool(self.folds) or bool(four_of(self.held(seat)))

    def __repr__(self) -> str:
        return f"<deal after {self.passes} passes, {len(self.folds)} folded>"
