"""The table of games: the bidding games of the five rule books.

A game is written as the game it resembles with the cells that differ.  Each row stands for the usual number
of people; TABLES holds what changes with another number.

The books: "1988" = 1988 booklet; "1924" = combination booklet, copyrights 1909-1924 (its Tennessee page
1933); "oldest" = the oldest Regular Rook and Cordova, as transcribed in 2020; "1912" = Dixie leaflet.
"""

from .cards import COLORS
from .rows import Majority, Row, Table

NO_MAJORITY: Majority = {"bonus": 0, "tie": "none", "nest_is_trick": False}
TRICKS_ARE_NOTHING = {"none": 0, "red": 0, "yellow": 0, "green": 0, "black": 0}
TRICKS_ARE_TWO = {"none": 2, "red": 2, "yellow": 2, "green": 2, "black": 2}

PAIRS = [[0, 2], [1, 3]]
THREES = [[0, 2, 4], [1, 3, 5]]
ALONE = [[0], [1], [2], [3], [4], [5], [6], [7]]

# 1988, The Regular Game, with four people; General Rules for Bidding Games.
REGULAR: Row = {
    "title": "The Regular Game (1988)",
    "seats": 4,
    "sides": ALONE[:4],
    "teams": "sides",
    "low": 1,
    "rook": False,
    "one_high": False,
    "rook_role": "none",
    "rook_red": False,
    "red_one": False,
    "baby": "",
    "baby_rank": "below_rook",
    "hand": 14,
    "odd": 0,
    "nest": 0,
    "deal_order": "all",
    "pile": 0,
    "battery": 0,
    "dummy": "none",
    "first_bidder": "dealer",
    "forced": False,
    "min_bid": 5,
    "step": 5,
    "caps": {"": 100},
    "sale": False,
    "trump": "after",
    "namable": COLORS,
    "discards": "any",
    "nest_to": "last_trick",
    "lead": "lob",
    "counters": {"5": 5, "10": 10, "14": 10},
    "trump_counters": False,
    "trick_points": TRICKS_ARE_NOTHING,
    "majority": NO_MAJORITY,
    "fail": "setback",
    "target": 150,
    "packs": 1,
    "partner_card": "not_held",
    "called_cards": 1,
    "misdeal_claim": "no",
    "misdeal_numbers": [6, 7, 8, 9],
    "misdeal_must": False,
    "nest_shown": "no",
    "passing": "out",
    "all_pass": "redeal_next",
    "sell_any": False,
    "shoot": False,
    "bury_counters": "",
    "trumps_shown": False,
    "nest_told": False,
    "trump_by": "declarer",
    "most_bid": None,
    "bury_impossible": "fewest",
    "fold": "no",
    "battery_free": False,
    "last_trick": 0,
    "moon_doubles": False,
    "moon_by": "side",
    "all_points": 0,
    "alone_bonus": 0,
    "alone_doubles": False,
    "exact_makes": True,
    "forfeit": False,
    "score_dummy": False,
    "tie": "another_deal",
    "extra_deal": False,
    "games": 1,
    "going_out": "higher",
    "winner_made_bid": False,
    "below_zero": True,
    "lose_at": None,
    "lead_wins": None,
    "seat_change": "no",
    "seat_change_every": 4,
    "swap_first": 0,
}

# 1924, Regular Rook: the dealer must bid, the left of the dealer leads.
REGULAR_1924: Row = {**REGULAR, "title": "Regular Rook (1924)", "forced": True, "lead": "lod"}

# 1988, Official Tournament Rules (based on Kentucky Discard).
KENTUCKY: Row = {
    **REGULAR,
    "title": "Official Tournament Rook (Kentucky Discard)",
    "sides": PAIRS,
    "low": 5,
    "rook": True,
    "rook_role": "top",
    "hand": 9,
    "nest": 5,
    "deal_order": "interleave",
    "first_bidder": "left",
    "min_bid": 70,
    "caps": {"": 120},
    "lead": "lod",
    "counters": {"5": 5, "10": 10, "14": 10, "Rook": 20},
    "target": 300,
    "seat_change": "swap",  # after four deals one pair changes seats
}

# 1924 and 1912, Dixie: the last four cards are the nest; with equal tricks the players cut for the 20.
DIXIE_1924: Row = {
    **REGULAR,
    "title": "Dixie (1924)",
    "sides": PAIRS,
    "hand": 13,
    "nest": 4,
    "deal_order": "last",
    "first_bidder": "left",
    "min_bid": 70,
    "caps": {"": 120},
    "lead": "lod",
    "counters": {"5": 5, "10": 10, "13": 10},
    "majority": {"bonus": 20, "tie": "cut", "nest_is_trick": True},
    "target": 300,
}

# 1988, Display: the dealer's partner is the dummy and the dealer plays it.
DISPLAY: Row = {
    **REGULAR,
    "title": "Display",
    "sides": PAIRS,
    "dummy": "dealers_partner",
    "caps": {"": 125},  # of 128
    "lead": "lod",
    "trick_points": TRICKS_ARE_TWO,
    "fail": "zero_double",
    "target": 200,
}

# 1988, Boston; green is missing in the print, 184 less the 100 of the counters leaves 6 a trick.
BOSTON: Row = {
    **REGULAR,
    "title": "Boston",
    "sides": PAIRS,
    "dummy": "bidders_partner",
    "min_bid": 70,
    "step": 10,
    "caps": {"none": 240, "red": 240, "black": 210, "green": 180, "yellow": 150},
    "trump": "bid",
    "namable": [*COLORS, "none"],
    "trick_points": {"none": 10, "red": 10, "black": 8, "green": 6, "yellow": 4},
    "fail": "counts_double",
    "target": 1000,
}

# 1924, Tennessee (1933).
TENNESSEE_1933: Row = {
    **REGULAR,
    "title": "Tennessee for Two (1933)",
    "seats": 2,
    "sides": ALONE[:2],
    "low": 4,
    "hand": 11,
    "nest": 4,
    "deal_order": "last",
    "pile": 18,
    "forced": True,
    "min_bid": 60,
    "caps": {"": 140},
    "trump": "before",
    "discards": "no_counters",
    "nest_to": "removed",
    "trick_points": TRICKS_ARE_TWO,
    "fail": "zero_double",
    "target": 250,
}

# 1924, Over the Top (1918); the 2 points for a trick are an agreement.
OVER_THE_TOP_1918: Row = {
    **REGULAR,
    "title": "Over the Top (1918)",
    "seats": 2,
    "sides": ALONE[:2],
    "low": 4,
    "hand": 10,
    "nest": 4,
    "deal_order": "batteries",
    "battery": 5,
    "forced": True,
    "min_bid": 50,
    "trump": "before",
    "discards": "no_counters",
    "nest_to": "removed",
    "fail": "zero_double",
    "target": 200,
}

ROWS: dict[str, Row] = {
    # oldest, Regular Rook: for three to eight, with all cards.
    "regular_old": {**REGULAR_1924, "title": "Regular Rook (the oldest rules)", "target": 200},
    "regular_1924": REGULAR_1924,
    "regular_1988": REGULAR,
    # 1924, Partnership Rook: "if both sides take same number of tricks, only count cards score".
    "partnership_regular": {
        **REGULAR_1924,
        "title": "Partnership Regular",
        "sides": PAIRS,
        "caps": {"": 120},
        "majority": {"bonus": 20, "tie": "none", "nest_is_trick": False},
        "target": 200,
    },
    "kentucky": KENTUCKY,
    # 1988, Official Tournament Rules: "the original game did not include the Rook Bird Card".
    "kentucky_no_rook": {
        **KENTUCKY,
        "title": "Kentucky Discard without the Rook",
        "rook": False,
        "rook_role": "none",
        "nest": 4,
        "caps": {"": 100},
        "counters": {"5": 5, "10": 10, "14": 10},
    },
    # 1988, The Red 1.
    "red_one": {
        **KENTUCKY,
        "title": "The Red 1",
        "seat_change": "no",
        "rook_role": "second",
        "red_one": True,
        "nest": 6,
        "first_bidder": "dealer",
        "min_bid": 5,
        "caps": {"": 150},
        "counters": {"5": 5, "10": 10, "14": 10, "Rook": 20, "R1": 30},
        "target": 500,
    },
    # 1988, 1-High Partnership.
    "one_high": {
        **REGULAR,
        "title": "1-High Partnership",
        "sides": PAIRS,
        "rook": True,
        "one_high": True,
        "rook_role": "low",
        "nest": 1,
        "deal_order": "last",
        "min_bid": 75,
        "caps": {"": 200},
        "discards": "no_counters",
        "nest_to": "removed",
        "counters": {"1": 15, "5": 5, "10": 10, "14": 10, "Rook": 20},
        "majority": {"bonus": 20, "tie": "defenders", "nest_is_trick": False},
        "target": 500,
    },
    "dixie_1912": {**DIXIE_1924, "title": "Dixie (1912)"},
    "dixie_1924": DIXIE_1924,
    # 1988, Dixie: the dealer leads and bids first; equal tricks favor the defenders.
    "dixie_1988": {
        **DIXIE_1924,
        "title": "Dixie (1988)",
        "deal_order": "interleave",
        "first_bidder": "dealer",
        "lead": "dealer",
        "majority": {"bonus": 20, "tie": "defenders", "nest_is_trick": True},
    },
    "display": DISPLAY,
    "boston": BOSTON,
    # 1988, Boston: "for three players, deal the South hand as a dummy".
    "boston_three": {
        **BOSTON,
        "title": "Boston for Three",
        "seats": 3,
        "sides": ALONE[:3],
        "teams": "dummy",
        "dummy": "open",
    },
    "tennessee_1933": TENNESSEE_1933,
    # 1988, Tennessee for Two: with the Rook Bird Card; trump before the nest, R-14.
    "tennessee_1988": {
        **TENNESSEE_1933,
        "title": "Tennessee for Two (1988)",
        "rook": True,
        "rook_role": "top",
        "nest": 5,
        "forced": False,
        "min_bid": 80,
        "caps": {"": 160},
        "counters": {"5": 5, "10": 10, "14": 10, "Rook": 20},
        "target": 300,
    },
    "over_the_top_1918": OVER_THE_TOP_1918,
    "over_the_top_1988": {**OVER_THE_TOP_1918, "title": "Over the Top (1988)", "forced": False},
    # 1988, The Regular Game for Two: the dealer's opponent leads, also as the high bidder.
    "regular_for_two": {
        **REGULAR,
        "title": "The Regular Game for Two",
        "seats": 2,
        "sides": ALONE[:2],
        "low": 4,
        "hand": 13,
        "nest": 5,
        "deal_order": "last",
        "dummy": "blind",
        "min_bid": 30,
        "caps": {"": 125},  # of 126
        "trump": "before",
        "discards": "two_own",
        "nest_to": "dead",
        "lead": "lod",
        "trick_points": TRICKS_ARE_TWO,
        "fail": "zero_double",
        "target": 150,
    },
    # 1924, Three Handed Rook (1914).
    "three_handed_1914": {
        **REGULAR,
        "title": "Three Handed Rook",
        "seats": 3,
        "sides": ALONE[:3],
        "low": 4,
        "hand": 13,
        "nest": 5,
        "deal_order": "last",
        "forced": True,
        "min_bid": 50,
        "caps": {"": 125},  # of 126
        "trump": "before",
        "discards": "no_counters",
        "nest_to": "removed",
        "trick_points": TRICKS_ARE_TWO,
        "target": 200,
    },
    # 1988, Three-Handed Partnership Display.
    "three_handed_display": {
        **REGULAR,
        "title": "Three-Handed Partnership Display",
        "seats": 3,
        "sides": ALONE[:3],
        "teams": "dummy",
        "dummy": "open",
        "min_bid": 40,
        "target": 200,
    },
    # 1988, High Card Partner.
    "high_card_partner": {
        **KENTUCKY,
        "title": "High Card Partner",
        "seat_change": "no",
        "seats": 5,
        "sides": ALONE[:5],
        "teams": "called",
        "hand": 7,
        "nest": 6,
        "first_bidder": "dealer",
        "min_bid": 5,
        "target": 500,
    },
    # 1988, Partnership for Six: otherwise as Kentucky Discard; the nest is dealt as R-17 says.
    "partnership_six": {
        **KENTUCKY,
        "title": "Partnership for Six",
        "seat_change": "no",
        "seats": 6,
        "sides": THREES,
        "low": 1,
        "hand": 8,
        "nest": 9,
    },
    # oldest, Cordova: 32 points, bid one by one.
    "cordova": {
        **REGULAR,
        "title": "Cordova",
        "first_bidder": "left",
        "min_bid": 1,
        "step": 1,
        "caps": {"": 31},
        "most_bid": 31,
        "sale": True,
        "lead": "lod",
        "counters": {"10": 10, "7": 15, "5": 5, "2": 2},
        "trump_counters": True,
        "fail": "seller",
        "target": 100,
    },
}

# The whole deck of 56 among three to eight people.
ALL_OF_3: Table = {"seats": 3, "sides": ALONE[:3], "low": 1, "hand": 18, "odd": 2, "nest": 0}
ALL_OF_4: Table = {"seats": 4, "sides": ALONE[:4], "low": 1, "hand": 14, "odd": 0, "nest": 0}
ALL_OF_5: Table = {"seats": 5, "sides": ALONE[:5], "low": 1, "hand": 11, "odd": 1, "nest": 0}
ALL_OF_6: Table = {"seats": 6, "sides": ALONE[:6], "low": 1, "hand": 9, "odd": 2, "nest": 0}
ALL_OF_7: Table = {"seats": 7, "sides": ALONE[:7], "low": 1, "hand": 8, "odd": 0, "nest": 0}
ALL_OF_8: Table = {"seats": 8, "sides": ALONE, "low": 1, "hand": 7, "odd": 0, "nest": 0}
# "When three play, remove all cards below 5s" (1924 and 1988; R-11).
FROM_5_OF_3: Table = {**ALL_OF_3, "low": 5, "hand": 13, "odd": 1}
DIXIE_OF_4: Table = {"seats": 4, "sides": PAIRS, "low": 1, "hand": 13, "odd": 0, "nest": 4}
DIXIE_OF_6: Table = {"seats": 6, "sides": THREES, "low": 1, "hand": 9, "odd": 0, "nest": 2}

TABLES: dict[str, list[Table]] = {
    "regular_old": [ALL_OF_3, ALL_OF_4, ALL_OF_5, ALL_OF_6, ALL_OF_7, ALL_OF_8],
    "regular_1924": [FROM_5_OF_3, ALL_OF_4, ALL_OF_5, ALL_OF_6],
    "regular_1988": [FROM_5_OF_3, ALL_OF_4, ALL_OF_5, ALL_OF_6],
    "partnership_regular": [{**ALL_OF_4, "sides": PAIRS}, {**ALL_OF_6, "sides": THREES}],
    "dixie_1912": [DIXIE_OF_4, DIXIE_OF_6],
    "dixie_1924": [DIXIE_OF_4, DIXIE_OF_6],
    "dixie_1988": [DIXIE_OF_4, DIXIE_OF_6],
    "cordova": [ALL_OF_3, ALL_OF_4, ALL_OF_5, ALL_OF_6],
}


def seat_counts(key: str) -> list[int]:
    """For how many people the game is."""
    if key in TABLES:
        return [table["seats"] for table in TABLES[key]]
    return [ROWS[key]["seats"]]


def row_for(key: str, seats: int) -> Row:
    """The row of the game with so many people."""
    for table in TABLES.get(key, []):
        if table["seats"] == seats:
            return {**ROWS[key], **table}
    if seats != ROWS[key]["seats"]:
        raise ValueError(f"{key} is not for {seats} people")
    return ROWS[key]
