"""How a season is scored: method, points, tie-breaks, and the matches needed for a place."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import NamedTuple

from bot.models.credits import Abandoned, Credit, How, Verdict
from rules.core.outcome import Ranking


class Method(StrEnum):
    """What decides places in a season: match points, total or average points, percent, or rating."""

    MATCH_POINTS = "match points"
    """A number of points for each win, draw and loss."""
    TOTAL = "total"
    """Total points of the game."""
    AVERAGE = "average"
    """Average points of the game per match."""
    PERCENT = "percent"
    """Percentage of possible match points won on duplicate deals."""
    RATING = "rating"

    def suits(self, ranking: Ranking) -> bool:
        """Whether a season of a game with this ranking can be scored by the method."""
        # Where the fewest points win, a total would reward players who stay away.
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
    """The tie-breaks of a season: each orders entrants that are still tied."""

    HEAD_TO_HEAD = "head to head"
    """Wins per match against each other, a draw being half; skipped unless each has met one of the others."""
    WINS = "wins"
    AVERAGE = "average"
    """Average points of the game per match; entrants without a match come last."""
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
    """Match points of the absent side of a forfeited match."""
    walkover: int = 0
    """Points of the game, in a total, for the side that was present at a forfeited match."""
    ties: tuple[TieBreak, ...] = (TieBreak.HEAD_TO_HEAD, TieBreak.WINS)
    """Tie-breaks in order. Entrants still tied share a place."""
    least: int = 0
    """Matches needed for a place; entrants with fewer are listed without one."""

    def __post_init__(self) -> None:
        if not self.method.suits(self.ranking):
            raise ValueError(f"{self.method} does not fit a game won by {self.ranking}")


def match_points(scoring: Scoring, credit: Credit) -> int:
    """Match points for a credit; 0 without a verdict."""
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
    """Points a credit adds to a total: its own, 0 if it has none, or ``walkover`` for a win by forfeit."""
    if credit.how is How.FORFEITED and credit.verdict is Verdict.WON:
        return scoring.walkover
    return credit.points or 0


class Terms(NamedTuple):
    """How a season is scored, and what it awards for matches that were broken off."""

    scoring: Scoring
    abandoned: Abandoned = Abandoned.LEAVERS_LOSE


def written(terms: Terms) -> str:
    """The terms as JSON."""
    return json.dumps({**asdict(terms.scoring), "abandoned": terms.abandoned})


def read(text: str) -> Terms:
    """Parse terms from JSON; a ValueError if the text is invalid."""
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
