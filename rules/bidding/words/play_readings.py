"""Our readings on the play, the score and the end of a match."""

from __future__ import annotations

from typing import Final

from rules.bidding import deck
from rules.bidding.variant import Variant
from rules.bidding.words.ruling import DECK_FIELDS, DIXIE, EDITION, REGULAR, Ruling, is_sale

_SAY_MINUS: Final = ("dixie_1912", "dixie_1924", "red_one", "one_high")
"""Games with books that say or show that a total goes below zero."""


def _has_target(variant: Variant) -> bool:
    return variant.deals is None


def _has_batteries(variant: Variant) -> bool:
    return variant.extra == "batteries"


OF_PLAY: Final = (
    Ruling(
        "R-01",
        "Play",
        f"The booklets disagree on who leads first. {EDITION}",
        games=REGULAR,
        kept=("first_lead",),
    ),
    Ruling(
        "R-19",
        "Play",
        f"The booklets disagree on who leads first. {EDITION}",
        games=DIXIE,
        kept=("first_lead",),
    ),
    Ruling(
        "R-37",
        "Play",
        "“Opponent” means the dealer's. That player leads even with the high bid.",
        games=("regular_for_two",),
        kept=("seats", "first_lead"),
    ),
    Ruling(
        "R-40",
        "Batteries",
        "A battery follows color if one of its open cards can.",
        lambda variant: _has_batteries(variant) and not variant.battery_free,
    ),
    Ruling(
        "R-41", "Batteries", "A covered card is turned up before the next card is played.", _has_batteries
    ),
    Ruling(
        "R-30",
        "The dummy",
        "The bidder plays the dummy. The book only says “as in Display Rook.”",
        games=("boston", "boston_three"),
        kept=("dummy",),
    ),
    Ruling(
        "R-31",
        "The dummy",
        "The dummy is shown right after the first lead.",
        lambda variant: variant.dummy == "dealers_partner",
    ),
    Ruling(
        "R-35",
        "The dummy",
        "The book's “South” is the bidder's partner and sits opposite the bidder.",
        games=("boston_three",),
        kept=("dummy",),
    ),
    Ruling(
        "R-21",
        "Points",
        f"The booklets disagree on a tie for most tricks. {EDITION}",
        games=DIXIE,
        kept=("majority", "majority_tie"),
    ),
    Ruling(
        "R-22",
        "Points",
        "A tie for most tricks is settled the same way with six players.",
        lambda variant: 6 in variant.seats,
        games=DIXIE,
        kept=("majority", "majority_tie"),
    ),
    Ruling(
        "R-24",
        "Points",
        "The nest is one trick, however many cards it has.",
        lambda variant: variant.nest_is_trick,
    ),
    Ruling(
        "R-25",
        "Points",
        "A tied cut is cut again.",
        lambda variant: bool(variant.majority) and variant.majority_tie == "cut",
    ),
    Ruling(
        "R-32",
        "Points",
        "Red adds up to 240, not the printed 241. Each trick with green counts 6.",
        games=("boston", "boston_three"),
        kept=(*DECK_FIELDS, "counters", "trick_points", "last_trick", "majority"),
    ),
    Ruling(
        "R-39",
        "Points",
        "Tricks count nothing. The book lets players agree on 2 points for each.",
        games=("over_the_top_1918", "over_the_top_1988"),
        kept=("trick_points", "last_trick", "majority"),
    ),
    Ruling(
        "R-44",
        "Points",
        "“Shooting the Moon,” 100 points for taking every trick, is by agreement. It is an option here.",
        games=("one_high",),
        kept=("moon", "moon_doubles"),
    ),
    Ruling(
        "R-44",
        "Points",
        "Whoever takes every trick gets the bonus, bidder or not. It never helps to make a bid.",
        lambda variant: bool(variant.moon) and variant.moon_by == "side",
    ),
    Ruling(
        "R-47",
        "Points",
        "The counters add up to 32. The book's 31 is its highest bid.",
        games=("cordova",),
        kept=(*DECK_FIELDS, "counters", "trump_counters", "trick_points", "last_trick", "majority"),
    ),
    Ruling(
        "R-08",
        "Score",
        "Totals may go below zero, as in The Red 1.",
        lambda variant: (
            variant.below_zero
            and variant.failure in {"set_back", "deducted"}
            and variant.key not in _SAY_MINUS
        ),
    ),
    Ruling(
        "R-36",
        "Score",
        "Three players keep a score. The dummy doesn't.",
        games=("three_handed_display",),
        kept=("dummy", "score_dummy"),
    ),
    Ruling(
        "R-38",
        "Score",
        "The dummy's points are shown, but not ranked or doubled.",
        lambda variant: variant.dummy == "blind" and not variant.score_dummy,
    ),
    Ruling(
        "R-46",
        "Score",
        "The whole side goes set, as in Dixie.",
        games=("partnership_regular",),
        kept=("failure", "credit", "teams"),
    ),
    Ruling(
        "R-49",
        "Score",
        "Whoever fails keeps the points taken, less what they owe.",
        lambda variant: is_sale(variant) and variant.failure == "deducted" and not variant.forfeit,
    ),
    Ruling(
        "R-52",
        "Score",
        "A sale pays the dealer even if the buyer fails. It counts at the end of the deal.",
        is_sale,
    ),
    Ruling("R-05", "End", "Reaching the target exactly is enough.", _has_target),
    Ruling(
        "R-06",
        "End",
        "The higher total wins. A tie means another deal, as in the booklets that speak of ties.",
        lambda variant: (
            _has_target(variant) and variant.tie == "another_deal" and variant.going_out == "higher"
        ),
        games=(
            "regular_old",
            "partnership_regular",
            "dixie_1912",
            "dixie_1924",
            "tennessee_1933",
            "over_the_top_1918",
            "three_handed_1914",
            "cordova",
        ),
    ),
    Ruling(
        "R-06",
        "End",
        "A tie after the last deal is shared.",
        lambda variant: variant.deals is not None and not variant.extra_deal,
    ),
    Ruling(
        "R-07",
        "End",
        "Totals are checked only after a deal is done.",
        lambda variant: _has_target(variant) and variant.target_checked == "deal_end",
    ),
    Ruling("", "End", "The limit on deals is ours, not the book's.", _has_target, kept=("max_deals",)),
    Ruling(
        "R-28",
        "End",
        "The book doesn't say which side swaps seats. The two take turns.",
        lambda variant: variant.seat_change == "swap",
        kept=("teams", "seat_change"),
    ),
    Ruling(
        "R-23",
        "At the table",
        f"The booklets disagree on this penalty. {EDITION}",
        games=("dixie_1912", "dixie_1924"),
        kept=("penalties",),
    ),
    Ruling(
        "R-27",
        "At the table",
        "When a renege ends the deal, the nest counts for no one.",
        lambda variant: deck.has_nest(variant) and variant.penalties.revoke == "bid",
    ),
    Ruling(
        "R-29",
        "At the table",
        "A penalty comes off the side's score.",
        lambda variant: bool(variant.penalties.table_talk) and variant.teams == "partners",
        kept=("credit",),
    ),
    Ruling(
        "",
        "At the table",
        "Looking back at the last trick comes from the tournament rules.",
        lambda variant: variant.trick_review == "last" and not variant.penalties.table_talk,
    ),
)
