"""The game in words, made from the same data the engine plays by, so that they cannot disagree."""

from __future__ import annotations

from typing import Final

from rules.tricks.setup import make_setup
from rules.tricks.variant import Variant

Section = tuple[str, str]

SCORE: Final = (
    "Each side scores what it captured. Bidders who take less than their bid score nothing and are "
    "set back by the bid; totals may go below zero."
)


def describe(variant: Variant) -> tuple[Section, ...]:
    """The rules of a variant in short sections: a heading and its text."""
    sections = [
        ("Deal", _deal(variant)),
        ("Bidding", _bidding(variant)),
        ("Nest and trump", _nest(variant)),
        ("Play", _play(variant)),
        ("Points", _points(variant)),
        ("Score", SCORE),
        ("End", _end(variant)),
    ]
    if variant.rook != "none":
        sections.insert(4, ("The Rook", _rook(variant)))
    return tuple(sections)


def _deal(variant: Variant) -> str:
    setup = make_setup(variant, variant.seats[0])
    numbers = "All numbers from 1 to 14" if variant.low == 1 else f"The numbers {variant.low} to 14"
    bird = " and the Rook" if variant.rook != "none" else ""
    return (
        f"{numbers} in four colors{bird}: {len(setup.pack)} cards, {setup.hand_size} to each player and "
        f"{_cards(variant.nest)} to the nest. Partners sit opposite. The highest card drawn deals first, "
        "then the deal passes to the left."
    )


def _bidding(variant: Variant) -> str:
    first = "The dealer" if variant.first_bidder == "dealer" else "The player left of the dealer"
    return (
        f"{first} bids first: {variant.opening} or more, in steps of {variant.bid_step}, "
        f"up to {variant.cap}. Bid higher or pass; who has passed is out. If everybody passes, the next "
        f"dealer deals; after {variant.seats[0]} such deals in a row the dealer may not pass before "
        "anybody has bid."
    )


def _nest(variant: Variant) -> str:
    limit = "any of them" if variant.bury == "any" else "but no counter"
    return (
        f"The highest bidder takes the nest, lays {_cards(variant.nest)} back ({limit}), "
        "then names the trump color."
    )


def _play(variant: Variant) -> str:
    lead = "dealer" if variant.first_lead == "left_of_dealer" else "highest bidder"
    high = " The 1 is the highest card of each color, above the 14." if variant.high == 1 else ""
    return (
        f"The player left of the {lead} leads. Follow the color led if you can; otherwise play a trump or "
        f"throw away any card. The highest trump takes the trick, else the highest card of the color led, "
        f"and its winner leads next.{high}"
    )


def _rook(variant: Variant) -> str:
    if variant.rook == "low":
        return "The Rook is the lowest trump and is played like any other trump."
    return (
        "The Rook is the highest trump. It may be played at any time, even while you hold the color led. "
        "Led, it calls for trump. When trump is led and it is your only trump, you must play it."
    )


def _points(variant: Variant) -> str:
    counters = [f"each {number} counts {points}" for number, points in sorted(variant.counters.items())]
    if variant.rook != "none":
        counters.append(f"the Rook {variant.rook_points}")
    if variant.majority:
        tie = " (on equal tricks, to the bidder's opponents)" if variant.majority_tie == "defenders" else ""
        counters.append(f"most tricks {variant.majority}{tie}")
    nest = " The last trick takes the nest." if variant.nest_to == "last_trick" else ""
    moon = f" All the tricks: {variant.moon} more." if variant.moon else ""
    return f"In a deal, {', '.join(counters)}: {variant.total} in all.{nest}{moon}"


def _end(variant: Variant) -> str:
    if variant.deals is not None:
        deals = "One deal" if variant.deals == 1 else f"{variant.deals} deals"
        return f"{deals}; the higher total wins, a tie is shared."
    return (
        f"{variant.target} points win. If both sides get there in the same deal, the higher total wins; "
        f"on equal totals another deal is played. After {variant.max_deals} deals the match ends anyway."
    )


def _cards(count: int) -> str:
    return "one card" if count == 1 else f"{count} cards"
