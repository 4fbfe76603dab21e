"""Sampled deals that agree with all a player knows: who is void, what was drawn or called openly."""

from __future__ import annotations

from random import Random
from typing import Final, NamedTuple

from bot.computers.memory import Memory
from rules.bidding.deck import pile_size
from rules.core.cards import Card, CardSet

_TRIES: Final = 4
_ELSEWHERE: Final = -1


class World(NamedTuple):
    """A deal as it may be: masks by hand, the nest, the pile from its last card on, covered cards."""

    hands: list[int]
    nest: int
    pile: tuple[Card, ...]
    covers: tuple[tuple[Card, Card], ...]


class Worlds:
    """The deals possible for a player; ``sample`` makes one."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        certain = 0
        self._room: dict[int, int] = {}
        for hand in range(memory.setup.lanes):
            if hand not in memory.known:
                certain |= memory.holds[hand]
                self._room[hand] = memory.counts[hand] - memory.holds[hand].bit_count()
        cards = CardSet(memory.unseen & ~certain)
        self._room[_ELSEWHERE] = max(0, len(cards) - sum(self._room.values()))
        self._groups = self._grouped(cards)

    def sample(self, random: Random) -> World:
        """One deal, about equally likely to any other."""
        memory, setup = self._memory, self._memory.setup
        dealt: dict[int, list[Card]] = {}
        for _ in range(_TRIES):
            tried = self._dealt(random)
            if tried is not None:
                dealt = tried
                break
        else:
            dealt = self._dealt_anyhow(random)
        hands = [memory.holds[hand] | int(CardSet.of(dealt.get(hand, ()))) for hand in range(setup.lanes)]
        rest = dealt[_ELSEWHERE]
        covers = tuple((upper, rest.pop()) for upper in memory.covering if rest)
        left = pile_size(setup.variant, setup.seats) - setup.seats * len(memory.heard.tricks)
        hidden = [rest.pop() for _ in range(min(len(rest), left - memory.heard.up.bit_count()))]
        pile = (*hidden, *CardSet(memory.heard.up))
        return World(hands, memory.buried or int(CardSet.of(rest)), pile, covers)

    def _grouped(self, cards: CardSet) -> list[tuple[tuple[int, ...], list[Card]]]:
        """The cards by the hands that may have them, fewest hands first."""
        groups: dict[tuple[int, ...], list[Card]] = {}
        could = self._memory.could
        hands = [hand for hand in self._room if hand != _ELSEWHERE]
        for card in cards:
            holders = tuple([hand for hand in hands if could[hand] >> card & 1])
            groups.setdefault(holders, []).append(card)
        return sorted(groups.items(), key=lambda group: len(group[0]))

    def _dealt(self, random: Random) -> dict[int, list[Card]] | None:
        """The cards dealt to those who may have them; None where that did not work out."""
        room = dict(self._room)
        dealt: dict[int, list[Card]] = {hand: [] for hand in room}
        for holders, cards in self._groups:
            slots = [hand for hand in (*holders, _ELSEWHERE) for _ in range(room[hand])]
            if len(slots) < len(cards):
                return None
            for hand, card in zip(random.sample(slots, len(cards)), cards, strict=True):
                dealt[hand].append(card)
                room[hand] -= 1
        random.shuffle(dealt[_ELSEWHERE])
        return dealt

    def _dealt_anyhow(self, random: Random) -> dict[int, list[Card]]:
        """The cards dealt to anybody: only how many each holds is kept to."""
        cards = [card for _, group in self._groups for card in group]
        random.shuffle(cards)
        dealt = {}
        for hand, number in self._room.items():
            dealt[hand], cards = cards[:number], cards[number:]
        return dealt
