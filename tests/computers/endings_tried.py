"""Ends of deals played out in every possible way, with the rules' own ranking of cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from bot.computers.bidding_games.rollout import Result
from bot.computers.bidding_games.tally import Scores
from bot.computers.brief import AnyLegal, Brief, Briefing
from bot.tools.simulate import next_to_act
from rules.bidding.engine import BiddingGame
from rules.bidding.phases import Phase
from rules.bidding.setup import Setup
from rules.bidding.state import State
from rules.bidding.trick import captured
from rules.catalog import find_game
from rules.core.cards import Card, CardSet

Worths = list[float]


class End(NamedTuple):
    """A deal near its end."""

    setup: Setup
    state: State
    brief: Brief
    """The brief of the seat that is asked."""


def ends(keys: Sequence[str], seed: str, number: int, most: int) -> Iterator[End]:
    """``number`` positions of matches between random players, with 2 to ``most`` tricks left.

    Each is somewhere in a trick, as it comes; no pile is left to draw from.
    """
    random = Random(seed)
    for at in range(number):
        game: Any = find_game(keys[at % len(keys)])
        assert isinstance(game, BiddingGame)
        seats = random.choice([seats for seats in game.about.seats if seats <= 4] or game.about.seats)
        yield _end(game, seats, random, random.randint(2, most))


def _end(game: Any, seats: int, random: Random, left: int) -> End:
    setup = Setup(game.variant, seats)
    state, computer = game.start(seats), AnyLegal()
    briefing = Briefing(game)
    steps = random.randrange(setup.lanes)
    while True:
        if state.phase is Phase.PLAY and not state.stock.pile and setup.tricks - len(state.taken) <= left:
            if not steps:
                return End(setup, state, briefing.brief(state, state.turn))
            steps -= 1
        decisions = game.decisions(state)
        seat = next_to_act(decisions)
        if seat < 0:
            action = decisions[seat].sample(random)
        else:
            action = computer.choose(briefing.brief(state, seat), random)
        state, events = game.apply(state, seat, action)
        briefing.hear(events)


def worth_of(end: End) -> Callable[[Result], Worths]:
    """A function of a result that returns its worth by side."""
    setup, state, _ = end
    scores = Scores(setup, state.ranking, state.contract, state.taken, state.teams)
    return lambda rest: scores.by_side(rest, state.deal.nest)


class Deal(NamedTuple):
    """One deal on its way."""

    hands: tuple[frozenset[Card], ...]
    order: tuple[int, ...]
    trick: tuple[Card, ...]
    won: tuple[tuple[int, int], ...]
    """By trick taken from here on: the hand, the points of its cards."""


def worths_of_cards(setup: Setup, state: State, worth: Callable[[Result], Worths]) -> dict[Card, float]:
    """The final worth of each allowed card to its side, if every side plays its best."""
    side_of = state.teams.side_of
    hands = tuple(frozenset(hand) for hand in state.hands)
    deal = Deal(hands, state.order, state.trick, ())
    known: dict[Deal, Worths] = {}

    def value(deal: Deal) -> Worths:
        if not deal.trick and len(state.taken) + len(deal.won) == setup.tricks:
            return worth(_result(state, deal))
        # Which tricks were taken matters by sides, points and numbers only.
        alike = deal._replace(won=tuple(sorted((side_of[hand], points) for hand, points in deal.won)))
        if alike not in known:
            side = side_of[deal.order[len(deal.trick)]]
            found = [value(_play(state, deal, card)) for card in _legal(setup, state, deal)]
            known[alike] = max(found, key=lambda worths: (worths[side], [-one for one in worths]))
        return known[alike]

    side = side_of[deal.order[len(deal.trick)]]
    return {card: value(_play(state, deal, card))[side] for card in _legal(setup, state, deal)}


def _legal(setup: Setup, state: State, deal: Deal) -> list[Card]:
    hand = deal.order[len(deal.trick)]
    held = deal.hands[hand]
    if setup.variant.dummy == "blind" and hand == setup.seats:
        return [next(card for card in state.stock.blind if card in held)]
    is_free = setup.variant.battery_free and hand >= setup.seats
    if not deal.trick or is_free:
        return sorted(held)
    return sorted(state.ranking.legal(CardSet.of(held), state.ranking.suit[deal.trick[0]]))


def _play(state: State, deal: Deal, card: Card) -> Deal:
    at = deal.order[len(deal.trick)]
    under = dict(state.stock.covered).get(card)
    hands = list(deal.hands)
    hands[at] = hands[at] - {card} | ({under} if under is not None else set())
    trick = (*deal.trick, card)
    if len(trick) < len(deal.order):
        return deal._replace(hands=tuple(hands), trick=trick)
    place, points = captured(state.ranking, state.ranking.suit[trick[0]], trick)
    taker = deal.order[place]
    won = (*deal.won, (taker, points - state.ranking.trick))
    return Deal(tuple(hands), state.teams.rounds[taker], (), won)


def _result(state: State, deal: Deal) -> Result:
    """The captures by side; cards left over go with the last trick."""
    number = len(state.teams.sides)
    points, tricks = [0] * number, [0] * number
    for hand, value in deal.won:
        points[state.teams.side_of[hand]] += value
        tricks[state.teams.side_of[hand]] += 1
    last = state.teams.side_of[deal.order[0]]
    points[last] += sum(state.ranking.value[card] for hand in deal.hands for card in hand)
    return Result(points, tricks, last)
