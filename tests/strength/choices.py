"""Measures how much good choices can gain in a game that is mostly luck.

One player chooses in a way of its own, the others as the computer player does. A player that sees everything
plays each of its answers out to the end of the game several times, and takes the best: no player that sees
only its own seat can expect to do better than that.

``python -m tests.strength.choices panjandrum_1924 --games 1000`` prints the lines of docs/computers.md.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from random import Random
from statistics import fmean
from typing import Any, NamedTuple

from bot.computers.brief import Briefing
from bot.computers.games.players import PLAYERS
from bot.tools.simulate import next_to_act
from rules.catalog import OTHER_GAMES, find_game
from rules.core.actions import Action
from rules.core.decisions import Seat
from rules.core.events import Event
from rules.core.protocol import Game
from tests.strength.intervals import half_width


class Moment(NamedTuple):
    """Where a seat has a choice."""

    game: Game[Any]
    state: Any
    heard: Sequence[Event]
    """What has happened in the deal, to be told by ``Briefing``."""
    seat: Seat
    answers: list[Action]


class Played(NamedTuple):
    """One game: the part of the win of the player looked at, and how often it had a choice."""

    won: float
    choices: int


Way = Callable[[Moment, Random], Action]


def at_random(moment: Moment, random: Random) -> Action:
    """Any of the answers."""
    return moment.answers[int(random.random() * len(moment.answers))]


def as_the_computer(moment: Moment, random: Random) -> Action:
    """As the computer player answers."""
    briefing = Briefing(moment.game)
    briefing.hear(moment.heard)
    return PLAYERS[moment.game.about.key].choose(briefing.brief(moment.state, moment.seat), random)


def seeing_all(times: int) -> Way:
    """Every answer played out so many times in the game as it lies; the best of them."""

    def chosen(moment: Moment, random: Random) -> Action:
        def worth(answer: Action) -> float:
            state, events = moment.game.apply(moment.state, moment.seat, answer)
            heard = [*moment.heard, *events]
            return sum(
                play(moment.game, state, heard, moment.seat, as_the_computer, random).won
                for _ in range(times)
            )

        return max(moment.answers, key=worth)

    return chosen


def play(game: Game[Any], state: Any, heard: Sequence[Event], own: Seat, way: Way, random: Random) -> Played:
    """Play a game on from a state, one seat choosing in its way and all others as the computer player."""
    choices, heard = 0, list(heard)
    while decisions := game.decisions(state):
        seat = next_to_act(decisions)
        if seat < 0:
            action = decisions[seat].sample(random)
        else:
            moment = Moment(game, state, heard, seat, list(decisions[seat].answers()))
            has_choice = len(moment.answers) > 1
            choices += has_choice and seat == own
            chooses = way if seat == own else as_the_computer
            action = chooses(moment, random) if has_choice else moment.answers[0]
        state, events = game.apply(state, seat, action)
        heard += events
    outcome = game.outcome(state)
    assert outcome is not None
    return Played((own in outcome.winners) / max(1, len(outcome.winners)), choices)


def measure(key: str, way: Way, games: int, seats: int, seed: int) -> list[Played]:
    """So many games, the player looked at on each seat in turn."""
    game, found = find_game(key), []
    for number in range(games):
        random = Random(f"{seed} {number}")
        found.append(play(game, game.start(seats), (), number % seats, way, random))
    return found


def main() -> None:
    """Print what each way of choosing wins."""
    parser = argparse.ArgumentParser(prog="python -m tests.strength.choices")
    parser.add_argument("key", choices=list(OTHER_GAMES))
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--times", type=int, default=10, help="how often each answer is played out")
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    ways: dict[str, Way] = {
        "any answer": at_random,
        "the computer player": as_the_computer,
        "one who sees everything": seeing_all(options.times),
    }
    for name, way in ways.items():
        found = measure(options.key, way, options.games, options.seats, options.seed)
        wins = [game.won for game in found]
        line = f"{name}: {100 * fmean(wins):.1f} ± {100 * half_width(wins):.1f} %"
        print(f"{line}, {fmean(game.choices for game in found):.2f} choices a game", flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
