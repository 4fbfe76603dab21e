"""The table's columns: one plain row of cells for each game of the rule books.

The other modules of the oracle read the cells; none of them asks for the name of a game.  Where a cell needs
a word no row has used yet, the function that reads the cell raises NotImplementedError until the word is
written there.  The rows themselves are in games.py.
"""

from typing import NotRequired, TypedDict


class Majority(TypedDict):
    """The bonus for taking most tricks."""

    bonus: int  # 0 = the game has none
    tie: str  # who gets it when tricks are equal: "none", "defenders", "cut" = the side that cuts higher
    nest_is_trick: bool  # is the nest counted as one more trick?


class Table(TypedDict):
    """The cells that depend on the number of people."""

    seats: int  # people, not hands
    sides: list[
        list[int]
    ]  # who keeps one record together: seats 0.., [[0], [1], ..] = each player an own one
    low: int  # lowest number of each color in the deck
    hand: int
    odd: int  # so many players, from the dealer's left, get one card more
    nest: int


class Row(Table):
    """One game at one table."""

    title: str
    # who is with the declarer: "sides" = those who share his record, "dummy" = the hand without a person,
    # "called" = the holder of the card he names
    teams: str
    # the deck
    rook: bool  # is the Rook Bird Card added?
    one_high: bool  # does the 1 beat the 14?
    # "none"; "top" = highest trump, playable at any time; "low" = lowest trump, "second" = below the Red 1,
    # "ten_half" = between the 10 and the 11 of trump: these without any privilege
    rook_role: str
    rook_red: bool  # is the Rook a red card in a deal without trump?
    red_one: bool  # is the Red 1 the highest trump?
    baby: str  # the card that is a second Rook, "" = none
    baby_rank: str  # "below_rook" = above the numbers of trump, "lowest" = the lowest trump of all
    # the deal
    # "all" = the whole deck around; "interleave" = a nest card after each round until the nest is full;
    # "last" = the cards left after the hands become the nest, and what the nest leaves the drawing pile;
    # "batteries" = hands, batteries, nest
    deal_order: str
    pile: int  # cards of the drawing pile
    battery: int  # open cards of a battery; as many lie under them
    # "none"; "dealers_partner", "bidders_partner" = that person's hand; "open", "blind" = a spare hand
    dummy: str
    # the auction
    first_bidder: str  # "dealer", "left" (of the dealer)
    forced: bool  # must the dealer open?
    min_bid: int
    step: int
    # the proof total rounded down to the step; "" = any color, else by the color named in the bid
    caps: dict[str, int]
    sale: bool  # do the others bid to the dealer, who sells or declines?
    # the nest
    trump: str  # named "after" or "before" the nest is taken, or in the "bid"
    # what may be named: colors, "none", and "red reversed" or "none reversed" where the lowest card wins
    namable: list[str]
    discards: str  # "any" card, "no_counters", or any, but only "two_own" from his own hand
    # "last_trick" = its taker gets the nest; "removed" = no side, but; "dead" = no side at all
    nest_to: str
    # the play
    lead: str  # "lod" = left of the dealer, "lob" = left of the high bidder, "dealer"
    # the score
    counters: dict[str, int]  # number (or whole card) -> points
    trump_counters: bool  # do only cards of the trump color count?
    trick_points: dict[str, int]  # by trump color, "none" = no color
    majority: Majority
    # what a failing declarer does: "setback" = minus the bid, no credit; "zero_double" = nothing, the others
    # twice; "counts_double" = his counters only, the others twice; "seller" = his captures less what he owes
    fail: str
    target: int
    # house rules: the cells no book needs; what they say is the option of the same name, if not told here
    together: NotRequired[list[list[int]]]  # who plays together, if not those who keep one record
    numbers: NotRequired[list[int]]  # of each color, if not all from the lowest up
    barred: NotRequired[list[str]]  # what is not discarded while there is another card
    exchange: NotRequired[int | None]
    rook_plays: NotRequired[str]
    packs: int
    partner_card: str
    called_cards: int
    misdeal_claim: str
    misdeal_numbers: list[int]
    misdeal_must: bool
    nest_shown: str
    passing: str
    all_pass: str
    sell_any: bool
    shoot: bool
    bury_counters: str  # "shown" = discarded face up; "for_trumps" = only where nothing but trumps is left
    trumps_shown: bool  # do discarded trumps lie face up?
    nest_told: bool  # is it said whether points lie in the nest?
    trump_by: str
    most_bid: int | None  # None: all the points of a deal
    bury_impossible: str
    fold: str
    battery_free: bool
    last_trick: int
    moon_doubles: bool
    moon_by: str
    all_points: int
    alone_bonus: int
    alone_doubles: bool
    exact_makes: bool
    forfeit: bool
    score_dummy: bool
    tie: str
    extra_deal: bool
    games: int
    going_out: str
    winner_made_bid: bool
    below_zero: bool
    lose_at: int | None
    lead_wins: int | None
    seat_change: str
    seat_change_every: int
    swap_first: int


def unknown(cell: str, value: str) -> NotImplementedError:
    """The complaint of a function that finds a word in its cell it was not taught."""
    return NotImplementedError(f"the oracle was not taught {cell} = {value!r}")
