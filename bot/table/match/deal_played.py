"""The public play of the last deal: the cards each seat played, and the last trick."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from rules.core.cards import Card, CardSet, Color
from rules.core.events import Event, TrickTaken, TrumpNamed
from rules.core.protocol import Game


class DealPlayed(NamedTuple):
    """The public play of a deal: only what was said and laid open at the table."""

    hands: tuple[tuple[Card, ...], ...]
    """Cards played from each hand before the last trick, sorted for reading."""
    last: TrickTaken
    trump: Color | None
    """None where no color was trump."""


def deal_played(game: Game[Any], events: Iterable[Event]) -> DealPlayed | None:
    """The public play from the events of a deal; None if no trick was taken."""
    told = tuple(events)
    tricks = [event for event in told if isinstance(event, TrickTaken)]
    if not tricks:
        return None
    trumps = [event.color for event in told if isinstance(event, TrumpNamed)]
    plays = [play for trick in tricks[:-1] for play in zip(trick.hands, trick.cards, strict=True)]
    hands = range(1 + max(hand for trick in tricks for hand in trick.hands))
    held = (CardSet.of(card for hand, card in plays if hand == one) for one in hands)
    return DealPlayed(tuple(map(game.ordered, held)), tricks[-1], trumps[-1] if trumps else None)
