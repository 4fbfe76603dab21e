"""Choosing the trump color and what to lay away: by strength of the color, then the useless cards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from rules.cards import Card, CardSet, Color
from rules.tricks.ranking import Ranking
from rules.tricks.setup import Setup

LENGTH: Final = 8
"""What one more trump is worth, in steps of height."""


class Plan(NamedTuple):
    """A trump color and the cards to lay away for it."""

    trump: Color
    laid: tuple[Card, ...]


class Side(NamedTuple):
    """The cards of one side color that a plan looks at."""

    exposes: bool
    """Whether emptying it would leave a counter that cannot be laid away."""
    winners: int
    """How many it holds from the top without a gap."""
    losers: tuple[Card, ...]
    """The others that may be laid away, counters first, then from below."""


def make_plan(setup: Setup, hand: int, allowed: int, number: int, trump: Color | None = None) -> Plan:
    """The trump to name, if it is not named yet, and ``number`` of the allowed cards to lay away."""
    best = best_trump(setup, hand, tuple(Color)) if trump is None else trump
    return Plan(best, lay_away(setup, hand, allowed, number, best))


def best_trump(setup: Setup, hand: int, colors: Iterable[Color]) -> Color:
    """The color of most strength."""
    return max(colors, key=lambda color: (strength(setup.rankings[color], hand, color), -color))


def strength(ranking: Ranking, hand: int, color: Color) -> int:
    """How strong a hand would be with a trump color: length first, then height."""
    power = ranking.power[color]
    return sum(LENGTH + power[card] % 100 for card in CardSet(hand & ranking.follow[color]))


def lay_away(setup: Setup, hand: int, allowed: int, number: int, trump: Color) -> tuple[Card, ...]:
    """The cards to bury: the losers of the colors soonest empty, then winners, trumps at the very end."""
    ranking = setup.rankings[trump]
    sides = [_side(setup, ranking, hand, allowed, color) for color in Color if color != trump]
    laid = [card for side in sorted(sides, key=_soonest_empty) for card in side.losers][:number]
    if len(laid) < number:
        rest = [card for card in CardSet(allowed) if card not in laid]
        rest.sort(key=lambda card: (ranking.suit[card] == trump, ranking.power[ranking.suit[card]][card]))
        laid += rest[: number - len(laid)]
    return tuple(laid)


def _side(setup: Setup, ranking: Ranking, hand: int, allowed: int, color: Color) -> Side:
    power, value = ranking.power[color], setup.value
    whole = sorted(CardSet(ranking.follow[color]), key=lambda card: -power[card])
    held = [bool(hand >> card & 1) for card in whole if card in setup.pack]
    winners = held.index(False) if False in held else len(held)
    mine = [card for card in whole if hand >> card & 1][winners:]
    losers = sorted(
        (card for card in mine if allowed >> card & 1), key=lambda card: (-value[card], power[card])
    )
    exposes = any(value[card] and not allowed >> card & 1 for card in mine)
    return Side(exposes, winners, tuple(losers))


def _soonest_empty(side: Side) -> tuple[bool, int, int]:
    return side.exposes, side.winners, len(side.losers)
