"""The last cards of a deal, solved exactly with all hands open: what each card that may be played leads to.

Two sides are searched by alpha-beta. Where more play, each plays for itself alone (max-n); of cards equally
good for a side it plays the one that leaves least to the first side, then to the second, and so on. Positions
between two tricks are remembered, and of a hand's cards between which no other is left one is tried.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Final, NamedTuple

from bot.computers.rollout import Lanes, Places, Result, Table, lanes_of, legal, places_of
from rules.bidding.ranking import Order
from rules.bidding.setup import Setup
from rules.bidding.state import NOBODY, State

NODES: Final = 50_000
"""Cards played in a search; an end that needs more is not solved."""
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
    """The cards that are held; those of the present trick are not. There is no pile to draw from."""
    lanes: Lanes
    """Its ``leader`` leads to the present trick."""
    trick: tuple[int, ...]
    """The cards that lie in the present trick, in playing order."""
    tricks: int
    """Tricks yet to be taken, the present one included."""
    turned: tuple[int, ...] = ()
    """The cards of a hand that lies face down, in the order it turns them up."""

    def __repr__(self) -> str:
        return f"<ending of {self.tricks} tricks>"


def solve(ending: Ending, worth: Callable[[Result], Worths], nodes: int = NODES) -> dict[int, float]:
    """What each card that may be played is worth to the side that plays it, by place, if all play perfectly.

    ``worth`` says what the sides have of what they take in the rest of the deal, the present trick included.
    With two sides what one gains the other must lose.

    Raises:
        TooMany: more than ``nodes`` cards would have to be played.
    """
    assert not ending.table.pile, "no exact search while cards are drawn"
    return _Search(ending, worth, nodes).solved()


def ending_at(setup: Setup, state: State) -> Ending:
    """The end of a deal that is played, as it is: with all hands, and the cards of the present trick."""
    places = places_of(setup, Order(state.ranking.trump, state.deal.bird, state.ranking.lowest_wins))
    place = places.place
    leader = state.order[0]
    return Ending(
        places,
        Table(
            hands=[places.renumber(hand) for hand in state.hands],
            covers={place[upper]: 1 << place[under] for upper, under in state.stock.covered},
            pile=[place[card] for card in reversed(state.stock.pile)],
            blind=setup.seats if setup.variant.dummy == "blind" else NOBODY,
        ),
        lanes_of(setup, state.teams, state.contract.declarer, leader),
        trick=tuple(place[card] for card in state.trick),
        tricks=setup.tricks - len(state.taken),
        turned=tuple(place[card] for card in state.stock.blind),
    )


class _Known(NamedTuple):
    """What a search found of a position: exactly, or that it is so much at least or at most."""

    worths: Worths
    is_least: bool
    is_most: bool


class _Search:
    def __init__(self, ending: Ending, worth: Callable[[Result], Worths], nodes: int) -> None:
        self._ending, self._worth, self._nodes = ending, worth, nodes
        self._places, self._lanes = ending.places, ending.lanes
        hands, self._covers, _, self._blind = ending.table
        self._hands = hands[:]
        choosing = sorted({side for hand, side in enumerate(self._lanes.sides) if hand != self._blind})
        self._first = choosing[0]
        self._is_duel = len(choosing) == 2
        self._known: dict[tuple[int, ...], _Known] = {}
        self._ends: dict[tuple[int, int], Worths] = {}

    def solved(self) -> dict[int, float]:
        """The worth of each card that may be played."""
        order, trick, places = self._lanes.rounds[self._lanes.leader], self._ending.trick, self._places
        best, winner = -1, self._lanes.leader
        for hand, place in zip(order, trick, strict=False):
            if best < 0 or places.beaten_by[best] >> place & 1:
                best, winner = place, hand
        hand = order[len(trick)]
        side, held = self._lanes.sides[hand], self._hands[hand]
        led = trick[0] if trick else -1
        gained = sum(places.value[place] for place in trick)
        found: dict[int, float] = {}
        alike = self._alike(hand, led, best)
        for place, tried in alike.items():
            if place == tried:
                self._hands[hand] = held ^ 1 << place | self._covers.get(place, 0)
                worths = self._after(order, len(trick), place, led, best, winner, gained,
                                     self._ending.tricks, 0, -inf, inf)  # fmt: skip
                found[place] = worths[side]
        self._hands[hand] = held
        return {place: found[tried] for place, tried in sorted(alike.items())}

    def _between(self, leader: int, left: int, taken: int, alpha: float, beta: float) -> Worths:
        """The worths between two tricks; in a duel those of the first side within a window, or beyond it."""
        if not left:
            return self._end(leader, taken)
        key = (*self._hands, leader, taken)
        known = self._known.get(key)
        if known is not None:
            worth = known.worths[self._first]
            if (known.is_least and (known.is_most or worth >= beta)) or (known.is_most and worth <= alpha):
                return known.worths
        order = self._lanes.rounds[leader]
        worths = self._choose(order, 0, -1, -1, leader, 0, left, taken, alpha, beta)
        worth = worths[self._first]
        self._known[key] = _Known(worths, worth > alpha, worth < beta)
        return worths

    def _choose(
        self,
        order: tuple[int, ...],
        step: int,
        led: int,
        best: int,
        winner: int,
        gained: int,
        left: int,
        taken: int,
        alpha: float,
        beta: float,
    ) -> Worths:
        """The worths where a hand plays, which takes the best for its side."""
        hand = order[step]
        side, held = self._lanes.sides[hand], self._hands[hand]
        chosen: Worths | None = None
        for place in self._tries(hand, led, best, winner):
            self._hands[hand] = held ^ 1 << place | self._covers.get(place, 0)
            worths = self._after(order, step, place, led, best, winner, gained, left, taken, alpha, beta)
            if chosen is None or worths[side] > chosen[side]:
                chosen = worths
            elif not self._is_duel and worths[side] == chosen[side]:
                chosen = min(chosen, worths)
            if self._is_duel:
                if side == self._first:
                    alpha = max(alpha, worths[side])
                else:
                    beta = min(beta, worths[self._first])
                if alpha >= beta:
                    break
        self._hands[hand] = held
        assert chosen is not None
        return chosen

    def _after(
        self,
        order: tuple[int, ...],
        step: int,
        place: int,
        led: int,
        best: int,
        winner: int,
        gained: int,
        left: int,
        taken: int,
        alpha: float,
        beta: float,
    ) -> Worths:
        """The worths once a hand has played a card."""
        self._nodes -= 1
        if self._nodes < 0:
            raise TooMany
        gained += self._places.value[place]
        if best < 0 or self._places.beaten_by[best] >> place & 1:
            best, winner = place, order[step]
        if step + 1 < len(order):
            return self._choose(
                order, step + 1, led if step else place, best, winner, gained, left, taken, alpha, beta
            )
        taken += (gained * _POINT + 1) << _BITS * self._lanes.sides[winner]
        return self._between(winner, left - 1, taken, alpha, beta)

    def _end(self, leader: int, taken: int) -> Worths:
        """The worths of a whole deal; cards too many for the tricks go with the last one."""
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

    def _tries(self, hand: int, led: int, best: int, winner: int) -> list[int]:
        """The cards to try, the most promising first: those that take the trick, or feed a mate."""
        cards = [place for place, tried in self._alike(hand, led, best).items() if place == tried]
        if len(cards) == 1 or led < 0:
            return cards
        beating, value = self._places.beaten_by[best], self._places.value
        feeds = self._lanes.sides[winner] == self._lanes.sides[hand]
        if feeds:
            cards.sort(key=lambda place: (beating >> place & 1, -value[place]))
        else:
            cards.sort(key=lambda place: (not beating >> place & 1, value[place]))
        return cards

    def _alike(self, hand: int, led: int, best: int) -> dict[int, int]:
        """The cards a hand may play, the highest first, each with the one that is tried for it."""
        places, held = self._places, self._hands[hand]
        if hand == self._blind:
            place = next(place for place in self._ending.turned if held >> place & 1)
            return {place: place}
        cards = held if led < 0 else legal(places, self._lanes, hand, held, led)
        others = 1 << best if best >= 0 else 0
        for other, theirs in enumerate(self._hands):
            if other != hand:
                others |= theirs
        for covered in self._covers.values():
            others |= covered
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
