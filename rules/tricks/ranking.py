"""Which suit a card belongs to, what must be followed and which card is higher, trump by trump."""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.cards import BIRD, BIRD_MASK, CARDS, COLOR_MASKS, RANKS, Card, CardSet, Color
from rules.tricks.variant import Variant

NOT_LED: Final = -1
_TRUMP: Final = 100


class Ranking(NamedTuple):
    """Look-up tables for one trump; suits are color numbers, the bird is of the trump suit."""

    trump: Color | None
    suit: tuple[int, ...]
    """Suit by card."""
    follow: tuple[int, ...]
    """Mask of the cards that follow, by suit led; the last is for none led (NOT_LED)."""
    free: int
    """Mask of the cards that may be played at any time."""
    power: tuple[tuple[int, ...], ...]
    """Strength by suit led and card; 0 cannot win."""
    reasons: tuple[str, ...]
    """By suit led: why the other cards may not be played; the last is for none led (NOT_LED)."""

    def legal(self, hand: CardSet, led: int) -> CardSet:
        """The cards of a hand that may be played on a suit led.

        Source: 1988, Playing and Rook Bird Card.
        """
        following = hand & self.follow[led]
        return CardSet(following | hand & self.free) if following else hand


def make_ranking(variant: Variant, trump: Color | None) -> Ranking:
    """The tables of a variant for a trump, or before one is named."""
    suit = tuple(_suit(card, trump) for card in CARDS)
    follow = list(COLOR_MASKS)
    free = 0
    if trump is not None and variant.rook != "none":
        follow[trump] |= BIRD_MASK
        free = BIRD_MASK if variant.rook == "top" else 0
    return Ranking(
        trump=trump,
        suit=suit,
        follow=(*follow, 0),
        free=free,
        power=tuple(tuple(_power(variant, card, suit[card], led, trump) for card in CARDS) for led in Color),
        reasons=(*(_reason(variant, led, trump) for led in Color), ""),
    )


def height(variant: Variant, card: Card) -> int:
    """How high a card stands among its trump suit or color: 1 upward."""
    if card == BIRD:
        return RANKS + 3 if variant.rook == "top" else 1
    return RANKS + 2 if card.rank == variant.high == 1 else card.rank + 1


def _suit(card: Card, trump: Color | None) -> int:
    if card.color is not None:
        return card.color
    return NOT_LED if trump is None else trump


def _power(variant: Variant, card: Card, suit: int, led: Color, trump: Color | None) -> int:
    if trump is not None and suit == trump:
        return _TRUMP + height(variant, card)
    return height(variant, card) if suit == led else 0


def _reason(variant: Variant, led: Color, trump: Color | None) -> str:
    if led != trump:
        return f"You hold {led.word}: follow the color led."
    also = ", the Rook included" if variant.rook != "none" else ""
    return f"You hold {led.word}, the trump that was led: follow with a trump{also}."
