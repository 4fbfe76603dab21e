"""The leagues of a simulated club: their games and scoring."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.models.credits import Abandoned, Competing
from bot.models.endings import CHOICES
from bot.models.scoring import Method
from bot.models.stored_league import League
from rules.core.protocol import OptionValue


@dataclass(frozen=True)
class Plan:
    """A league of the club."""

    game: str
    options: Mapping[str, OptionValue]
    seats: int
    method: Method
    abandoned: Abandoned
    points: tuple[int, int]
    """Lowest and highest points of a match with real cards."""
    competing: Competing = Competing.PLAYERS
    computers: bool = False
    share: float = 0.8
    """Share of the members that compete; the others may substitute."""


PLANS: Final = (
    Plan(
        *("kentucky", {"deals": 2}, 4, Method.MATCH_POINTS, Abandoned.LEAVERS_LOSE, (-240, 400)),
        competing=Competing.PAIRS,
    ),
    Plan("golden10_1988", {"deals": 2}, 4, Method.AVERAGE, Abandoned.AS_IT_STOOD, (0, 40)),
    Plan("match", {}, 2, Method.MATCH_POINTS, Abandoned.VOID, (1, 2)),
    Plan(
        *("regular_1988", {"deals": 2}, 4, Method.TOTAL, Abandoned.AS_IT_STOOD, (-200, 200)), computers=True
    ),
    Plan("cribbage", {"deals": 1}, 2, Method.RATING, Abandoned.LEAVERS_LOSE, (0, 61), share=0.2),
)
"""Games won by the most points, the fewest, and by cards; of four families, scored in four ways."""
LEAVING: Final = CHOICES
"""The meaning of leaving on the server, season by season; in its leagues it is always a forfeit."""


def plan_of(league: League) -> Plan:
    """The plan of a league."""
    return next(one for one in PLANS if one.game == league.name)
