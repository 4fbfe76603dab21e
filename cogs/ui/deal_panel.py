"""What is left in the channel of a deal that is over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import Final

from discord import ui

from bot.play.shown import ShownTable
from cogs.ui.deal_words import deal_line, ruled_line, why
from cogs.ui.items import panel
from cogs.ui.news import news_line
from cogs.ui.words import count, listed, look_of, names_of, team_name
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

_ENDS: Final = (DealScored, PassedOut, MisdealClaimed, Ruled)
_TOLD: Final = (*_ENDS, NestWon, OddCardsWon, CardsCut, PartnerShown, SeatsChanged, GameWon, GameEvent)
LAST_NEWS: Final = 3
"""Sentences that are kept of what happened last in a deal."""


def ending(events: Iterable[HeardEvent]) -> tuple[HeardEvent, ...]:
    """What is to be told of a deal that has just ended; nothing if none has.

    The news of the next one, which has begun at once, are not told.
    """
    every = list(events)
    told = [event for event in every if isinstance(event, _TOLD)]
    if not any(isinstance(event, _ENDS) for event in told):
        return ()
    before = takewhile(lambda event: not isinstance(event, DealStarted), every)
    news = [event for event in before if isinstance(event, GameEvent) and event.is_news]
    return (*(event for event in told if not isinstance(event, GameEvent)), *news[-LAST_NEWS:])


def deal_panel(table: ShownTable, told: Iterable[HeardEvent]) -> ui.LayoutView:
    """How a deal ended: its score, or why it has none."""
    events = sorted(told, key=lambda event: not isinstance(event, _ENDS))
    return panel(ui.TextDisplay("\n".join(line for event in events for line in _lines(table, event))))


def _lines(table: ShownTable, event: HeardEvent) -> Iterator[str]:
    assert table.view is not None
    names, look = names_of(table), look_of(table.view)
    match event:
        case DealScored():
            yield from _scored(table, event)
        case GameEvent() if told := table.words.event(event):
            yield news_line(table, told)
        case PassedOut(deal):
            again = " The cards are dealt again." if table.is_playing else ""
            yield f"**Deal {deal}** · thrown in, no score.{again}"
        case MisdealClaimed(seat, cards):
            shown = look.cards(cards)
            yield f"**Misdeal** · {names[seat]} had no counters: {shown}. The cards are dealt again."
        case Ruled():
            yield ruled_line(table, event)
        case NestWon(winner, cards, points):
            whose = "nobody" if winner is None else names[winner]
            yield f"-# Nest: {look.cards(cards)} → {whose}, {count(points, 'point')}"
        case OddCardsWon(winner, cards, points):
            yield f"-# Left over: {look.cards(cards)} → {names[winner]}, {count(points, 'point')}"
        case CardsCut(cut, winners):
            drawn = " · ".join(f"{look.card(card)} {names[seat]}" for seat, card in cut)
            yield f"-# Cut for most tricks: {drawn} → {team_name(table, winners) if winners else 'cut again'}"
        case PartnerShown(partner):
            yield f"-# Partner: {'nobody' if partner is None else names[partner]}"
        case SeatsChanged(order):
            yield f"-# New seats, clockwise: {listed([names[seat] for seat in order])}"
        case GameWon(winners, games):
            yield f"**A game for {team_name(table, winners)}** · {' : '.join(map(str, games))}"
        case _:
            pass


def _scored(table: ShownTable, scored: DealScored) -> Iterator[str]:
    yield f"**Deal {scored.deal}**" + (f" · {deal_line(table, scored)}" if scored.contract else "")
    for side in scored.sides:
        yield f"{side.scored:+d} {team_name(table, side.seats)} → **{side.total}**"
        if told := why(table, side):
            yield f"-# {told}"
    if scored.dummy is not None:
        yield f"-# {scored.dummy.scored:+d} {team_name(table, scored.dummy.seats)}, not ranked"
