"""The options of Donkey."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from rules.core.winning import Goal
from rules.games.options import AFTER_LAST_DEAL, Offer, numbers, switch
from rules.games.race import RaceRules


class DonkeyRules(RaceRules):
    """Donkey: the number of deals, a tie after them, and the forfeit of the last to fold."""

    deals: Annotated[
        int,
        Field(ge=1, le=200),
        Offer("Match", "Deals", "Whoever wins the most deals wins the match.", numbers(1, 3, 5, 10)),
    ] = 1
    extra_deal: Annotated[bool, AFTER_LAST_DEAL] = False
    forfeit: Annotated[
        bool,
        Offer(
            "Match",
            "Forfeit",
            "Whether the last to fold runs around the table three times.",
            switch("No run for the last to fold", "The last to fold runs around the table three times"),
        ),
    ] = True

    @property
    def goal(self) -> Goal:
        """The number of deals."""
        return Goal(deals=self.deals, shares=not self.extra_deal)

    def unused_options(self) -> frozenset[str]:
        """With one deal: the tie after it."""
        return super().unused_options() | ({"extra_deal"} if self.deals == 1 else frozenset())
