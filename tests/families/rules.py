"""The rules of twelve families and clubs, as plain data and plain words, for the referee.

Nothing here comes from the engine. What a family did not say follows the Kentucky Discard: four players,
partners opposite; 5 to 14 and the bird; the player left of the dealer bids and leads first; bids from 70 by
5; a nest of five, dealt a card after each round, any five cards discarded before trump is named, its points
for the last trick; the bird is the highest trump and may be played at any time; a failed bid is lost and
what was taken with it; 300 points, and 200 deals at most.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

FIVE_UP: Final = tuple(range(5, 15))
ONE_AND_FIVE_UP: Final = (1, *FIVE_UP)
ALL: Final = tuple(range(1, 15))
FOURTEENS: Final = {5: 5, 10: 10, 14: 10}
THIRTEENS: Final = {5: 5, 10: 10, 13: 10}
ONES: Final = {1: 15, 5: 5, 10: 10, 14: 10}


class Cards(NamedTuple):
    """The deck, what counts, and how the birds rank."""

    numbers: tuple[int, ...] = FIVE_UP
    one_high: bool = False
    """Where the 1 counts, it is the highest of its color."""
    bird: Literal["none", "top", "ten_half", "low"] = "top"
    baby: bool = False
    """The black 2 is a second bird that counts 10: a trump below the bird and above all others."""
    counts: Mapping[int, int] = FOURTEENS
    last_trick: int = 0
    most_tricks: int = 0
    all_points: int = 0
    """For a side that takes every point of the deal, on top."""
    moon: int = 0
    """For all the tricks with the bidder's own hand, on top."""
    dealt_again: Literal["never", "asked", "always"] = "never"
    """Never; a hand without a counter, if its player asks; a hand of nothing but 6 to 9, without asking."""


class Bids(NamedTuple):
    """The bidding and the naming of trump."""

    least: int = 70
    all_pass: Literal["next_dealer", "dealer_must", "thrown_in"] = "next_dealer"
    """The next dealer deals, and after as many such deals as players the dealer must bid; the dealer must
    bid at once; the next dealer deals, without end."""
    trump_first: bool = False
    """Trump is named before the nest is taken."""
    no_color: bool = False
    """The bidder may name no trump; then a bird at 10½ is a red card."""
    five_for_partner: bool = False
    """The bidder may have the partner name trump for 5 more, who may hand it back for 5 more again."""


class Nest(NamedTuple):
    """The nest and the discard."""

    size: Mapping[int, int] = {4: 5}
    """By number of players."""
    dealt_last: bool = False
    turned_up: bool = False
    """All see the nest that the bidder takes."""
    discards: Literal["any", "counters_shown", "counters_for_trumps"] = "any"
    """Any cards; discarded counters lie face up; counters only with all cards that neither count nor are
    trumps, if these are too few, and then all are told."""
    points_to: Literal["last_trick", "bidder"] = "last_trick"
    give_up: bool = False
    """The bidder may give up after seeing the nest: the bid is lost, and the others score nothing."""
    told: bool = False
    """All are told whether points lie in the discard."""


class Partners(NamedTuple):
    """Who plays together, and who leads first."""

    kind: Literal["opposite", "called", "none"] = "opposite"
    called: Mapping[int, int] = {}
    """By number of players: the cards a bidder calls; each holder is a partner."""
    alone: Mapping[int, int] = {}
    """By number of players: points on top of a made bid without a partner. A bidder may call cards of the
    own hand or discard and so play alone; without these points that is not allowed."""
    leads: Literal["left", "dealer", "bidder"] = "left"


class End(NamedTuple):
    """When a match is over."""

    target: int | None = 300
    deals: int | None = None
    minutes: bool = False
    """When time is up, the deal under way is the last."""
    who: Literal["higher", "own_bid_or_set", "made_a_bid"] = "higher"
    """At the target: the higher total wins; only a side that made its bid, or set the others, in this deal;
    only a player who has made a bid in this match."""
    lose: int | None = None
    """A total this low loses."""
    ahead: int | None = None
    """A lead of so many points wins."""


class Family(NamedTuple):
    """How one family plays; ``preset`` is the name of its house rules in the bot."""

    preset: str
    reading: str
    """How a line was read that says too little or cannot be played as it stands."""
    cards: Cards = Cards()
    bids: Bids = Bids()
    nest: Nest = Nest()
    partners: Partners = Partners()
    end: End = End()

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of players."""
        return tuple(self.nest.size)


FIVE_MORE: Final = Cards(ONE_AND_FIVE_UP, one_high=True, counts=ONES)
EVERY_CARD: Final = Cards(ALL, one_high=True, counts=ONES)
BIRD_AT_TEN_HALF: Final = Cards(
    ONE_AND_FIVE_UP, one_high=True, bird="ten_half", counts=ONES, last_trick=20, moon=200
)

FAMILIES: Final = (
    Family(
        "thirteens",
        "Over 500 is 505 or more, under −250 is −255 or less. The points of the discard go with the last "
        "trick, as the line says only who takes the nest.",
        Cards(bird="none", counts=THIRTEENS, most_tricks=20, dealt_again="always"),
        Bids(65, "dealer_must"),
        Nest({4: 4}, dealt_last=True),
        end=End(505, lose=-255),
    ),
    Family(
        "grants_pass",
        "",
        Cards(ALL, bird="low", counts=THIRTEENS),
    ),
    Family(
        "western_new_york",
        "",
        Cards(ALL, one_high=True, bird="low", counts=ONES),
        nest=Nest(discards="counters_shown"),
        end=End(500),
    ),
    Family(
        "cambridge",
        "Eight deals. A player who calls the own cards plays alone.",
        EVERY_CARD,
        Bids(100),
        Nest({4: 5, 5: 7, 6: 3}),
        Partners("called", {4: 1, 5: 1, 6: 2}, {4: 20, 5: 30, 6: 40}, "bidder"),
        End(None, deals=8),
    ),
    Family(
        "cambridge_star",
        "The same to a total, which is the 300 of the Kentucky Discard as the line names none.",
        EVERY_CARD,
        Bids(100),
        Nest({4: 5, 5: 7, 6: 3}),
        Partners("called", {4: 1, 5: 1, 6: 2}, {4: 20, 5: 30, 6: 40}, "bidder"),
        End(who="made_a_bid"),
    ),
    Family(
        "ten_half_alone",
        "A moon brings 400 in all: 200 on top of the 200 of the deal. Laying the hand down only saves time.",
        BIRD_AT_TEN_HALF,
        Bids(100, no_color=True),
        Nest({3: 6, 5: 5}, give_up=True),
        Partners("none", leads="bidder"),
        End(1000),
    ),
    Family(
        "ten_half_called",
        "The same for five with a called partner.",
        BIRD_AT_TEN_HALF,
        Bids(100, no_color=True),
        Nest({5: 5}, give_up=True),
        Partners("called", {5: 1}, leads="bidder"),
        End(1000),
    ),
    Family(
        "invitational",
        "The 1 is high, as it counts 15. Partners and tables by rank are the evening's, not the match's.",
        FIVE_MORE,
        Bids(all_pass="thrown_in"),
        end=End(None, deals=4, minutes=True),
    ),
    Family(
        "no_points_in_nest",
        "The 200 of the line are 180 and the 20 for all the points; so the highest bid is 180. Trumps are "
        "known at the discard, so trump is named before the nest.",
        Cards(ALL, one_high=True, bird="low", counts=ONES, all_points=20, dealt_again="asked"),
        Bids(trump_first=True),
        Nest(discards="counters_for_trumps"),
        end=End(500),
    ),
    Family(
        "five_more_for_trump",
        "",
        FIVE_MORE,
        Bids(100, five_for_partner=True),
        end=End(500),
    ),
    Family(
        "three_hundred_ahead",
        "",
        nest=Nest(turned_up=True, points_to="bidder"),
        partners=Partners(leads="dealer"),
        end=End(ahead=300),
    ),
    Family(
        "own_bid_or_set",
        "The 1 is high, as it counts 15.",
        FIVE_MORE,
        Bids(100),
        partners=Partners(leads="bidder"),
        end=End(500, who="own_bid_or_set", ahead=1000),
    ),
    Family(
        "baby_bird",
        "46 cards leave 41 with a nest of five, so the nest has six.",
        Cards(ONE_AND_FIVE_UP, one_high=True, baby=True, counts=ONES),
        Bids(100),
        Nest({4: 6}),
        end=End(500),
    ),
    Family(
        "hands_told",
        "The 1 is high, as it counts 15. Two sides, every other seat; so no card is called.",
        EVERY_CARD,
        Bids(100),
        Nest({6: 3}, told=True),
        Partners(leads="bidder"),
        End(500),
    ),
    Family(
        "hands_told_called",
        "The same with two called partners, for everyone's own score.",
        EVERY_CARD,
        Bids(100),
        Nest({6: 3}, told=True),
        Partners("called", {6: 2}, leads="bidder"),
        End(500),
    ),
)
"""Twelve lines; those that say two ways to play stand here twice."""

BY_PRESET: Final[Mapping[str, Family]] = {family.preset: family for family in FAMILIES}
