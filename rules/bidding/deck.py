"""Sizes and points that follow from a variant and a number of players before a card is dealt."""

from __future__ import annotations

from typing import Final

from rules.bidding.variant import Variant
from rules.core.cards import Card, Color, card, deck

BATTERY: Final = 10
"""Cards in each battery."""
MOST_NEST: Final = 12
"""Most cards in the nest."""
MOST_BID: Final = 2000
"""The highest bid in games without a limit: higher than any serious bid, so that each auction ends."""
FOR_TRUMP: Final = 5
"""Points the bid rises each time the partner is to name trump, or hands that back."""
OWN_HAND_DUMMIES: Final = ("opposite", "south", "blind")
"""Values of ``dummy`` with a hand of its own, which no player holds."""


def cards_of(variant: Variant, seats: int) -> tuple[Card, ...]:
    """All cards for this number of players; red 1 and second bird join a deck without their number."""
    numbers = variant.numbers_with.get(seats, variant.numbers)
    cards = deck(numbers, bird=variant.rook != "none", packs=variant.packs)
    wanted = [card(Color.RED, 1)] if variant.red_one else []
    wanted += [second] if (second := second_bird(variant)) is not None else []
    return (*(one for one in wanted if one.rank not in numbers), *cards)


def second_bird(variant: Variant) -> Card | None:
    """The number card that is a second bird; None without one."""
    return None if variant.second_bird == "none" else Card.parse(variant.second_bird)


def is_second_bird(variant: Variant, one: Card) -> bool:
    """Whether a card is a second bird."""
    return variant.second_bird != "none" and str(one.face) == variant.second_bird


def second_birds(variant: Variant) -> int:
    """How many second birds there are: one a deck, or one added to decks without its number; 0 if none."""
    second = second_bird(variant)
    return 0 if second is None else variant.packs if second.rank in variant.numbers else 1


def red_ones(variant: Variant) -> int:
    """How many red 1s are trumps: one a deck, or the one added to decks without 1s; 0 if none."""
    return (variant.packs if 1 in variant.numbers else 1) if variant.red_one else 0


def nest_size(variant: Variant, seats: int) -> int:
    """Number of cards in the nest."""
    return variant.nest_with.get(seats, variant.nest)


def even_nests(cards: int, hands: int) -> list[int]:
    """The sizes of a nest, from 1, that leave ``cards`` to be dealt evenly to ``hands``."""
    return [size for size in range(1, MOST_NEST + 1) if (cards - size) % hands == 0]


def has_nest(variant: Variant) -> bool:
    """Whether there is a nest with at least one of the numbers of players."""
    return any(nest_size(variant, seats) for seats in variant.seats)


def called_cards(variant: Variant, seats: int) -> int:
    """Number of cards the declarer calls, where partners are called."""
    return variant.called_cards_with.get(seats, variant.called_cards)


def alone_bonus(variant: Variant, seats: int) -> int:
    """Points on top for a bid made without a called partner."""
    return variant.alone_bonus_with.get(seats, variant.alone_bonus)


def partners_stay(variant: Variant) -> bool:
    """Whether the same players, or player and dummy, are partners in every deal; false without partners."""
    if variant.teams == "dummy":
        return variant.dummy == "south"
    return variant.teams == "partners" and variant.seat_change != "rotate"


def partners_win_together(variant: Variant) -> bool:
    """Whether partners win and lose the match together."""
    # Version 1: partners who each keep a record are rivals.
    return partners_stay(variant) and (variant.credit == "side" or variant.version > 1)


def wins_by_partners_bid(variant: Variant) -> bool:
    """Whether a bidder's partner has a total of their own, and so goes out by another's bid."""
    return variant.teams in ("partners", "called") and not partners_win_together(variant)


def dealt_hands(variant: Variant, seats: int) -> int:
    """Number of hands dealt: one a seat, and that of a dummy without a player."""
    return seats + (variant.dummy in OWN_HAND_DUMMIES)


def hand_size(variant: Variant, seats: int) -> int:
    """Cards in the smallest hand; if the deal is uneven, some hands hold one more."""
    if variant.hand is not None:
        return variant.hand
    return (len(cards_of(variant, seats)) - nest_size(variant, seats)) // dealt_hands(variant, seats)


def pile_size(variant: Variant, seats: int) -> int:
    """Number of cards in the draw pile; 0 if there is none."""
    if variant.extra != "draw_pile":
        return 0
    dealt = hand_size(variant, seats) * dealt_hands(variant, seats)
    return len(cards_of(variant, seats)) - nest_size(variant, seats) - dealt


def tricks_of(variant: Variant, seats: int) -> int:
    """Number of tricks in a deal."""
    return hand_size(variant, seats) + pile_size(variant, seats) // seats


def odd_cards(variant: Variant, seats: int) -> int:
    """Number of cards left over when all are dealt evenly; 0 if the game fixes the size of a hand."""
    if variant.hand is not None:
        return 0
    return (len(cards_of(variant, seats)) - nest_size(variant, seats)) % dealt_hands(variant, seats)


def value_of(variant: Variant, one: Card, trump: Color | None = None) -> int:
    """The points of a card. Where trump counters alone count, 0 for another color, except birds and red 1."""
    if one.is_bird:
        return variant.rook_points
    if is_second_bird(variant, one):
        return variant.second_bird_points
    if variant.red_one and one.face == card(Color.RED, 1):
        return variant.red_one_points
    if variant.trump_counters and one.color != trump:
        return 0
    return variant.counters.get(one.rank, 0)


def counts(variant: Variant, one: Card) -> bool:
    """Whether a card counts points under some trump."""
    return any(value_of(variant, one, trump) for trump in Color)


def fits_misdeal(variant: Variant, one: Card) -> bool:
    """Whether a card can be in a hand that is a misdeal: no counter, or one of the misdeal's numbers."""
    if variant.misdeal_claim != "only_numbers":
        return not counts(variant, one)
    is_special = one.is_bird or (variant.red_one and one.face == card(Color.RED, 1))
    return not is_special and one.rank in variant.misdeal_numbers


def colors_of(variant: Variant) -> tuple[Color | None, ...]:
    """The trumps that may be named: four colors, and last None for "no color" if the game has it."""
    return (*Color, None) if variant.no_trump != "no" else tuple(Color)


def may_reverse(variant: Variant) -> bool:
    """Whether the lowest card may win, with some trump or with "no color"."""
    return variant.no_trump in ("reversed", "reversed_alone")


def trick_value(variant: Variant, trump: Color | None) -> int:
    """The points of each trick itself under a trump (None is "no color"); 0 for a trump not listed."""
    word = "none" if trump is None else trump.word
    if isinstance(variant.trick_points, int):
        return variant.trick_points
    return next((points for name, points in variant.trick_points.items() if name == word), 0)


def total_of(variant: Variant, seats: int, trump: Color | None = None) -> int:
    """Points of a deal: cards, tricks, most and last trick, no moon. If only trumps count, None is red."""
    if variant.trump_counters and trump is None:
        trump = Color.RED
    counted = sum(value_of(variant, one, trump) for one in cards_of(variant, seats))
    tricks = tricks_of(variant, seats) * trick_value(variant, trump)
    return counted + tricks + variant.majority + variant.last_trick


def totals_of(variant: Variant, seats: int) -> list[int]:
    """The points of one deal, for each trump that may be named."""
    return [total_of(variant, seats, trump) for trump in colors_of(variant)]


def differs_by_trump(variant: Variant) -> bool:
    """Whether the points of a deal depend on its trump."""
    return any(len(set(totals_of(variant, seats))) > 1 for seats in variant.seats)


def caps_of(variant: Variant, seats: int) -> dict[Color | None, int]:
    """The highest bid by trump (None is "no color"), rounded down to the step (R-04, R-33)."""
    # Where exactly the bid fails, a bid of all the points could never be made. Version 1: it was allowed.
    unmakable = 1 if not variant.exact_makes and variant.version > 1 else 0
    step = variant.bid_step
    caps = {}
    for trump in (None, *Color):
        match variant.max_bid:
            case "total":
                most = total_of(variant, seats, trump) - unmakable
            case "none":
                most = MOST_BID
            case points:
                most = points
        caps[trump] = most // step * step
    return caps


def opening_of(variant: Variant) -> int:
    """The lowest bid: the minimum, rounded up to the step; without a minimum, the step (R-02)."""
    return max(-(-variant.min_bid // variant.bid_step), 1) * variant.bid_step


def least_to_make(variant: Variant, bid: int) -> int:
    """The fewest points that make a bid: one more than the bid where exactly the bid fails; 0 for no bid."""
    return bid + (bid > 0 and not variant.exact_makes)
