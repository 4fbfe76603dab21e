"""The options of Simplified Cribbage."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from rules.games.options import Offer, TargetRules, numbers, switch


class CribbageRules(TargetRules):
    """Simplified Cribbage: to 50 by default, won in the middle of a deal unless deals are finished."""

    target: Annotated[
        int,
        Field(ge=5, le=10_000),
        Offer("Match", "Target", "How many points win.", numbers(30, 50, 100)),
    ] = 50
    end_of_deal_win: Annotated[
        bool,
        Offer(
            "Match",
            "Finish the deal",
            "Whether the deal is played out before anyone wins.",
            switch("The first to the target wins at once", "The deal is played out before anyone wins"),
        ),
    ] = False

    def unused_options(self) -> frozenset[str]:
        """With a number of deals also *Finish the deal*; else, without *Finish the deal*, the tie."""
        if self.deals is not None:
            return super().unused_options() | {"end_of_deal_win"}
        return super().unused_options() | (frozenset() if self.end_of_deal_win else {"tie"})
