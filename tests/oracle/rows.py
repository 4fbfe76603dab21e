"""The table of games: one plain row per game, nothing computed.

A row says in words and numbers what the rule book says of a game.  The other modules of the oracle read the
cells; none of them asks for the name of a game.  To add a game, add a row; where a cell needs a word no row
has used yet, the function that reads the cell raises NotImplementedError until the word is written there.

Source of both rows: 1988 booklet, General Rules for Bidding Games and the page of the game.
"""

from typing import TypedDict


class Majority(TypedDict):
    """The bonus for taking most tricks."""

    bonus: int  # 0 = the game has none
    tie: str  # who gets it when tricks are equal: "none", "defenders"
    nest_is_trick: bool  # is the nest counted as one more trick?


class Row(TypedDict):
    """One game."""

    title: str
    seats: int
    sides: list[list[int]]
    # the pack
    low: int  # lowest number of each color in the pack
    rook: bool  # is the Rook Bird Card added?
    one_high: bool  # does the 1 beat the 14?
    rook_role: str  # "top" = highest trump, playable at any time; "low" = lowest trump, no privilege
    # the deal
    hand: int
    nest: int
    deal_order: str  # "interleave" = a nest card after each round until full; "last" = the last cards
    # the auction
    first_bidder: str  # "dealer", "left" (of the dealer)
    forced: bool  # must the dealer open?
    min_bid: int
    step: int
    cap: int  # the proof total rounded down to the step
    # the nest
    trump: str  # is trump named "after" or "before" the nest is taken?
    bury: str  # "any" card, or "no_counters"
    nest_to: str  # "last_trick" = its taker gets the nest; "removed" = nobody does
    # the play
    lead: str  # "lod" = left of the dealer, "lob" = left of the high bidder
    # the score
    counters: dict[str, int]  # number (or whole card) -> points
    trick_points: int
    majority: Majority
    fail: str  # "setback" = minus the bid, no credit; the others keep theirs
    target: int


ROWS: dict[str, Row] = {
    # 1988 booklet, Official Tournament Rules (based on Kentucky Discard).
    "kentucky": {
        "title": "Official Tournament Rook (Kentucky Discard)",
        "seats": 4,
        "sides": [[0, 2], [1, 3]],
        "low": 5,
        "rook": True,
        "one_high": False,
        "rook_role": "top",
        "hand": 9,
        "nest": 5,
        "deal_order": "interleave",
        "first_bidder": "left",
        "forced": False,
        "min_bid": 70,
        "step": 5,
        "cap": 120,
        "trump": "after",
        "bury": "any",
        "nest_to": "last_trick",
        "lead": "lod",
        "counters": {"5": 5, "10": 10, "14": 10, "Rook": 20},
        "trick_points": 0,
        "majority": {"bonus": 0, "tie": "none", "nest_is_trick": False},
        "fail": "setback",
        "target": 300,
    },
    # 1988 booklet, 1-High Partnership.
    "one_high": {
        "title": "1-High Partnership",
        "seats": 4,
        "sides": [[0, 2], [1, 3]],
        "low": 1,
        "rook": True,
        "one_high": True,
        "rook_role": "low",
        "hand": 14,
        "nest": 1,
        "deal_order": "last",
        "first_bidder": "dealer",
        "forced": False,
        "min_bid": 75,
        "step": 5,
        "cap": 200,
        "trump": "after",
        "bury": "no_counters",
        "nest_to": "removed",
        "lead": "lob",
        "counters": {"1": 15, "5": 5, "10": 10, "14": 10, "Rook": 20},
        "trick_points": 0,
        "majority": {"bonus": 20, "tie": "defenders", "nest_is_trick": False},
        "fail": "setback",
        "target": 500,
    },
}


def unknown(cell: str, value: str) -> NotImplementedError:
    """The complaint of a function that finds a word in its cell it was not taught."""
    return NotImplementedError(f"the oracle was not taught {cell} = {value!r}")
