"""The options of Match and Everlasting."""

from __future__ import annotations

from typing import Annotated, Literal

from rules.core.protocol import Choice
from rules.games.options import Offer
from rules.games.turning import TurningRules


class PairRules(TurningRules):
    """The options of Everlasting: how cards are turned. Cards always match by number."""

    match_by: Literal["number", "colour"] = "number"


class MatchRules(PairRules):
    """Match: how cards are turned, and whether they match by number or color (1924 booklet)."""

    match_by: Annotated[
        Literal["number", "colour"],
        Offer(
            "Play",
            "What matches",
            "Numbers, or colors for children too young for numbers.",
            (Choice("number", "Numbers match"), Choice("colour", "Colors match")),
        ),
    ] = "number"
