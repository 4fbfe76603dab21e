"""Matches of the games without bidding: one computer player, or a pair of it, among others of another kind.

The player sits on each side in turn. Its share of the wins (of a shared win a part) stands against what
an even player would have. Games for one alone are told by how many deals work out, and the mean score.

``python -m tests.strength.contest --matches 300`` prints the table of docs/computers.md.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any, NamedTuple

from bot.computers.brief import Computer
from bot.computers.kinds import COMPUTERS, find_computer
from bot.tools.simulate import simulate
from rules.catalog import OTHER_GAMES
from rules.core.events import DealScored, MatchWon
from rules.core.protocol import Game, OptionValue
from tests.computers.games.people import PEOPLE, Reacting
from tests.strength.duel import Timed
from tests.strength.intervals import half_width

AGREED: Mapping[str, dict[str, OptionValue]] = {
    "club": {"deals": 1},
    "clock": {"turning": "button"},
    "panjandrum_1988": {"panjandrum_free": True},
    "old_solitaire": {"undo": 0},
    "new_solitaire": {"undo": 0},
}
"""Options of games that would not end or ask no question otherwise; Panjandrum with mistakes to call."""


class Contest(NamedTuple):
    """How a player did: the wins, the lead in points, and how long each answer took."""

    wins: tuple[float, ...]
    """By match: 1 for a win, a part of it for a shared one."""
    leads: tuple[float, ...]
    """By match: points more than the others had on average; alone, the points."""
    even: float
    """The share of wins of a player like the others."""
    seconds: tuple[float, ...]

    @property
    def share(self) -> float:
        """Mean of the wins."""
        return fmean(self.wins)

    @property
    def interval(self) -> float:
        """Half the width of the 95 % interval of the share."""
        return half_width(self.wins)

    @property
    def lead_interval(self) -> float:
        """Half the width of the 95 % interval of the mean lead."""
        return half_width(self.leads)


def contest(key: str, first: Computer, second: Computer, matches: int, seats: int, seed: int = 1) -> Contest:
    """Let a player play matches among others."""
    game = OTHER_GAMES[key].with_options(AGREED.get(key, {}))
    sides = [total.seats for total in game.table_view(game.start(seats)).totals]
    timed = Timed(first)
    wins, leads = [], []
    for number in range(matches):
        own = sides[number % len(sides)]
        players: list[Computer] = [timed if seat in own else second for seat in range(seats)]
        won, totals = _result(game, players, seed=f"{seed} {number}")
        winning = [side for side in sides if set(side) <= set(won.winners)]
        wins.append((own in winning) / max(1, len(winning)))
        others = [totals[side] for side in sides if side != own]
        leads.append(totals[own] - fmean(others or [0]))
    return Contest(tuple(wins), tuple(leads), 1 / len(sides), tuple(timed.seconds))


def _result(
    game: Game[Any], players: Sequence[Computer], seed: str
) -> tuple[MatchWon, dict[tuple[int, ...], int]]:
    """How a match ended: who won, and the total of each side."""
    events = [event for step in simulate(game, players, seed) for event in step.events]
    [won] = [event for event in events if isinstance(event, MatchWon)]
    last = [event for event in events if isinstance(event, DealScored)][-1]
    return won, {line.seats: line.total for line in last.sides}


def player(kind: str) -> Computer:
    """A yardstick by its name, or a computer of a kind, who presses as late as the bot lets it."""
    return PEOPLE.get(kind) or Reacting(find_computer(kind))


def report(key: str, seats: int, first: str, second: str, matches: int, seed: int) -> str:
    """One line of the table in docs/computers.md."""
    found = contest(key, player(first), player(second), matches, seats, seed)
    even = "–" if seats == 1 else f"{100 * found.even:.0f} %"
    milliseconds = 1000 * fmean(found.seconds or [0])
    return (
        f"| `{key}` | {seats} | {100 * found.share:.1f} ± {100 * found.interval:.1f} % | {even} |"
        f" {fmean(found.leads):+.1f} ± {found.lead_interval:.1f} | {milliseconds:.2f} ms |"
    )


def main() -> None:
    """Print a player's share of wins among others."""
    parser = argparse.ArgumentParser(prog="python -m tests.strength.contest")
    parser.add_argument("keys", nargs="*", default=list(OTHER_GAMES), metavar="KEY")
    parser.add_argument("--first", choices=[*COMPUTERS, *PEOPLE], default="steady")
    parser.add_argument("--second", choices=[*COMPUTERS, *PEOPLE], default="random")
    parser.add_argument("--matches", type=int, default=300)
    parser.add_argument("--seats", type=int, help="how many play (the fewest the game allows)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for key in options.keys:
        seats = options.seats or OTHER_GAMES[key].about.seats[0]
        line = report(key, seats, options.first, options.second, options.matches, options.seed)
        print(line, flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
