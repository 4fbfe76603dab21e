"""Play with all hands open: exact in the last tricks, by a one-card look-ahead before."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from bot.computers.bidding_games.compiled_search import NativeSearch, worths_of
from bot.computers.bidding_games.played import GamePlayed, setup_for
from bot.computers.bidding_games.rollout import Result
from bot.computers.bidding_games.solving import TooMany, ending_at, solve
from bot.computers.bidding_games.tally import Scores
from bot.computers.native.library import new_search
from bot.replay.open_deal import OpenDeal
from rules.bidding.deck import total_of
from rules.bidding.phases import Phase
from rules.bidding.setup import Setup
from rules.bidding.state import State, next_hand
from rules.catalog import game_with
from rules.core.actions import Play
from rules.core.cards import Card, CardSet
from rules.core.decisions import Seat
from rules.core.outcome import SideTotal
from rules.core.protocol import Game

SOLVED_IN_PYTHON: Final = 20
"""Most cards left for an exact solution in Python: five tricks of four hands."""
SOLVED_COMPILED: Final = 40
"""Most cards left for the compiled search: ten tricks, often the whole deal."""
NODES: Final = 5_000_000
"""Nodes of a compiled search, about half a second. After a failure only later tricks are solved."""


class Taken(NamedTuple):
    """Points the declaring side takes toward its bid, if both sides play well."""

    points: int
    is_exact: bool
    """Whether all tricks were solved exactly; otherwise some by look-ahead."""


class OpenPlay:
    """Plays deals of one game and number of players with all hands open."""

    def __init__(self, what: GamePlayed) -> None:
        setup = setup_for(what)
        assert setup is not None, "only games with bids are played so"
        self.setup: Final[Setup] = setup
        """The precomputed tables of the game for its number of seats."""
        self._game: Game[Any] = game_with(what.game, dict(what.options), what.version)
        self._game.start(what.seats)  # builds its tables for this number of seats
        self._near = SOLVED_COMPILED // setup.lanes
        """Most tricks left for the compiled search; lowered when a search runs out of nodes."""
        self._searches = defaultdict[object, int](new_search)
        """Compiled searches by ranking, nest, contract and teams; each reuses its earlier results."""

    def after(self, state: State, card: Card) -> State:
        """The state after the next hand plays a card."""
        played: State
        played, _ = self._game.apply(state, state.turn, Play(card))
        return played

    def expected_take(self, state: State) -> Taken:
        """What the declaring side takes toward its bid in all, if both play well from ``state`` on."""
        is_exact = True
        while (worths := self.solved(state)) is None:
            is_exact = False
            state = self.after(state, self._best_ahead(state))
        best = max if self.is_declarers(state) else min
        return Taken(int(best(worths.values())), is_exact)

    def expected_totals(self, state: State) -> tuple[SideTotal, ...] | None:
        """The sides' totals after good play from ``state`` on; None if a cut for the most tricks decides."""
        while state.phase is Phase.PLAY:
            state = self.after(state, self._best_to_score(state))
        return None if state.phase is Phase.CUT else self._game.table_view(state).totals

    def solved(self, state: State) -> dict[Card, float] | None:
        """What the declaring side takes after each legal card and perfect play; None if too far to solve."""
        left = self.setup.tricks - len(state.taken)
        if left <= self._near and self._is_for_points(state):
            try:
                return self._solved_compiled(state)
            except TooMany:
                self._near = left - 1
        return self._solved_in_python(state, self._counting(state))

    def _best_to_score(self, state: State) -> Card:
        """The legal card after which the side of the next hand scores most over the other."""
        is_for_points = self._is_for_points(state) and not state.auction.shot
        worths = self.solved(state) if is_for_points else self._solved_in_python(state, self._scoring(state))
        if worths is None:
            return self._best_ahead(state)
        best = max if self.is_declarers(state) else min
        return best(worths, key=worths.__getitem__)

    def _solved_in_python(self, state: State, count: Callable[[Result], int]) -> dict[Card, float] | None:
        """The declaring side's ``count`` after each legal card, solved in Python; None if too far."""
        if (self.setup.tricks - len(state.taken)) * len(state.order) > SOLVED_IN_PYTHON:
            return None
        ending = ending_at(self.setup, state)
        sign = [1 if side == ending.lanes.declaring else -1 for side in range(2)]
        try:
            worths = solve(ending, lambda rest: [one * count(rest) for one in sign])
        except TooMany:
            return None
        mine = sign[ending.lanes.sides[next_hand(state)]]
        card_at = {ending.places.place[card]: card for card in state.hands[next_hand(state)]}
        return {card_at[place]: mine * worth for place, worth in worths.items()}

    def _is_for_points(self, state: State) -> bool:
        """Whether only points taken count, so that the compiled search applies."""
        return worths_of(self.setup, state.card_order, state.contract, state.teams) is not None

    def _solved_compiled(self, state: State) -> dict[Card, float]:
        ending = ending_at(self.setup, state)
        place_of = ending.places.place
        places = {card: place_of[card] for card in sorted(_legal(state), key=place_of.__getitem__)}
        search = NativeSearch(self.setup, state.ranking, state.taken, state.teams, NODES)
        decides = (state.card_order, state.deal, state.contract, state.teams)
        takes = search.solved(ending, state.deal.nest, places.values(), self._searches[decides])
        total = total_of(self.setup.variant, self.setup.seats, state.ranking.trump)
        is_first = ending.lanes.declaring == 0
        return {card: takes[at] if is_first else total - takes[at] for card, at in places.items()}

    def is_declarers(self, state: State) -> bool:
        """Whether the hand that plays next is of the declaring side."""
        return state.teams.side_of[next_hand(state)] == _declaring(state)

    def _best_ahead(self, state: State) -> Card:
        """The legal card after which a quick playout is best for the side of the next hand."""
        count, ending = self._counting(state), ending_at(self.setup, state)
        sign = 1 if self.is_declarers(state) else -1
        return max(_legal(state), key=lambda card: sign * count(ending.after(card)))

    def _counting(self, state: State) -> Callable[[Result], int]:
        """A function from the rest of a deal to the declaring side's points toward its bid."""
        scores, declaring, nest = self._scores(state), _declaring(state), state.deal.nest
        return lambda rest: scores.taken(rest, nest)[declaring]

    def _scoring(self, state: State) -> Callable[[Result], int]:
        """A function from the rest of a deal to the declaring side's score over the other."""
        scores, declaring, nest = self._scores(state), _declaring(state), state.deal.nest

        def over(rest: Result) -> int:
            scored = scores.scored(rest, nest)
            return scored[declaring] - scored[1 - declaring]

        return over

    def _scores(self, state: State) -> Scores:
        contract, is_shot = state.contract, state.auction.shot
        return Scores(self.setup, state.ranking, contract, state.taken, state.teams, is_shot=is_shot)


class Costly(NamedTuple):
    """A card after which its side could take less than after a better one."""

    trick: int
    """Number of the trick, from 1."""
    hand: int
    played: Card
    better: Card
    cost: int
    """Points toward the bid, with all hands open and perfect play after it."""


def judged(play: OpenPlay, first: State, cards: tuple[Card, ...]) -> tuple[Costly | None, int]:
    """The costliest card of a deal and the first trick, from 1, with exactly known costs.

    That is the one after the last that cannot be solved; None if no card cost a point from there on.
    """
    state, found, known_from = first, None, 1
    for card in cards:
        hand, trick = next_hand(state), len(state.taken) + 1
        worths = play.solved(state)
        if worths is None:
            found, known_from = None, trick + 1
        elif len(worths) > 1:
            sign = 1 if play.is_declarers(state) else -1
            better = max(worths, key=lambda one: sign * worths[one])
            cost = round(sign * (worths[better] - worths[card]))
            if cost > (found.cost if found else 0):
                found = Costly(trick, hand, card, better, cost)
        state = play.after(state, card)
    return found, known_from


def _declaring(state: State) -> int:
    """Index of the declaring side."""
    return state.teams.side_of[state.contract.declarer]


def _legal(state: State) -> CardSet:
    """The legal cards of the next hand."""
    return state.ranking.legal(state.hands[next_hand(state)], state.led)


def par_of(deal: OpenDeal, seat: Seat) -> int | None:
    """Par: points the side of a seat is ahead after the bids and good play; None if a cut decides."""
    totals = OpenPlay(deal.what).expected_totals(deal.first)
    if totals is None:
        return None
    return sum(side.total if seat in side.seats else -side.total for side in totals)
