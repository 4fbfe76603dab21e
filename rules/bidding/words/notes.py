"""Notes on a game that its data cannot express: its history, and doubtful passages of its book."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from rules.bidding.rows import BOOKS
from rules.bidding.variant import Variant
from rules.bidding.words.common import Section


class Note(NamedTuple):
    """A paragraph on a game by its rule book, left out if house rules contradict it."""

    heading: str
    text: str
    speaks_of: tuple[str, ...] = ()
    """Fields of the Variant: if house rules change one of them, the note is left out."""


_CARDS: Final = ("numbers", "packs", "rook", "red_one", "second_bird", "counters")
_MISDEAL: Final = Note(
    "At a real table",
    "If a card of 10 or more is exposed in dealing, the same dealer deals again. For a lower one, any player "
    "may ask for a new deal.",
)
_DISPLAY: Final = Note(
    "Good to know",
    "The booklet's total of 200 counts the bidder's score twice, once for the dummy; here three people write "
    "down theirs.",
    ("dummy", "score_dummy", *_CARDS),
)
_BOSTON: Final = Note(
    "Good to know",
    "No color ranks above another in the bidding. The booklet forgets what a trick counts with green; its "
    "total of 184 makes it 6.",
    ("trump", "trick_points", *_CARDS),
)
_REGULAR: Final = Note(
    "Good to know",
    "The book prints no lowest bid, only examples. For a longer game, agree on a higher target.",
    ("min_bid", "target", "deals"),
)
_NEST_EGG: Final = Note(
    "Good to know",
    "Cards laid in the nest for their points are its “nest egg”. The 14s count nothing.",
    ("nest", "bury_counters", "nest_to", "counters"),
)
_THIRTEENS: Final = Note(
    "Good to know",
    "For more skill, the 13s can count 10 in place of the 14s. A 14 then captures them.",
    ("counters",),
)
_FIXED_DEALS: Final = Note(
    "Good to know",
    "A side far ahead may bid little and wait to go out on the others' bid. So many players agree on "
    "a number of deals, and no target.",
    ("target", "deals"),
)
_OWN_SCORES: Final = Note(
    "Good to know",
    "Four players can keep scores of their own. Partners then change after every four deals, so twelve deals "
    "give you four with each of the others.",
    ("teams", "credit", "seat_change", "deals"),
)
_COMMENTS: Final = (_FIXED_DEALS, _OWN_SCORES)
"""Additional Comments 2 and 3 of the 1988 booklet."""
_OVER_THE_TOP: Final = Note(
    "Good to know",
    "In many places every trick counts 2 as well: a deal is then worth 120.",
    ("trick_points", "last_trick", "majority", *_CARDS),
)

NOTES: Final[Mapping[str, tuple[Note, ...]]] = {
    "kentucky": (_MISDEAL, *_COMMENTS),
    "partnership_six": (_MISDEAL, _FIXED_DEALS),
    "kentucky_no_rook": (
        Note(
            "Good to know",
            "The original game, from before the bird. The booklet gives no numbers for it; forty cards and a "
            "nest of four come out even.",
            ("nest", *_CARDS),
        ),
        *_COMMENTS,
    ),
    "regular_old": (_REGULAR, _THIRTEENS),
    "regular_1924": (_REGULAR,),
    "regular_1988": (_REGULAR, _FIXED_DEALS),
    "red_one": (
        Note(
            "Good to know",
            "The booklet prints no lowest bid; any multiple of 5 may open.",
            ("min_bid", "bid_step"),
        ),
        *_COMMENTS,
    ),
    "one_high": _COMMENTS,
    "dixie_1912": (_NEST_EGG,),
    "dixie_1924": (_NEST_EGG,),
    "dixie_1988": (
        Note(
            "Good to know",
            "The 14 is still the highest card of each color; it only counts nothing.",
            ("high", *_CARDS),
        ),
        *_COMMENTS,
    ),
    "display": _COMMENTS,
    "boston": (_BOSTON, *_COMMENTS),
    "boston_three": (_BOSTON, _FIXED_DEALS),
    "tennessee_1988": (_FIXED_DEALS,),
    "three_handed_display": (_DISPLAY, _FIXED_DEALS),
    "over_the_top_1918": (_OVER_THE_TOP,),
    "over_the_top_1988": (_OVER_THE_TOP, _FIXED_DEALS),
    "regular_for_two": (
        Note(
            "Good to know",
            "Counters left in the nest count for no one: both players, the dummy and the nest together have "
            "126 points.",
            ("nest", "nest_to", "bury_counters", "trick_points", "last_trick", "majority", "dummy", *_CARDS),
        ),
        _FIXED_DEALS,
    ),
    "high_card_partner": (_FIXED_DEALS,),
    "cordova": (
        Note(
            "Good to know",
            "The counters 10, 15, 5 and 2 are 32 points, yet the book's highest bid is 31. The price of a "
            "sale counts with the deal, even if the buyer fails.",
            ("auction", "trump_counters", "max_bid", *_CARDS),
        ),
    ),
}


def notes(variant: Variant) -> Iterator[Section]:
    """The game's notes by heading, without those on a subject that house rules change."""
    found: dict[str, list[str]] = {}
    for note in NOTES.get(variant.key, ()):
        if all(getattr(variant, name) == getattr(BOOKS[variant.key], name) for name in note.speaks_of):
            found.setdefault(note.heading, []).append(note.text)
    yield from ((heading, " ".join(texts)) for heading, texts in found.items())
