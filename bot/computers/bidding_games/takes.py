"""Worth of a deal by the points taken, for games in which only points decide."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from math import gcd

from bot.computers.bidding_games.rollout import Result
from bot.computers.bidding_games.tally import Scores
from rules.bidding.ranking import Order
from rules.bidding.setup import Setup
from rules.bidding.state import Contract, Teams


@lru_cache(maxsize=256)
def worth_by_take(setup: Setup, trump: Order, contract: Contract, teams: Teams) -> Mapping[int, float] | None:
    """What a deal is worth to the first of two sides (`Scores.by_side`), by the points it takes in the end.

    None if more decides: the number of tricks, or counters in a nest that no side gets.
    """
    ranking, variant = setup.ranking(trump), setup.variant
    is_spilt = setup.odd or (setup.nest and variant.nest_to == "nobody" and variant.bury_counters)
    if len(teams.sides) != 2 or is_spilt:
        return None
    scores = Scores(setup, ranking, contract, (), teams)
    worths: dict[int, float] = {}
    for result in _results(setup.tricks, [ranking.value[card] for card in setup.deck]):
        take, worth = scores.taken(result, 0)[0], scores.by_side(result, 0)[0]
        if worths.setdefault(take, worth) != worth:
            return None
    rising = [worths[take] for take in sorted(worths)]
    return worths if rising == sorted(rising) else None


def _results(tricks: int, values: list[int]) -> Iterator[Result]:
    """Every possible end of a deal, by points and tricks."""
    total, step = sum(values), gcd(*values)
    for last in (0, 1):
        for first in range(1 - last, tricks + 1 - last):
            least, most = total * (first == tricks), total * (first > 0)
            for points in range(least, most + 1, step or 1):
                yield Result([points, total - points], [first, tricks - first], last)
