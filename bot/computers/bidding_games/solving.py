"""The last cards of a deal, solved exactly with all hands open: what each card that may be played leads to.

Two sides are searched by alpha-beta. Where more play, each plays for itself alone (max-n); of cards equally
good for a side it plays the one that leaves least to the first side, then to the second, and so on. Positions
between two tricks are remembered, and of a hand's cards between which no other is left one is tried.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from math import inf
from operator import or_
from typing import Final, NamedTuple

from bot.computers.bidding_games.rollout import Result, Table, legal, play_out, table_of
from bot.computers.places import Lanes, Places, lanes_of, places_of
from rules.bidding.setup import Setup
from rules.bidding.state import State
from rules.core.cards import Card

NODES: Final = 50_000
"""Cards played at most in one search."""
_BITS: Final = 32
"""What a side has taken is packed in so many bits: its points above its tricks."""
_POINT: Final = 1 << 8

Worths = list[float]
"""What the rest of a deal is worth, by side."""


class TooMany(Exception):
    """More cards would have to be played than a search is allowed."""


class Ending(NamedTuple):
    """The end of a deal with all hands open, in the numbers of a `Places`."""

    places: Places
    table: Table
    """The cards that are held; those of the present trick are not. No deal with a pile left can be solved."""
    lanes: Lanes
    """Its ``leader`` leads to the present trick."""
    trick: tuple[int, ...]
    """The cards that lie in the present trick, in playing order."""
    tricks: int
    """Tricks yet to be taken, the present one included."""
    turned: tuple[int, ...] = ()
    """The cards of a hand that lies face down, in the order it turns them up."""

    def after(self, card: Card) -> Result:
        """The rest of the deal if a card is played now and all else is played out quickly."""
        table = self.table._replace(hands=self.table.hands[:], pile=self.table.pile[:])
        return play_out(self.places, table, self.lanes, self.tricks, (*self.trick, self.places.place[card]))

    def __repr__(self) -> str:
        return f"<ending of {self.tricks} tricks>"


def solve(ending: Ending, worth: Callable[[Result], Worths], nodes: int = NODES) -> dict[int, float]:
    """Worth of each legal card, by place, to the side that plays it, if all play perfectly.

    ``worth`` gives each side's worth of a result of the rest of the deal, the present trick included. With
    two sides it must be zero-sum.

    Raises:
        TooMany: more than ``nodes`` cards would have to be played.
    """
    assert not ending.table.pile, "no exact search while cards are drawn"
    return _Search(ending, worth, nodes).solved()


def ending_at(setup: Setup, state: State) -> Ending:
    """The end of a deal from its real state: all hands, and the cards of the present trick."""
    places = places_of(setup, state.card_order)
    place = places.place
    leader = state.order[0]
    return Ending(
        places,
        table_of(setup, places, state.hands, state.stock.covered, state.stock.pile[::-1]),
        lanes_of(setup, state.teams, state.contract.declarer, leader),
        trick=tuple(place[card] for card in state.trick),
        tricks=setup.tricks - len(state.taken),
        turned=tuple(place[card] for card in state.stock.blind),
    )


class _Trick(NamedTuple):
    """A trick on its way."""

    order: tuple[int, ...]
    """The hands in playing order."""
    cards: int
    """How many of them have played."""
    led: int
    best: int
    """The card that takes it as it lies; both are -1 before the lead."""
    winner: int
    points: int


class _Search:
    def __init__(self, ending: Ending, worth: Callable[[Result], Worths], nodes: int) -> None:
        self._ending, self._worth, self._nodes = ending, worth, nodes
        self._places, self._lanes = ending.places, ending.lanes
        hands, self._covers, _, self._blind = ending.table
        self._hands = hands[:]
        self._held = reduce(or_, [*hands, *self._covers.values()])
        """All cards that are held or covered."""
        choosing = sorted({side for hand, side in enumerate(self._lanes.sides) if hand != self._blind})
        self._first = choosing[0]
        self._is_duel = len(choosing) == 2
        self._known: dict[tuple[int, ...], tuple[Worths, bool, bool]] = {}
        """Results of positions, and whether each is at least so much, and at most: exact if both."""
        self._ends: dict[tuple[int, int], Worths] = {}

    def solved(self) -> dict[int, float]:
        """The worth of each card that may be played."""
        trick = _Trick(self._lanes.rounds[self._lanes.leader], 0, -1, -1, self._lanes.leader, 0)
        for place in self._ending.trick:
            trick = self._with(trick, place)
        hand = trick.order[trick.cards]
        side = self._lanes.sides[hand]
        alike = self._alike(hand, trick)
        found = {
            tried: self._after(trick, hand, tried, self._ending.tricks, 0, -inf, inf)[side]
            for tried in alike.values()
        }
        return {place: found[tried] for place, tried in sorted(alike.items())}

    def _between(self, leader: int, left: int, taken: int, alpha: float, beta: float) -> Worths:
        """The worths between two tricks; in a duel those of the first side within a window, or beyond it."""
        if left < 2:
            last = self._last_taker(leader) if left else leader
            if last is not None:
                return self._end(last, taken + (left << _BITS * self._lanes.sides[last]))
        key = (*self._hands, leader, taken)
        known = self._known.get(key)
        if known is not None:
            worths, is_least, is_most = known
            worth = worths[self._first]
            if (is_least and (is_most or worth >= beta)) or (is_most and worth <= alpha):
                return worths
        trick = _Trick(self._lanes.rounds[leader], 0, -1, -1, leader, 0)
        worths = self._choose(trick, left, taken, alpha, beta)
        worth = worths[self._first]
        self._known[key] = worths, worth > alpha, worth < beta
        return worths

    def _last_taker(self, leader: int) -> int | None:
        """The taker of a last trick, or None if a hand still has more than one card."""
        hands, beaten_by = self._hands, self._places.beaten_by
        taker, better = leader, -1
        for hand in self._lanes.rounds[leader]:
            held = hands[hand]
            if held & held - 1:
                return None
            if held & better:
                taker, better = hand, beaten_by[held.bit_length() - 1]
        return taker

    def _choose(self, trick: _Trick, left: int, taken: int, alpha: float, beta: float) -> Worths:
        """The worths if the hand to play chooses the best card for its side."""
        hand = trick.order[trick.cards]
        side, first, is_duel = self._lanes.sides[hand], self._first, self._is_duel
        chosen: Worths | None = None
        for place in self._tries(hand, trick):
            worths = self._after(trick, hand, place, left, taken, alpha, beta)
            if chosen is None or worths[side] > chosen[side]:
                chosen = worths
            elif not is_duel and worths[side] == chosen[side]:
                chosen = min(chosen, worths)
            if is_duel:
                if side == first:
                    alpha = max(alpha, worths[first])
                else:
                    beta = min(beta, worths[first])
                if alpha >= beta:
                    break
        assert chosen is not None
        return chosen

    def _after(
        self, trick: _Trick, hand: int, place: int, left: int, taken: int, alpha: float, beta: float
    ) -> Worths:
        """The worths after a hand plays a card; the card is taken back before returning."""
        self._nodes -= 1
        if self._nodes < 0:
            raise TooMany
        held = self._hands[hand]
        self._hands[hand] = held ^ 1 << place | self._covers.get(place, 0)
        self._held ^= 1 << place
        trick = self._with(trick, place)
        if trick.cards < len(trick.order):
            worths = self._choose(trick, left, taken, alpha, beta)
        else:
            taken += (trick.points * _POINT + 1) << _BITS * self._lanes.sides[trick.winner]
            worths = self._between(trick.winner, left - 1, taken, alpha, beta)
        self._held ^= 1 << place
        self._hands[hand] = held
        return worths

    def _with(self, trick: _Trick, place: int) -> _Trick:
        """The same trick with one card more."""
        order, cards, led, best, winner, points = trick
        if best < 0:
            led = best = place
        elif self._places.beaten_by[best] >> place & 1:
            best, winner = place, order[cards]
        return _Trick(order, cards + 1, led, best, winner, points + self._places.value[place])

    def _end(self, leader: int, taken: int) -> Worths:
        """The worths of a whole deal; the cards that are held still go with the last trick."""
        last = self._lanes.sides[leader]
        key = taken, last
        worths = self._ends.get(key)
        if worths is None:
            points, tricks = [], []
            for side in range(max(self._lanes.sides) + 1):
                share = taken >> _BITS * side & (1 << _BITS) - 1
                points.append(share // _POINT)
                tricks.append(share % _POINT)
            points[last] += sum(self._places.points(hand) for hand in self._hands)
            worths = self._ends[key] = self._worth(Result(points, tricks, last))
        return worths

    def _tries(self, hand: int, trick: _Trick) -> list[int]:
        """The cards to try, the most promising first: those that take the trick, or score for a partner."""
        held = self._hands[hand]
        if not held & held - 1:
            return [held.bit_length() - 1]
        cards = [place for place, tried in self._alike(hand, trick).items() if place == tried]
        if len(cards) == 1 or trick.best < 0:
            return cards
        beating, value = self._places.beaten_by[trick.best], self._places.value
        if self._lanes.sides[trick.winner] == self._lanes.sides[hand]:
            cards.sort(key=lambda place: (beating >> place & 1, -value[place]))
        else:
            cards.sort(key=lambda place: (not beating >> place & 1, value[place]))
        return cards

    def _alike(self, hand: int, trick: _Trick) -> dict[int, int]:
        """The cards a hand may play, the highest first, each with the one that is tried for it."""
        places, held = self._places, self._hands[hand]
        if hand == self._blind:
            place = next(place for place in self._ending.turned if held >> place & 1)
            return {place: place}
        cards, others = held, self._held & ~held
        if trick.best >= 0:
            cards = legal(places, self._lanes, hand, held, trick.led)
            others |= 1 << trick.best
        alike: dict[int, int] = {}
        nearest: dict[object, int] = {}
        while cards:
            place = cards.bit_length() - 1
            cards ^= 1 << place
            kind = places.kind[place]
            above = nearest.get(kind)
            nearest[kind] = place
            if (
                above is None
                or place in self._covers
                or above in self._covers
                or not places.suit[place] >> above & 1
                or others & ((1 << above) - (2 << place))
            ):
                alike[place] = place
            else:
                alike[place] = alike[above]
        return alike
