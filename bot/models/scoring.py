"""How a season is scored, as values: what is counted, what breaks ties, from how many matches on."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import NamedTuple

from bot.models.credits import Abandoned, Credit, How, Verdict
from rules.core.outcome import Ranking


class Method(StrEnum):
    """What the places of a season go by."""

    MATCH_POINTS = "match points"
    """So many for a win, a draw and a loss."""
    TOTAL = "total"
    """All points of the games."""
    AVERAGE = "average"
    """Points of the games by match."""
    PERCENT = "percent"
    """Match points won on duplicate deals, of those possible."""
    RATING = "rating"

    def suits(self, ranking: Ranking) -> bool:
        """Whether a game's season can be scored so.

        Points decide nothing where cards do; where the fewest win, a total would reward whoever stays away.
        """
        match self:
            case Method.MATCH_POINTS:
                return True
            case Method.TOTAL:
                return ranking is Ranking.MOST
            case Method.AVERAGE | Method.PERCENT:
                return ranking.keeps_points
            case Method.RATING:
                return ranking is not Ranking.SOLVED


class TieBreak(StrEnum):
    """What puts those in order who are equal so far."""

    HEAD_TO_HEAD = "head to head"
    """Wins against each other, a draw for half, by match; nothing unless each has met another of them."""
    WINS = "wins"
    AVERAGE = "average"
    """Points of the games by match; whoever has played none comes last."""
    FORFEITS = "forfeits"
    """Fewer matches lost by staying away."""


@dataclass(frozen=True, slots=True)
class Scoring:
    """How a season is scored.

    Raises:
        ValueError: the method does not suit what wins the game.
    """

    method: Method = Method.MATCH_POINTS
    ranking: Ranking = Ranking.MOST
    """What wins the league's game."""
    win: int = 2
    draw: int = 1
    loss: int = 0
    forfeit: int = 0
    """Match points of whoever was absent."""
    walkover: int = 0
    """Points of the game, in a total, for whoever was present where the others were absent."""
    ties: tuple[TieBreak, ...] = (TieBreak.HEAD_TO_HEAD, TieBreak.WINS)
    """What breaks a tie, first things first. What is still equal shares a place."""
    least: int = 0
    """How many matches played give a place; those with fewer are listed without one."""

    def __post_init__(self) -> None:
        if not self.method.suits(self.ranking):
            raise ValueError(f"{self.method} does not fit a game won by {self.ranking}")


def match_points(scoring: Scoring, credit: Credit) -> int:
    """The match points a credit brings."""
    match credit.verdict:
        case Verdict.WON:
            return scoring.win
        case Verdict.DRAWN:
            return scoring.draw
        case Verdict.LOST:
            return scoring.forfeit if credit.how is How.FORFEITED else scoring.loss
        case None:
            return 0


def game_points(scoring: Scoring, credit: Credit) -> int:
    """The points of the game that a credit brings into a total."""
    if credit.how is How.FORFEITED and credit.verdict is Verdict.WON:
        return scoring.walkover
    return credit.points or 0


class Terms(NamedTuple):
    """How a season is scored, and what a match of it gives that was broken off."""

    scoring: Scoring
    abandoned: Abandoned = Abandoned.LEAVERS_LOSE


def written(terms: Terms) -> str:
    """The terms as a text."""
    return json.dumps({**asdict(terms.scoring), "abandoned": terms.abandoned})


def read(text: str) -> Terms:
    """The terms that a text tells.

    Raises:
        ValueError: it tells none.
    """
    try:
        told = json.loads(text)
        abandoned = Abandoned(told.pop("abandoned"))
        ties = tuple(TieBreak(tie) for tie in told.pop("ties"))
        method, ranking = Method(told.pop("method")), Ranking(told.pop("ranking"))
        if not all(type(number) is int for number in told.values()):
            raise ValueError("a number is none")
        return Terms(Scoring(method, ranking, ties=ties, **told), abandoned)
    except (TypeError, AttributeError, LookupError, RecursionError):
        raise ValueError("these are no terms of a season") from None
