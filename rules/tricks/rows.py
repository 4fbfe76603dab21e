"""The bidding games, one row of data each."""

from __future__ import annotations

from typing import Final

from rules.tricks.variant import Penalties, Variant

KENTUCKY: Final = Variant(
    key="kentucky",
    title="Official Tournament Rook",
    edition="1988",
    source="1988 booklet, Official Rook Tournament Rules (Kentucky Discard)",
    summary="Partners, the bird on top, a nest of five that goes with the last trick.",
    seats=(4,),
    teams="pairs",
    low=5,
    high=14,
    rook="top",
    nest=5,
    nest_dealt="interleaved",
    counters={5: 5, 10: 10, 14: 10},
    first_bidder="left_of_dealer",
    min_bid=70,
    bid_step=5,
    bury="any",
    nest_to="last_trick",
    first_lead="left_of_dealer",
    target=300,
    penalties=Penalties(
        wrong_discard=40, table_talk=40, late_misdeal=40, misdeal_until_trick=3, revoke="bid"
    ),
)

ONE_HIGH: Final = Variant(
    key="one_high",
    title="1-High Partnership",
    edition="1988",
    source="1988 booklet, 1-High Partnership",
    summary="Partners with all the cards: the 1 is high, the bird is the lowest trump.",
    seats=(4,),
    teams="pairs",
    low=1,
    high=1,
    rook="low",
    nest=1,
    nest_dealt="last",
    counters={1: 15, 5: 5, 10: 10, 14: 10},
    majority=20,
    majority_tie="defenders",
    first_bidder="dealer",
    min_bid=75,
    bid_step=5,
    bury="no_counters",
    nest_to="nobody",
    first_lead="left_of_declarer",
    target=500,
)

ROWS: Final = (KENTUCKY, ONE_HIGH)
