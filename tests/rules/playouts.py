"""Random matches, step by step, for the laws of the game to check."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from rules.catalog import BIDDING_GAMES, find_game
from rules.core.actions import PASS, Action, Bid
from rules.core.decisions import ChooseNumber, ChooseOption, Decision, Seat
from rules.core.events import Event
from rules.core.protocol import Game, IllegalAction, OptionValue

State = Any
Choose = Callable[[Decision, Random], Action]
KEYS = tuple(BIDDING_GAMES)
TABLES = tuple((key, players) for key, game in BIDDING_GAMES.items() for players in game.about.seats)
"""Every game with every number of players it is for."""
ENOUGH = 20_000
"""More actions than the longest match of these games takes (200 deals)."""


class Step(NamedTuple):
    """One action of a match, with the questions before it and the state and events after it."""

    before: State
    seat: Seat
    decision: Decision
    action: Action
    after: State
    events: tuple[Event, ...]


class Playout(NamedTuple):
    """A match from its start to its end or to the limit of its actions."""

    game: Game[Any]
    steps: list[Step]
    players: int

    @property
    def key(self) -> str:
        """The key of the game."""
        return self.game.about.key

    @property
    def seats(self) -> range:
        """Every seat."""
        return range(self.players)

    @property
    def states(self) -> list[State]:
        """Every state, the first and the last included."""
        return [self.game.start(self.players), *(step.after for step in self.steps)]

    @property
    def events(self) -> list[Event]:
        """All events of the match, in order."""
        return [event for step in self.steps for event in step.events]


def at_random(decision: Decision, random: Random) -> Action:
    """A random answer, all equally likely: auctions run high."""
    return decision.sample(random)


def carefully(decision: Decision, random: Random) -> Action:
    """A random answer with low bids, many passes and few calls; now and then a deal is thrown in."""
    if isinstance(decision, ChooseOption) and decision.accepts(PASS) and random.random() < 0.8:
        return PASS
    if not isinstance(decision, ChooseNumber) or not decision.otherwise:
        return decision.sample(random)
    if decision.least > decision.most or random.random() < 0.6:
        return PASS
    return Bid(decision.least)


def play(
    game: Game[Any],
    random: Random,
    choose: Choose = at_random,
    limit: int = ENOUGH,
    players: int | None = None,
) -> Playout:
    """Play a match at random, to its end or for so many actions."""
    players = players or game.about.seats[0]
    steps: list[Step] = []
    state = game.start(players)
    while len(steps) < limit and (decisions := game.decisions(state)):
        seat = random.choice(sorted(decisions))
        action = choose(decisions[seat], random)
        try:
            after, events = game.apply(state, seat, action)
        except IllegalAction:
            break  # the game contradicts itself; the law that matches end will complain
        steps.append(Step(state, seat, decisions[seat], action, after, events))
        state = after
    return Playout(game, steps, players)


def match(
    key: str, seed: int, game: Game[Any] | None = None, players: int | None = None, **options: OptionValue
) -> Playout:
    """A match of a seed: three deals unless the options say otherwise, careful every other time."""
    return play(
        game or find_game(key).with_options(options or {"deals": 3}),
        Random(seed),
        carefully if seed % 2 else at_random,
        players=players,
    )
