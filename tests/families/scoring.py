"""What a deal scores and when a match is over, as the referee counts it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tests.families.cards import deck, points
from tests.families.rules import End, Family

MOST_DEALS = 200
"""Scored deals after which the side ahead wins."""


@dataclass
class Played:
    """A deal as it was played: the contract, who plays together, and what each trick held."""

    bidder: int
    bid: int
    sides: list[list[int]]
    """The seats that play together."""
    winners: list[int] = field(default_factory=list)
    """The winner of each trick."""
    tricks: list[list[str]] = field(default_factory=list)
    discard: list[str] = field(default_factory=list)
    given_up: bool = False


@dataclass
class Scored:
    """The score of a deal: by side as in ``Played``."""

    made: bool
    counters: list[int]
    tricks: list[int]
    scored: list[int]


def side_of(sides: list[list[int]], seat: int) -> int:
    """The index of a seat's side."""
    return next(index for index, seats in enumerate(sides) if seat in seats)


def score(family: Family, deal: Played) -> Scored:
    """Score a deal: each side what it took; a failed bid is lost, with all that the bidder's side took."""
    cards, own = family.cards, side_of(deal.sides, deal.bidder)
    counters, tricks = [0] * len(deal.sides), [0] * len(deal.sides)
    for seat, trick in zip(deal.winners, deal.tricks, strict=True):
        side = side_of(deal.sides, seat)
        counters[side] += sum(points(cards, card) for card in trick)
        tricks[side] += 1
    if deal.given_up:
        return Scored(False, counters, tricks, [-deal.bid * (side == own) for side in range(len(tricks))])
    last = side_of(deal.sides, deal.winners[-1])
    heir = own if family.nest.points_to == "bidder" else last
    counters[heir] += sum(points(cards, card) for card in deal.discard)
    took = list(counters)
    took[last] += cards.last_trick
    if cards.most_tricks and tricks.count(max(tricks)) == 1:
        took[tricks.index(max(tricks))] += cards.most_tricks
    made = took[own] >= deal.bid
    scored = [more + _on_top(family, deal, counters, side) for side, more in enumerate(took)]
    if made and deal.sides[own] == [deal.bidder]:
        scored[own] += family.partners.alone.get(sum(map(len, deal.sides)), 0)
    if not made:
        scored[own] = -deal.bid
    return Scored(made, counters, tricks, scored)


def _on_top(family: Family, deal: Played, counters: list[int], side: int) -> int:
    """Points that never help to make a bid: for all the points, for all the tricks by the bidder."""
    cards = family.cards
    everything = sum(points(cards, card) for card in deck(cards))
    swept = deal.bidder in deal.sides[side] and set(deal.winners) == {deal.bidder}
    return cards.all_points * (counters[side] == everything) + cards.moon * swept


@dataclass
class Match:
    """The totals of a match, by line of the score sheet."""

    family: Family
    lines: list[list[int]]
    """The seats that keep a total together: a side's, or one player."""
    totals: list[int]
    scored: int = 0
    """Deals scored."""
    has_made: set[int] = field(default_factory=set)
    """Seats that have made a bid of their own."""

    def book(self, deal: Played, result: Scored) -> list[int]:
        """Add a deal to the totals. Returns its points by line."""
        gained = [result.scored[side_of(deal.sides, line[0])] for line in self.lines]
        self.totals = [total + more for total, more in zip(self.totals, gained, strict=True)]
        self.scored += 1
        if result.made:
            self.has_made.add(deal.bidder)
        return gained

    def winners(self, deal: Played, result: Scored, *, time_is_up: bool) -> list[int] | None:
        """The seats that have won after a deal, sorted; None if another deal is played."""
        end, everyone = self.family.end, range(len(self.lines))
        if end.lose is not None and (lost := [line for line in everyone if self.totals[line] <= end.lose]):
            return self._best([line for line in everyone if line not in lost] or everyone)
        most, second = sorted(self.totals, reverse=True)[:2]
        if end.ahead is not None and most - second >= end.ahead:
            return self._best(everyone)
        if time_is_up or self.scored >= MOST_DEALS or self.scored == end.deals:
            return self._best(everyone)
        arrived = [line for line in everyone if self._may_win(end, line, deal, result)]
        tied = (
            arrived and sum(self.totals[line] == max(self.totals[i] for i in arrived) for line in arrived) > 1
        )
        return None if not arrived or tied else self._best(arrived)

    def leaders(self) -> list[int]:
        """The seats of the highest totals."""
        return self._best(range(len(self.lines)))

    def _may_win(self, end: End, line: int, deal: Played, result: Scored) -> bool:
        """Is a total at the target, and may it win there?"""
        if end.target is None or self.totals[line] < end.target:
            return False
        if end.who == "own_bid_or_set":
            return (deal.bidder in self.lines[line]) == result.made
        return end.who == "higher" or bool(self.has_made & set(self.lines[line]))

    def _best(self, among: Sequence[int]) -> list[int]:
        most = max(self.totals[line] for line in among)
        return sorted(seat for line in among if self.totals[line] == most for seat in self.lines[line])
