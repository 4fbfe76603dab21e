"""Why an answer in a game without bidding is a good one: the first simple thing that is true of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from bot.computers.brief import Brief
from bot.computers.games.doubt import Memory, chance_of_truth, facts_of
from bot.computers.games.golden10 import FLIP, GOLDEN_10
from bot.computers.games.high14 import STYLE as HIGH_14
from bot.computers.games.playing_out import COLOR_OF, Style, best_of
from bot.computers.games.tricks import known_from
from bot.computers.reasons import (
    Below,
    Called,
    Collects,
    Count,
    Doubtful,
    Held,
    Last,
    NothingKnown,
    OffColor,
    Reason,
)
from rules.core.actions import Action, Capture, Pass, Play, Shout
from rules.core.cards import Card
from rules.games.cribbage.deal import POINTS
from rules.games.cribbage.facts import CribbageFacts
from rules.games.tens.facts import Pile, TensFacts

Explain = Callable[[Brief, Action], Reason | None]


def explain(brief: Brief, action: Action) -> Reason | None:
    """The reason for an answer; None where there is none that fits a sentence."""
    said = _EXPLAINED.get(brief.game)
    return said(brief, action) if said is not None else None


def _in_tricks(style: Style) -> Explain:
    """Of a card in a game of tricks: whether it takes the trick as it lies."""

    def explained(brief: Brief, action: Action) -> Reason | None:
        known = known_from(brief, style)
        if not isinstance(action, Play) or not known.played:
            return None
        led, best = COLOR_OF[known.played[0]], known.played[best_of(style, known.played)]
        if style.beats(action.card, best, led):
            is_last = len(known.played) == len(known.counts) - 1
            return Last() if is_last else None
        return Below(Card(best)) if led >> action.card & 1 else OffColor()

    return explained


def _donkey(brief: Brief, action: Action) -> Reason | None:
    if not isinstance(action, Play):
        return None
    rank = action.card.rank
    return Held(rank, sum(card.rank == rank for card in brief.view.hand))


def _doubt(brief: Brief, action: Action) -> Reason | None:
    view, facts = brief.view, facts_of(brief.view.table)
    if isinstance(action, Play):
        return Called(facts.number, action.card.rank == facts.number)
    player = next(info for info in view.table.seats if info.seat == facts.claimant)
    chance = chance_of_truth(view, Memory(brief.heard), player.seat, player.cards + 1)
    return Doubtful(player.cards == 0, chance == 0)


def _tens(brief: Brief, action: Action) -> Reason | None:
    facts = brief.view.table.facts
    if not isinstance(facts, TensFacts) or not isinstance(action, Shout | Pass):
        return None
    (center,) = (zone for zone in brief.view.table.zones if zone.kind == Pile.CENTER)
    return Called(facts.number, center.shown[-1].rank == facts.number)


def _cribbage(brief: Brief, action: Action) -> Reason | None:
    facts = brief.view.table.facts
    if not isinstance(facts, CribbageFacts) or not isinstance(action, Play):
        return None
    count = facts.count + action.card.rank
    return Count(count, POINTS.get(count, 0))


def _tuxedo(_brief: Brief, action: Action) -> Reason | None:
    return Collects(len(action.cards) + 1) if isinstance(action, Capture) else None


def _match(_brief: Brief, _action: Action) -> Reason:
    return NothingKnown()


_EXPLAINED: Final[Mapping[str, Explain]] = MappingProxyType(
    {
        "golden10_1988": _in_tricks(GOLDEN_10),
        "golden10_1924": _in_tricks(GOLDEN_10),
        "flip": _in_tricks(FLIP),
        "high14": _in_tricks(HIGH_14),
        "tuxedo_old": _tuxedo,
        "tuxedo_1924": _tuxedo,
        "cribbage": _cribbage,
        "donkey": _donkey,
        "doubt_old": _doubt,
        "doubt_1924": _doubt,
        "match": _match,
        "everlasting": _match,
        "tens": _tens,
    }
)
"""By the key of the game."""
