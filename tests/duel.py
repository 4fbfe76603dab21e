"""Duplicate matches between computer players: the same cards and dealer, played with seats swapped.

``python -m tests.duel --pairs 1000`` prints the table of docs/computers.md.
"""

import argparse
import math
import time
from collections.abc import Sequence
from random import Random
from statistics import fmean, stdev
from typing import Any, NamedTuple

from bot.computers.brief import Brief, Computer
from bot.computers.briefing import Briefing
from bot.computers.registry import COMPUTERS, find_computer
from rules.actions import Action, Deal, Draw
from rules.catalog import GAMES, find_game
from rules.decisions import CHANCE, DrawByLot, Seat
from rules.events import DealScored, PassedOut
from rules.protocol import Game


class Duel(NamedTuple):
    """Points a deal of the first player over the second, one figure a pair, and every deal's score."""

    pairs: tuple[float, ...]
    scored: tuple[tuple[DealScored | None, DealScored | None], ...]
    """By pair: the first player on even seats, then on odd ones; None where a deal was passed out."""

    @property
    def mean(self) -> float:
        return fmean(self.pairs)

    @property
    def interval(self) -> float:
        """Half the width of the 95 % interval of the mean."""
        return 1.96 * stdev(self.pairs) / math.sqrt(len(self.pairs))

    def declared(self, player: int) -> list[DealScored]:
        """The deals one of the players (0 or 1) declared."""
        return [
            deal
            for pair in self.scored
            for seating, deal in enumerate(pair)
            if deal is not None and (deal.declarer + seating) % 2 == player
        ]


def duel(key: str, first: Computer, second: Computer, pairs: int, seed: int = 1) -> Duel:
    """Play pairs of deals between two players, each on every other seat."""
    game = find_game(key)
    seats = game.about.seats[0]
    figures, scored = [], []
    for number in range(pairs):
        random = Random(f"{seed} {number}")
        dealer = random.randrange(seats)
        deal = shuffled(game, random)
        even = play_deal(game, deal, dealer, [first, second] * (seats // 2), number)
        odd = play_deal(game, deal, dealer, [second, first] * (seats // 2), number)
        figures.append((advantage(even, 0) + advantage(odd, 1)) / 2)
        scored.append((even, odd))
    return Duel(tuple(figures), tuple(scored))


def play_deal(
    game: Game[Any], deal: Deal, dealer: Seat, players: Sequence[Computer], seed: int
) -> DealScored | None:
    """Play one prepared deal; None when it was passed out."""
    state, briefing, random = drawn(game, len(players), dealer), Briefing(game), Random(seed)
    state, events = game.apply(state, CHANCE, deal)
    briefing.hear(events)
    while True:
        ((seat, _),) = game.decisions(state).items()
        state, events = game.apply(state, seat, players[seat].choose(briefing.brief(state, seat), random))
        briefing.hear(events)
        for event in events:
            if isinstance(event, DealScored):
                return event
            if isinstance(event, PassedOut):
                return None


def drawn(game: Game[Any], seats: int, dealer: Seat) -> Any:
    """A match in which the wanted dealer is about to deal."""
    state = game.start(seats)
    question = game.decisions(state)[CHANCE]
    assert isinstance(question, DrawByLot)
    ordered = sorted(question.pack, key=lambda card: card.rank)
    cards = ordered[:seats]
    cards[dealer] = ordered[-1]
    state, _ = game.apply(state, CHANCE, Draw(tuple(cards)))
    return state


def shuffled(game: Game[Any], random: Random) -> Deal:
    """A shuffled pack of the game."""
    state = drawn(game, game.about.seats[0], 0)
    deal = game.decisions(state)[CHANCE].sample(random)
    assert isinstance(deal, Deal)
    return deal


def advantage(result: DealScored | None, seat: Seat) -> int:
    """Points a deal brought the side of a seat over the best other side."""
    if result is None:
        return 0
    own = next(side.scored for side in result.sides if seat in side.seats)
    return own - max(side.scored for side in result.sides if seat not in side.seats)


def taken(deal: DealScored) -> int:
    """What the declaring side took."""
    return next(side.counters + side.bonus for side in deal.sides if deal.declarer in side.seats)


class Timed:
    """A computer player with a stop-watch."""

    def __init__(self, computer: Computer) -> None:
        self.computer = computer
        self.seconds: list[float] = []

    def choose(self, brief: Brief, random: Random) -> Action:
        began = time.perf_counter()
        answer = self.computer.choose(brief, random)
        self.seconds.append(time.perf_counter() - began)
        return answer


def report(key: str, first: str, second: str, pairs: int, seed: int) -> str:
    """One line of the table."""
    timed = Timed(find_computer(first))
    result = duel(key, timed, find_computer(second), pairs, seed)
    deals = result.declared(0)
    bids = "none"
    if deals:
        bids = (
            f"{len(deals)} bids won, {100 * fmean(deal.made for deal in deals):.0f} % made, "
            f"mean bid {fmean(deal.bid for deal in deals):.0f}, "
            f"mean take {fmean(taken(deal) for deal in deals):.0f}"
        )
    times = sorted(timed.seconds)
    return (
        f"{key}: {first} over {second} {result.mean:+.1f} ± {result.interval:.1f} points a deal; {bids}; "
        f"{1000 * fmean(times):.2f} ms a decision, 99 % within {1000 * times[len(times) * 99 // 100]:.1f} ms"
    )


def main() -> None:
    """Print how the players do against each other."""
    parser = argparse.ArgumentParser(prog="python -m tests.duel")
    parser.add_argument("keys", nargs="*", default=list(GAMES), metavar="KEY")
    parser.add_argument("--first", choices=list(COMPUTERS), default="steady")
    parser.add_argument("--second", choices=list(COMPUTERS), default="random")
    parser.add_argument("--pairs", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for key in options.keys:
        print(report(key, options.first, options.second, options.pairs, options.seed), flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
