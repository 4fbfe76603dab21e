"""For each trump: the suit of a card, which cards follow a lead, and which card is higher."""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.bidding.deck import cards_of, is_second_bird, trick_value, value_of
from rules.bidding.variant import Variant
from rules.core.actions import Bird
from rules.core.cards import RANKS, Card, CardSet, Color, card

NOT_LED: Final = -1
COLORLESS: Final = len(Color)
"""The suit of the bird and the red 1 when no color is trump: as a rule they are trumps without a color."""
_TRUMP: Final = 100
_HIGHEST: Final = 2 * RANKS + 4
_RED_ONE: Final = card(Color.RED, 1)


class Ranking(NamedTuple):
    """Tables by card for one trump: suit, cards that follow, strength, points. Bird and red 1 are trumps."""

    trump: Color | None
    suit: tuple[int, ...]
    """Suit by card."""
    follow: tuple[int, ...]
    """By suit led: mask of the cards that follow it; the last entry (NOT_LED) is empty."""
    free: int
    """Mask of the cards that may be played at any time."""
    power: tuple[tuple[int, ...], ...]
    """Strength of a card, by suit led and card; 0 cannot win the trick."""
    value: tuple[int, ...]
    """Points by card."""
    trick: int
    """Points of each trick itself."""
    named: bool
    """Whether the trump has been named."""
    lowest_wins: bool

    @property
    def trumps(self) -> int:
        """Mask of the trumps; without a trump color, of the cards that are trumps in any case."""
        return self.follow[COLORLESS if self.trump is None else self.trump]

    def legal(self, hand: CardSet, led: int) -> CardSet:
        """Cards that may be played to suit ``led``: those that follow or are free; all if none follows.

        Source: 1988, Playing and Rook Bird Card.
        """
        following = hand & self.follow[led]
        return CardSet(following | hand & self.free) if following else hand


class Order(NamedTuple):
    """What decides how cards rank: trump, the bird's rank, whether low wins, whether trump is named."""

    trump: Color | None
    bird: Bird | None = None
    """None: as the variant says, or not yet chosen."""
    lowest_wins: bool = False
    named: bool = True


def make_ranking(variant: Variant, seats: int, order: Order) -> Ranking:
    """Make the ranking tables of a variant for one order: trump, bird's rank, low or high wins."""
    trump, _, lowest_wins, named = order
    deck = cards_of(variant, seats)
    numbers = range(max(deck) + 1)
    cards = [one for one in deck if one in numbers]
    own = COLORLESS if trump is None else int(trump)
    suits = [NOT_LED] * len(numbers)
    heights, values = [0] * len(numbers), [0] * len(numbers)
    follow = [0] * (COLORLESS + 1)
    birds = 0
    for one in cards:
        suits[one] = suit_of(variant, one, trump)
        heights[one] = height(variant, one, order)
        if lowest_wins and not _keeps_rank(variant, one, order):
            heights[one] = max(_HIGHEST - heights[one], 1)
        values[one] = value_of(variant, one, trump)
        follow[suits[one]] |= 1 << one
        birds |= (one.is_bird and suits[one] == own) << one
    if variant.rook_plays == "any_color":
        follow = [mask | birds for mask in follow]
    return Ranking(
        trump=trump,
        suit=tuple(suits),
        follow=(*follow, 0),
        free=birds if variant.rook_plays == "any_time" else 0,
        power=tuple(
            tuple(
                _TRUMP + heights[at] if suits[at] == own else heights[at] if suits[at] == led else 0
                for at in numbers
            )
            for led in range(COLORLESS + 1)
        ),
        value=tuple(values),
        trick=trick_value(variant, trump),
        named=named,
        lowest_wins=lowest_wins,
    )


def suit_of(variant: Variant, one: Card, trump: Color | None) -> int:
    """The suit of a card under a trump: of the birds and the red 1 that of the trumps, else its color."""
    if one.is_bird and is_bird_red(variant, trump):
        return Color.RED
    if one.color is None or is_red_one(variant, one):
        return COLORLESS if trump is None else trump
    return trump if trump is not None and is_second_bird(variant, one) else one.color


def is_bird_red(variant: Variant, trump: Color | None) -> bool:
    """Whether the bird is a red card of its rank: by house rule under "no color"."""
    return trump is None and variant.rook_without_trump == "red"


def height(variant: Variant, one: Card, order: Order) -> int:
    """Strength of a card within its suit, from 1 upward (0: a second bird that is the lowest trump)."""
    if is_red_one(variant, one):
        return _HIGHEST + 2
    if order.trump is not None and is_second_bird(variant, one):
        return _HIGHEST if variant.second_bird_rank == "below_rook" else 0
    if one.is_bird:
        place = order.bird or variant.rook
        return _HIGHEST + 1 if place == "top" else 2 * 10 + 1 if place == "ten_half" else 1
    return 2 * (RANKS + 1 if one.rank == variant.high == 1 else one.rank)


def reading_order(variant: Variant, one: Card) -> tuple[int, int, int]:
    """Sort key of a card in a hand: by color, highest first as a trump; the bird is among the red cards."""
    return one.color or 0, -height(variant, one, Order(one.color)), one


def _keeps_rank(variant: Variant, one: Card, order: Order) -> bool:
    """Whether a card keeps its rank when the lowest card wins: a trump named highest or lowest does."""
    if is_red_one(variant, one) or (order.trump is not None and is_second_bird(variant, one)):
        return True
    # "The Rook is always the lowest ranked trump", reverse or not (card-game-rules, Rook). Between 10 and 11
    # it is reversed with them. Version 1: it kept its rank there.
    is_between = (order.bird or variant.rook) == "ten_half" and variant.version > 1
    return one.is_bird and not is_between and not is_bird_red(variant, order.trump)


def is_red_one(variant: Variant, one: Card) -> bool:
    """Whether a card is the red 1, in a game in which that is the highest trump."""
    return variant.red_one and one.face == _RED_ONE


def color_name(variant: Variant, color: Color | None) -> str:
    """The name of a color in this game (yellow may be blue); "no color" for None."""
    if color is None:
        return "no color"
    return "blue" if variant.blue and color is Color.YELLOW else color.word
