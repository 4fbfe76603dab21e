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
        choices(("interleaved", "A card for the nest after each round"), ("last", "The nest is dealt last")),
        (need.NEST,),
    ),
    Row(
        "nest_shown",
        "Nest",
        "Nest shown",
        "What everyone sees of the nest.",
        choices(
            ("no", "Nothing of the nest is shown"),
            ("top_card", "The nest's last card is shown from the start"),
            ("after_bidding", "All of the nest is shown after the bidding"),
        ),
        (need.NEST,),
    ),
    Row(
        "exchange",
        "Nest",
        "Own cards in the discard",
        "How many cards of their own the bidder may discard.",
        choices(
            (None, "Any number of their own cards"),
            (0, "None of their own cards"),
            (1, "1 of their own cards at most"),
            (2, "2 of their own cards at most"),
            (3, "3 of their own cards at most"),
        ),
        (need.NEST,),
    ),
    Row(
        "bury_counters",
        "Nest",
        "Discarding counters",
        "Whether counters may be discarded to the nest.",
        choices(
            (True, "Counters may be discarded"),
            ("shown", "Counters may be discarded face up only"),
            ("for_trumps", "Counters may be discarded only instead of trumps, and everyone is told"),
            (False, "Counters may be discarded only if you have to"),
        ),
        (need.NEST,),
    ),
    Row(
        "bury_trumps",
        "Nest",
        "Discarding trumps",
        "Whether trumps may be discarded to the nest.",
        choices(
            ("yes", "Trumps may be discarded"),
            ("shown", "Trumps may be discarded face up only"),
            ("no", "Trumps may be discarded only if you have to"),
        ),
        (need.NEST, need.TRUMP_FIRST),
    ),
    Row(
        "bury_rook",
        "Nest",
        "Discarding the Rook",
        "Whether the Rook, and a baby bird, may be discarded to the nest.",
        switch("The Rook may be discarded only if you have to", "The Rook may be discarded"),
        (need.BIRD, need.NEST, need.BIRD_MAY_GO),
    ),
    Row(
        "bury_impossible",
        "Nest",
        "Too few to discard",
        "What happens if the bidder has too few cards to discard.",
        choices(
            ("fewest", "With too few, the cheapest other cards go too"),
            ("redeal", "With too few, the same dealer deals again"),
        ),
        (need.NEST, need.BARRED),
        offered_with=(need.MAY_LACK_CARDS,),
    ),
    Row(
        "nest_told",
        "Nest",
        "Counters in the discard told",
        "Whether everyone is told if there are counters in the discard. Never which, or how many.",
        switch("Counters in the discard stay secret", "Everyone is told of counters in the discard"),
        (need.NEST,),
    ),
    Row(
        "nest_to",
        "Nest",
        "Nest points go to",
        "Who gets the points in the nest.",
        choices(
            ("last_trick", "Whoever takes the last trick gets the nest's points"),
            ("declarer", "The bidder's side gets the nest's points"),
            ("nobody", "No one gets the nest's points"),
        ),
        (need.NEST,),
    ),
    Row(
        "nest_is_trick",
        "Nest",
        "Nest as a trick",
        "Whether the nest counts as one more trick, with the last trick.",
        switch("The nest is no trick", "The nest counts as one more trick"),
        (need.NEST, need.MAJORITY),
    ),
    Row(
        "fold",
        "Nest",
        "Giving up",
        "Whether the bidder may give up after seeing the nest.",
        choices(
            ("no", "The bidder can't give up"),
            ("opponents_nothing", "The bidder may give up and lose the bid, the others score nothing"),
            ("opponents_all", "The bidder may give up and lose the bid, the others score all the points"),
        ),
        (need.NEST,),
    ),
)
