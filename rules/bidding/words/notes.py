"""What the data of a game cannot say: its history, and how a doubtful passage is read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.bidding.words.common import Section

_MISDEAL: Final = (
    "At a real table",
    "If a card of 10 or more is exposed in dealing, the same dealer deals again; for a lower one any player "
    "may ask for it. A wrong number of cards found before three tricks are taken is dealt again by the next "
    "dealer.",
)
_DISPLAY: Final = (
    "Good to know",
    "The booklet's total of 200 counts the bidder's score twice, once for the dummy; here three people write "
    "down theirs.",
)
_BOSTON: Final = (
    "Good to know",
    "No color ranks above another in the bidding. The booklet forgets what a trick counts with green; its "
    "total of 184 makes it 6.",
)
_OLD_REGULAR: Final = (
    "Good to know",
    "The book prints no lowest bid, only examples. Whoever likes a longer game agrees on a higher target.",
)

NOTES: Final[Mapping[str, tuple[Section, ...]]] = {
    "kentucky": (_MISDEAL,),
    "partnership_six": (_MISDEAL,),
    "kentucky_no_rook": (
        (
            "Good to know",
            "The original game, from before the bird. The booklet gives no numbers for it; forty cards and a "
            "nest of four come out even.",
        ),
    ),
    "regular_old": (_OLD_REGULAR,),
    "regular_1924": (_OLD_REGULAR,),
    "regular_1988": (_OLD_REGULAR,),
    "red_one": (("Good to know", "The booklet prints no lowest bid; any multiple of 5 may open."),),
    "dixie_1912": (
        (
            "Good to know",
            "Cards laid in the nest for their points are its “nest egg”. The 14s count nothing.",
        ),
    ),
    "dixie_1924": (
        (
            "Good to know",
            "Cards laid in the nest for their points are its “nest egg”. The 14s count nothing.",
        ),
    ),
    "dixie_1988": (
        ("Good to know", "The 14 is still the highest card of each color; it only counts nothing."),
    ),
    "boston": (_BOSTON,),
    "boston_three": (_BOSTON,),
    "three_handed_display": (_DISPLAY,),
    "over_the_top_1918": (
        ("Good to know", "In many places every trick counts 2 as well: a deal is then worth 120."),
    ),
    "over_the_top_1988": (
        ("Good to know", "In many places every trick counts 2 as well: a deal is then worth 120."),
    ),
    "regular_for_two": (
        (
            "Good to know",
            "Counters left in the nest count for nobody: both players, the dummy and the nest together have "
            "126 points.",
        ),
    ),
    "cordova": (
        (
            "Good to know",
            "The book speaks of 31 points, but 10, 15, 5 and 2 are 32. The price of a sale counts with the "
            "deal, even if the buyer fails.",
        ),
    ),
}
