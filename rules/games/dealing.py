"""Dealing one card at a time, and who is told of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from rules.core.cards import Card, CardSet
from rules.core.events import NO_ONE, GameEvent, HandDealt, Secret
from rules.games.match import Match


@dataclass(frozen=True, slots=True)
class PilesDealt(GameEvent):
    """Cards dealt into piles that nobody may look at, for the record alone.

    Each pile with the card first that is turned first: by seat, then those of the table.
    """

    is_news: ClassVar[bool] = False
    piles: tuple[tuple[Card, ...], ...] = field(repr=False)


def dealt_out(
    cards: Sequence[Card], match: Match, each: int | None = None
) -> tuple[tuple[CardSet, ...], tuple[Card, ...]]:
    """Deal one at a time from the dealer's left, ``each`` or as many as there are for all; and what is left.

    Without ``each`` the whole pack is dealt, so that some may have one card more (R-09).
    """
    order = match.from_left_of(match.dealer)
    number = len(cards) if each is None else each * match.seats
    hands = [CardSet(0)] * match.seats
    for place, card in enumerate(cards[:number]):
        seat = order[place % match.seats]
        hands[seat] = CardSet(hands[seat] | 1 << card)
    return tuple(hands), tuple(cards[number:])


def told_hands(hands: Iterable[CardSet]) -> tuple[Secret, ...]:
    """Each seat is told its own cards."""
    return tuple(Secret(seat, HandDealt(seat, hand)) for seat, hand in enumerate(hands))


def dealt_face_down(cards: Sequence[Card], match: Match) -> tuple[tuple[Card, ...], ...]:
    """Deal them all, one at a time from the dealer's left, into a pile each: its top card comes first."""
    order = match.from_left_of(match.dealer)
    return tuple(tuple(cards[order.index(seat) :: match.seats]) for seat in range(match.seats))


def told_piles(piles: Iterable[tuple[Card, ...]]) -> Secret:
    """Nobody is told what lies face down, but the record."""
    return Secret(NO_ONE, PilesDealt(tuple(piles)))
