"""What is left in the channel of a deal that is over."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile
from typing import Final

from discord import ui

from bot.play.shown import ShownTable
from cogs.ui.items import panel
from cogs.ui.recap import ENDS, ended_lines
from rules.core.events import (
    CardsCut,
    DealStarted,
    GameEvent,
    GameWon,
    HeardEvent,
    NestWon,
    OddCardsWon,
    PartnerShown,
    SeatsChanged,
)

_TOLD: Final = (*ENDS, NestWon, OddCardsWon, CardsCut, PartnerShown, SeatsChanged, GameWon, GameEvent)
LAST_NEWS: Final = 3
"""Sentences that are kept of what happened last in a deal."""


def ending(events: Iterable[HeardEvent]) -> tuple[HeardEvent, ...]:
    """What is to be told of a deal that has just ended; nothing if none has.

    The news of the next one, which has begun at once, are not told.
    """
    every = list(events)
    kept = [event for event in every if isinstance(event, _TOLD)]
    if not any(isinstance(event, ENDS) for event in kept):
        return ()
    before = takewhile(lambda event: not isinstance(event, DealStarted), every)
    news = [event for event in before if isinstance(event, GameEvent) and event.is_news]
    return (*(event for event in kept if not isinstance(event, GameEvent)), *news[-LAST_NEWS:])


def deal_panel(table: ShownTable, ended: Iterable[HeardEvent]) -> ui.LayoutView:
    """How a deal ended: its score, or why it has none."""
    return panel(ui.TextDisplay("\n".join(ended_lines(table, ended))))
