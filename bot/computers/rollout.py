"""Playing a deal out quickly with all hands open: the yardstick for what a hand is worth in the auction.

Cards are renumbered for a trump so that within a suit a higher bit is a higher card and trumps stand on
top: the best and the worst card of a set are then its highest and its lowest bit.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from rules.cards import CARDS, Card, CardSet, Color
from rules.decisions import Seat
from rules.tricks.setup import Setup

_FIRST: Final = 1000
"""Weight of drawing trumps: more than any card is worth."""


class Order(NamedTuple):
    """The pack renumbered for one trump."""

    place: tuple[int, ...]
    """Place by card."""
    suit: tuple[int, ...]
    """Mask of its suit, by place."""
    beaten_by: tuple[int, ...]
    """Mask of the places that beat it, by place."""
    suits: tuple[int, ...]
    """Masks of the suits, trumps last."""
    trumps: int
    value: tuple[int, ...]
    """Points by place."""
    counters: tuple[int, ...]
    """Masks of the counters, the dearest first."""
    plain: int
    """Mask of the cards without points."""

    def renumber(self, hand: int) -> int:
        """A hand in this order."""
        mask = 0
        for card in CardSet(hand):
            mask |= 1 << self.place[card]
        return mask


class Result(NamedTuple):
    """What came of a deal played out, by seat."""

    points: list[int]
    tricks: list[int]
    last: Seat
    """Who took the last trick."""


def order_of(setup: Setup, trump: Color) -> Order:
    """The pack in the order of a trump."""
    ranking = setup.rankings[trump]
    return _order(setup.pack, setup.value, ranking.power, ranking.suit, trump)


@lru_cache(maxsize=256)
def _order(
    pack: tuple[Card, ...],
    values: tuple[int, ...],
    power: tuple[tuple[int, ...], ...],
    suit_of: tuple[int, ...],
    trump: Color,
) -> Order:
    suits = [[card for card in pack if suit_of[card] == color] for color in Color if color != trump]
    suits.append([card for card in pack if suit_of[card] == trump])
    for suit in suits:
        suit.sort(key=lambda card: power[suit_of[card]][card])
    cards = [card for suit in suits for card in suit]
    masks = [sum(1 << cards.index(card) for card in suit) for suit in suits]
    own = [mask for mask, suit in zip(masks, suits, strict=True) for _ in suit]
    prices = {values[card] for card in cards}
    priced = {
        price: sum(1 << at for at, card in enumerate(cards) if values[card] == price) for price in prices
    }
    return Order(
        place=tuple(cards.index(card) if card in cards else -1 for card in CARDS),
        suit=tuple(own),
        beaten_by=tuple((mask | masks[-1]) & -(2 << at) for at, mask in enumerate(own)),
        suits=tuple(masks),
        trumps=masks[-1],
        value=tuple(values[card] for card in cards),
        counters=tuple(priced[price] for price in sorted(prices - {0}, reverse=True)),
        plain=priced.get(0, 0),
    )


def play_out(order: Order, hands: list[int], sides: tuple[int, ...], leader: Seat, declarer: Seat) -> Result:
    """Play all tricks, everyone seeing all hands and looking no further than the trick."""
    seats = len(hands)
    points, tricks = [0] * seats, [0] * seats
    turns = [[(first + step) % seats for step in range(seats)] for first in range(seats)]
    while hands[leader]:
        best = _lead(order, hands, sides, leader, declarer)
        hands[leader] ^= 1 << best
        winner, led, gained = leader, order.suit[best], order.value[best]
        for step, seat in enumerate(turns[leader][1:], start=2):
            place = _follow(order, hands, sides, seat, led, best, winner, turns[leader][step:])
            hands[seat] ^= 1 << place
            gained += order.value[place]
            if order.beaten_by[best] >> place & 1:
                best, winner = place, seat
        points[winner] += gained
        tricks[winner] += 1
        leader = winner
    return Result(points, tricks, leader)


def _lead(order: Order, hands: list[int], sides: tuple[int, ...], seat: Seat, declarer: Seat) -> int:
    """The declaring side draws trumps with sure winners; then come other sure winners, then a low card."""
    hand, side = hands[seat], sides[seat]
    foes = [cards for other, cards in enumerate(hands) if sides[other] != side]
    best, most = -1, -1
    for suit in order.suits:
        if hand & suit:
            top = (hand & suit).bit_length() - 1
            if any((foe & suit or foe) & order.beaten_by[top] for foe in foes):
                continue
            worth = order.value[top]
            if suit == order.trumps:
                drawing = side == sides[declarer] and any(foe & suit for foe in foes)
                worth = _FIRST if drawing else -1
            if worth >= most:
                best, most = top, worth
    if best >= 0:
        return best
    return _lowest(hand & order.plain & ~order.trumps or hand & ~order.trumps or hand & order.plain or hand)


def _follow(
    order: Order,
    hands: list[int],
    sides: tuple[int, ...],
    seat: Seat,
    led: int,
    best: int,
    winner: Seat,
    later: list[Seat],
) -> int:
    """Feed a mate's sure winner, else take the trick if it will hold, else throw the least."""
    legal = hands[seat] & led or hands[seat]
    side = sides[seat]
    threats = [hands[other] & led or hands[other] for other in later if sides[other] != side]
    if sides[winner] == side and not any(threat & order.beaten_by[best] for threat in threats):
        return _dearest(order, legal & ~order.trumps or legal)
    taking = legal & order.beaten_by[best]
    while taking:
        card = _lowest(taking)
        if not any(threat & order.beaten_by[card] for threat in threats):
            return card if order.suit[card] == order.trumps else _dearest(order, taking & order.suit[card])
        taking &= taking - 1
    return _lowest(legal & order.plain or legal)


def _dearest(order: Order, cards: int) -> int:
    """The lowest of the cards with most points."""
    return _lowest(next((cards & dear for dear in order.counters if cards & dear), cards))


def _lowest(cards: int) -> int:
    return (cards & -cards).bit_length() - 1
