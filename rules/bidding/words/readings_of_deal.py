"""Our readings on the deal, the bidding, the trump and the nest."""

from __future__ import annotations

from typing import Final

from rules.bidding import deck
from rules.bidding.variant import Variant
from rules.bidding.words.ruling import DIXIE, EDITION, PACK, REGULAR, Ruling, is_sale


def _is_auction(variant: Variant) -> bool:
    return variant.auction == "highest"


def _bids_color(variant: Variant) -> bool:
    return variant.trump == "with_bid"


def _is_capped_by_color(variant: Variant) -> bool:
    """Whether bids name a color, and one color's highest bid is above another's."""
    return _bids_color(variant) and any(_caps_differ(variant, seats) for seats in variant.seats)


def _caps_differ(variant: Variant, seats: int) -> bool:
    caps = deck.caps_of(variant, seats)
    return len({caps[color] for color in deck.colors_of(variant)}) > 1


def _has_odd_cards(variant: Variant) -> bool:
    return any(deck.odd_cards(variant, seats) for seats in variant.seats)


def _needs_counters(variant: Variant) -> bool:
    """Whether too few other cards can force counters, and only counters, into the discard."""
    spares_counters_alone = not variant.bury_counters and variant.bury_trumps != "no"
    return deck.has_nest(variant) and spares_counters_alone and variant.bury_impossible == "fewest"


_SILENT_ON_DRAWING: Final = ("cordova",)
"""Games with books that do not say that high card deals first."""


OF_DEAL: Final = (
    Ruling(
        "R-09",
        "Deal",
        "Whoever takes the last trick gets the cards left over, as in the older booklets.",
        _has_odd_cards,
        games=("regular_1988", "cordova"),
        kept=PACK,
    ),
    Ruling(
        "R-10",
        "Deal",
        "Players who tie for the highest card draw again.",
        lambda variant: variant.rook == "none" and variant.key not in _SILENT_ON_DRAWING,
    ),
    Ruling(
        "R-10",
        "Deal",
        "Players who tie for the highest card draw again. Rooks are left out of the draw.",
        lambda variant: variant.rook != "none" and variant.key not in _SILENT_ON_DRAWING,
    ),
    Ruling(
        "R-10",
        "Deal",
        "The book doesn't say who deals first. We draw as in Regular Rook, and again on a tie.",
        games=_SILENT_ON_DRAWING,
    ),
    Ruling(
        "R-11",
        "Deal",
        f"The booklets disagree on the cards for three players. {EDITION}",
        lambda variant: 3 in variant.seats,
        games=REGULAR,
        kept=PACK,
    ),
    Ruling(
        "R-12",
        "Deal",
        "The book's blue cards are yellow here.",
        lambda variant: not variant.blue,
        games=("regular_old",),
    ),
    Ruling(
        "R-17",
        "Deal",
        "Eight rounds give the nest eight cards. The last card is its ninth.",
        games=("partnership_six",),
        kept=(*PACK, "nest_dealt", "seats"),
    ),
    Ruling(
        "R-18",
        "Deal",
        "The book gives no numbers. 40 cards and a nest of 4 come out even.",
        games=("kentucky_no_rook",),
        kept=PACK,
    ),
    Ruling(
        "R-26",
        "At a real table",
        "An exposed Rook counts as 10 or more.",
        lambda variant: variant.rook != "none",
    ),
    Ruling(
        "R-02",
        "Bidding",
        "The book prints no lowest bid. 5 is enough.",
        lambda variant: variant.min_bid == 0 and variant.bid_step == 5,
        kept=("auction", "min_bid", "bid_step"),
    ),
    Ruling(
        "R-02",
        "Bidding",
        "The book prints no lowest bid. 1 is enough.",
        lambda variant: variant.min_bid == 0 and variant.bid_step == 1,
        kept=("auction", "min_bid", "bid_step"),
    ),
    Ruling(
        "R-03",
        "Bidding",
        "The book doesn't say what happens if everyone passes. The deal is thrown in.",
        lambda variant: _is_auction(variant) and variant.all_pass == "redeal_next",
        kept=("auction", "all_pass"),
    ),
    Ruling(
        "R-04",
        "Bidding",
        "The highest bid is the points of a deal, rounded down to a bid step.",
        lambda variant: (
            _is_auction(variant)
            and not _is_capped_by_color(variant)
            and variant.max_bid == "total"
            and variant.exact_makes
        ),
    ),
    Ruling(
        "R-13",
        "Bidding",
        "A player who has passed is skipped, though one passes twice in the book's example.",
        lambda variant: _is_auction(variant) and variant.passing == "out",
        games=("regular_old",),
    ),
    Ruling(
        "R-20",
        "Bidding",
        f"The booklets disagree on who bids first. {EDITION}",
        games=DIXIE,
        kept=("first_bidder",),
    ),
    Ruling(
        "R-33",
        "Bidding",
        "Each color has its own highest bid. The bidding ends early only at a bid no one can beat.",
        _is_capped_by_color,
    ),
    Ruling("R-34", "Bidding", "The same bid in another color isn't higher.", _bids_color),
    Ruling(
        "R-48",
        "Bidding",
        "The dealer may sell only to the high bidder.",
        lambda variant: is_sale(variant) and not variant.sell_any,
    ),
    Ruling("R-50", "Bidding", "If no one bids, the dealer names trump and owes nothing.", is_sale),
    Ruling(
        "R-51",
        "Bidding",
        "The player left of the dealer bids first. A player who passes is out. The dealer decides last.",
        is_sale,
        kept=("first_bidder", "passing"),
    ),
    Ruling(
        "R-14",
        "Trump",
        "The book doesn't say whether trump or the nest comes first. Trump does, as in the older booklets.",
        games=("tennessee_1988", "over_the_top_1988", "regular_for_two"),
        kept=("trump",),
    ),
    Ruling(
        "R-15",
        "Nest",
        "With too few other cards, discard your cheapest counters. They go with the last trick.",
        lambda variant: _needs_counters(variant) and variant.nest_to != "declarer",
    ),
    Ruling(
        "R-15",
        "Nest",
        "With too few other cards, discard your cheapest counters. They count for whoever discards them.",
        lambda variant: _needs_counters(variant) and variant.nest_to == "declarer",
    ),
    Ruling(
        "R-16",
        "Nest",
        "You may discard fewer than two of your own. Counters may stay in the nest, and count for no one.",
        games=("regular_for_two",),
        kept=("exchange", "bury_counters", "nest_to"),
    ),
    Ruling(
        "R-42",
        "Partner",
        "The partner is known at once.",
        lambda variant: variant.teams == "called" and variant.partner_shown == "at_once",
    ),
    Ruling(
        "R-43",
        "Partner",
        "You can't call a card you hold or have discarded. You can call the Rook.",
        lambda variant: variant.teams == "called" and variant.partner_card == "not_held",
        kept=("rook",),
    ),
)
