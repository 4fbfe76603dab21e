"""The computer player of Donkey: folds as soon as it may, and passes on its rarest number."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Final

from bot.computers.brief import Brief, decision_of
from bot.computers.games.reasons import FourHeld, Held, OtherReason, SomeoneFolded
from rules.core.actions import PLAYS, SHOUT, Action, Play
from rules.core.cards import Card, CardSet
from rules.core.events import CardsSeen
from rules.games.donkey.deal import four_of

RECENT: Final = 3
"""Latest passes looked at: a number that came in them is still going round, and worth waiting for."""
PASSES_WITH_PAIRS: Final = 20
"""Passes after which pairs are given up: otherwise hands full of pairs could wait for each other forever."""


def choose(brief: Brief, random: Random, _share: float = 1.0) -> Action:
    """Fold as soon as it is allowed; else pass at random one of the cards of ``to_pass``."""
    if decision_of(brief).accepts(SHOUT):
        return SHOUT
    came = [event.cards[0] for event in brief.heard if isinstance(event, CardsSeen)]
    cards = to_pass(brief.view.hand, came)
    return PLAYS[cards[int(random.random() * len(cards))]]


def to_pass(hand: CardSet, came: list[Card]) -> list[Card]:
    """Cards of its rarest numbers, none just received if possible; later in a deal all but the most held."""
    held = Counter(card.rank for card in hand)
    if len(came) > PASSES_WITH_PAIRS:
        most = max(held.values())
        return [card for card in hand if held[card.rank] < most] or list(hand)
    fewest = min(held.values())
    spare = [card for card in hand if held[card.rank] == fewest]
    recent = {card.rank for card in came[-RECENT:]}
    return [card for card in spare if card.rank not in recent] or spare


def explain(brief: Brief, action: Action) -> OtherReason:
    """The reason for a fold or a card passed on: what the hand holds of its number."""
    hand = brief.view.hand
    if isinstance(action, Play):
        rank = action.card.rank
        return Held(rank, sum(card.rank == rank for card in hand))
    four = four_of(hand)
    return FourHeld(next(iter(four)).rank) if four else SomeoneFolded()
