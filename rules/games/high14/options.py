"""The options of High 14."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from rules.core.protocol import Choice
from rules.games.options import Offer, TargetRules, numbers


class High14Rules(TargetRules):
    """High 14: the target, 50 or for a longer game 100, and whether it is checked after each trick."""

    target: Annotated[
        int,
        Field(ge=5, le=10_000),
        Offer("Match", "Target", "How many points win.", numbers(50, 100)),
    ] = 50
    target_checked: Annotated[
        Literal["deal_end", "each_trick"],
        Offer(
            "Match",
            "Target checked",
            "When scores are checked for the target.",
            (
                Choice("deal_end", "Scores are checked after each deal"),
                Choice("each_trick", "Scores are checked after each trick"),
            ),
        ),
    ] = "deal_end"

    def unused_options(self) -> frozenset[str]:
        """With a number of deals also *Target checked*; else, if tricks are checked, the tie."""
        if self.deals is not None:
            return super().unused_options() | {"target_checked"}
        return super().unused_options() | ({"tie"} if self.target_checked == "each_trick" else frozenset())
