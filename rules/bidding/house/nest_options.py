"""The options of the nest: how it is dealt and shown, the discard, and its points."""

from __future__ import annotations

from typing import Final

from rules.bidding.house import needs as need
from rules.bidding.house.row import Row, choices, numbers, switch

NEST: Final = (
    Row("nest", "Nest", "Nest", "How many cards go to the nest.", numbers(*range(13))),
    Row(
        "nest_dealt",
        "Nest",
        "Nest dealt",
        "When the cards of the nest are dealt.",
        choices(("interleaved", "A card after each round"), ("last", "Last")),
        (need.NEST,),
    ),
    Row(
        "nest_shown",
        "Nest",
        "Nest shown",
        "What everyone sees of the nest.",
        choices(
            ("no", "None of it"),
            ("top_card", "Its last card, from the start"),
            ("after_bidding", "All of it, after the bidding"),
        ),
        (need.NEST,),
    ),
    Row(
        "exchange",
        "Nest",
        "Own cards in the discard",
        "How many cards of their own the bidder may discard.",
        choices(
            (None, "Any number"),
            (0, "None at all"),
            (1, "1 at most"),
            (2, "2 at most"),
            (3, "3 at most"),
        ),
        (need.NEST,),
    ),
    Row(
        "bury_counters",
        "Nest",
        "Discarding counters",
        "Whether counters may be discarded to the nest.",
        choices(
            (True, "Allowed"),
            ("shown", "Face up only"),
            ("for_trumps", "Only instead of trumps, and everyone is told"),
            (False, "Only if you have to"),
        ),
        (need.NEST,),
    ),
    Row(
        "bury_trumps",
        "Nest",
        "Discarding trumps",
        "Whether trumps may be discarded to the nest.",
        choices(("yes", "Allowed"), ("shown", "Face up only"), ("no", "Only if you have to")),
        (need.TRUMP_FIRST,),
    ),
    Row(
        "bury_rook",
        "Nest",
        "Discarding the Rook",
        "Whether the Rook, and a baby bird, may be discarded to the nest.",
        switch("Only if you have to", "Allowed"),
        (need.NEST, need.BIRD, need.BIRD_MAY_GO),
    ),
    Row(
        "bury_impossible",
        "Nest",
        "Too few to discard",
        "What happens if the bidder has too few cards to discard.",
        choices(("fewest", "The cheapest other cards go too"), ("redeal", "The same dealer deals again")),
        (need.BARRED,),
    ),
    Row(
        "nest_told",
        "Nest",
        "Counters in the discard told",
        "Whether everyone is told if there are counters in the discard. Never which, or how many.",
        switch("No", "Everyone is told"),
        (need.NEST,),
    ),
    Row(
        "nest_to",
        "Nest",
        "Nest points go to",
        "Who gets the points in the nest.",
        choices(
            ("last_trick", "Whoever takes the last trick"),
            ("declarer", "The bidder's side"),
            ("nobody", "No one"),
        ),
        (need.NEST,),
    ),
    Row(
        "nest_is_trick",
        "Nest",
        "Nest as a trick",
        "Whether the nest counts as one more trick, with the last trick.",
        switch("No", "Counts as one more trick"),
        (need.NEST_TRICK,),
    ),
    Row(
        "fold",
        "Nest",
        "Giving up",
        "Whether the bidder may give up after seeing the nest.",
        choices(
            ("no", "Never"),
            ("opponents_nothing", "The bidder loses the bid, the others score nothing"),
            ("opponents_all", "The bidder loses the bid, the others score all the points"),
        ),
        (need.NEST,),
    ),
)
