"""The numbers of each bidding game in its rule book, written down independently of the engine.

The laws compare the engine with this table; the oracle has another of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

from rules.core.cards import Card, Color

TrickPoints = int | Mapping[str, int]


class Facts(NamedTuple):
    """One game: sizes by number of players, points, and the words that decide the rest."""

    cards: Mapping[int, int]
    """Cards in the deck."""
    nest: Mapping[int, int]
    total: TrickPoints
    """The proof total; in Boston by trump."""
    opening: int
    step: int
    cap: int
    camps: Literal["solo", "partners", "called", "dummy"] = "solo"
    counters: Mapping[int, int] = {5: 5, 10: 10, 14: 10}
    bird: Literal["none", "top", "second", "low"] = "none"
    one_high: bool = False
    trump_counters: bool = False
    trick: TrickPoints = 0
    majority: int = 0
    nest_is_trick: bool = False
    discards: Literal["any", "no_counters", "two"] = "any"
    nest_to: Literal["last_trick", "nobody"] = "last_trick"
    fail: Literal["setback", "zero_double", "counts_double", "seller"] = "setback"
    hand: int | None = None
    """Cards dealt to each hand, where not all are dealt out."""
    spare: int = 0
    """Hands dealt without a player."""


SIZES: Final = dict.fromkeys(range(3, 9), 56)
THREE_WITH_FORTY: Final = SIZES | {3: 40}
NO_NEST: Final = dict.fromkeys(range(2, 9), 0)
BOSTON: Final = Facts(
    {4: 56, 3: 56},
    NO_NEST,
    {"none": 240, "red": 240, "black": 212, "green": 184, "yellow": 156},
    70,
    10,
    240,
    "partners",
    trick={"none": 10, "red": 10, "black": 8, "green": 6, "yellow": 4},
    fail="counts_double",
)
DIXIE: Final = Facts(
    {4: 56, 6: 56},
    {4: 4, 6: 2},
    120,
    70,
    5,
    120,
    "partners",
    counters={5: 5, 10: 10, 13: 10},
    majority=20,
    nest_is_trick=True,
)
KENTUCKY: Final = Facts({4: 41}, {4: 5}, 120, 70, 5, 120, "partners", bird="top")
REGULAR: Final = Facts(THREE_WITH_FORTY, NO_NEST, 100, 5, 5, 100)
TENNESSEE: Final = Facts(
    {2: 44},
    {2: 4},
    140,
    60,
    5,
    140,
    trick=2,
    discards="no_counters",
    nest_to="nobody",
    fail="zero_double",
    hand=11,
)
OVER_THE_TOP: Final = Facts(
    {2: 44}, {2: 4}, 100, 50, 5, 100, discards="no_counters", nest_to="nobody", fail="zero_double", hand=10
)

FACTS: Final[Mapping[str, Facts]] = {
    "regular_old": REGULAR._replace(cards=SIZES),
    "regular_1924": REGULAR,
    "regular_1988": REGULAR,
    "partnership_regular": Facts({4: 56, 6: 56}, NO_NEST, 120, 5, 5, 120, "partners", majority=20),
    "kentucky": KENTUCKY,
    "kentucky_no_rook": KENTUCKY._replace(cards={4: 40}, nest={4: 4}, total=100, cap=100, bird="none"),
    "red_one": Facts({4: 42}, {4: 6}, 150, 5, 5, 150, "partners", bird="second"),
    "one_high": Facts(
        {4: 57},
        {4: 1},
        200,
        75,
        5,
        200,
        "partners",
        counters={1: 15, 5: 5, 10: 10, 14: 10},
        bird="low",
        one_high=True,
        majority=20,
        discards="no_counters",
        nest_to="nobody",
    ),
    "dixie_1912": DIXIE,
    "dixie_1924": DIXIE,
    "dixie_1988": DIXIE,
    "display": Facts({4: 56}, NO_NEST, 128, 5, 5, 125, "partners", trick=2, fail="zero_double"),
    "boston": BOSTON,
    "boston_three": BOSTON._replace(camps="dummy", spare=1),
    "tennessee_1933": TENNESSEE,
    "tennessee_1988": TENNESSEE._replace(
        cards={2: 45}, nest={2: 5}, total=160, opening=80, cap=160, bird="top"
    ),
    "over_the_top_1918": OVER_THE_TOP,
    "over_the_top_1988": OVER_THE_TOP,
    "regular_for_two": Facts(
        {2: 44},
        {2: 5},
        126,
        30,
        5,
        125,
        trick=2,
        discards="two",
        nest_to="nobody",
        fail="zero_double",
        spare=1,
    ),
    "three_handed_1914": Facts(
        {3: 44}, {3: 5}, 126, 50, 5, 125, trick=2, discards="no_counters", nest_to="nobody"
    ),
    "three_handed_display": Facts({3: 56}, NO_NEST, 100, 40, 5, 100, "dummy", spare=1),
    "high_card_partner": Facts({5: 41}, {5: 6}, 120, 5, 5, 120, "called", bird="top"),
    "partnership_six": Facts({6: 57}, {6: 9}, 120, 70, 5, 120, "partners", bird="top"),
    "cordova": Facts(
        SIZES, NO_NEST, 32, 1, 1, 31, counters={10: 10, 7: 15, 5: 5, 2: 2}, trump_counters=True, fail="seller"
    ),
}


def hand_sizes(facts: Facts, players: int) -> tuple[int, int]:
    """Cards in a small hand, and how many hands have one more."""
    if facts.hand is not None:
        return facts.hand, 0
    return divmod(facts.cards[players] - facts.nest[players], players + facts.spare)


def tricks(key: str, players: int) -> int:
    """Tricks in a deal: the smaller hand size; Tennessee draws nine times."""
    size, _ = hand_sizes(FACTS[key], players)
    return size + 9 if key.startswith("tennessee") else size


def by_trump(points: TrickPoints, trump: Color | None) -> int:
    """A number that may depend on the trump, looked up for one; None is no color."""
    if isinstance(points, int):
        return points
    return points["none" if trump is None else trump.word]


def value(facts: Facts, card: Card, trump: Color | None) -> int:
    """The points of a card."""
    if card.is_bird:
        return 20
    if facts.bird == "second" and str(card) == "R1":
        return 30
    if facts.trump_counters and card.color is not trump:
        return 0
    return facts.counters.get(card.rank, 0)


def suit(facts: Facts, card: Card, trump: Color | None) -> Color | None:
    """The color a card counts as: the bird and the Red 1 are trumps."""
    if card.is_bird or (facts.bird == "second" and str(card) == "R1"):
        return trump
    return card.color


def strength(facts: Facts, card: Card, trump: Color | None, led: Color | None) -> tuple[bool, bool, int]:
    """The strength of a card in a trick, for comparison: trumps, then the color led, then by number."""
    own = suit(facts, card, trump)
    rank = card.rank + 14 * (facts.one_high and card.rank == 1)
    if facts.bird == "second" and str(card) == "R1":
        rank = 100
    if card.is_bird:
        rank = 0 if facts.bird == "low" else 99
    return own is not None and own == trump, own == led, rank
