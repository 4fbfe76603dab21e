"""Dealing: the shuffle, which card goes to which hand or pile, and the events that tell seats their hands."""

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
"""For each hand or pile, the positions in the shuffled deck of the cards dealt to it; 0 is dealt first."""


@dataclass(frozen=True, slots=True)
class PilesDealt(GameEvent):
    """The cards of the face-down piles, kept in the match record only.

    The piles of the seats first, then those of the table; in each, the card to be turned first comes first.
    """

    is_news: ClassVar[bool] = False
    piles: tuple[tuple[Card, ...], ...] = field(repr=False)


def shuffle(deck: tuple[Card, ...]) -> DrawByLot:
    """Chance's decision: all cards of the deck in some order."""
    return DrawByLot(deck, len(deck), Deal)


def places_of(slots: Iterable[int], around: Sequence[int]) -> Places:
    """Map each place to the deck positions dealt to it.

    A slot, one for each card dealt, is an index into ``around``, or a place itself if negative (nest, pile).
    """
    places: dict[int, list[int]] = {}
    for number, slot in enumerate(slots):
        places.setdefault(around[slot] if slot >= 0 else slot, []).append(number)
    return places


def begun(match: Match) -> Match:
    """Return the match with its next deal begun: ``deal`` up by one, ``deal_number`` None, ``news`` empty."""
    seats, sides, rivals, order, drawing, dealer, deal, _, _, *rest = match
    return new(Match, (seats, sides, rivals, order, drawing, dealer, deal + 1, None, (), *rest))


def one_at_a_time(match: Match, cards: int) -> Places:
    """Places for ``cards`` cards dealt one at a time to each seat from the dealer's left."""
    return places_of((number % match.seats for number in range(cards)), match.from_left_of(match.dealer))


def hand_at(cards: Sequence[Card], places: Places, place: int) -> CardSet:
    """The cards dealt to a place, as a set."""
    mask = 0
    for number in places.get(place, ()):
        mask |= 1 << cards[number]
    return CardSet(mask)


def pile_at(cards: Sequence[Card], places: Places, place: int) -> tuple[Card, ...]:
    """The cards dealt to a place, in the order dealt."""
    return tuple([cards[number] for number in places.get(place, ())])


def dealt_out(
    cards: Sequence[Card], match: Match, each: int | None = None
) -> tuple[tuple[CardSet, ...], tuple[Card, ...]]:
    """Deal ``each`` cards a hand, one at a time from the dealer's left. Returns hands and undealt cards.

    Without ``each`` all cards are dealt; some hands may get one more (R-09).
    """
    number = len(cards) if each is None else each * match.seats
    places = one_at_a_time(match, number)
    return tuple(hand_at(cards, places, seat) for seat in range(match.seats)), tuple(cards[number:])


def dealt_face_down(cards: Sequence[Card], match: Match) -> tuple[tuple[Card, ...], ...]:
    """Deal all cards, one at a time from the dealer's left, into a pile for each seat, top card first."""
    places = one_at_a_time(match, len(cards))
    return tuple(pile_at(cards, places, seat) for seat in range(match.seats))


def hand_events(hands: Iterable[CardSet]) -> tuple[Secret, ...]:
    """The secret events that tell each seat its own cards."""
    return tuple([new(Secret, (seat, new(HandDealt, (seat, hand)))) for seat, hand in enumerate(hands)])


def piles_event(piles: Iterable[tuple[Card, ...]]) -> Secret:
    """The event of the face-down piles, which no seat hears; only the match record keeps it."""
    return Secret(NO_ONE, PilesDealt(tuple(piles)))
