"""Comparing cards: deals are sampled, and played out or solved after each candidate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from statistics import fmean
from types import MappingProxyType
from typing import Final, NamedTuple

from bot.computers.bidding_games.compiled_search import is_near, solved_by_compiled_search
from bot.computers.bidding_games.guess import Guess
from bot.computers.bidding_games.leading import is_returned
from bot.computers.bidding_games.odds import beaters
from bot.computers.bidding_games.rollout import Result, play_on
from bot.computers.bidding_games.solving import TooMany, solve
from bot.computers.bidding_games.worlds import Worlds
from bot.computers.memory import Memory
from rules.bidding.deck import pile_size
from rules.core.cards import Card

HOPE: Final = 15.0
"""Points below the best first sight within which a card is a candidate."""
JUDGEMENT: Final = 1.0
"""Weight of the first sight, which decides where sampled deals hardly differ."""
ENDS: Final = 20
"""Deals solved for a decision near the end; all possible ones if fewer."""
MOST_CARDS: Final = 16
"""Cards left from which on deals are solved: four tricks of four hands."""
TWO_SIDES: Final = 2
"""With more sides each maximizes for itself, and the search takes far longer."""
NODES: Final = 20_000
"""Cards played to solve one of them."""
NOT_COUNTED: Final[Mapping[Card, Sequence[int]]] = MappingProxyType({})
JUDGEMENT_AT_END: Final = 0.3
"""Weight of the first sight where deals were solved."""


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
            found[card].append(guess.by_side(_rest(guess, card))[guess.side])
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
    """Whether deals are solved in Python: near the end, of two sides, with no cards left to draw."""
    drawn = memory.setup.seats * len(memory.heard.tricks)
    is_near = memory.tricks_left <= min(memory.level.solves, MOST_CARDS // memory.setup.lanes)
    is_duel = len(memory.teams.sides) == TWO_SIDES
    return is_near and is_duel and pile_size(memory.setup.variant, memory.setup.seats) <= drawn


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
            found[card].append(worth[guess.places.place[card]])
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


def _rest(guess: Guess, card: Card) -> Result:
    """Result of playing a card in one sampled deal and playing out the rest."""
    played = (*guess.trick, guess.places.place[card])
    return play_on(guess.places, guess.table, guess.lanes, played, guess.tricks)
