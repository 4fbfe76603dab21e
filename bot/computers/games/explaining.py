"""Reasons for an answer in a game without bidding: the first simple fact that is true of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from bot.computers.brief import Brief
from bot.computers.games.doubt import Memory, chance_of_truth, facts_of
from bot.computers.games.explaining_piles import new_solitaire, old_solitaire, panjandrum
from bot.computers.games.explaining_takings import club, tuxedo
from bot.computers.games.golden10 import FLIP, GOLDEN_10
from bot.computers.games.high14 import STYLE as HIGH_14
from bot.computers.games.playing_out import COLOR_OF, Style, best_of
from bot.computers.games.reasons import (
    Beatable,
    Below,
    Called,
    Count,
    FourHeld,
    Held,
    Last,
    LastCard,
    Likely,
    NothingKnown,
    OffColor,
    OtherReason,
    SomeoneFolded,
)
from bot.computers.games.tricks import known_from
from rules.core.actions import Action, Pass, Play, Shout
from rules.core.cards import Card, CardSet
from rules.games.cribbage.deal import POINTS
from rules.games.cribbage.facts import CribbageFacts
from rules.games.donkey.deal import four_of
from rules.games.tens.facts import Pile, TensFacts

Explain = Callable[[Brief, Action], OtherReason | None]


def explain(brief: Brief, action: Action) -> OtherReason | None:
    """The reason for an answer; None if no reason fits in a sentence, or the game has none."""
    said = _EXPLAINED.get(brief.game)
    return said(brief, action) if said is not None else None


def _in_tricks(style: Style) -> Explain:
    """Explains a card in a game of tricks: whether it takes the trick so far, and how many may beat it."""

    def explained(brief: Brief, action: Action) -> OtherReason | None:
        if not isinstance(action, Play):
            return None
        known, card = known_from(brief, style), action.card
        led = COLOR_OF[known.played[0] if known.played else card]
        if known.played:
            best = known.played[best_of(style, known.played)]
            if not style.beats(card, best, led):
                return Below(Card(best)) if led >> card & 1 else OffColor()
            if len(known.played) == len(known.counts) - 1:
                return Last()
        return Beatable(sum(style.beats(other, card, led) for other in CardSet(known.unseen)))

    return explained


def _donkey(brief: Brief, action: Action) -> OtherReason:
    hand = brief.view.hand
    if isinstance(action, Play):
        rank = action.card.rank
        return Held(rank, sum(card.rank == rank for card in hand))
    four = four_of(hand)
    return FourHeld(next(iter(four)).rank) if four else SomeoneFolded()


def _doubt(brief: Brief, action: Action) -> OtherReason:
    view, facts = brief.view, facts_of(brief.view.table)
    if isinstance(action, Play):
        return Called(facts.number, action.card.rank == facts.number)
    player = next(info for info in view.table.seats if info.seat == facts.claimant)
    if player.cards == 0:
        return LastCard()
    return Likely(_percent(chance_of_truth(view, Memory(brief.heard), player.seat, player.cards + 1)))


def _percent(chance: float) -> int:
    return round(100 * chance) if chance in {0, 1} else min(99, max(1, round(100 * chance)))


def _tens(brief: Brief, action: Action) -> OtherReason | None:
    facts = brief.view.table.facts
    if not isinstance(facts, TensFacts) or not isinstance(action, Shout | Pass):
        return None
    (center,) = (zone for zone in brief.view.table.zones if zone.kind == Pile.CENTER)
    return Called(facts.number, center.shown[-1].rank == facts.number)


def _cribbage(brief: Brief, action: Action) -> OtherReason | None:
    facts = brief.view.table.facts
    if not isinstance(facts, CribbageFacts) or not isinstance(action, Play):
        return None
    count = facts.count + action.card.rank
    return Count(count, POINTS.get(count, 0))


def _clock(_brief: Brief, _action: Action) -> OtherReason:
    return NothingKnown()


_EXPLAINED: Final[Mapping[str, Explain]] = MappingProxyType(
    {
        "clock": _clock,
        "club": club,
        "golden10_1988": _in_tricks(GOLDEN_10),
        "golden10_1924": _in_tricks(GOLDEN_10),
        "flip": _in_tricks(FLIP),
        "high14": _in_tricks(HIGH_14),
        "tuxedo_old": tuxedo,
        "tuxedo_1924": tuxedo,
        "cribbage": _cribbage,
        "donkey": _donkey,
        "doubt_old": _doubt,
        "doubt_1924": _doubt,
        "panjandrum_1988": panjandrum,
        "panjandrum_1924": panjandrum,
        "tens": _tens,
        "old_solitaire": old_solitaire,
        "new_solitaire": new_solitaire,
    }
)
"""By the key of the game; in Match and Everlasting there is no choice to explain."""
