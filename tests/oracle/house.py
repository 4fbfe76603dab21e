"""House rules: the row of a game with options changed, as the rules line of a record names them.

A record may say in ``changed`` which options differ from the book; only these are read from its options, all
other cells stay as the table of games has them.
"""

from typing import Any

from .cards import COLORS, deck, points
from .dummy import has_spare_hand
from .games import ALONE, ROWS, TABLES, row_for
from .rows import Row, unknown

Options = dict[str, Any]

PLAIN = {  # option -> the cell that has its value as it is
    "packs": "packs",
    "red_one": "red_one",
    "partner_card": "partner_card",
    "misdeal_claim": "misdeal_claim",
    "misdeal_numbers": "misdeal_numbers",
    "misdeal_must": "misdeal_must",
    "bid_step": "step",
    "min_bid": "min_bid",
    "passing": "passing",
    "sell_any": "sell_any",
    "shoot": "shoot",
    "nest_told": "nest_told",
    "trump_by": "trump_by",
    "rook_plays": "rook_plays",
    "second_bird_rank": "baby_rank",
    "exchange": "exchange",
    "bury_impossible": "bury_impossible",
    "fold": "fold",
    "battery_free": "battery_free",
    "trump_counters": "trump_counters",
    "last_trick": "last_trick",
    "moon_doubles": "moon_doubles",
    "moon_by": "moon_by",
    "all_points": "all_points",
    "alone_doubles": "alone_doubles",
    "exact_makes": "exact_makes",
    "forfeit": "forfeit",
    "score_dummy": "score_dummy",
    "target": "target",
    "tie": "tie",
    "extra_deal": "extra_deal",
    "all_pass": "all_pass",
    "games": "games",
    "going_out": "going_out",
    "winner_made_bid": "winner_made_bid",
    "below_zero": "below_zero",
    "lose_at": "lose_at",
    "lead_wins": "lead_wins",
    "seat_change": "seat_change",
    "seat_change_every": "seat_change_every",
    "swap_first": "swap_first",
    "nest_shown": "nest_shown",
}
WORDS: dict[str, tuple[str, dict[str, Any]]] = {  # option -> the cell, and the cell's word for each value
    "first_bidder": ("first_bidder", {"left_of_dealer": "left", "dealer": "dealer"}),
    "rook_without_trump": ("rook_red", {"trump": False, "red": True}),
    "no_trump": (
        "namable",
        {
            "no": COLORS,
            "yes": [*COLORS, "none"],
            "reversed": [*COLORS, "none", *(f"{color} reversed" for color in (*COLORS, "none"))],
            "reversed_alone": [*COLORS, "none", "none reversed"],
        },
    ),
    "auction": ("sale", {"highest": False, "sale": True}),
    "trump": ("trump", {"after_nest": "after", "before_nest": "before", "with_bid": "bid"}),
    "teams": ("teams", {"solo": "sides", "partners": "sides", "called": "called", "dummy": "dummy"}),
    "dummy": (
        "dummy",
        {
            "none": "none",
            "dealers_partner": "dealers_partner",
            "declarers_partner": "bidders_partner",
            "opposite": "open",
            "south": "south",
            "blind": "blind",
        },
    ),
    "first_lead": (
        "lead",
        {
            "left_of_dealer": "lod",
            "left_of_declarer": "lob",
            "dealer": "dealer",
            "declarer": "bidder",
            "declarer_or_left": "bidder_or_left",
            "declarer_or_partner": "bidder_or_partner",
        },
    ),
    "failure": (
        "fail",
        {
            "set_back": "setback",
            "opponents_doubled": "zero_double",
            "counters_only": "counts_double",
            "deducted": "seller",
        },
    ),
}
WITHOUT_EFFECT = {  # on what is recorded: screens, a referee's fines, the length of a match read elsewhere
    "blue",
    "bidding_shown",
    "trick_review",
    "take_back",
    "partner_shown",
    "nest_dealt",
    "penalties",
    "table_talk",
    "wrong_discard",
    "late_misdeal",
    "misdeal_until_trick",
    "revoke",
    "minutes",
    "deals",
    "max_deals",
    "moon",
    "target_checked",
}
DECK = {
    "seats",
    "numbers",
    "packs",
    "rook",
    "second_bird",
    "red_one",
    "extra",
    "hand",
    "nest",
    "dummy",
    "teams",
}
BY_PLAYERS = ("called_cards", "alone_bonus")  # a number that may be another with so many players
BIDS = {
    "counters",
    "rook_points",
    "second_bird_points",
    "red_one_points",
    "trick_points",
    "last_trick",
    "majority",
    "max_bid",
}
BIDS |= DECK | {"bid_step", "exact_makes", "trump_counters", "no_trump", "trump"}


def house_row(key: str, seats: int, options: Options, changed: list[str]) -> Row:
    """The row of a game for so many people, with the options that are changed."""
    book = row_for(key, seats) if seats in seats_of(key) else near_row(key, seats)
    row: dict[str, Any] = {**book, "counters": dict(book["counters"])}
    row["rook_plays"] = "any_time" if row["rook_role"] in ("none", "top") else "as_trump"
    if book["min_bid"] == book["step"]:  # the book names no lowest bid
        row["min_bid"] = 0
    each = book["teams"] != "sides"  # partners of one deal keep records of their own
    row["barred"] = ["counters"] if row["discards"] == "no_counters" else []
    row["exchange"] = 2 if row["discards"] == "two_own" else None
    for option in changed:
        if option in PLAIN:
            row[PLAIN[option]] = options[option]
        elif option in WORDS:
            cell, words = WORDS[option]
            if options[option] not in words:
                raise unknown(option, options[option])
            row[cell] = words[options[option]]
        elif option in BY_PLAYERS:
            row[option] = options[f"{option}_with"].get(str(seats), options[option])
    if "high" in changed:
        row["one_high"] = options["high"] == 1
    if "all_pass" in changed:
        row["forced"] = options["all_pass"] == "dealer_must_bid"
    change_sides(row, options, changed, each)
    change_deck(row, seats, options, changed)
    change_discards(row, options, changed)
    change_points(row, options, changed)
    change_caps(row, options, changed)
    for option in changed:
        if option not in KNOWN:
            raise unknown("the option", option)
    return row  # type: ignore[return-value]


KNOWN = {*PLAIN, *WORDS, *WITHOUT_EFFECT, *BY_PLAYERS, *DECK, *BIDS, "high", "credit", "bury_counters"}
KNOWN |= {"bury_trumps", "bury_rook", "nest_to", "nest_is_trick", "majority_tie"}


def seats_of(key: str) -> list[int]:
    """For how many people the book has the game."""
    return [table["seats"] for table in TABLES.get(key, [ROWS[key]])]


def near_row(key: str, seats: int) -> Row:
    """The row of the book for a number of people it does not have: with every card it has."""
    tables = TABLES.get(key, [ROWS[key]])
    low = min(table["low"] for table in tables)
    return {**ROWS[key], "seats": seats, "low": low, "nest": max(table["nest"] for table in tables)}


def change_sides(row: dict[str, Any], options: Options, changed: list[str], each: bool) -> None:
    """Who plays together, and who keeps a record."""
    seats = row["seats"]
    alternate = [list(range(first, seats, 2)) for first in (0, 1)]
    partners = row["teams"] == "sides" and len(row["sides"][0]) > 1
    if "teams" in changed:
        partners = options["teams"] == "partners"
    if "credit" in changed:
        each = options["credit"] == "each"
    row["together"] = alternate if partners else ALONE[:seats]
    row["sides"] = alternate if partners and not each else ALONE[:seats]
    if row["score_dummy"]:
        row["sides"] = [*row["sides"], [seats]]


def change_deck(row: dict[str, Any], seats: int, options: Options, changed: list[str]) -> None:
    """The cards, and how many each one is dealt."""
    if "numbers" in changed:
        row["numbers"] = options["numbers_with"].get(str(seats), options["numbers"])
    if "rook" in changed:
        row["rook"] = options["rook"] != "none"
        row["rook_role"] = options["rook"]
    if "second_bird" in changed:
        row["baby"] = options["second_bird"].replace("none", "")
    if "nest" in changed:
        row["nest"] = options["nest_with"].get(str(seats), options["nest"])
    if not DECK.intersection(changed):
        return
    extra = "batteries" if row["battery"] else "draw_pile" if row["pile"] else "none"
    if "extra" in changed:
        extra = options["extra"]
    cards, hands = len(deck(row)) - row["nest"], seats + has_spare_hand(row)  # type: ignore[arg-type]
    row["battery"] = 5 if extra == "batteries" else 0
    row["deal_order"] = "batteries" if extra == "batteries" else row["deal_order"]
    if extra == "none":
        row["hand"], row["odd"], row["pile"] = cards // hands, cards % hands, 0
    else:
        row["hand"] = options["hand"] if "hand" in changed else row["hand"]
        row["odd"] = 0
        row["pile"] = cards - hands * row["hand"] if extra == "draw_pile" else 0


def change_discards(row: dict[str, Any], options: Options, changed: list[str]) -> None:
    """What may not be discarded, and who gets the points of the nest."""
    for option, what in (("bury_counters", "counters"), ("bury_rook", "rook")):
        if option in changed:
            row["barred"] = [other for other in row["barred"] if other != what]
            row["barred"] += [] if options[option] else [what]
    if "bury_counters" in changed and options["bury_counters"] in ("shown", "for_trumps"):
        row["bury_counters"] = options["bury_counters"]
    if "bury_trumps" in changed:
        row["barred"] += ["trumps"] if options["bury_trumps"] == "no" else []
        row["trumps_shown"] = options["bury_trumps"] == "shown"
    if "nest_to" in changed or "bury_counters" in changed:
        words = {"last_trick": "last_trick", "removed": "nobody", "dead": "nobody"}
        to = options["nest_to"] if "nest_to" in changed else words[row["nest_to"]]
        # a nest out of play has counters only if the declarer held nothing else; else they are dead
        kept = "removed" if "counters" in row["barred"] else "dead"
        row["nest_to"] = kept if to == "nobody" else to


def change_points(row: dict[str, Any], options: Options, changed: list[str]) -> None:
    """What cards, tricks and most tricks count."""
    counters = row["counters"]
    specials = {name: counters.get(name, worth) for name, worth in (("Rook", 20), ("R1", 30))}
    if "counters" in changed:
        counters = {str(number): worth for number, worth in options["counters"].items()}
    if "rook_points" in changed:
        specials["Rook"] = options["rook_points"]
    if "red_one_points" in changed:
        specials["R1"] = options["red_one_points"]
    row["counters"] = {**counters, "Rook": specials["Rook"]}
    row["counters"].pop("R1", None)
    if row["red_one"]:
        row["counters"]["R1"] = specials["R1"]
    if row["baby"]:
        row["counters"][row["baby"]] = options["second_bird_points"]
    if "trick_points" in changed:
        given = options["trick_points"]
        by_trump = given if isinstance(given, dict) else dict.fromkeys(("none", *COLORS), given)
        row["trick_points"] = {trump: by_trump.get(trump, 0) for trump in ("none", *COLORS)}
    majority = dict(row["majority"])
    if "majority" in changed:
        majority["bonus"] = options["majority"]
    if "majority_tie" in changed:
        majority["tie"] = {"nobody": "none"}.get(options["majority_tie"], options["majority_tie"])
    if "nest_is_trick" in changed:
        majority["nest_is_trick"] = options["nest_is_trick"]
    row["majority"] = majority


def change_caps(row: dict[str, Any], options: Options, changed: list[str]) -> None:
    """The lowest and the highest bid, multiples of the step; by the trump where that is bid (R-04, R-33)."""
    step = row["step"]
    row["min_bid"] = max(-(-row["min_bid"] // step), 1) * step
    if not BIDS.intersection(changed):
        return
    trumps = [trump for trump in row["namable"] if not trump.endswith("reversed")]
    most = options["max_bid"] if "max_bid" in changed else row["most_bid"] or "total"
    tops = {}
    for trump in trumps:
        top = most
        if most == "total":
            tricks = row["hand"] + row["pile"] // 2
            top = points(deck(row), row, trump) + tricks * row["trick_points"][trump]  # type: ignore[arg-type]
            top += row["majority"]["bonus"] + row["last_trick"] - (not row["exact_makes"])
        elif most == "none":
            top = 2000
        tops[trump] = top // step * step
    row["caps"] = tops if row["trump"] == "bid" else {"": max(tops.values())}
