"""Whether a player takes all the tricks that are left for the own side, whatever the others hold and play.

Everybody else may conspire, a partner too. They need not settle who holds what: a card is in a hand as
soon as it is played from there, as long as all cards left find a place. So one search over what can be seen
covers every distribution at once, and the player never has to guess.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from bot.computers.heard import UNKNOWN
from bot.computers.memory import Memory
from rules.bidding.ranking import NOT_LED, Ranking
from rules.bidding.variant import Variant
from rules.core.cards import Card, CardSet

NODES: Final = 20_000
"""Plays looked at; a claim that needs more is not sure."""


class Rest(NamedTuple):
    """The end of a deal as one player knows it. Card sets are masks; tuples go by hand."""

    ranking: Ranking
    rounds: tuple[tuple[int, ...], ...]
    """The order of a trick, by who leads."""
    ours: tuple[bool, ...]
    """Whose tricks the claim is for."""
    own: int
    """The hand of whoever claims."""
    hand: int
    """The cards in it."""
    counts: tuple[int, ...]
    """Cards in each hand, and at the end those that nobody will play."""
    could: tuple[int, ...]
    """The cards each of the others may hold, and those that nobody may play."""
    trick: tuple[int, ...]
    """The cards that lie in the present trick."""
    leader: int

    def __repr__(self) -> str:
        return f"<rest for hand {self.own}>"


class TooMany(Exception):
    """More would have to be looked at than is allowed."""


def can_be_claimed(variant: Variant) -> bool:
    """Whether tricks of a game can be claimed: its hands are fixed, and everyone plays their own."""
    is_fixed = variant.dummy == "none" and variant.extra not in {"batteries", "draw_pile"}
    return is_fixed and variant.target_checked != "each_trick"


def rest_of(memory: Memory) -> Rest | None:
    """The rest of a deal as somebody knows it who is to play; None where that says too little."""
    if not can_be_claimed(memory.setup.variant):
        return None
    if memory.heard.called is not None and memory.heard.partner == UNKNOWN:
        return None
    seats, own = memory.setup.lanes, memory.seat
    certain = [memory.holds[hand] if hand != own else 0 for hand in range(seats)]
    held = 0
    for cards in certain:
        held |= cards
    could = [
        certain[hand] | memory.could[hand] & memory.unseen & ~held if hand != own else 0
        for hand in range(seats)
    ]
    counts = [memory.counts[hand] if hand != own else 0 for hand in range(seats)]
    left = memory.unseen.bit_count() - sum(counts)
    return Rest(
        ranking=memory.ranking,
        rounds=memory.teams.rounds,
        ours=tuple(not memory.is_foe(hand) for hand in range(seats)),
        own=own,
        hand=memory.hand,
        counts=(*counts, left),
        could=(*could, memory.unseen & ~held),
        trick=tuple(int(card) for _, card in memory.trick),
        leader=memory.trick[0][0] if memory.trick else own,
    )


def is_sure(rest: Rest, nodes: int = NODES) -> bool:
    """Whether the own side takes every trick that is left, the present one included.

    Where that cannot be seen from so many plays, it is not sure.
    """
    try:
        return _Search(rest, nodes).is_won(rest)
    except TooMany:
        return False


class _Search:
    """A search over what can be seen: one player's choices, and everything the others may do."""

    def __init__(self, rest: Rest, nodes: int) -> None:
        self._nodes = nodes
        self._ranking = ranking = rest.ranking
        cards = CardSet(_unseen(rest) | rest.hand | sum(1 << card for card in rest.trick))
        self._sorted = sorted(
            cards, key=lambda card: (ranking.suit[card], ranking.power[ranking.suit[card]][card])
        )
        """The cards that are left, by suit and height."""
        self._follows = {
            card: tuple(mask >> card & 1 for mask in (*ranking.follow, ranking.free)) for card in cards
        }
        """What each of them may be played to."""
        self._known: dict[tuple[int, tuple[int, ...], int], bool] = {}
        """Whether a position between two tricks is won."""

    def is_won(self, rest: Rest) -> bool:
        """Whether every trick is won from here on."""
        if rest.trick:
            return self._plays_on(rest)
        if not rest.hand:
            return True
        key = rest.hand, rest.could, rest.leader
        won = self._known.get(key)
        if won is None:
            won = (rest.leader == rest.own and _are_masters(rest)) or self._plays_on(rest)
            self._known[key] = won
        return won

    def _plays_on(self, rest: Rest) -> bool:
        """The same from within a trick: the player needs one card that wins, the others must have none."""
        self._nodes -= 1
        if self._nodes < 0:
            raise TooMany
        hand = rest.rounds[rest.leader][len(rest.trick)]
        if hand == rest.own:
            return any(self._goes_on(after) for after in self._own_plays(rest))
        return all(self._goes_on(after) for after in self._plays_of(rest, hand))

    def _goes_on(self, rest: Rest) -> bool:
        """The same once a card is played, which may be the last one of its trick."""
        order = rest.rounds[rest.leader]
        if len(rest.trick) < len(order):
            return self._plays_on(rest)
        power = self._ranking.power[self._ranking.suit[rest.trick[0]]]
        winner = order[rest.trick.index(max(rest.trick, key=lambda card: power[card]))]
        return rest.ours[winner] and self.is_won(rest._replace(trick=(), leader=winner))

    def _own_plays(self, rest: Rest) -> Iterator[Rest]:
        """What may be played from the own hand."""
        legal = self._ranking.legal(CardSet(rest.hand), self._led(rest))
        for card in self._kinds(rest, legal):
            yield rest._replace(hand=rest.hand ^ 1 << card, trick=(*rest.trick, card))

    def _plays_of(self, rest: Rest, hand: int) -> Iterator[Rest]:
        """What another hand may play, if it holds that, and all cards that are left find a place."""
        led = self._led(rest)
        following = self._ranking.follow[led]
        counts = (*rest.counts[:hand], rest.counts[hand] - 1, *rest.counts[hand + 1 :])
        for card in self._kinds(rest, rest.could[hand], apart=self._takers(rest)):
            could = [cards & ~(1 << card) for cards in rest.could]
            if led != NOT_LED and not (following | self._ranking.free) >> card & 1:
                could[hand] &= ~following
            left = _unseen(rest) & ~(1 << card)
            if _find_places(counts, could, left):
                yield rest._replace(counts=counts, could=tuple(could), trick=(*rest.trick, card))

    def _led(self, rest: Rest) -> int:
        return self._ranking.suit[rest.trick[0]] if rest.trick else NOT_LED

    def _takers(self, rest: Rest) -> int:
        """The cards that take the trick as it lies, where others who may hold better ones are to play."""
        if len(rest.trick) == len(rest.rounds[rest.leader]) - 1:
            return 0
        if not rest.trick:
            return -1
        power = self._ranking.power[self._led(rest)]
        best = max(power[card] for card in rest.trick)
        return sum(1 << card for card in self._sorted if power[card] > best)

    def _kinds(self, rest: Rest, cards: int, apart: int = 0) -> list[Card]:
        """One card of each kind, the highest first; of those ``apart`` each one.

        Two are of a kind if they may be played to the same tricks, the same hands may hold them, and no
        other card that is left lies between them.
        """
        kinds: list[Card] = []
        last: object = None
        is_taken = False
        for card in reversed(self._sorted):
            if card in rest.trick:
                last = None
                continue
            holders = tuple(held >> card & 1 for held in (rest.hand, *rest.could))
            if not any(holders):
                continue  # it is gone
            kind = self._ranking.suit[card], self._follows[card], holders
            if kind != last:
                last, is_taken = kind, False
            if cards >> card & 1 and (not is_taken or apart >> card & 1):
                kinds.append(card)
                is_taken = True
        return kinds


def _unseen(rest: Rest) -> int:
    unseen = 0
    for cards in rest.could:
        unseen |= cards
    return unseen


def _find_places(counts: Sequence[int], could: Sequence[int], cards: int) -> bool:
    """Whether cards fill the hands that may hold them: no set of hands is the only place of too many."""
    for chosen in range(1 << len(counts)):
        room, elsewhere = 0, 0
        for hand, number in enumerate(counts):
            if chosen >> hand & 1:
                room += number
            else:
                elsewhere |= could[hand]
        if (cards & ~elsewhere).bit_count() > room:
            return False
    return True


def _are_masters(rest: Rest) -> bool:
    """Whether nobody else can have a card that beats one of the own hand when that is led."""
    others = 0
    for number, cards in zip(rest.counts[:-1], rest.could, strict=False):
        others |= cards if number else 0
    for card in CardSet(rest.hand):
        power = rest.ranking.power[rest.ranking.suit[card]]
        if any(power[other] >= power[card] for other in CardSet(others)):
            return False
    return True
