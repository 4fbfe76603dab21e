"""Choosing a card: rank the legal cards at first sight, then compare the best in sampled deals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from random import Random
from statistics import fmean
from types import MappingProxyType
from typing import Final, NamedTuple

from bot.computers.bidding_games.certain import without_mistakes
from bot.computers.bidding_games.compiled_search import is_near, solved_by_compiled_search
from bot.computers.bidding_games.gains import follow_gain, is_returned, lead_gain, without_ruffing_a_mate
from bot.computers.bidding_games.misjudging import at_a_glance
from bot.computers.bidding_games.odds import beaters
from bot.computers.bidding_games.puzzling import puzzles
from bot.computers.bidding_games.solving import TooMany, solve
from bot.computers.bidding_games.stakes import height, stakes_of
from bot.computers.bidding_games.worlds import Guess, Worlds
from bot.computers.memory import Memory
from rules.core.cards import Card
from rules.core.decisions import ChooseCard

PUZZLE: Final = 300.0
"""Points taken off the first sight of a card that certainly puzzles a partner. Where deals are solved, the
first sight weighs 0.3 of that: 90 points."""
HOPE: Final = 15.0
"""Points below the best first sight within which a card is a candidate."""
JUDGEMENT: Final = 1.0
"""Weight of the first sight, which decides where sampled deals hardly differ."""
ENDS: Final = 20
"""Deals solved for a decision near the end; all possible ones if fewer."""
MOST_CARDS: Final = 16
"""Cards left from which on deals are solved: four tricks of four hands."""
NODES: Final = 20_000
"""Cards played to solve one of them."""
NOT_COUNTED: Final[Mapping[Card, Sequence[int]]] = MappingProxyType({})
JUDGEMENT_AT_END: Final = 0.3
"""Weight of the first sight where deals were solved."""


class Compared(NamedTuple):
    """The candidate cards and their worth."""

    gains: dict[Card, float]
    """Points gained at first sight by card, the lowest card first."""
    found: Weighed
    """Worth of the best of them in sampled deals."""

    @property
    def best_first(self) -> list[Card]:
        """The candidates by worth and weighted first sight, best first; of equal ones the lowest."""
        worth, judgement = self.found.worth, self.found.judgement
        return sorted(worth, key=lambda card: -worth[card] - judgement * self.gains[card])


def choose_card(memory: Memory, decision: ChooseCard) -> Card:
    """The card to play; of equal ones the lowest."""
    if len(decision.cards) == 1:
        return next(iter(decision.cards))
    return compared(memory, decision).best_first[0]


@lru_cache(maxsize=1)
def compared(memory: Memory, decision: ChooseCard) -> Compared:
    """Compare the legal cards. Cached, since the answer, its reason and the ranking of a hint all need it."""
    gains = at_a_glance(memory, promising(memory, decision))
    return Compared(gains, weighed(memory, gains))


def promising(memory: Memory, decision: ChooseCard) -> dict[Card, float]:
    """Estimated gain in points by card, without search: the lowest card first, certain mistakes left out.

    Cards that puzzle a partner lose up to ``PUZZLE`` points.
    """
    cards, stakes = list(decision.cards), stakes_of(memory)
    if memory.trick:
        cards = without_mistakes(memory, without_ruffing_a_mate(memory, cards))
    gain = follow_gain if memory.trick else lead_gain
    lowest_first = sorted(cards, key=lambda card: (height(memory, card), card))
    puzzling = puzzles(memory, cards)
    return {card: gain(memory, stakes, card) - PUZZLE * puzzling.get(card, 0.0) for card in lowest_first}


class Weighed(NamedTuple):
    """Mean worth of cards over ``deals`` sampled deals."""

    worth: dict[Card, float]
    deals: int
    judgement: float
    """Weight of the first sight against the worth."""
    takes: Mapping[Card, Sequence[int]] = NOT_COUNTED
    """Points the declarer's side takes after each card, by deal; empty unless the compiled search solved
    them."""


def weighed(memory: Memory, gains: Mapping[Card, float]) -> Weighed:
    """Worth of the candidates: the best at first sight, or near the end all cards in ``gains``.

    A single candidate has worth 0.
    """
    if len(gains) > 1:
        compiled = _by_compiled_search(memory, gains)
        if compiled is not None:
            return compiled
        if is_solved(memory):
            return _solved(memory, gains)
    candidates = _candidates(memory, gains)
    if len(candidates) == 1:
        return Weighed({candidates[0]: 0.0}, 0, JUDGEMENT)
    random = _random(memory)
    worlds = Worlds(memory)
    found: dict[Card, list[float]] = {card: [] for card in candidates}
    for _ in range(memory.level.worlds):
        guess = Guess(memory, worlds.sample(random))
        for card in candidates:
            found[card].append(guess.by_side(guess.rest.after(card))[guess.side])
    return Weighed(_means(found), memory.level.worlds, JUDGEMENT)


def _by_compiled_search(memory: Memory, gains: Mapping[Card, float]) -> Weighed | None:
    """Worth of the candidates by the compiled search; None if it cannot be used.

    A partner's trump lead is returned without a search, which knows no such agreement.
    """
    at_first_sight = max(gains, key=lambda card: gains[card])
    if not memory.trick and is_returned(memory, at_first_sight):
        return Weighed({at_first_sight: 0.0}, 0, JUDGEMENT)
    near = is_near(memory.setup, memory.tricks_left)
    cards = list(gains) if near else _candidates(memory, gains)
    found = solved_by_compiled_search(memory, cards, _random(memory)) if len(cards) > 1 else None
    deals = 0 if found is None else len(next(iter(found.worth.values())))
    if found is None or not deals:
        return None
    return Weighed(_means(found.worth), deals, JUDGEMENT_AT_END if near else JUDGEMENT, found.takes)


def is_solved(memory: Memory) -> bool:
    """Whether deals are solved in Python: near the end, of two sides, with no cards left to draw.

    With more sides each maximizes for itself, and the search takes far longer.
    """
    is_near = memory.tricks_left <= min(memory.level.solves, MOST_CARDS // memory.setup.lanes)
    return is_near and memory.has_two_sides and memory.pile_left <= 0


def _solved(memory: Memory, gains: Mapping[Card, float]) -> Weighed:
    """Worth of the cards in deals solved in Python; deals that exceed ``NODES`` are left out."""
    random = _random(memory)
    found: dict[Card, list[float]] = {card: [] for card in gains}
    solved = 0
    for world in Worlds(memory).some(random, ENDS):
        guess = Guess(memory, world)
        try:
            worth = solve(guess.ending(random), guess.by_side, NODES)
        except TooMany:
            continue
        solved += 1
        for card in gains:
            found[card].append(worth[guess.rest.places.place[card]])
    return Weighed(_means(found), solved, JUDGEMENT_AT_END)


def _random(memory: Memory) -> Random:
    """A generator seeded by the position: the same question gets the same answer."""
    return Random(memory.hand << 8 | len(memory.heard.tricks))


def _means(found: Mapping[Card, Sequence[float]]) -> dict[Card, float]:
    return {card: fmean(worth) if worth else 0.0 for card, worth in found.items()}


def _candidates(memory: Memory, gains: Mapping[Card, float]) -> list[Card]:
    """The best cards at first sight, one of each group of neighbors that count alike."""
    best = max(gains.values())
    kinds: dict[tuple[int, int, int], Card] = {}
    for card in sorted(gains, key=lambda card: -gains[card]):
        suit = memory.ranking.suit[card]
        higher = beaters(memory, suit, card) & memory.out & ~memory.hand
        if gains[card] >= best - HOPE:
            kinds.setdefault((suit, memory.value[card], higher.bit_count()), card)
    return list(kinds.values())[: memory.level.candidates]
