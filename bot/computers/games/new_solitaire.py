"""The computer player of New Rook Solitaire: plays the best ends of the present run out with shuffled hands.

It works with numbers, as colors do not count. It has seen all cards but those of the hand; only their
order is unknown.
"""

from __future__ import annotations

from random import Random
from typing import Final, NamedTuple

from bot.computers.brief import Brief, decision_of
from bot.computers.games.reasons import NoMove, NothingFits, OtherReason, RunContinues
from rules.core.actions import Action, Put
from rules.core.cards import RANKS, Card, deck
from rules.core.views import Zone
from rules.games.new_solitaire.deal import PILE
from rules.games.new_solitaire.events import CardTurned, ColumnsLaid
from rules.games.new_solitaire.facts import Pile
from rules.games.new_solitaire.game import TURN
from rules.games.solitaire.game import GIVE_UP

ENDS: Final = 5
"""Number of ends of a run that are played out."""
WORLDS: Final = 12
"""Sampled orders of the hand that each of these ends is played out with."""

MOST_SEEN: Final = 300
"""Positions of one run that are searched; few runs have more."""

Columns = tuple[tuple[int, ...], ...]
"""The numbers in each column, the playable card's last."""


class End(NamedTuple):
    """A possible end of a run: the columns left, and the index of the column of its first card."""

    columns: Columns
    first: int


def choose(brief: Brief, random: Random, share: float = 1.0) -> Action:
    """The first card of the best run; if no card fits, a turn of the hand's next card, else giving up."""
    answers = list(decision_of(brief).answers())
    plays = [answer for answer in answers if isinstance(answer, Put)]
    if not plays:
        return TURN.action if TURN.action in answers else GIVE_UP.action
    if len(plays) == 1:
        return plays[0]
    shown = _shown(brief, Pile.COLUMN)
    columns = tuple(tuple(card.rank for card in column.shown) for column in shown)
    (pile,) = _shown(brief, Pile.PLAYING)
    first = best_end(ends(columns, pile.shown[-1].rank), _hand(brief), random, share).first
    return Put(shown[first].shown[-1:], PILE)


def _shown(brief: Brief, kind: Pile) -> list[Zone]:
    """The piles of a kind, public or private."""
    return [zone for zone in (*brief.view.table.zones, *brief.view.zones) if zone.kind == kind]


def _hand(brief: Brief) -> list[int]:
    """The numbers of the cards in the hand: those that were not seen in this deal."""
    seen = set[Card]()
    for event in brief.heard:
        match event:
            case ColumnsLaid(_, columns):
                seen.update(*columns)
            case CardTurned(_, card):
                seen.add(card)
    return [card.rank for card in deck(range(1, RANKS + 1), bird=False) if card not in seen]


def best_end(found: list[End], hand: list[int], random: Random, share: float) -> End:
    """The end in ``found`` with the best mean score over ``share`` of ``WORLDS`` orders of the hand.

    Without orders it is the one with the best ``prospects``.
    """
    tried = sorted(found, key=lambda end: prospects(end.columns, hand), reverse=True)[:ENDS]
    worlds = round(WORLDS * share)
    if len(tried) == 1 or not worlds:
        return tried[0]
    scores = [0] * len(tried)
    for _ in range(worlds):
        order = hand[:]
        random.shuffle(order)
        for place, end in enumerate(tried):
            scores[place] += played_out(end.columns, order)
    return tried[scores.index(max(scores))]


def ends(columns: Columns, top: int) -> list[End]:
    """The different layouts in which a run from number ``top`` may end, within ``MOST_SEEN`` positions."""
    found: dict[Columns, End] = {}
    seen = {(columns, top)}
    paths = [(columns, top, -1)]
    while paths and len(seen) < MOST_SEEN:
        before, top, first = paths.pop()
        is_end = True
        for index, column in enumerate(before):
            if column and fits(column[-1], top):
                is_end = False
                after = (*before[:index], column[:-1], *before[index + 1 :])
                if (after, column[-1]) not in seen:
                    seen.add((after, column[-1]))
                    paths.append((after, column[-1], index if first < 0 else first))
        if is_end:
            found.setdefault(before, End(before, first))
    return list(found.values())


def fits(number: int, top: int) -> bool:
    """Whether ``number`` may be played onto ``top``: next to it, or a 14 onto a 1."""
    return abs(number - top) == 1 or (number == RANKS and top == 1)


def prospects(columns: Columns, hand: list[int]) -> float:
    """The estimated worth of a layout: few cards left, in even columns, which the hand's cards fit."""
    # Of some hundred sets of weights these scored most on 300 deals.
    tops = {column[-1] for column in columns if column}
    useful = sum(any(fits(top, number) for top in tops) for number in hand) / max(1, len(hand))
    uneven = sum(len(column) ** 2 for column in columns)
    return 5 * useful + 0.8 * len(tops) - 0.11 * uneven - sum(map(len, columns))


def played_out(columns: Columns, hand: list[int]) -> int:
    """The score if the hand comes in this order: its cards left after clearing, or minus cards uncleared."""
    for turned, top in enumerate(hand, start=1):
        rest = hand[turned:]
        columns = max(ends(columns, top), key=lambda end: prospects(end.columns, rest)).columns
        if not any(columns):
            return len(rest)
    return -sum(map(len, columns))


def explain(brief: Brief, action: Action) -> OtherReason | None:
    """How many columns continue a card's run; for a turn or giving up: no card fits, or None if one does."""
    if not isinstance(action, Put):
        is_stuck = not any(isinstance(answer, Put) for answer in decision_of(brief).answers())
        if action == TURN.action:
            return NothingFits() if is_stuck else None
        return NoMove() if action == GIVE_UP.action and is_stuck else None
    (card,) = action.cards
    columns = [[one for one in column.shown if one != card] for column in _shown(brief, Pile.COLUMN)]
    return RunContinues(sum(fits(column[-1].rank, card.rank) for column in columns if column))
