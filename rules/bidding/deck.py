"""What follows from a variant and a number of players before a card is dealt: cards, sizes, points."""

from __future__ import annotations

from typing import Final

from rules.bidding.variant import Variant
from rules.core.cards import Card, Color, card, pack

BATTERY: Final = 10
"""Cards in each battery."""
MOST_BID: Final = 2000
"""The highest bid where the points of a deal are no limit: nobody bids so high, but it must end somewhere."""
OWN_HAND_DUMMIES: Final = ("opposite", "south", "blind")
"""Dummies whose hand no one holds."""


def cards_of(variant: Variant, seats: int) -> tuple[Card, ...]:
    """The whole pack."""
    numbers = variant.numbers_with.get(seats, variant.numbers)
    cards = pack(numbers, bird=variant.rook != "none", packs=variant.packs)
    if not variant.red_one or 1 in numbers:
        return cards
    return (card(Color.RED, 1), *cards)


def red_ones(variant: Variant) -> int:
    """How many red 1s there are that are trumps; of decks without 1s, only the one that is added."""
    return (variant.packs if 1 in variant.numbers else 1) if variant.red_one else 0


def nest_size(variant: Variant, seats: int) -> int:
    """Cards in the nest."""
    return variant.nest_with.get(seats, variant.nest)


def has_nest(variant: Variant) -> bool:
    """Whether there is a nest for some number of players."""
    return any(nest_size(variant, seats) for seats in variant.seats)


def partners_stay(variant: Variant) -> bool:
    """Whether the same people are partners from the first deal to the last."""
    if variant.teams == "dummy":
        return variant.dummy == "south"
    return variant.teams == "partners" and variant.seat_change != "rotate"


def partners_win_together(variant: Variant) -> bool:
    """Whether partners are no rivals. Version 1: those who each keep a record are."""
    return partners_stay(variant) and (variant.credit == "side" or variant.version > 1)


def dealt_hands(variant: Variant, seats: int) -> int:
    """Hands dealt: one a seat, and a dummy's that nobody holds."""
    return seats + (variant.dummy in OWN_HAND_DUMMIES)


def hand_size(variant: Variant, seats: int) -> int:
    """Cards in the smaller hands: with uneven hands some hold one more."""
    if variant.hand is not None:
        return variant.hand
    return (len(cards_of(variant, seats)) - nest_size(variant, seats)) // dealt_hands(variant, seats)


def pile_size(variant: Variant, seats: int) -> int:
    """Cards in the draw pile."""
    if variant.extra != "draw_pile":
        return 0
    dealt = hand_size(variant, seats) * dealt_hands(variant, seats)
    return len(cards_of(variant, seats)) - nest_size(variant, seats) - dealt


def tricks_of(variant: Variant, seats: int) -> int:
    """Tricks in a deal."""
    return hand_size(variant, seats) + pile_size(variant, seats) // seats


def odd_cards(variant: Variant, seats: int) -> int:
    """Cards left over when each hand has as many as the smallest."""
    if variant.hand is not None:
        return 0
    return (len(cards_of(variant, seats)) - nest_size(variant, seats)) % dealt_hands(variant, seats)


def value_of(variant: Variant, one: Card, trump: Color | None = None) -> int:
    """The points of a card under a trump."""
    if one.is_bird:
        return variant.rook_points
    if variant.red_one and one.face == card(Color.RED, 1):
        return variant.red_one_points
    if variant.trump_counters and one.color != trump:
        return 0
    return variant.counters.get(one.rank, 0)


def counts(variant: Variant, one: Card) -> bool:
    """Whether a card has points under some trump."""
    return any(value_of(variant, one, trump) for trump in Color)


def colors_of(variant: Variant) -> tuple[Color | None, ...]:
    """The trumps that may be named, "no color" (None) last."""
    return (*Color, None) if variant.no_trump != "no" else tuple(Color)


def trick_value(variant: Variant, trump: Color | None) -> int:
    """The points of a trick in itself under a trump; None is "no color"."""
    word = "none" if trump is None else trump.word
    if isinstance(variant.trick_points, int):
        return variant.trick_points
    return next((points for name, points in variant.trick_points.items() if name == word), 0)


def total_of(variant: Variant, seats: int, trump: Color | None = None) -> int:
    """The points of one deal under a trump, without a moon (the books' proof total)."""
    if variant.trump_counters and trump is None:
        trump = Color.RED
    counted = sum(value_of(variant, one, trump) for one in cards_of(variant, seats))
    tricks = tricks_of(variant, seats) * trick_value(variant, trump)
    return counted + tricks + variant.majority + variant.last_trick


def totals_of(variant: Variant, seats: int) -> list[int]:
    """The points of one deal under each trump that may be named."""
    return [total_of(variant, seats, trump) for trump in colors_of(variant)]


def differs_by_trump(variant: Variant) -> bool:
    """Whether a deal comes to more under one trump than under another."""
    return any(len(set(totals_of(variant, seats))) > 1 for seats in variant.seats)


def caps_of(variant: Variant, seats: int) -> dict[Color | None, int]:
    """The highest bid by trump (R-04, R-33); None is "no color".

    Where it is all the points of a deal, a bid that could never be made is none: if taking exactly the
    bid is not enough, the highest one leaves a point to take. Version 1: it may be bid all the same.
    """
    unmakable = 1 if not variant.exact_makes and variant.version > 1 else 0
    step = variant.bid_step
    caps = {}
    for trump in (None, *Color):
        match variant.max_bid:
            case "total":
                most = total_of(variant, seats, trump) - unmakable
            case "none":
                most = MOST_BID
            case points:
                most = points
        caps[trump] = most // step * step
    return caps


def opening_of(variant: Variant) -> int:
    """The lowest bid: the minimum, rounded up to the step; without one, the step (R-02)."""
    return max(-(-variant.min_bid // variant.bid_step), 1) * variant.bid_step


def least_to_make(variant: Variant, bid: int) -> int:
    """What must be taken at the least to make a bid, which exactly the bid may not; nothing owed is made."""
    return bid + (bid > 0 and not variant.exact_makes)
