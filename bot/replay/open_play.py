"""Playing a deal with all hands open: exactly in its last tricks, by looking a card ahead before."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from bot.computers.bidding_games.compiled_search import NativeSearch, worths_of
from bot.computers.bidding_games.played import GamePlayed, setup_for
from bot.computers.bidding_games.rollout import Result, play_on
from bot.computers.bidding_games.solving import Ending, TooMany, ending_at, solve
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

SOLVED: Final = 20
"""Cards in the last tricks of a deal that are solved exactly: five tricks of four hands."""
SOLVED_NATIVELY: Final = 40
"""The same where the compiled search can: ten tricks, so the whole of many a deal."""
NODES: Final = 5_000_000
"""Cards it may play for a position, in half a second. Where one needs more, only later tricks are solved."""


class Taken(NamedTuple):
    """What the declaring side takes toward its bid, if both sides play well."""

    points: int
    is_exact: bool
    """Whether all of it was solved; else some cards were played by looking one ahead."""


class OpenPlay:
    """One game for so many players, its deals played with all hands open."""

    def __init__(self, what: GamePlayed) -> None:
        setup = setup_for(what)
        assert setup is not None, "only games with bids are played so"
        self._setup: Setup = setup
        self._game: Game[Any] = game_with(what.game, dict(what.options), what.version)
        self._game.start(what.seats)  # it makes its tables then
        self._near = SOLVED_NATIVELY // setup.lanes
        """Tricks to come when a position is solved natively; fewer once one of so many needed too much."""
        self._searches = defaultdict[object, int](new_search)
        """By what decides what comes of the same cards: what was found of one position serves the next."""

    @property
    def setup(self) -> Setup:
        """The tables of the game."""
        return self._setup

    def after(self, state: State, card: Card) -> State:
        """A deal once the hand that is next has played a card."""
        played: State
        played, _ = self._game.apply(state, state.turn, Play(card))
        return played

    def taken_in_the_end(self, state: State) -> Taken:
        """What the declaring side takes toward its bid if both sides play on well from a position in play."""
        is_exact = True
        while (worths := self.solved(state)) is None:
            is_exact = False
            state = self.after(state, self._best_ahead(state))
        best = max if self.is_declarers(state) else min
        return Taken(int(best(worths.values())), is_exact)

    def totals_in_the_end(self, state: State) -> tuple[SideTotal, ...] | None:
        """The totals of the sides once a position in play has been played on well by both, and scored.

        None where both then have as many tricks, and cards are cut for the most.
        """
        while state.phase is Phase.PLAY:
            state = self.after(state, self._best_to_score(state))
        return None if state.phase is Phase.CUT else self._game.table_view(state).totals

    def solved(self, state: State) -> dict[Card, float] | None:
        """What the declaring side takes after each card that may be played, if both then play perfectly.

        None where that is too far from the end to be known.
        """
        left = self._setup.tricks - len(state.taken)
        if left <= self._near and self._is_for_points(state):
            try:
                return self._solved_natively(state)
            except TooMany:
                self._near = left - 1
        return self._solved_slowly(state, self._counting(state))

    def _best_to_score(self, state: State) -> Card:
        """The card after which the side that is next scores most over the other, as far as is known."""
        is_for_points = self._is_for_points(state) and not state.auction.shot
        worths = self.solved(state) if is_for_points else self._solved_slowly(state, self._scoring(state))
        if worths is None:
            return self._best_ahead(state)
        best = max if self.is_declarers(state) else min
        return best(worths, key=worths.__getitem__)

    def _solved_slowly(self, state: State, count: Callable[[Result], int]) -> dict[Card, float] | None:
        """What the declaring side has after each card by some count: what it gains the other loses."""
        if (self._setup.tricks - len(state.taken)) * len(state.order) > SOLVED:
            return None
        ending = ending_at(self._setup, state)
        sign = [1 if side == ending.lanes.declaring else -1 for side in range(2)]
        try:
            worths = solve(ending, lambda rest: [one * count(rest) for one in sign])
        except TooMany:
            return None
        mine = sign[ending.lanes.sides[next_hand(state)]]
        card_at = {ending.places.place[card]: card for card in state.hands[next_hand(state)]}
        return {card_at[place]: mine * worth for place, worth in worths.items()}

    def _is_for_points(self, state: State) -> bool:
        """Whether nothing but the points taken counts, and there is a compiled search for them."""
        return worths_of(self._setup, state.card_order, state.contract, state.teams) is not None

    def _solved_natively(self, state: State) -> dict[Card, float]:
        ending = ending_at(self._setup, state)
        place_of = ending.places.place
        places = {card: place_of[card] for card in sorted(_legal(state), key=place_of.__getitem__)}
        search = NativeSearch(self._setup, state.ranking, state.taken, state.teams, NODES)
        decides = (state.card_order, state.deal, state.contract, state.teams)
        takes = search.solved(ending, state.deal.nest, places.values(), self._searches[decides])
        total = total_of(self._setup.variant, self._setup.seats, state.ranking.trump)
        is_first = ending.lanes.declaring == 0
        return {card: takes[at] if is_first else total - takes[at] for card, at in places.items()}

    def is_declarers(self, state: State) -> bool:
        """Whether the hand that is next plays for the declaring side."""
        return state.teams.side_of[next_hand(state)] == _declaring(state)

    def _best_ahead(self, state: State) -> Card:
        """The card after which a quick playing out ends best for the side of the hand that is next."""
        count, ending = self._counting(state), ending_at(self._setup, state)
        sign = 1 if self.is_declarers(state) else -1
        return max(_legal(state), key=lambda card: sign * count(_after(ending, ending.places.place[card])))

    def _counting(self, state: State) -> Callable[[Result], int]:
        """What the declaring side takes toward its bid, given the rest of a deal."""
        scores, declaring, nest = self._scores(state), _declaring(state), state.deal.nest
        return lambda rest: scores.taken(rest, nest)[declaring]

    def _scoring(self, state: State) -> Callable[[Result], int]:
        """What the declaring side scores over the other, given the rest of a deal."""
        scores, declaring, nest = self._scores(state), _declaring(state), state.deal.nest

        def over(rest: Result) -> int:
            scored = scores.scored(rest, nest)
            return scored[declaring] - scored[1 - declaring]

        return over

    def _scores(self, state: State) -> Scores:
        contract, is_shot = state.contract, state.auction.shot
        return Scores(self._setup, state.ranking, contract, state.taken, state.teams, is_shot=is_shot)


class Costly(NamedTuple):
    """A card after which its side could not have as much any more as after another one."""

    trick: int
    """From 1."""
    hand: int
    played: Card
    better: Card
    cost: int
    """Points toward the bid, with all hands open and both sides playing perfectly."""


class Judged(NamedTuple):
    """The play of a deal against perfect play, as far as that is known."""

    costliest: Costly | None
    """The card that cost its side most; None where none cost anything."""
    known_from: int
    """The first trick, from 1, from which on it is exactly known what each card cost."""


def judged(play: OpenPlay, first: State, cards: tuple[Card, ...]) -> Judged:
    """What the cards of a deal cost the sides that played them, in the tricks that can be solved."""
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
    return Judged(found, known_from)


def _declaring(state: State) -> int:
    """The declaring side."""
    return state.teams.side_of[state.contract.declarer]


def _legal(state: State) -> CardSet:
    """The cards that the hand that is next may play."""
    return state.ranking.legal(state.hands[next_hand(state)], state.led)


def _after(ending: Ending, place: int) -> Result:
    """What comes of a card if the rest is played out quickly."""
    return play_on(ending.places, ending.table, ending.lanes, (*ending.trick, place), ending.tricks)


def par_of(deal: OpenDeal, seat: Seat) -> int | None:
    """How many points the side of a seat is then ahead of the other; behind, if below zero.

    None where cutting cards would decide it.
    """
    totals = OpenPlay(deal.what).totals_in_the_end(deal.first)
    if totals is None:
        return None
    return sum(side.total if seat in side.seats else -side.total for side in totals)
