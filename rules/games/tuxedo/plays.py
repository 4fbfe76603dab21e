"""The plays from a hand: captures first, then builds, then loose cards."""

from __future__ import annotations

from typing import Final

from rules.core.actions import PLAYS, Capture, Put
from rules.core.cards import Card, CardSet
from rules.core.decisions import Option
from rules.games.tuxedo.captures import Table, captures, combinations_to
from rules.games.tuxedo.deal import Deal
from rules.games.tuxedo.options import TuxedoRules

MOST_BUILDS: Final = 8
"""Most builds offered that begin with one card on several, for one number."""


def answers(rules: TuxedoRules, deal: Deal) -> tuple[Option, ...]:
    """Plays of the seat in turn: captures, the most cards first, builds; single cards unless it must take."""
    hand = sorted(deal.hands[deal.turn], key=lambda card: (-card.rank, card))
    takings = [option for card in hand for option in takings_of(rules, deal.table, card)]
    takings.sort(key=_taken, reverse=True)
    builds = [
        option for card in hand for option in builds_with(rules, deal.table, card, deal.hands[deal.turn])
    ]
    laid = [] if takings and rules.forced_capture else [Option(PLAYS[card]) for card in hand]
    return (*takings, *builds, *laid)


def takings_of(rules: TuxedoRules, table: Table, card: Card) -> list[Option]:
    """The captures a card may make, the most cards first."""
    choices = captures(card.rank, table, every=rules.multi_capture, by_color=rules.orange)
    return [Option(Capture(card, cards)) for cards in choices]


def builds_with(rules: TuxedoRules, table: Table, card: Card, hand: CardSet) -> list[Option]:
    """The builds a card may make if building is on: the hand must hold another card of their sum (R-79)."""
    if not rules.building:
        return []
    numbers = {other.rank for other in hand if other != card}
    options = [
        Option(Put((card,), place)) for place, stack in enumerate(table) if stack.value + card.rank in numbers
    ]
    if rules.multi_build:
        higher = sorted(number for number in numbers if number > card.rank)
        options += [option for number in higher for option in _large(rules, table, card, number)]
    return options


def _large(rules: TuxedoRules, table: Table, card: Card, number: int) -> list[Option]:
    """The builds of ``number`` that begin with a card on several loose cards."""
    choices = combinations_to(number - card.rank, table, by_color=rules.orange)
    firsts = [stack.cards[0] for stack in table]
    return [
        Option(Put((card, *cards), place))
        for cards in choices[:MOST_BUILDS]
        if len(cards) > 1
        for place in (min(firsts.index(one) for one in cards),)
    ]


def _taken(option: Option) -> int:
    return len(option.action.cards) if isinstance(option.action, Capture) else 0
