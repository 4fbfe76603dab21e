"""Which card to call for a partner."""

from __future__ import annotations

from rules.bidding.ranking import Ranking
from rules.bidding.setup import Setup
from rules.core.cards import Card, CardSet


def card_to_call(setup: Setup, ranking: Ranking, own: int) -> Card:
    """The highest trump that is not one's own; without such, or without trumps, the highest card of all."""
    missing = [card for card in setup.pack if not own >> card & 1]
    trumps = [card for card in missing if ranking.trumps >> card & 1]
    return max(trumps or missing, key=lambda card: ranking.power[ranking.suit[card]][card])


def cards_to_call(ranking: Ranking, own: int, callable_: int) -> list[Card]:
    """The cards worth calling: the highest of each suit that is not one's own, trumps first."""
    missing = CardSet(callable_ & ~own) or CardSet(callable_)
    best: dict[int, Card] = {}
    for card in missing:
        suit = ranking.suit[card]
        known = best.get(suit)
        if known is None or ranking.power[suit][card] > ranking.power[suit][known]:
            best[suit] = card
    return sorted(best.values(), key=lambda card: (not ranking.trumps >> card & 1, card))
