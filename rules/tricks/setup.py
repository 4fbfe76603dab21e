"""A variant prepared for a number of seats: everything that can be known before a card is dealt."""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.cards import BIRD, CARDS, Card, CardSet, Color, pack
from rules.decisions import Seat
from rules.events import CardPlayed
from rules.protocol import InvalidOption
from rules.tricks.ranking import Ranking, height, make_ranking
from rules.tricks.variant import Variant

NEST_SLOT: Final = -1


class Setup(NamedTuple):
    """A variant's tables for a number of seats."""

    variant: Variant
    seats: int
    left: tuple[Seat, ...]
    """The next seat clockwise, by seat."""
    sides: tuple[tuple[Seat, ...], ...]
    side_of: tuple[int, ...]
    """Side by seat."""
    pack: tuple[Card, ...]
    every_card: frozenset[Card]
    """The cards of the pack."""
    draw_pack: tuple[Card, ...]
    """The cards one draws for the deal from: the bird stays out (R-10)."""
    hand_size: int
    opening: int
    """The lowest bid."""
    cap: int
    """The highest bid."""
    slots: tuple[int, ...]
    """Where the n-th card dealt goes: 0 is left of the dealer, NEST_SLOT the nest."""
    value: tuple[int, ...]
    """Points by card."""
    reading: tuple[tuple[int, int], ...]
    """Place by card in a hand as one holds it: by color, highest first, the bird in front."""
    counters: CardSet
    rankings: dict[Color | None, Ranking]
    """How the cards rank, by trump; None before one is named."""
    played: tuple[tuple[CardPlayed, ...], ...]
    """The event of a card played from its own hand, by seat and card."""


def make_setup(variant: Variant, seats: int) -> Setup:
    """Prepare a variant for so many seats.

    Raises:
        InvalidOption: the game is not for so many seats.
    """
    if seats not in variant.seats:
        wanted = " or ".join(map(str, variant.seats))
        raise InvalidOption(f"{variant.title} is for {wanted} players, not {seats}.")
    cards = pack(variant.low, bird=variant.rook != "none")
    value = tuple(_points(variant, card) if card in cards else 0 for card in CARDS)
    return Setup(
        variant=variant,
        seats=seats,
        left=tuple((seat + 1) % seats for seat in range(seats)),
        # Partners sit opposite (four seats): 0 and 2 against 1 and 3.
        sides=tuple(tuple(range(side, seats, 2)) for side in range(2)),
        side_of=tuple(seat % 2 for seat in range(seats)),
        pack=cards,
        every_card=frozenset(cards),
        draw_pack=tuple(card for card in cards if card != BIRD),
        hand_size=(len(cards) - variant.nest) // seats,
        opening=variant.opening,
        cap=variant.cap,
        slots=_deal_order(variant, seats, len(cards)),
        value=value,
        reading=tuple((card.color or 0, -height(variant, card)) for card in CARDS),
        counters=CardSet.of(card for card in cards if value[card]),
        rankings={trump: make_ranking(variant, trump) for trump in (None, *Color)},
        played=tuple(tuple(CardPlayed(seat, seat, card) for card in CARDS) for seat in range(seats)),
    )


def _points(variant: Variant, card: Card) -> int:
    return variant.rook_points if card.is_bird else variant.counters.get(card.rank, 0)


def _deal_order(variant: Variant, seats: int, cards: int) -> tuple[int, ...]:
    """One card at a time from the dealer's left (1988, Dealing).

    Interleaved, the nest gets a card after each round until it is full; otherwise the last cards.
    """
    everyone = tuple(range(seats))
    if variant.nest_dealt == "interleaved":
        start = (*everyone, NEST_SLOT) * variant.nest
        return start + tuple(place % seats for place in range(cards - len(start)))
    return tuple(place % seats for place in range(cards - variant.nest)) + (NEST_SLOT,) * variant.nest
