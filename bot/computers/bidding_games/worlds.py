"""Sampled deals consistent with what a player knows: voids, cards drawn face up or called."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Final, NamedTuple

from bot.computers.bidding_games.rollout import Result, table_of
from bot.computers.bidding_games.solving import Ending
from bot.computers.bidding_games.tally import Scores
from bot.computers.heard import UNKNOWN
from bot.computers.memory import Memory
from bot.computers.places import lanes_of, places_of
from rules.bidding.deck import pile_size
from rules.bidding.state import NO_SEAT, Contract, Teams
from rules.bidding.teams import teams_of
from rules.core.cards import Card, CardSet

_TRIES: Final = 4
_ELSEWHERE: Final = -1
STEPS: Final = 20_000
"""Cards dealt at most to find every possible deal: constraints that hardly fit have endless dead ends."""


class _TooManySteps(Exception):
    """Every possible deal would take too long to find."""


class World(NamedTuple):
    """A deal as it may be: masks by hand, the nest, the pile from its last card on, covered cards."""

    hands: list[int]
    nest: int
    pile: tuple[Card, ...]
    covers: tuple[tuple[Card, Card], ...]


class Worlds:
    """Sampled deals that agree with what one player knows."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        certain = 0
        self._room: dict[int, int] = {}
        for hand in range(memory.setup.lanes):
            if hand not in memory.hands.known:
                certain |= memory.hands.holds[hand]
                self._room[hand] = memory.hands.counts[hand] - memory.hands.holds[hand].bit_count()
        cards = CardSet(memory.hands.unseen & ~certain)
        self._room[_ELSEWHERE] = max(0, len(cards) - sum(self._room.values()))
        has_pile = memory.setup.has_batteries or pile_size(memory.setup.variant, memory.setup.seats)
        self._kept_out = 0 if has_pile else memory.heard.nest.kept_out
        """Cards that do not lie elsewhere than in a hand."""
        self._some = 0 if memory.discarded else memory.heard.nest.counters & memory.hands.unseen
        """Cards of which at least one lies elsewhere; 0 if that is not known."""
        self._groups = self._grouped(cards)

    def some(self, random: Random, number: int) -> list[World]:
        """``number`` sampled deals, or every possible one if there are at most ``number``."""
        try:
            every = list(islice(self._every(), number + 1))
        except _TooManySteps:
            every = []
        if every and len(every) <= number:
            return [self._world(dealt, random) for dealt in every]
        return [self.sample(random) for _ in range(number)]

    def sample(self, random: Random) -> World:
        """One deal, about equally likely to any other; after many failed tries by counts of cards alone."""
        for _ in range(_TRIES):
            tried = self._dealt(random)
            if tried is not None:
                return self._world(tried, random)
        return self._world(self._dealt_anyhow(random), random)

    def _world(self, dealt: dict[int, list[Card]], random: Random) -> World:
        """The deal in which the hands have been dealt some cards, and what is left lies elsewhere."""
        memory, setup = self._memory, self._memory.setup
        hands = [
            memory.hands.holds[hand] | int(CardSet.of(dealt.get(hand, ()))) for hand in range(setup.lanes)
        ]
        rest = dealt[_ELSEWHERE]
        random.shuffle(rest)
        covers = tuple((upper, rest.pop()) for upper in memory.covering if rest)
        hidden = [rest.pop() for _ in range(min(len(rest), memory.pile_left - memory.heard.up.bit_count()))]
        pile = (*hidden, *CardSet(memory.heard.up))
        nest = memory.discarded or int(CardSet.of(rest)) | memory.heard.nest.discard_shown
        return World(hands, nest, pile, covers)

    def _grouped(self, cards: CardSet) -> list[tuple[tuple[int, ...], list[Card]]]:
        """The cards by the places that may have them, hands or elsewhere, fewest places first."""
        groups: dict[tuple[int, ...], list[Card]] = {}
        could = self._memory.hands.could
        hands = [hand for hand in self._room if hand != _ELSEWHERE]
        for card in cards:
            holders = tuple([hand for hand in hands if could[hand] >> card & 1])
            if not self._kept_out >> card & 1:
                holders = (*holders, _ELSEWHERE)
            groups.setdefault(holders, []).append(card)
        return sorted(groups.items(), key=lambda group: len(group[0]))

    def _dealt(self, random: Random) -> dict[int, list[Card]] | None:
        """Deal the cards at random to hands that may hold them; None if the attempt fails."""
        room = dict(self._room)
        dealt: dict[int, list[Card]] = {hand: [] for hand in room}
        for holders, cards in self._groups:
            slots = [hand for hand in holders for _ in range(room[hand])]
            if len(slots) < len(cards):
                return None
            for hand, card in zip(random.sample(slots, len(cards)), cards, strict=True):
                dealt[hand].append(card)
                room[hand] -= 1
        return dealt if self._fits(dealt) else None

    def _fits(self, dealt: dict[int, list[Card]]) -> bool:
        return not self._some or any(self._some >> card & 1 for card in dealt[_ELSEWHERE])

    def _every(self) -> Iterator[dict[int, list[Card]]]:
        """Every way to deal the cards to hands that may hold them.

        Raises:
            _TooManySteps: after ``STEPS`` cards.
        """
        steps = 0
        cards = [(card, holders) for holders, group in self._groups for card in group]
        room = dict(self._room)
        dealt: dict[int, list[Card]] = {hand: [] for hand in room}

        def deal(at: int) -> Iterator[dict[int, list[Card]]]:
            nonlocal steps
            if at == len(cards):
                if self._fits(dealt):
                    yield {hand: held[:] for hand, held in dealt.items()}
                return
            card, holders = cards[at]
            for hand in holders:
                if room[hand]:
                    steps += 1
                    if steps > STEPS:
                        raise _TooManySteps
                    room[hand] -= 1
                    dealt[hand].append(card)
                    yield from deal(at + 1)
                    dealt[hand].pop()
                    room[hand] += 1

        return deal(0)

    def _dealt_anyhow(self, random: Random) -> dict[int, list[Card]]:
        """Deal the cards at random, keeping only the number in each hand."""
        cards = [card for _, group in self._groups for card in group]
        random.shuffle(cards)
        dealt = {}
        for hand, number in self._room.items():
            dealt[hand], cards = cards[:number], cards[number:]
        return dealt


class Guess:
    """A sampled deal, renumbered by `Places`."""

    def __init__(self, memory: Memory, world: World) -> None:
        heard, setup = memory.heard, memory.setup
        places, teams = places_of(setup, heard.card_order), _teams(memory, world)
        self.side = teams.side_of[memory.seat]
        """The side of the hand that is to play."""
        self.rest = Ending(
            places,
            table_of(setup, places, world.hands, world.covers, world.pile),
            lanes_of(setup, teams, memory.declarer, memory.trick[0][0] if memory.trick else memory.seat),
            tuple(places.place[on] for _, on in memory.trick),
            memory.tricks_left,
        )
        """What is left to play; the order in which a hand that lies face down turns up its cards is open."""
        self.nest = world.nest
        self._declaring = teams.side_of[memory.declarer]
        contract = Contract(memory.declarer, heard.bidding.bid)
        self._scores = Scores(
            setup, memory.ranking, contract, heard.tricks, teams, is_shot=heard.bidding.is_shot
        )

    def by_side(self, rest: Result) -> list[float]:
        """By side: its score after the rest of the deal, plus a little for points, less the others' mean."""
        return self._scores.by_side(rest, self.nest)

    def bid_takes(self, rest: Result) -> int:
        """The points the declarer's side takes in the whole deal."""
        return self._scores.taken(rest, self.nest)[self._declaring]

    def ending(self, random: Random) -> Ending:
        """The deal to be solved from here; a hand that lies face down may turn up its cards in any order."""
        table = self.rest.table
        hidden = list(CardSet(table.hands[table.blind])) if table.blind != NO_SEAT else []
        return self.rest._replace(turned=tuple(random.sample(hidden, len(hidden))))


def _teams(memory: Memory, world: World) -> Teams:
    """The sides of a sampled deal, in which the holders of the called cards are the partners."""
    called = memory.heard.called
    if UNKNOWN not in called.values():
        return memory.teams
    holders = [
        next((hand for hand, cards in enumerate(world.hands) if cards >> card & 1), memory.declarer)
        if known == UNKNOWN
        else known
        for card, known in called.items()
    ]
    return teams_of(memory.setup, memory.order, memory.dealer, memory.declarer, tuple(holders))
