"""How the last deal ended, in events that everyone heard: kept until the next one is dealt."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rules.core.events import (
    CardsCut,
    DealScored,
    DealStarted,
    Event,
    GameWon,
    HeardEvent,
    NestWon,
    OddCardsWon,
    PartnerShown,
    Ruled,
    SeatsChanged,
    TrickTaken,
)

DealEnd = tuple[HeardEvent, ...]

_TOLD: Final = (DealScored, NestWon, OddCardsWon, CardsCut, PartnerShown, GameWon, SeatsChanged, Ruled)


def deal_end_after(before: DealEnd, events: Iterable[Event]) -> DealEnd:
    """What has been heard of the end of a deal after more has happened: from its last trick on."""
    end = before
    for event in events:
        if isinstance(event, DealStarted):
            end = ()
        elif isinstance(event, TrickTaken):
            end = (event,)
        elif isinstance(event, _TOLD):
            end = (*end, event)
    return end


def is_scored(events: Iterable[Event | HeardEvent]) -> bool:
    """Whether a deal was scored among some events."""
    return any(isinstance(event, DealScored) for event in events)
