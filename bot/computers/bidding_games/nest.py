"""Which cards to discard for a trump, within what the game allows."""

from __future__ import annotations

from typing import NamedTuple

from rules.bidding.nest import Allowed, allowed_in_nest
from rules.bidding.ranking import NOT_LED, Ranking
from rules.bidding.setup import Setup
from rules.core.cards import Card, CardSet


class Side(NamedTuple):
    """One side color of a hand, as the discard is planned."""

    exposes: bool
    """Whether it holds a counter that may not be discarded."""
    winners: int
    """Number of top cards held without a gap."""
    losers: tuple[Card, ...]
    """The other cards that may be discarded, in order."""


def allowed_of(setup: Setup, hand: int, nest: int, trump: Ranking) -> Allowed:
    """The cards a declarer may discard from a hand that includes the nest, if ``trump`` will be named."""
    named = setup.unranked if setup.variant.trump == "after_nest" else trump
    return allowed_in_nest(setup, hand, nest, named)


def choose_discard(
    setup: Setup, ranking: Ranking, hand: int, allowed: Allowed, number: int
) -> tuple[Card, ...]:
    """The ``number`` cards to discard: losers of the colors soonest empty, then winners, trumps last.

    Where counters may go instead of trumps, all other cards go first.
    """
    own = ranking.trumps
    suits = {ranking.suit[card] for card in CardSet(hand & ~own)} - {NOT_LED}
    sides = [_side(setup, ranking, hand, allowed.cards, suit) for suit in sorted(suits)]
    sides.sort(key=lambda side: (side.exposes, side.winners, len(side.losers)))  # the soonest empty first
    wanted = [card for side in sides for card in side.losers]
    rest = [card for card in CardSet(allowed.cards) if card not in wanted]
    rest.sort(key=lambda card: (own >> card & 1, ranking.power[ranking.suit[card]][card]))
    laid: list[Card] = []
    few = allowed.few_most
    for card in (*CardSet(allowed.before & allowed.cards), *wanted, *rest):
        is_few = allowed.few >> card & 1
        if len(laid) < number and card not in laid and (few or not is_few):
            laid.append(card)
            few -= is_few
    return tuple(laid)


def _side(setup: Setup, ranking: Ranking, hand: int, allowed: int, suit: int) -> Side:
    power, value = ranking.power[suit], ranking.value
    whole = [card for card in setup.deck if ranking.suit[card] == suit]
    whole.sort(key=lambda card: -power[card])
    held = [bool(hand >> card & 1) for card in whole]
    winners = held.index(False) if False in held else len(held)
    mine = [card for card in whole if hand >> card & 1][winners:]
    # Counters in the nest score for the side that gets it; in variants where no side does they are lost.
    gain = -1 if setup.variant.nest_to == "nobody" and setup.variant.bury_counters else 1
    losers = sorted(
        (card for card in mine if allowed >> card & 1), key=lambda card: (-gain * value[card], power[card])
    )
    exposes = any(value[card] and not allowed >> card & 1 for card in mine)
    return Side(exposes, winners, tuple(losers))
