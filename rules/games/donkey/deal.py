"""One deal of Donkey: hands, the cards that lie ready to be passed on, and who has folded."""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.core.cards import NO_CARDS, RANKS, Card, CardSet, Color, card
from rules.core.decisions import Seat

MOST_PASSES: Final = 200
"""After so many passes without a fold nobody has won: the books do not say what ends such a deal."""
FOURS: Final = tuple(CardSet.of(card(color, rank) for color in Color) for rank in range(1, RANKS + 1))


def four_of(hand: CardSet) -> CardSet:
    """Four cards of one number, the lowest there is; no cards where none is held four times."""
    return next((four for four in FOURS if not four & ~hand), NO_CARDS)


class Deal(NamedTuple):
    """One deal: who holds what, which cards lie ready to be passed on, and who has folded."""

    hands: tuple[CardSet, ...]
    """With the cards that lie ready."""
    ready: tuple[Card | None, ...]
    """The card each has chosen to pass on; they all move when the last is chosen."""
    passes: int = 0
    """How often the cards have moved."""
    folds: tuple[tuple[Seat, int], ...] = ()
    """Who has folded and when, in milliseconds, in the order it arrived."""
    is_closed: bool = False
    """Whether the time to fold is over."""
    places: tuple[Seat, ...] = ()
    """Who was first, who next, as far as that is settled."""

    @property
    def folded(self) -> tuple[Seat, ...]:
        """Who has folded, in the order it arrived."""
        return tuple(seat for seat, _ in self.folds)

    def held(self, seat: Seat) -> CardSet:
        """A hand without the card that lies ready."""
        card = self.ready[seat]
        return self.hands[seat] if card is None else CardSet(self.hands[seat] & ~(1 << card))

    def may_fold(self, seat: Seat) -> bool:
        """Whether a fold would be right: four of a number are held, or somebody has folded already."""
        return bool(self.folds) or bool(four_of(self.held(seat)))

    def __repr__(self) -> str:
        return f"<deal after {self.passes} passes, {len(self.folds)} folded>"
