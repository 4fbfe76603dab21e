"""Sampled deals solved by the compiled search; early tricks are played out quickly first."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import Final, NamedTuple

from bot.computers.bidding_games.likely import likely
from bot.computers.bidding_games.rollout import Result, play_some
from bot.computers.bidding_games.solving import Ending, TooMany
from bot.computers.bidding_games.tally import final, worth_by_take
from bot.computers.bidding_games.worlds import Guess
from bot.computers.memory import Memory
from bot.computers.native.library import (
    DECIDED,
    HANDS,
    PLACES,
    Counted,
    Rest,
    Solver,
    is_built,
    new_search,
    solver,
)
from rules.bidding.deck import total_of
from rules.bidding.ranking import Order, Ranking
from rules.bidding.scoring import NO_SIDE
from rules.bidding.setup import Setup
from rules.bidding.state import NO_SEAT, Contract, Teams
from rules.core.cards import Card, CardSet
from rules.core.events import TrickTaken

DEALS: Final = 30
"""Deals solved for a decision, as far as its nodes allow."""
CARDS: Final = 28
"""Cards left when a deal is solved: seven tricks of four hands."""


def is_near(setup: Setup, tricks: int) -> bool:
    """Whether a deal with ``tricks`` left is solved at once, without playing tricks out first."""
    return tricks * setup.lanes <= CARDS


def worths_of(setup: Setup, trump: Order, contract: Contract, teams: Teams) -> Mapping[int, float] | None:
    """Worth of a deal to the first side by the points it takes; None if the compiled search cannot be used.

    It needs the built library, two sides, no dummy or draw pile, and a score by the points taken alone.
    """
    fits = setup.is_plain and setup.lanes <= HANDS and len(setup.deck) <= PLACES
    return worth_by_take(setup, trump, contract, teams) if fits and is_built() else None


def is_mostly_near(setup: Setup) -> bool:
    """Whether, for over half of a deal's tricks, solving starts at once, without playing tricks out first."""
    return is_near(setup, setup.tricks // 2 + 1)


class Solved(NamedTuple):
    """Results of each card in solved deals, one figure per deal."""

    worth: Mapping[Card, list[float]]
    """To the side that is asked."""
    takes: Mapping[Card, list[int]]
    """The points the declarer's side takes in the whole deal."""


def solved_by_compiled_search(memory: Memory, cards: Collection[Card], random: Random) -> Solved | None:
    """Results by card in as many sampled deals as the nodes allow; None if the search cannot be used."""
    worths = worths_now(memory)
    if worths is None:
        return None
    search = NativeSearch(memory.setup, memory.ranking, memory.heard.tricks, memory.teams, memory.level.nodes)
    total = total_of(memory.setup.variant, memory.setup.seats, memory.heard.card_order.trump)
    declares = memory.declarer != NO_SEAT and memory.teams.side_of[memory.declarer] == 0
    found = Solved({card: [] for card in cards}, {card: [] for card in cards})
    for world, times in likely(memory, random, DEALS):
        guess = Guess(memory, world)
        place = guess.rest.places.place
        try:
            takes = search.takes(guess.ending(random), guess.nest, [place[card] for card in cards])
        except TooMany:
            break
        for card in cards:
            take = takes[place[card]]
            worth = worths[take]
            found.worth[card].extend([-worth if guess.side else worth] * times)
            found.takes[card].extend([take if declares else total - take] * times)
    return found


def worths_now(memory: Memory) -> Mapping[int, float] | None:
    """Worth of the present deal by points taken; None if the compiled search cannot be used.

    With the moon shot, points do not decide.
    """
    heard = memory.heard
    if not memory.level.nodes or heard.bidding.is_shot:
        return None
    return worths_of(
        memory.setup, heard.card_order, Contract(memory.declarer, heard.bidding.bid), memory.teams
    )


class NativeSearch:
    """Solves deals that began with the same tricks, one after the other, within a shared budget of nodes."""

    def __init__(
        self, setup: Setup, ranking: Ranking, taken: Sequence[TrickTaken], teams: Teams, nodes: int
    ) -> None:
        self._setup, self._ranking, self._nodes = setup, ranking, nodes
        first = [trick for trick in taken if teams.side_of[trick.winner] == 0]
        self._points, self._tricks = sum(trick.points for trick in first), len(first)

    def takes(self, ending: Ending, nest: int, places: Collection[int]) -> dict[int, int]:
        """The first side's points in the whole deal after each card, by place; ``nest`` is the discard.

        Raises:
            TooMany: more cards would have to be played than are left.
        """
        search = new_search()
        if is_near(self._setup, ending.tricks):
            return self.solved(ending, nest, places, search)
        before, last = self._of_nest(nest, ending.lanes.declaring)
        return {
            place: self._points + before + self._played_on(ending, last, place, search) for place in places
        }

    def solved(self, ending: Ending, nest: int, places: Collection[int], search: int) -> dict[int, int]:
        """The first side's points in the deal after each card, like `takes`, but with any tricks left solved.

        ``search``: a number for this deal, trump and sides, under which solved positions are cached.

        Raises:
            TooMany: more cards would have to be played than are left.
        """
        before, last = self._of_nest(nest, ending.lanes.declaring)
        hands, lanes = ending.table.hands, ending.lanes
        rest = Rest(hands, lanes.leader, ending.trick, ending.tricks, self._taken(0), last, search)
        solved = self._used(self._solver(ending).cards(rest, self._nodes))
        return {place: self._points + before + solved[place] for place in places}

    def _played_on(self, ending: Ending, last: int, place: int, search: int) -> int:
        """The first side's points from here on: play out until the deal can be solved, then solve."""
        depth = CARDS // self._setup.lanes
        table = ending.table._replace(hands=ending.table.hands[:])
        number, played = ending.tricks - depth, (*ending.trick, place)
        halt = play_some(ending.places, table, ending.lanes, number, played)
        rest = Rest(table.hands, halt.leader, (), depth, self._taken(halt.tricks[0]), last, search)
        [take, *_] = self._used(self._solver(ending).value(rest, self._nodes))
        return halt.points[0] + halt.tricks[0] * self._ranking.trick + take

    def _used(self, found: tuple[Sequence[int], int] | None) -> Sequence[int]:
        if found is None:
            raise TooMany
        takes, nodes = found
        self._nodes -= nodes
        return takes

    def _of_nest(self, nest: int, declaring: int) -> tuple[int, int]:
        """The first side's points from the nest without the last trick, and those the last trick adds."""
        points = sum(self._ranking.value[card] for card in CardSet(nest))
        with_last, without = (
            final(self._setup, Result([0, 0], [0, 0], last), declaring, points)[0].counters for last in (0, 1)
        )
        return without, with_last - without + self._setup.variant.last_trick

    def _taken(self, more: int) -> int:
        return self._tricks + more if self._setup.variant.majority else DECIDED

    def _solver(self, ending: Ending) -> Solver:
        variant, lanes = self._setup.variant, ending.lanes
        counted = Counted(
            trick=self._ranking.trick,
            majority=variant.majority,
            tie=1 - lanes.declaring if variant.majority_tie == "defenders" else NO_SIDE,
            tricks=self._setup.tricks + variant.nest_is_trick,
            nest_tricks=int(variant.nest_is_trick),
        )
        found = solver(ending.places, lanes._replace(leader=0), counted)
        assert found is not None, "there is a compiled search, or none of this is asked"
        return found
