"""Dealing one card at a time, and who is told of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.core.cards import Card, CardSet
from rules.core.events import HandDealt, Secret
from rules.games.match import Match


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
