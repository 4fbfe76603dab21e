"""Deals of Club laid out for tests, and a naive second check of melds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import Any

from rules.core.actions import Action, Say
from rules.core.cards import Card, CardSet, parse_cards
from rules.core.decisions import ChooseOption, Decision
from rules.core.match import Match
from rules.games.club.deal import Deal
from rules.games.club.melds import Meld, meld_of
from tests.rules.games.kit import at_random, game_of


def cards(text: str) -> CardSet:
    return CardSet.of(parse_cards(text))


def meld(text: str) -> Meld:
    found = meld_of(cards(text))
    assert found is not None, f"{text} is no meld"
    return found


def table(
    hands: Mapping[int, str],
    *,
    seats: int = 4,
    pile: str = "R8",
    melds: Mapping[int, Sequence[str]] | None = None,
    rooks: Mapping[int, str] | None = None,
    stock: str | None = None,
    totals: tuple[int, ...] | None = None,
    options: Mapping[str, Any] | None = None,
    each: int = 1,
    **changes: Any,
) -> tuple[Any, Match, Deal]:
    """The game, the match and a deal: seat 1 is in turn, every seat has had a first turn, the rest is stock.

    A seat without a hand given holds one card of the stock, or ``each``.
    """
    game = game_of("club", **(options or {}))
    match = game.start(seats).match._replace(drawing=(), deal=1)
    match = match._replace(totals=totals or match.totals)
    laid = [tuple(meld(text) for text in (melds or {}).get(side, ())) for side in range(len(match.sides))]
    own_rooks = [parse_cards((rooks or {}).get(side, "")) for side in range(len(match.sides))]
    told = {seat: cards(text) for seat, text in hands.items()}
    lying = [*told.values(), cards(pile), *(one.cards for side in laid for one in side)]
    lying += [CardSet.of(some) for some in own_rooks] + ([cards(stock)] if stock else [])
    rest = [card for card in game.deck(seats) if not any(card in some for some in lying)]
    spare = [card for card in rest if not card.is_bird]
    held = tuple(
        told[seat] if seat in told else CardSet.of([spare.pop() for _ in range(each)])
        for seat in range(seats)
    )
    left = [card for card in rest if not any(card in hand for hand in held)]
    deal = Deal(
        hands=held,
        stock=tuple(left) if stock is None else parse_cards(stock),
        pile=parse_cards(pile),
        melds=tuple(laid),
        rooks=tuple(own_rooks),
        turn=1,
        turns=seats,
    )
    return game, match, deal._replace(**changes)


def eagerly(decision: Decision, random: Random) -> Action:
    """A random answer that prefers laying melds and taking the discard pile."""
    options = [option.action for option in getattr(decision, "otherwise", ())]
    for wanted in (Say("down"), Say("meld")):
        if wanted in options and random.random() < 0.7:
            return wanted
    if isinstance(decision, ChooseOption) and random.random() < 0.8:
        return decision.options[-1].action
    return at_random(decision, random)


def is_wild(card: Card) -> bool:
    return card.rank in (1, 2)


def is_meld(some: CardSet) -> bool:
    """The rule book's words, card by card (1988, Club 5 and 7)."""
    naturals = [card for card in some if not is_wild(card)]
    if any(card.is_bird for card in some) or len(some) < 3:
        return False
    is_set = len(naturals) >= 2 and len({card.rank for card in naturals}) == 1
    numbers = sorted(card.rank for card in some)
    in_sequence = all(high == low + 1 for low, high in pairwise(numbers))
    is_sequence = in_sequence and numbers[0] >= 4 and len({card.color for card in some}) == 1
    return is_set or is_sequence


def points(some: CardSet) -> int:
    return sum(20 if is_wild(card) else 10 for card in some)
