"""The computer player of Simplified Cribbage: picks the card with the best mean lead over sampled deals."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from random import Random
from typing import Final

from bot.computers.brief import Brief, decision_of
from bot.computers.games.reasons import Count, OtherReason
from rules.catalog import game_with
from rules.core.actions import PLAYS, Action, Play
from rules.core.cards import Card
from rules.core.decisions import ChooseCard, Seat
from rules.core.events import CardPlayed
from rules.games.cribbage.deal import GO, MOST, POINTS
from rules.games.cribbage.facts import CribbageFacts
from rules.games.cribbage.game import Cribbage

WORLDS: Final = 30
"""Deals sampled for a decision."""
WINNING: Final = 100
"""Points that winning the match at once counts as, in place of the points of the deal."""
Hands = list[list[int]]
"""The numbers held, by seat."""


def choose(brief: Brief, random: Random, share: float = 1.0) -> Action:
    """The best card by ``share`` of ``WORLDS`` sampled deals (0: first sight); else the first answer."""
    decision = decision_of(brief)
    if not isinstance(decision, ChooseCard):
        return next(decision.answers())
    seat, hand = brief.view.seat, [card.rank for card in brief.view.hand]
    kinds = {card.rank: card for card in decision.cards}
    if len(kinds) == 1:
        return PLAYS[decision.cards.bit_length() - 1]
    facts = brief.view.table.facts
    assert isinstance(facts, CribbageFacts)
    worlds = round(WORLDS * share)
    if not worlds:
        return PLAYS[kinds[_at_sight(list(kinds), facts.count)]]
    passed = {seat for seat, has_passed in enumerate(facts.passed) if has_passed}
    unseen, count = _unseen(brief), facts.count
    counts = [info.cards if info.seat != seat else 0 for info in brief.view.table.seats]
    needed, gains = _needed(brief, facts), dict.fromkeys(kinds, 0.0)
    for _ in range(worlds):
        hands = _dealt(unseen, counts, dict.fromkeys(passed, MOST - count), random)
        for rank in kinds:
            hands[seat] = list(hand)
            points = _play_out([list(cards) for cards in hands], seat, rank, count, passed, needed)
            gains[rank] += points[seat] - sum(points) / len(points)
    return PLAYS[kinds[max(kinds, key=lambda rank: gains[rank])]]


def _needed(brief: Brief, facts: CribbageFacts) -> list[float]:
    """Points of this deal with which each seat wins the match at once; infinity if deals are played out."""
    game = game_with(brief.game, brief.options, brief.version)
    assert isinstance(game, Cribbage)
    table, rules = brief.view.table, game.rules
    if rules.end_of_deal_win or rules.deals is not None:
        return [inf] * len(table.seats)
    return [
        rules.target - side.total - points for side, points in zip(table.totals, facts.points, strict=True)
    ]


def _unseen(brief: Brief) -> list[int]:
    """The numbers of all cards the player has not seen, one for each card."""
    seen = {event.card for event in brief.heard if isinstance(event, CardPlayed)} | set(brief.view.hand)
    return [Card(number).rank for number in range(56) if Card(number) not in seen]


def _dealt(unseen: Sequence[int], counts: Sequence[int], passed: dict[Seat, int], random: Random) -> Hands:
    """Sampled hands of ``counts`` cards; a seat's numbers are above its value in ``passed``, if possible."""
    cards = random.sample(unseen, len(unseen))
    hands: Hands = [[] for _ in counts]
    for seat in sorted(range(len(counts)), key=lambda seat: -passed.get(seat, 0)):
        fitting = [number for number in cards if number > passed.get(seat, 0)]
        hands[seat] = (fitting if len(fitting) >= counts[seat] else cards)[: counts[seat]]
        for number in hands[seat]:
            cards.remove(number)
    return hands


def _play_out(
    hands: Hands, seat: Seat, rank: int, count: int, passed: set[Seat], needed: Sequence[float]
) -> list[int]:
    """Points by seat to the end of the deal: ``seat`` plays ``rank``, then every seat plays at first sight.

    Once a seat has the points it needs to win the match, only it scores: ``WINNING`` and the cards left.
    """
    points, out = [0] * len(hands), set(passed)
    while True:
        hands[seat].remove(rank)
        count += rank
        points[seat] += POINTS.get(count, 0)
        last = seat
        following = None if count == MOST else _next_to_play(hands, seat, count, out)
        if following is None:
            points[last] += GO if count < MOST else 0
        if points[last] >= needed[last]:
            cards_left = sum(map(len, hands))
            return [WINNING + cards_left if one == last else 0 for one in range(len(hands))]
        if following is None:
            count, out = 0, set[Seat]()
            following = _next_to_play(hands, last, count, out)
            if following is None:
                return points
        seat = following
        rank = _at_sight([number for number in hands[seat] if count + number <= MOST], count)


def _next_to_play(hands: Hands, seat: Seat, count: int, out: set[Seat]) -> Seat | None:
    """The next seat that can play, or None. Adds seats that cannot to ``out`` of this count."""
    for step in range(1, len(hands) + 1):
        other = (seat + step) % len(hands)
        if other in out:
            continue
        if any(count + number <= MOST for number in hands[other]):
            return other
        out.add(other)
    return None


def _at_sight(numbers: Sequence[int], count: int) -> int:
    """The number that scores most; then one after which no card can score at once; then the highest."""
    return max(numbers, key=lambda number: (POINTS.get(count + number, 0), _is_safe(count + number), number))


def _is_safe(count: int) -> bool:
    """Whether no single card can bring this count to one that scores."""
    return not any(count < made <= count + 14 for made in POINTS)


def explain(brief: Brief, action: Action) -> OtherReason | None:
    """The reason for a card played: the count it reaches."""
    facts = brief.view.table.facts
    if not isinstance(facts, CribbageFacts) or not isinstance(action, Play):
        return None
    count = facts.count + action.card.rank
    return Count(count, POINTS.get(count, 0))
