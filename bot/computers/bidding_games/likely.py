"""Sampled deals weighted by the bids: a declarer is strong in trumps and has discarded losers.

The weights, logarithms of odds, were fitted to 800 deals each of Kentucky and `one_high` among four
champions (docs/computers.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from math import exp
from random import Random
from typing import Final

from bot.computers.bidding_games.nest import allowed_of, choose_discard
from bot.computers.bidding_games.worlds import World, Worlds
from bot.computers.memory import Memory
from bot.computers.places import Places, places_of
from rules.bidding.deck import pile_size
from rules.core.cards import CardSet

DEALT: Final = 8
"""Deals sampled for each one chosen among them."""
SURPRISE: Final = 1.5
"""Taken off for each card played that the declarer would rather have discarded."""
MANY: Final = 4
"""Trumps, and cards of another color, from which on one more says less or more."""
TRUMP, TRUMP_OF_MANY, TOP_TRUMP, NEXT_TRUMP = 1.9, -1.9, 0.75, 0.65
"""For the declarer's trumps, the discard included."""
MASTER, SECOND, VOID = 0.5, 0.45, -0.4
"""For the highest and second card of a side color, and for a void."""
OTHERS_TRUMP, OTHERS_TOP_TRUMP, OTHERS_MASTER, OTHERS_LENGTH = -1.2, -0.5, -0.3, -0.3
"""For every other hand: a stronger one would have bid on."""


def is_weighed(memory: Memory) -> bool:
    """Whether sampled deals are weighted by the bids: between two sides, once a trump color is named."""
    setup = memory.setup
    is_open = not (setup.has_batteries or pile_size(setup.variant, setup.seats) or setup.lanes > setup.seats)
    return is_open and memory.ranking.trump is not None and memory.has_two_sides


def likely(memory: Memory, random: Random, number: int) -> list[tuple[World, int]]:
    """``number`` possible deals drawn by weight, and how often each was drawn; each once if not weighted."""
    worlds = Worlds(memory)
    every = worlds.some(random, number)
    if not is_weighed(memory):
        return [(world, 1) for world in every]
    if len(every) == number:
        every += [worlds.sample(random) for _ in range(number * (DEALT - 1))]
    weighing = _Weighing(memory)
    discarded = [weighing.with_the_nest(world) for world in every]
    weights = [weighing.weight(world, surprises) for world, surprises in discarded]
    return _drawn([world for world, _ in discarded], weights, random, number)


def _drawn(worlds: list[World], weights: list[float], random: Random, number: int) -> list[tuple[World, int]]:
    """Draw deals by systematic sampling over their weights, given as logarithms."""
    top = max(weights)
    ends = list(accumulate(exp(weight - top) for weight in weights))
    step = ends[-1] / number
    at, drawn, start = random.random() * step, [], 0.0
    for world, end in zip(worlds, ends, strict=True):
        times = 0
        while start <= at < end:
            times, at = times + 1, at + step
        if times:
            drawn.append((world, times))
        start = end
    return drawn


class _Weighing:
    """Weighs sampled deals of one memory."""

    def __init__(self, memory: Memory) -> None:
        heard, setup = memory.heard, memory.setup
        self._memory, self._played = memory, heard.played
        self._places = places_of(setup, heard.card_order)
        self._knows_nest = not setup.nest or bool(heard.nest.own) or memory.declarer in memory.hands.known

    def with_the_nest(self, world: World) -> tuple[World, int]:
        """The deal with the declarer's likely discard, if unknown, and how many known cards contradict it."""
        if self._knows_nest:
            return world, 0
        memory, declarer = self._memory, self._memory.declarer
        setup, ranking, heard = memory.setup, memory.ranking, memory.heard
        pool, played = world.hands[declarer] | world.nest, self._played[declarer]
        # Cards the declarer cannot hold are in the discard; those known to be held are not.
        discarded, held = pool & ~memory.hands.could[declarer], memory.hands.holds[declarer]
        allowed = allowed_of(setup, pool | played, 0, ranking)
        wanted = int(CardSet.of(choose_discard(setup, ranking, pool | played, allowed, setup.nest)))
        surprises = (wanted & played).bit_count() + (discarded & ~wanted).bit_count()
        left = allowed._replace(cards=allowed.cards & ~(played | discarded | held | heard.nest.kept_out))
        laid, room = discarded, setup.nest - discarded.bit_count()
        if room > 0:
            laid |= int(CardSet.of(choose_discard(setup, ranking, pool | played, left, room)))
        if laid.bit_count() != setup.nest or (heard.nest.counters and not laid & heard.nest.counters):
            return world, setup.nest
        hands = world.hands[:]
        hands[declarer] = pool & ~laid
        return world._replace(hands=hands, nest=laid), surprises

    def weight(self, world: World, surprises: int) -> float:
        """The log weight of a deal, given its number of contradicting cards."""
        weight, places = -SURPRISE * surprises, self._places
        for hand, (cards, played) in enumerate(zip(world.hands, self._played, strict=True)):
            if hand == self._memory.declarer:
                weight += _declared(places, places.renumber(cards | played | world.nest))
            else:
                weight += _passed(places, places.renumber(cards | played))
        return weight


def _declared(places: Places, hand: int) -> float:
    """Log weight of a hand as a declarer's."""
    trumps = (hand & places.trumps).bit_count()
    top = places.trumps.bit_length() - 1
    weight = TRUMP * trumps + TRUMP_OF_MANY * max(0, trumps - MANY)
    weight += TOP_TRUMP * (hand >> top & 1) + NEXT_TRUMP * (hand >> (top - 1) & 1)
    for color in _others(places):
        top = color.bit_length() - 1
        weight += MASTER * (hand >> top & 1) + SECOND * (hand >> (top - 1) & 1) + VOID * (not hand & color)
    return weight


def _passed(places: Places, hand: int) -> float:
    """Log weight of a hand as that of a seat that passed."""
    top = places.trumps.bit_length() - 1
    weight = OTHERS_TRUMP * (hand & places.trumps).bit_count() + OTHERS_TOP_TRUMP * (hand >> top & 1)
    weight += OTHERS_MASTER * sum(hand >> (color.bit_length() - 1) & 1 for color in _others(places))
    longest = max((hand & color).bit_count() for color in _others(places))
    return weight + OTHERS_LENGTH * max(0, longest - MANY)


def _others(places: Places) -> Sequence[int]:
    """The colors that are not trumps."""
    return places.suits[:-1]
