"""What is left in the channel of a deal that is over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import Final

from discord import ui

from bot.play.shown import ShownTable
from cogs.ui.deal_words import line_told, ruled_line, why
from cogs.ui.items import panel
from cogs.ui.news import told
from cogs.ui.words import team_name
from rules.core.events import (
    CardsCut,
    DealScored,
    DealStarted,
    GameEvent,
    GameWon,
    HeardEvent,
    MisdealClaimed,
    NestWon,
    OddCardsWon,
    PartnerShown,
    PassedOut,
    Ruled,
    SeatsChanged,
)
from rules.core.words import gained, signed

_ENDS: Final = (DealScored, PassedOut, MisdealClaimed, Ruled)
_TOLD: Final = (*_ENDS, NestWon, OddCardsWon, CardsCut, PartnerShown, SeatsChanged, GameWon, GameEvent)
LAST_NEWS: Final = 3
"""Sentences that are kept of what happened last in a deal."""


def ending(events: Iterable[HeardEvent]) -> tuple[HeardEvent, ...]:
    """What is to be told of a deal that has just ended; nothing if none has.

    The news of the next one, which has begun at once, are not told.
    """
    every = list(events)
    kept = [event for event in every if isinstance(event, _TOLD)]
    if not any(isinstance(event, _ENDS) for event in kept):
        return ()
    before = takewhile(lambda event: not isinstance(event, DealStarted), every)
    news = [event for event in before if isinstance(event, GameEvent) and event.is_news]
    return (*(event for event in kept if not isinstance(event, GameEvent)), *news[-LAST_NEWS:])


def deal_panel(table: ShownTable, ended: Iterable[HeardEvent]) -> ui.LayoutView:
    """How a deal ended: its score, or why it has none."""
    events = sorted(ended, key=lambda event: not isinstance(event, _ENDS))
    return panel(ui.TextDisplay("\n".join(line for event in events for line in _lines(table, event))))


def _lines(table: ShownTable, event: HeardEvent) -> Iterator[str]:
    match event:
        case DealScored():
            yield from _scored(table, event)
        case PassedOut(deal):
            yield f"**Deal {deal}** · {told(table, event)}"
        case Ruled():
            yield ruled_line(table, event)
        case MisdealClaimed():
            yield f"**Misdeal** · {told(table, event)}"
        case GameWon():
            yield f"**{told(table, event)}**"
        case _ if sentence := told(table, event):
            yield f"-# {sentence}"
        case _:
            pass


def _scored(table: ShownTable, scored: DealScored) -> Iterator[str]:
    yield f"**Deal {scored.deal}**" + (f" · {line_told(table, scored)}" if scored.contract else "")
    for side in scored.sides:
        yield f"{gained(side.scored)} {team_name(table, side.seats)} → **{signed(side.total)}**"
        if reason := why(table, scored, side):
            yield f"-# {reason}"
    if scored.dummy is not None:
        yield f"-# {gained(scored.dummy.scored)} {team_name(table, scored.dummy.seats)}, not ranked"
