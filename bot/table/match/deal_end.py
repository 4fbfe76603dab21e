"""The last deal as everyone may see it: its end, or why the cards were dealt again, and the cards played."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from rules.core.cards import Card, CardSet, Color
from rules.core.events import (
    CardsCut,
    CutShort,
    DealScored,
    DealStarted,
    EndedAtOnce,
    Event,
    GameWon,
    HeardEvent,
    MisdealClaimed,
    NestWon,
    NotWon,
    OddCardsWon,
    PartnerShown,
    PassedOut,
    Ruled,
    SeatsChanged,
    Secret,
    TrickTaken,
    TrumpNamed,
)
from rules.core.protocol import Game

DealEnd = tuple[HeardEvent, ...]

_THROWN_IN: Final = (PassedOut, MisdealClaimed)
_TOLD: Final = {
    *_THROWN_IN,
    *(DealScored, NestWon, OddCardsWon, CardsCut, PartnerShown, SeatsChanged, Ruled),
    *(EndedAtOnce, CutShort, GameWon, NotWon),
}


def deal_end_after(before: DealEnd, events: Iterable[Event]) -> DealEnd:
    """The public events of a deal's end, from its last trick on, after more events.

    A score stays until the next deal; a reason for dealing again, until the first trick of that deal.
    """
    end = before
    for event in events:
        if isinstance(event, DealStarted):
            end = () if is_scored(end) else end
        elif isinstance(event, TrickTaken):
            end = (event,)
        elif not isinstance(event, Secret) and type(event) in _TOLD:
            end = (*end, event)
    return end


def is_scored(events: Iterable[Event | HeardEvent]) -> bool:
    """Whether a deal was scored among some events."""
    return any(isinstance(event, DealScored) for event in events)


def split_deal_end(end: DealEnd) -> tuple[DealEnd, HeardEvent | None]:
    """The end of a scored deal, and the event for which another was dealt: one is empty or None."""
    if not end:
        return end, None
    kinds = {type(event) for event in end}
    if DealScored in kinds or CutShort in kinds:
        return end, None
    reasons = [event for event in end if _throws_in(event)]
    return (), reasons[-1] if reasons else None


def _throws_in(event: HeardEvent) -> bool:
    return isinstance(event, _THROWN_IN) or (isinstance(event, Ruled) and event.seat is None)


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
