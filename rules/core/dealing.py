"""Dealing: chance shuffles, the cards go one at a time from the dealer's left, and who is told of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from rules.core.actions import Deal
from rules.core.cards import Card, CardSet
from rules.core.decisions import DrawByLot
from rules.core.events import NO_ONE, GameEvent, HandDealt, Secret
from rules.core.match import Match
from rules.core.quick import new

Places = Mapping[int, Sequence[int]]
"""By place, the numbers of the cards dealt to it, the card dealt first being 0."""


@dataclass(frozen=True, slots=True)
class PilesDealt(GameEvent):
    """Cards dealt into piles that nobody may look at, for the record alone.

    Each pile with the card first that is turned first: by seat, then those of the table.
    """

    is_news: ClassVar[bool] = False
    piles: tuple[tuple[Card, ...], ...] = field(repr=False)


def shuffle(pack: tuple[Card, ...]) -> DrawByLot:
    """Chance puts all cards in an order."""
    return DrawByLot(pack, len(pack), Deal)


def places_of(slots: Iterable[int], around: Sequence[int]) -> Places:
    """Where the cards go: a slot is the n-th place of those around the table, or a place below 0."""
    places: dict[int, list[int]] = {}
    for number, slot in enumerate(slots):
        places.setdefault(around[slot] if slot >= 0 else slot, []).append(number)
    return places


def begun(match: Match) -> Match:
    """The match in its next deal, of which nothing has been told yet."""
    seats, sides, rivals, order, drawing, dealer, deal, _, _, *later = match
    return new(Match, (seats, sides, rivals, order, drawing, dealer, deal + 1, None, (), *later))


def one_at_a_time(match: Match, cards: int) -> Places:
    """Where so many cards go, one at a time to each seat from the dealer's left."""
    return places_of((number % match.seats for number in range(cards)), match.from_left_of(match.dealer))


def hand_at(cards: Sequence[Card], places: Places, place: int) -> CardSet:
    """The cards dealt to a place, to be held."""
    mask = 0
    for number in places.get(place, ()):
        mask |= 1 << cards[number]
    return CardSet(mask)


def pile_at(cards: Sequence[Card], places: Places, place: int) -> tuple[Card, ...]:
    """The cards dealt to a place, in that order."""
    return tuple([cards[number] for number in places.get(place, ())])


def dealt_out(
    cards: Sequence[Card], match: Match, each: int | None = None
) -> tuple[tuple[CardSet, ...], tuple[Card, ...]]:
    """Deal one at a time from the dealer's left, ``each`` or as many as there are for all; and what is left.

    Without ``each`` the whole pack is dealt, so that some may have one card more (R-09).
    """
    number = len(cards) if each is None else each * match.seats
    places = one_at_a_time(match, number)
    return tuple(hand_at(cards, places, seat) for seat in range(match.seats)), tuple(cards[number:])


def dealt_face_down(cards: Sequence[Card], match: Match) -> tuple[tuple[Card, ...], ...]:
    """Deal them all, one at a time from the dealer's left, into a pile each: its top card comes first."""
    places = one_at_a_time(match, len(cards))
    return tuple(pile_at(cards, places, seat) for seat in range(match.seats))


def told_hands(hands: Iterable[CardSet]) -> tuple[Secret, ...]:
    """Each seat is told its own cards."""
    return tuple([new(Secret, (seat, new(HandDealt, (seat, hand)))) for seat, hand in enumerate(hands)])


def told_piles(piles: Iterable[tuple[Card, ...]]) -> Secret:
    """Nobody is told what lies face down, but the record."""
    return Secret(NO_ONE, PilesDealt(tuple(piles)))
