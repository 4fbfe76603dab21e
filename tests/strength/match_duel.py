"""Duplicate matches between computer players: the same cards throughout, the players exchanged.

The points of a deal do not measure bidding by the score, so won matches are counted. Each pair of matches
begins at a random score, as the score at the start of a match does not matter either.

``python -m tests.strength.match_duel kentucky one_high --pairs 200`` prints the lines of docs/computers.md.
"""

import argparse
from collections.abc import Mapping, Sequence
from random import Random
from statistics import fmean
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from bot.computers.brief import Brief, Briefing, Computer
from bot.computers.steady import Steady
from rules.catalog import find_game
from rules.core.actions import Action
from rules.core.decisions import CHANCE
from rules.core.protocol import Game
from tests.strength.frozen_steady import FrozenSteady
from tests.strength.intervals import half_width

STEP: Final = 5
"""Scores are drawn in steps of so many points."""


class NotToldTheScore:
    """Steady without knowledge of the match score: it bids for points alone."""

    def choose(self, brief: Brief, random: Random) -> Action:
        """Answer as steady does without a score."""
        table = brief.view.table._replace(totals=())
        return Steady().choose(brief._replace(view=brief.view._replace(table=table)), random)


PLAYERS: Final[Mapping[str, Computer]] = MappingProxyType(
    {"steady": Steady(), "untold": NotToldTheScore(), "frozen": FrozenSteady()}
)
"""Players for a duel, by name."""


class MatchDuel(NamedTuple):
    """How much of each pair of matches the first player won: 0, a half or 1; a win may be shared."""

    shares: tuple[float, ...]

    @property
    def mean(self) -> float:
        """The share of all matches that the first player won."""
        return fmean(self.shares)

    @property
    def interval(self) -> float:
        """Half the width of the 95 % interval of the mean."""
        return half_width(self.shares)


def match_duel(key: str, first: Computer, second: Computer, pairs: int, seed: int = 1) -> MatchDuel:
    """Play pairs of matches between two players: on even seats, then on odd ones."""
    game, shares = find_game(key), []
    seats = game.about.seats[0]
    for number in range(pairs):
        named = f"{seed} {number}"
        even = won(game, [(first, second)[seat % 2] for seat in range(seats)], named)
        odd = won(game, [(second, first)[seat % 2] for seat in range(seats)], named)
        shares.append((even + 1 - odd) / 2)
    return MatchDuel(tuple(shares))


def won(game: Game[Any], players: Sequence[Computer], seed: str) -> float:
    """The share of a match that the even seats won; the same seed gives the same score and the same cards."""
    cards, choices = Random(f"{seed} cards"), Random(f"{seed} choices")
    state, briefing = begun(game, len(players), seed), Briefing(game)
    while decisions := game.decisions(state):
        ((seat, decision),) = decisions.items()
        if seat == CHANCE:
            action = decision.sample(cards)
        else:
            action = players[seat].choose(briefing.brief(state, seat), choices)
        state, events = game.apply(state, seat, action)
        briefing.hear(events)
    outcome = game.outcome(state)
    assert outcome is not None
    return fmean(seat % 2 == 0 for seat in outcome.winners)


def begun(game: Game[Any], seats: int, seed: str) -> Any:
    """A match at a score anywhere below the target, before the first deal."""
    state, random, target = game.start(seats), Random(f"{seed} score"), game.parameters()["target"]
    assert isinstance(target, int)
    totals = tuple([random.randrange(0, target, STEP) for _ in state.match.sides])
    return state._replace(match=state.match._replace(totals=totals))


def main() -> None:
    """Print how the players do against each other."""
    parser = argparse.ArgumentParser(prog="python -m tests.strength.match_duel")
    parser.add_argument("keys", nargs="+", metavar="KEY")
    parser.add_argument("--first", choices=list(PLAYERS), default="steady")
    parser.add_argument("--second", choices=list(PLAYERS), default="untold")
    parser.add_argument("--pairs", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for key in options.keys:
        result = match_duel(key, PLAYERS[options.first], PLAYERS[options.second], options.pairs, options.seed)
        line = f"| `{key}` | {100 * result.mean:.1f} ± {100 * result.interval:.1f} % | {options.pairs} |"
        print(line, flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
