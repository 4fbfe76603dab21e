"""The options of I Doubt It."""

from __future__ import annotations

from typing import Annotated, Final

from pydantic import Field

from rules.core.protocol import Choice
from rules.games.options import Offer, TargetRules, numbers, switch
from rules.games.race import RaceRules

DEALS: Final = (
    Choice(None, "As many as it takes"),
    Choice(1, "1, and first out of cards wins"),
    *numbers(4, 8),
)


class DoubtRules(TargetRules, RaceRules):
    """I Doubt It: to a target or a number of deals (R-82), and who plays after a doubt (R-83)."""

    deals: Annotated[
        int | None,
        Field(ge=1, le=200),
        Offer("Match", "Deals", "A fixed number of deals instead of the target.", DEALS),
    ] = None
    loser_leads: Annotated[
        bool,
        Offer(
            "Play",
            "Loser plays next",
            "Whether the player who takes the cards plays next.",
            switch("The next player plays after a doubt", "Whoever takes the cards plays next"),
        ),
    ] = False

    def unused_options(self) -> frozenset[str]:
        """Also ties at the target and after one deal: only the first player out of cards scores in a deal."""
        return super().unused_options() | {"tie"} | ({"extra_deal"} if self.deals == 1 else frozenset())
