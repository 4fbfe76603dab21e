"""Worth of a deal to a side: its score by the game's rules, less the mean of the others'."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import gcd
from statistics import fmean
from typing import Final

from bot.computers.bidding_games.rollout import Result
from rules.bidding import scoring
from rules.bidding.ranking import Order, Ranking
from rules.bidding.setup import Setup
from rules.bidding.state import Contract, Teams
from rules.core.cards import CardSet
from rules.core.events import TrickTaken

POINTS: Final = 0.3
"""Weight of points taken, added to the score, which depends mainly on whether the bid is made."""


def final(setup: Setup, result: Result, declaring: int, nest: int) -> tuple[scoring.Captures, ...]:
    """Points and tricks by side at the end; ``nest``, the discard's points, goes as the rules say."""
    variant = setup.variant
    points, tricks = list(result.points), list(result.tricks)
    if setup.nest:
        tricks[result.last] += variant.nest_is_trick
        if variant.nest_to == "declarer":
            points[declaring] += nest
        elif variant.nest_to == "last_trick" or not variant.bury_counters:
            points[result.last] += nest
    return tuple(map(scoring.Captures, points, tricks))


class Scores:
    """Scores of a deal by the results of its rest, with the tricks taken so far."""

    def __init__(
        self,
        setup: Setup,
        ranking: Ranking,
        contract: Contract,
        taken: Sequence[TrickTaken],
        teams: Teams,
        *,
        is_shot: bool = False,
    ) -> None:
        self._setup, self._ranking, self._bid, self._is_shot = setup, ranking, contract.bid, is_shot
        self._declaring = teams.side_of[contract.declarer]
        self._blind = teams.side_of[setup.seats] if setup.variant.dummy == "blind" else scoring.NO_SIDE
        is_alone = setup.variant.teams == "called" and len(teams.sides[self._declaring]) == 1
        self._alone = setup.alone_bonus if is_alone else None
        self._points, self._tricks = [0] * len(teams.sides), [0] * len(teams.sides)
        for trick in taken:
            taker = teams.side_of[trick.winner]
            self._points[taker] += trick.points - ranking.trick
            self._tricks[taker] += 1

    def by_side(self, rest: Result, nest: int) -> list[float]:
        """Each side's score after the rest of a deal, plus a little for points, less the mean of the others'.

        ``nest`` are the discarded cards. A dummy that plays for itself is not counted as another side.
        """
        result = self._result(rest, nest)
        record = scoring.score(self._setup.variant, result)
        worth = [
            one.scored + POINTS * (taken.counters + one.bonus)
            for one, taken in zip(record.sides, result.taken, strict=True)
        ]
        sides = [side for side in range(len(worth)) if side != self._blind]
        return [
            points - fmean([worth[other] for other in sides if other != side])
            for side, points in enumerate(worth)
        ]

    def scored(self, rest: Result, nest: int) -> list[int]:
        """Each side's score of the deal after ``rest``, by the game's rules."""
        return [side.scored for side in scoring.score(self._setup.variant, self._result(rest, nest)).sides]

    def taken(self, rest: Result, nest: int) -> list[int]:
        """The points each side has taken in the end, those of its tricks included."""
        result = self._result(rest, nest)
        bonus = scoring.earned_bonus(self._setup.variant, result)
        return [taken.counters + more for taken, more in zip(result.taken, bonus, strict=True)]

    def _result(self, rest: Result, nest: int) -> scoring.Result:
        whole = Result(
            [before + after for before, after in zip(self._points, rest.points, strict=True)],
            [before + after for before, after in zip(self._tricks, rest.tricks, strict=True)],
            rest.last,
        )
        discarded = sum([self._ranking.value[card] for card in CardSet(nest)])
        return scoring.Result(
            taken=final(self._setup, whole, self._declaring, discarded),
            declaring=self._declaring,
            bid=self._bid,
            trick_value=self._ranking.trick,
            last=rest.last,
            shot=self._is_shot,
            spared=self._blind,
            alone=self._alone,
        )


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
