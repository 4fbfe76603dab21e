"""Playing a deal out quickly with all hands open, to estimate what a hand takes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from bot.computers.places import Lanes, Places
from rules.bidding.setup import Setup
from rules.bidding.state import NO_SEAT
from rules.core.cards import Card

_FIRST: Final = 1000
"""Weight of drawing trumps: more than any card is worth."""
CHEAP: Final = 10
"""Points in a trick up to which a card that may be played at any time is kept for its own color."""


class Table(NamedTuple):
    """Renumbered cards of a deal to play out. Playing changes its lists."""

    hands: list[int]
    """Cards by hand; of a battery, those that lie face up."""
    covers: Mapping[int, int]
    """By place of a card that lies on another: mask of the card below."""
    pile: list[int]
    """The draw pile from its last card to the next."""
    blind: int
    """The hand that turns up its cards in no order of its own; -1 for none."""


def table_of(
    setup: Setup,
    places: Places,
    hands: Iterable[int],
    covered: Iterable[tuple[Card, Card]],
    pile: Iterable[Card],
) -> Table:
    """The cards of a deal, renumbered: masks by hand, pairs of a card and the one below it, the draw pile."""
    place = places.place
    return Table(
        hands=[places.renumber(hand) for hand in hands],
        covers={place[upper]: 1 << place[under] for upper, under in covered},
        pile=[place[card] for card in pile],
        blind=setup.seats if setup.variant.dummy == "blind" else NO_SEAT,
    )


class Result(NamedTuple):
    """Points and tricks of a deal played out, by side."""

    points: list[int]
    tricks: list[int]
    last: int
    """The side that took the last trick."""


class Halt(NamedTuple):
    """The result of some tricks: points and tricks won in them, by side, and the next leader."""

    leader: int
    points: list[int]
    tricks: list[int]


def legal(places: Places, lanes: Lanes, hand: int, cards: int, led: int) -> int:
    """Mask of the cards a hand may play of ``cards`` on the card ``led``."""
    following = cards & places.follow[led]
    if not following or hand in lanes.unbound:
        return cards
    return following | cards & places.free


def play_out(places: Places, table: Table, lanes: Lanes, tricks: int, played: tuple[int, ...] = ()) -> Result:
    """Play tricks with all hands open, without looking beyond each. Cards left go to the last taker."""
    leader, points, taken = play_some(places, table, lanes, tricks, played)
    last = lanes.sides[leader]
    points[last] += sum([places.points(hand) for hand in table.hands])
    return Result(points, taken, last)


def play_some(places: Places, table: Table, lanes: Lanes, tricks: int, played: tuple[int, ...]) -> Halt:
    """Play out ``tricks`` tricks, as ``play_trick`` does; the first continues after the cards ``played``."""
    hands, sides, leader = table.hands, lanes.sides, lanes.leader
    points, taken = [0] * (max(sides) + 1), [0] * (max(sides) + 1)
    for _ in range(tricks):
        if not played:
            played = (
                _lowest(hands[leader]) if leader == table.blind else _lead(places, hands, lanes, leader),
            )
        leader, gained = play_trick(places, table, lanes, leader, played)
        points[sides[leader]] += gained
        taken[sides[leader]] += 1
        played = ()
    return Halt(leader, points, taken)


def play_trick(
    places: Places, table: Table, lanes: Lanes, leader: int, played: tuple[int, ...]
) -> tuple[int, int]:
    """Complete a trick from the cards ``played``, of which the last is still held; returns winner and points.

    Changes ``table``: cards leave the hands, and new ones are drawn where there is a pile.
    """
    hands, covers, pile, blind = table
    value, beaten_by = places.value, places.beaten_by
    around = lanes.rounds[leader]
    best, winner, gained = played[0], leader, 0
    for hand, place in zip(around, played, strict=False):
        gained += value[place]
        if beaten_by[best] >> place & 1:
            best, winner = place, hand
    hand, place = around[len(played) - 1], played[-1]
    hands[hand] = hands[hand] ^ 1 << place | covers.get(place, 0)
    for step, hand in enumerate(around[len(played) :], start=len(played) + 1):
        if hand == blind:
            place = _any(hands[hand], best)
        else:
            place = _follow(places, hands, lanes, hand, played[0], best, winner, around[step:], gained)
        hands[hand] = hands[hand] ^ 1 << place | covers.get(place, 0)
        gained += value[place]
        if beaten_by[best] >> place & 1:
            best, winner = place, hand
    if pile:
        _draw(places, hands, pile, around, winner)
    return winner, gained


def _draw(places: Places, hands: list[int], pile: list[int], around: tuple[int, ...], winner: int) -> None:
    """The winner takes the card that shows if it is a trump or counts, else the next one."""
    up, below = pile.pop(), pile.pop()
    good = places.trumps >> up & 1 or places.value[up]
    for hand in around:
        hands[hand] |= 1 << (up if (hand == winner) == bool(good) else below)


def _lead(places: Places, hands: list[int], lanes: Lanes, leader: int) -> int:
    """The declaring side draws trumps with sure winners; then come other sure winners, then a low card."""
    sides = lanes.sides
    hand, side = hands[leader], sides[leader]
    trumps, plain = places.trumps, places.plain
    opponents = [cards for other, cards in enumerate(hands) if sides[other] != side]
    best, most = -1, -1
    for suit in places.suits:
        if hand & suit:
            top = (hand & suit).bit_length() - 1
            if _can_beat([opponent & suit or opponent for opponent in opponents], places.beaten_by[top]):
                continue
            worth = places.value[top]
            if suit == trumps:
                worth = _FIRST if side == lanes.declaring and _can_beat(opponents, suit) else -1
            if worth >= most:
                best, most = top, worth
    if best >= 0:
        return best
    return _lowest(hand & plain & ~trumps or hand & ~trumps or hand & plain or hand)


def _follow(
    places: Places,
    hands: list[int],
    lanes: Lanes,
    hand: int,
    led: int,
    best: int,
    winner: int,
    later: tuple[int, ...],
    gained: int,
) -> int:
    """Add points to a partner's sure winner, else take the trick if that holds, else give the least."""
    cards = _tempting(places, lanes, hand, hands[hand], led, gained)
    sides, beaten_by = lanes.sides, places.beaten_by
    side = sides[hand]
    threats = [
        _tempting(places, lanes, other, hands[other], led, gained) for other in later if sides[other] != side
    ]
    if sides[winner] == side and not _can_beat(threats, beaten_by[best]):
        return _dearest(places, cards & ~places.trumps or cards)
    taking = cards & beaten_by[best]
    while taking:
        card = _lowest(taking)
        if not _can_beat(threats, beaten_by[card]):
            suit = places.suit[card]
            return card if suit == places.trumps else _dearest(places, taking & suit)
        taking &= taking - 1
    return _lowest(cards & places.plain or cards)


def _tempting(places: Places, lanes: Lanes, hand: int, cards: int, led: int, gained: int) -> int:
    """The cards a hand may play; none out of turn that it is free to, unless the trick is worth it."""
    playable = legal(places, lanes, hand, cards, led)
    return playable if gained > CHEAP else playable & places.follow[led] or playable


def _can_beat(hands: list[int], better: int) -> bool:
    """Whether one of the hands has one of the better cards."""
    for hand in hands:  # noqa: SIM110 - any() takes twice the time
        if hand & better:
            return True
    return False


def _dearest(places: Places, cards: int) -> int:
    """The lowest of the cards with most points."""
    return _lowest(next((cards & dear for dear in places.counters if cards & dear), cards))


def _any(cards: int, salt: int) -> int:
    """A card of a face-down hand, chosen by ``salt``: deterministic, but in no useful order."""
    for _ in range(salt % cards.bit_count()):
        cards &= cards - 1
    return _lowest(cards)


def _lowest(cards: int) -> int:
    return (cards & -cards).bit_length() - 1
