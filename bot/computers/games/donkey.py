"""Donkey: folds as soon as it may, and passes a card of the number it holds fewest of."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Final

from bot.computers.brief import Brief, decision_of
from rules.core.actions import PLAYS, SHOUT, Action
from rules.core.cards import Card, CardSet
from rules.core.events import CardsSeen

RECENT: Final = 3
"""Recent passes: cards of numbers that came in them are still going round, and are kept."""
PASSES_WITH_PAIRS: Final = 20
"""Passes after which it gives up pairs: otherwise hands full of pairs could wait for each other endlessly."""


def choose(brief: Brief, random: Random, _share: float = 1.0) -> Action:
    """Answer the decision in the brief."""
    if decision_of(brief).accepts(SHOUT):
        return SHOUT
    came = [event.cards[0] for event in brief.heard if isinstance(event, CardsSeen)]
    cards = to_pass(brief.view.hand, came)
    return PLAYS[cards[int(random.random() * len(cards))]]


def to_pass(hand: CardSet, came: list[Card]) -> list[Card]:
    """The cards of a hand that are equally good to pass; ``came`` are those received so far."""
    held = Counter(card.rank for card in hand)
    if len(came) > PASSES_WITH_PAIRS:
        most = max(held.values())
        return [card for card in hand if held[card.rank] < most] or list(hand)
    fewest = min(held.values())
    spare = [card for card in hand if held[card.rank] == fewest]
    recent = {card.rank for card in came[-RECENT:]}
    return [card for card in spare if card.rank not in recent] or spare
