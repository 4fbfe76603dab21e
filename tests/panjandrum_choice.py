"""What the choices of strict Panjandrum are worth: the most that anybody could gain by choosing well.

Where a card fits several opponents its player chooses who gets it; all else is forced. One player chooses in
a way of its own, the others at random: the one whose choices are looked at sees every Hand, plays each choice
out to the end so many times, and takes the best. Nobody who may not see the Hands can do better than that.

``python -m tests.panjandrum_choice --games 2000`` prints the line of docs/computers.md.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from random import Random
from statistics import fmean
from typing import Any, NamedTuple

from bot.computers.briefing import Briefing
from bot.computers.games.panjandrum import choose
from bot.tools.simulate import next_to_act
from rules.catalog import find_game
from rules.core.actions import Action
from rules.core.protocol import Game
from tests.intervals import half_width

Choose = Callable[[Game[Any], Any, int, list[Action], Random], Action]
"""The game, its state, whose choice it is, what may be chosen, luck."""


class Played(NamedTuple):
    """One game: the part of the win of the player looked at, and how often it had a choice."""

    won: float
    choices: int


def at_random(_game: Game[Any], _state: Any, _seat: int, answers: list[Action], random: Random) -> Action:
    """Any of the answers."""
    return answers[int(random.random() * len(answers))]


def nearest_to_the_end(
    game: Game[Any], state: Any, seat: int, _answers: list[Action], random: Random
) -> Action:
    """As the computer player does."""
    return choose(Briefing(game).brief(state, seat), random)


def seeing_all(times: int) -> Choose:
    """Every answer played out so many times in the game as it lies; the best of them."""

    def chosen(game: Game[Any], state: Any, seat: int, answers: list[Action], random: Random) -> Action:
        def worth(answer: Action) -> float:
            after = game.apply(state, seat, answer)[0]
            return sum(play(game, after, seat, at_random, random).won for _ in range(times))

        return max(answers, key=worth)

    return chosen


def play(game: Game[Any], state: Any, own: int, way: Choose, random: Random) -> Played:
    """Play a game on from a state, one seat choosing in its way and all others at random."""
    choices = 0
    while decisions := game.decisions(state):
        seat = next_to_act(decisions)
        if seat < 0:
            action = decisions[seat].sample(random)
        else:
            answers = list(decisions[seat].answers())
            has_choice = seat == own and len(answers) > 1
            choices += has_choice
            action = (way if has_choice else at_random)(game, state, seat, answers, random)
        state, _ = game.apply(state, seat, action)
    outcome = game.outcome(state)
    assert outcome is not None
    return Played((own in outcome.winners) / max(1, len(outcome.winners)), choices)


def measure(way: Choose, games: int, seats: int, seed: int) -> list[Played]:
    """So many games, the player looked at on each seat in turn."""
    game, found = find_game("panjandrum_1924"), []
    for number in range(games):
        random = Random(f"{seed} {number}")
        found.append(play(game, game.start(seats), number % seats, way, random))
    return found


def main() -> None:
    """Print what each way of choosing wins."""
    parser = argparse.ArgumentParser(prog="python -m tests.panjandrum_choice")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--times", type=int, default=10, help="how often each choice is played out")
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    ways = {
        "any": at_random,
        "the computer player": nearest_to_the_end,
        "one who sees all Hands": seeing_all(options.times),
    }
    for name, way in ways.items():
        found = measure(way, options.games, options.seats, options.seed)
        wins = [game.won for game in found]
        line = f"{name}: {100 * fmean(wins):.1f} ± {100 * half_width(wins):.1f} %"
        print(f"{line}, {fmean(game.choices for game in found):.2f} choices a game", flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
