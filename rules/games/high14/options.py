"""The options of High 14."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from rules.core.protocol import Choice
from rules.games.options import Offer, TargetRules, numbers


class High14Rules(TargetRules):
    """High 14: to 50, or to 100 for a longer game."""

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
                Choice("deal_end", "After each deal"),
                Choice("each_trick", "After each trick"),
            ),
        ),
    ] = "deal_end"

    def unused_options(self) -> frozenset[str]:
        """The tie, if each trick is checked: only one player takes a trick, so no tie is possible."""
        if self.deals is not None:
            return super().unused_options() | {"target_checked"}
        return frozenset({"tie"}) if self.target_checked == "each_trick" else frozenset()
