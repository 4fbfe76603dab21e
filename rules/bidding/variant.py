"""The ``Variant`` model: one bidding game as data, with its house rules.

Fields are grouped by subject. A value that is not a plain number or word also has a text form, for options,
codes and commands: numbers ``"1,5-14"``, points ``"5:5 10:10 14:10"``.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from rules.bidding.notation import read_by_trump, read_numbers, read_points
from rules.core.cards import RANKS
from rules.versions import NEWEST

SECOND_BIRD: Final = r"^(none|[RYGB]([1-9]|1[0-4]))$"
"""The form of the card that is a second bird: a card's notation, or ``none``."""
Points = Annotated[int, Field(ge=0, le=1000)]
Cards = Annotated[int, Field(ge=1, le=2)]
Numbers = Annotated[tuple[Annotated[int, Field(ge=1, le=RANKS)], ...], BeforeValidator(read_numbers)]
PointsByNumber = Annotated[
    dict[Annotated[int, Field(ge=1, le=RANKS)], Annotated[int, Field(ge=0, le=100)]],
    BeforeValidator(read_points),
]
PointsByTrump = Annotated[
    dict[Literal["red", "yellow", "green", "black", "none"], Annotated[int, Field(ge=0, le=100)]],
    BeforeValidator(read_by_trump),
]


class Penalties(BaseModel):
    """Points the books take off for faults, for a referee to impose; the bot prevents most of the faults."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    wrong_discard: Points = 0
    table_talk: Points | Literal["bid"] = 0
    """``bid``: as many points as were bid in the deal."""
    late_misdeal: Points = 0
    misdeal_until_trick: int = Field(default=0, ge=0, le=20)
    """A misdeal found before this many tricks are taken is dealt again by the next dealer."""
    revoke: Literal["bid"] | Annotated[int, Field(ge=1, le=1000)] | None = None
    """A renege ends the deal. ``bid``: the offending side loses the bid, even if an opponent made it; a
    number of points: it loses these and the others gain as many.
    """


class _Section(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Deck(_Section):
    """The cards and how they rank."""

    numbers: Numbers = tuple(range(1, RANKS + 1))
    """The numbers in the deck, in four colors."""
    numbers_with: dict[int, Numbers] = {}
    """By number of players: other numbers."""
    packs: int = Field(default=1, ge=1, le=2)
    high: Literal[1, 14] = 14
    """The number that is highest in each color."""
    rook: Literal["none", "top", "ten_half", "low", "dealer_chooses", "dealer_chooses_any"] = "none"
    """The bird: absent; the highest trump; between 10 and 11 of trump; the lowest; chosen each deal, as the
    highest or the lowest, or as any of the three."""
    rook_plays: Literal["any_time", "as_trump", "any_color"] = "any_time"
    """The bird may be played at any time; follows as a trump; follows any color led."""
    rook_without_trump: Literal["trump", "red"] = "trump"
    """Under "no color" the bird is the only trump; or a red card of its rank, without its other rules."""
    second_bird: Annotated[str, Field(pattern=SECOND_BIRD)] = "none"
    """A card such as ``B2``, a trump of any color named, added to a deck without its number; or ``none``."""
    second_bird_rank: Literal["below_rook", "lowest"] = "below_rook"
    """Above every number of trump, below a bird that is highest; or the lowest trump, below the bird, too."""
    red_one: bool = False
    """The red 1 is the highest trump of all, and of no other color."""
    blue: bool = False
    """Whether the yellow cards are called blue, as in the oldest decks (R-12)."""


class Seating(_Section):
    """The numbers of players, their partners and dummy, the keepers of scores, and changes of seats."""

    seats: tuple[Annotated[int, Field(ge=2, le=8)], ...]
    teams: Literal["solo", "partners", "called", "dummy"] = "solo"
    """Each alone; alternate seats; the declarer and the holders of called cards; declarer and dummy."""
    dummy: Literal["none", "dealers_partner", "declarers_partner", "opposite", "south", "blind"] = "none"
    """The hand that lies open; ``opposite`` and ``south`` have no player, ``blind`` lies face down."""
    credit: Literal["side", "each"] = "side"
    """Whether a side keeps one score, or each of its members records what the side made."""
    score_dummy: bool = False
    """Whether a dummy without a player has a line in the score (R-36, R-38)."""
    seat_change: Literal["no", "swap", "rotate"] = "no"
    """No change; the players of one side swap seats; four partners rotate."""
    seat_change_every: int = Field(default=4, ge=1, le=50)
    """Deals between changes."""
    swap_first: Literal[0, 1] = 0
    """The side that swaps first: that of the first seat or of the second (R-28)."""


class Called(_Section):
    """The called cards: how many, which, when their holders are public, and what playing alone earns."""

    called_cards: Cards = 1
    """Cards the declarer calls: their holders are the partners."""
    called_cards_with: dict[int, Cards] = {}
    """By number of players: another number of cards."""
    partner_card: Literal["not_held", "any"] = "not_held"
    """Whether a declarer may call a card held or discarded, and so play alone (R-43)."""
    partner_shown: Literal["at_once", "on_play"] = "at_once"
    """When a called partner becomes public (R-42)."""
    alone_bonus: Points = 0
    """Points on top for a bid made without a partner; it never helps to make the bid."""
    alone_bonus_with: dict[int, Points] = {}
    """By number of players: another bonus."""
    alone_doubles: bool = False
    """Whether a declarer who makes the bid without a partner counts the points taken twice."""


class Dealing(_Section):
    """Sizes of hands and nest, the use of undealt cards, how the nest is dealt, and misdeals."""

    hand: int | None = Field(default=None, ge=4, le=28)
    """Cards to each hand; None: all that are not in the nest, even if some get one more."""
    extra: Literal["none", "draw_pile", "batteries"] = "none"
    """The use of the undealt cards: none; a pile to draw from; five stacks of two before each player."""
    nest: int = Field(default=0, ge=0, le=12)
    nest_with: dict[int, Annotated[int, Field(ge=0, le=12)]] = {}
    """By number of players: another size of the nest."""
    nest_dealt: Literal["interleaved", "last"] = "last"
    nest_shown: Literal["no", "top_card", "after_bidding"] = "no"
    misdeal_claim: Literal["no", "no_counters", "only_numbers"] = "no"
    """Whether a hand without counters, or one of ``misdeal_numbers`` alone, may be shown and dealt again."""
    misdeal_numbers: Numbers = (6, 7, 8, 9)
    misdeal_must: bool = False
    """Whether such a hand is shown and dealt again without a claim."""


class Auction(_Section):
    """The bidding: its kind, the first bidder, limits and step of bids, passing, and the moon."""

    auction: Literal["highest", "sale"] = "highest"
    """The highest bidder is declarer; or the dealer sells that right, or keeps it (Cordova)."""
    first_bidder: Literal["left_of_dealer", "dealer"] = "dealer"
    min_bid: Points = 0
    bid_step: int = Field(default=5, ge=1, le=50)
    max_bid: Points | Literal["total", "none"] = "total"
    """``total``: the points of a deal, rounded down to the step (R-04)."""
    passing: Literal["out", "pass_partner"] = "out"
    """A pass puts the seat out; or once a deal a side may pass over its partner's high bid and stay in."""
    all_pass: Literal["redeal_next", "redeal_same", "dealer_must_bid", "thrown_in", "counted"] = "redeal_next"
    """The next dealer deals, or the same one, until after one such deal a seat the dealer must bid; the
    dealer must always bid. Never, but the next dealer deals; never, and it is one of the fixed deals.
    """
    sell_any: bool = False
    """Whether the dealer may sell to any bidder, not the high bidder alone (R-48)."""
    shoot: bool = False
    """Whether a player may declare to take every trick, to win or lose the game at once."""
    bidding_shown: Literal["history", "last"] = "history"


class Naming(_Section):
    """When trump is named, whether the partner may do it, and whether "no color" is allowed."""

    trump: Literal["after_nest", "before_nest", "with_bid"] = "after_nest"
    no_trump: Literal["no", "yes", "reversed", "reversed_alone"] = "no"
    """Whether "no color" may be named; ``reversed``: also any trump with the lowest card winning;
    ``reversed_alone``: the lowest card may win with "no color" alone."""
    trump_by: Literal["declarer", "or_partner", "partner_for_five"] = "declarer"
    """Whether the declarer may ask the partner to name it; ``partner_for_five``: the bid rises by 5, and the
    partner may hand it back for 5 more."""


class Nest(_Section):
    """The discard to the nest, the points of the nest, and giving up."""

    exchange: int | None = Field(default=None, ge=0, le=12)
    """The most own cards the declarer may discard; None: any number."""
    bury_counters: bool | Literal["shown", "for_trumps"] = True
    """Whether counters may be discarded; ``shown``: they lie face up; ``for_trumps``: only if all other cards
    that are no trumps go too, and everyone is told."""
    bury_trumps: Literal["yes", "shown", "no"] = "yes"
    """Trumps may be discarded; are shown to all when discarded; may not be discarded."""
    bury_rook: bool = True
    bury_impossible: Literal["fewest", "redeal"] = "fewest"
    """If no discard without barred cards is possible: the cheapest of them, or a new deal (R-15)."""
    nest_told: bool = False
    """Whether everyone is told if counters are in the discard, and nothing else."""
    nest_to: Literal["last_trick", "declarer", "nobody"] = "last_trick"
    """Who gets the points of the nest."""
    fold: Literal["no", "opponents_nothing", "opponents_all"] = "no"
    """Whether a declarer may give up after seeing the nest, and what the others score then."""


class Play(_Section):
    """The first lead, batteries, looking back at a trick, and taking back a card or call."""

    first_lead: Literal[
        "left_of_dealer", "left_of_declarer", "dealer", "declarer", "declarer_or_left", "declarer_or_partner"
    ] = "left_of_declarer"
    battery_free: bool = False
    """Whether a battery need not follow (R-40)."""
    trick_review: Literal["last", "never"] = "last"
    take_back: Literal["no", "until_next", "consent"] = "no"
    """Whether a card or call may be taken back: until the next player acts, or if most players agree."""


class Scores(_Section):
    """The points of a deal, and the cost of a failed bid."""

    counters: PointsByNumber = {5: 5, 10: 10, 14: 10}
    """Points of a card by its number."""
    trump_counters: bool = False
    """Whether only counters of the trump color count (Cordova)."""
    rook_points: Points = 20
    second_bird_points: Points = 10
    red_one_points: Points = 30
    trick_points: PointsByTrump | Annotated[int, Field(ge=0, le=100)] = 0
    """Points for every trick; in Boston by trump."""
    last_trick: Points = 0
    majority: Points = 0
    """Points for taking most tricks."""
    majority_tie: Literal["nobody", "defenders", "cut"] = "nobody"
    nest_is_trick: bool = False
    """Whether the nest counts as a trick for the taker of the last trick."""
    failure: Literal["set_back", "opponents_doubled", "counters_only", "deducted"] = "set_back"
    """What a failed bid costs: the bid; all points, and the opponents score twice; all but the counters, and
    the opponents score twice; the bid, taken off what was captured.
    """
    exact_makes: bool = True
    """Whether taking exactly the bid makes it."""
    forfeit: bool = False
    """With ``failure`` ``deducted``: whether the captured points are lost as well (R-49)."""


class Bonuses(_Section):
    """Points on top for a side that takes everything; they never help to make a bid."""

    moon: Points = 0
    """For a side that takes every trick (R-44)."""
    moon_doubles: bool = False
    """Whether a side that takes every trick counts its points twice."""
    moon_by: Literal["side", "declarer"] = "side"
    """Who must take every trick for either: any side; or the declarer's own hand alone."""
    all_points: Points = 0
    """For a side that takes every counter, the nest's included if a side gets them."""


class Ending(_Section):
    """When a match ends and who wins it."""

    target: int | None = Field(default=300, ge=5, le=10_000)
    deals: int | None = Field(default=None, ge=1, le=200)
    """A fixed number of deals that replaces the target."""
    max_deals: int = Field(default=200, ge=1, le=200)
    minutes: int | None = Field(default=None, ge=5, le=600)
    """Time limit: the deal under way after this many minutes is the last, target reached or not."""
    games: Literal[1, 3, 5] = 1
    """The match is the best of this many games to the target."""
    target_checked: Literal["deal_end", "each_trick"] = "deal_end"
    tie: Literal["another_deal", "shared"] = "another_deal"
    """A tie at the target."""
    extra_deal: bool = False
    """Whether a tie after the last of a fixed number of deals is played off; else it is shared (R-06)."""
    going_out: Literal["higher", "own_bid", "bidder_first", "own_bid_or_set"] = "higher"
    """At the target: the higher total wins; only a bidder who made the bid wins; such a bidder comes first;
    only a side that made its bid, or set the bidder, in the deal just scored wins.
    """
    winner_made_bid: bool = False
    """Whether only those may win at the target who have made a bid of their own in this game: a star."""
    below_zero: bool = True
    lose_at: int | None = Field(default=None, ge=-5000, le=-5)
    """A side that falls to this total loses the game."""
    lead_wins: int | None = Field(default=None, ge=50, le=10_000)
    """A side this many points ahead of every other wins the game."""
    penalties: Penalties = Penalties()


class Variant(Deck, Seating, Called, Dealing, Auction, Naming, Nest, Play, Scores, Bonuses, Ending):
    """One bidding game with its options. Field names are those of ``options`` in a match record.

    Values are checked one by one here; contradictions between them are found by `house/conflicts.py`.
    """

    key: str
    title: str
    edition: str
    source: str
    summary: str
    notes: tuple[tuple[str, str], ...] = ()
    """What the data cannot express, in short sections: a heading and its text."""
    version: int = Field(default=NEWEST, ge=1)
    """The version of the rules it is played by: no option, but set when the match begins."""
