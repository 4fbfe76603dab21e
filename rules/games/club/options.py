"""The options of Club."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from rules.core.protocol import Choice
from rules.games.options import Offer, TargetRules, numbers

Teams = Literal["pairs", "threes"]


class ClubRules(TargetRules):
    """Club: the target, the sides at six, and the first play of a side over 3,000."""

    target: Annotated[
        int,
        Field(ge=5, le=10_000),
        Offer("Match", "Target", "How many points win.", numbers(2000, 3000, 5000, 10_000)),
    ] = 5000
    club_teams: Annotated[
        Teams,
        Offer(
            "Table",
            "Partners with six",
            "Who plays together with six players.",
            (Choice("pairs", "Three pairs"), Choice("threes", "Two sides of three")),
        ),
    ] = "pairs"
    club_over3000_min: Annotated[
        int,
        Field(ge=100, le=200),
        Offer(
            "Play",
            "Opening above 3,000",
            "How many points a side above 3,000 needs to open.",
            numbers(150, 160),
        ),
    ] = 160
