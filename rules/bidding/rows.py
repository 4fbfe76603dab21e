"""The bidding games of the rule books, one row of data each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.bidding.variant import Penalties, Variant

FIVE_UP: Final = tuple(range(5, 15))
FOUR_UP: Final = tuple(range(4, 15))


def _like(row: Variant, **changes: object) -> Variant:
    """A game or edition that differs from ``row`` in a few fields."""
    return Variant.model_validate({**row.model_dump(), **changes})


REGULAR_OLD: Final = Variant(
    key="regular_old",
    title="Regular Rook",
    edition="oldest",
    source="Older rule books (transcribed 2020), Regular Rook",
    summary="Everyone for themselves with all the cards dealt. The dealer must open the bidding; "
    "no nest and no bird. From three to eight players.",
    seats=(3, 4, 5, 6, 7, 8),
    all_pass="dealer_must_bid",
    first_lead="left_of_dealer",
    target=200,
)

REGULAR_1924: Final = Variant(
    key="regular_1924",
    title="Regular Rook",
    edition="1924",
    source="1924 booklet and leaflet of 1924/1952, Regular Rook",
    summary="Everyone for themselves with all the cards dealt. The dealer must open the bidding; "
    "three players leave out the low cards.",
    seats=(3, 4, 5, 6),
    numbers_with={3: FIVE_UP},
    all_pass="dealer_must_bid",
    first_lead="left_of_dealer",
    target=150,
)

REGULAR_1988: Final = Variant(
    key="regular_1988",
    title="Regular Rook",
    edition="1988",
    source="1988 booklet, The Regular Game",
    summary="Everyone for themselves with all the cards dealt. The dealer bids first and may pass; "
    "the player left of the bidder leads.",
    seats=(3, 4, 5, 6),
    numbers_with={3: FIVE_UP},
    target=150,
)

PARTNERSHIP_REGULAR: Final = Variant(
    key="partnership_regular",
    title="Partnership Regular Rook",
    edition="1924",
    source="1924 booklet, Partnership Rook",
    summary="Two sides, no nest, no bird: the dealer must open, and the side with most tricks "
    "gets twenty points more.",
    seats=(4, 6),
    teams="partners",
    all_pass="dealer_must_bid",
    first_lead="left_of_dealer",
    majority=20,
    target=200,
)

KENTUCKY: Final = Variant(
    key="kentucky",
    title="Official Tournament Rook",
    edition="1988",
    source="1988 booklet, Official Rook Tournament Rules (Kentucky Discard)",
    summary="Partners, the bird on top, a nest of five that goes with the last trick.",
    seats=(4,),
    teams="partners",
    numbers=FIVE_UP,
    rook="top",
    nest=5,
    nest_dealt="interleaved",
    first_bidder="left_of_dealer",
    min_bid=70,
    first_lead="left_of_dealer",
    target=300,
    seat_change="swap",
    penalties=Penalties(
        wrong_discard=40, table_talk=40, late_misdeal=40, misdeal_until_trick=3, revoke="bid"
    ),
)

KENTUCKY_NO_ROOK: Final = _like(
    KENTUCKY,
    key="kentucky_no_rook",
    title="Kentucky Discard without the Rook",
    edition="original",
    source="1988 booklet, Official Rook Tournament Rules (the original Kentucky Discard)",
    summary="Partners with forty cards and no bird; a nest of four goes with the last trick.",
    rook="none",
    nest=4,
)

RED_ONE: Final = Variant(
    key="red_one",
    title="The Red 1",
    edition="1988",
    source="1988 booklet, The Red 1",
    summary="Partners; the red 1 is the highest trump of all and counts 30, the bird comes next. "
    "A nest of six goes with the last trick.",
    seats=(4,),
    teams="partners",
    numbers=FIVE_UP,
    red_one=True,
    rook="top",
    rook_plays="as_trump",
    nest=6,
    nest_dealt="interleaved",
    first_lead="left_of_dealer",
    target=500,
)

ONE_HIGH: Final = Variant(
    key="one_high",
    title="1-High Partnership",
    edition="1988",
    source="1988 booklet, 1-High Partnership",
    summary="Partners with all the cards: the 1 is high, the bird is the lowest trump.",
    seats=(4,),
    teams="partners",
    high=1,
    rook="low",
    rook_plays="as_trump",
    nest=1,
    counters={1: 15, 5: 5, 10: 10, 14: 10},
    majority=20,
    majority_tie="defenders",
    min_bid=75,
    bury_counters=False,
    nest_to="nobody",
    target=500,
)

DIXIE_1912: Final = Variant(
    key="dixie_1912",
    title="Dixie Rook",
    edition="1912",
    source="Dixie Rook leaflet of 1912",
    summary="Partners; the 13s count instead of the 14s, most tricks count twenty. The nest is a "
    "trick with the last one.",
    seats=(4, 6),
    teams="partners",
    nest=4,
    nest_with={6: 2},
    counters={5: 5, 10: 10, 13: 10},
    first_bidder="left_of_dealer",
    min_bid=70,
    first_lead="left_of_dealer",
    majority=20,
    majority_tie="cut",
    nest_is_trick=True,
    target=300,
    penalties=Penalties(wrong_discard=50),
)

DIXIE_1924: Final = _like(
    DIXIE_1912,
    key="dixie_1924",
    edition="1924",
    source="1924 booklet, Dixie Rook",
    penalties=Penalties(wrong_discard=40),
)

DIXIE_1988: Final = Variant(
    key="dixie_1988",
    title="Dixie Rook",
    edition="1988",
    source="1988 booklet, Dixie",
    summary="Partners; the 13s count instead of the 14s, most tricks count twenty. The dealer bids "
    "first and leads.",
    seats=(4, 6),
    teams="partners",
    nest=4,
    nest_with={6: 2},
    nest_dealt="interleaved",
    counters={5: 5, 10: 10, 13: 10},
    min_bid=70,
    first_lead="dealer",
    majority=20,
    majority_tie="defenders",
    nest_is_trick=True,
    target=300,
)

DISPLAY: Final = Variant(
    key="display",
    title="Display Rook",
    edition="1988",
    source="1988 booklet, Display",
    summary="Partners; the hand of the dealer's partner lies open after the first lead, and the dealer "
    "plays it. Every trick counts two.",
    seats=(4,),
    teams="partners",
    dummy="dealers_partner",
    first_lead="left_of_dealer",
    trick_points=2,
    failure="opponents_doubled",
    target=200,
)

BOSTON: Final = Variant(
    key="boston",
    title="Boston Rook",
    edition="1988",
    source="1988 booklet, Boston",
    summary="Partners bid a number with its color, or no color; the bidder plays their partner's open "
    "hand. The color decides what a trick counts.",
    seats=(4,),
    teams="partners",
    dummy="declarers_partner",
    trump="with_bid",
    no_trump="yes",
    min_bid=70,
    bid_step=10,
    trick_points={"none": 10, "red": 10, "black": 8, "green": 6, "yellow": 4},
    failure="counters_only",
    target=1000,
)

BOSTON_THREE: Final = _like(
    BOSTON,
    key="boston_three",
    title="Boston Rook for Three",
    source="1988 booklet, Boston (three players)",
    summary="Boston with an open fourth hand, which is the bidder's partner; everyone keeps a score of "
    "their own.",
    seats=(3,),
    teams="dummy",
    dummy="opposite",
    credit="each",
)

TENNESSEE_1933: Final = Variant(
    key="tennessee_1933",
    title="Tennessee Rook",
    edition="1933",
    source="1924 booklet (page of 1933), Tennessee",
    summary="For two: after each trick both draw a card. The winner chooses the one that shows or the one "
    "that does not.",
    seats=(2,),
    numbers=FOUR_UP,
    hand=11,
    extra="draw_pile",
    nest=4,
    min_bid=60,
    all_pass="dealer_must_bid",
    trump="before_nest",
    bury_counters=False,
    nest_to="nobody",
    trick_points=2,
    failure="opponents_doubled",
    target=250,
)

TENNESSEE_1988: Final = Variant(
    key="tennessee_1988",
    title="Tennessee for Two",
    edition="1988",
    source="1988 booklet, Tennessee for Two",
    summary="For two, with the bird: after each trick both draw a card. The winner chooses the one that "
    "shows or the one that does not.",
    seats=(2,),
    numbers=FOUR_UP,
    rook="top",
    hand=11,
    extra="draw_pile",
    nest=5,
    min_bid=80,
    trump="before_nest",
    bury_counters=False,
    nest_to="nobody",
    trick_points=2,
    failure="opponents_doubled",
    target=300,
)

OVER_THE_TOP_1918: Final = Variant(
    key="over_the_top_1918",
    title="Over the Top",
    edition="1918",
    source="1924 booklet (page of 1918), Over the Top",
    summary="For two, each with a hand and a battery of ten cards on the table, five of them covered. "
    "The dealer must open.",
    seats=(2,),
    numbers=FOUR_UP,
    hand=10,
    extra="batteries",
    nest=4,
    min_bid=50,
    all_pass="dealer_must_bid",
    trump="before_nest",
    bury_counters=False,
    nest_to="nobody",
    failure="opponents_doubled",
    target=200,
)

OVER_THE_TOP_1988: Final = _like(
    OVER_THE_TOP_1918,
    key="over_the_top_1988",
    edition="1988",
    source="1988 booklet, Over the Top",
    summary="For two, each with a hand and a battery of ten cards on the table, five of them covered.",
    all_pass="redeal_next",
)

REGULAR_FOR_TWO: Final = Variant(
    key="regular_for_two",
    title="Regular Rook for Two",
    edition="1988",
    source="1988 booklet, The Regular Game for Two",
    summary="For two with a third hand that lies face down: its top card is turned up when its turn comes.",
    seats=(2,),
    numbers=FOUR_UP,
    dummy="blind",
    nest=5,
    min_bid=30,
    trump="before_nest",
    exchange=2,
    nest_to="nobody",
    first_lead="left_of_dealer",
    trick_points=2,
    failure="opponents_doubled",
    target=150,
)

THREE_HANDED_1914: Final = Variant(
    key="three_handed_1914",
    title="Three Handed Rook",
    edition="1914",
    source="1924 booklet (page of 1914), Three Handed Rook",
    summary="Three players, each for themselves, with a nest of five; every trick counts two.",
    seats=(3,),
    numbers=FOUR_UP,
    nest=5,
    min_bid=50,
    all_pass="dealer_must_bid",
    trump="before_nest",
    bury_counters=False,
    nest_to="nobody",
    trick_points=2,
    target=200,
)

THREE_HANDED_DISPLAY: Final = Variant(
    key="three_handed_display",
    title="Three-Handed Partnership Display",
    edition="1988",
    source="1988 booklet, Three-Handed Partnership Display",
    summary="Three players and an open fourth hand, which is the bidder's partner; everyone keeps a "
    "score of their own.",
    seats=(3,),
    teams="dummy",
    dummy="opposite",
    credit="each",
    min_bid=40,
    target=200,
)

HIGH_CARD_PARTNER: Final = Variant(
    key="high_card_partner",
    title="High Card Partner",
    edition="1988",
    source="1988 booklet, High Card Partner",
    summary="Five players: the bidder names a card, and its holder is the bidder's partner against the "
    "other three.",
    seats=(5,),
    teams="called",
    credit="each",
    numbers=FIVE_UP,
    rook="top",
    nest=6,
    nest_dealt="interleaved",
    first_lead="left_of_dealer",
    target=500,
)

PARTNERSHIP_SIX: Final = Variant(
    key="partnership_six",
    title="Partnership for Six",
    edition="1988",
    source="1988 booklet, Partnership for Six",
    summary="Three against three with every card and the bird on top; a nest of nine goes with the "
    "last trick.",
    seats=(6,),
    teams="partners",
    rook="top",
    nest=9,
    nest_dealt="interleaved",
    first_bidder="left_of_dealer",
    min_bid=70,
    first_lead="left_of_dealer",
    target=300,
    penalties=KENTUCKY.penalties,
)

CORDOVA: Final = Variant(
    key="cordova",
    title="Cordova",
    edition="oldest",
    source="Older rule books (transcribed 2020), Cordova",
    summary="Only the 10, 7, 5 and 2 of trump count. The dealer may name trump, or sell the right to "
    "the high bidder.",
    seats=(3, 4, 5, 6),
    auction="sale",
    first_bidder="left_of_dealer",
    bid_step=1,
    max_bid=31,
    counters={2: 2, 5: 5, 7: 15, 10: 10},
    trump_counters=True,
    first_lead="left_of_dealer",
    failure="deducted",
    target=100,
)

ROWS: Final = (
    KENTUCKY,
    KENTUCKY_NO_ROOK,
    ONE_HIGH,
    RED_ONE,
    REGULAR_1988,
    REGULAR_1924,
    REGULAR_OLD,
    PARTNERSHIP_REGULAR,
    DIXIE_1988,
    DIXIE_1924,
    DIXIE_1912,
    DISPLAY,
    BOSTON,
    BOSTON_THREE,
    TENNESSEE_1988,
    TENNESSEE_1933,
    OVER_THE_TOP_1988,
    OVER_THE_TOP_1918,
    REGULAR_FOR_TWO,
    THREE_HANDED_1914,
    THREE_HANDED_DISPLAY,
    HIGH_CARD_PARTNER,
    PARTNERSHIP_SIX,
    CORDOVA,
)
BOOKS: Final[Mapping[str, Variant]] = {row.key: row for row in ROWS}
"""The games as their rule books have them, by key."""
