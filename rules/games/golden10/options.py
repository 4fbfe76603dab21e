"""The options of Golden 10 and Flip."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from rules.core.protocol import Choice
from rules.core.winning import MOST_DEALS, Goal
from rules.games.options import SHARED_OR_DEAL, Offer, Rules, numbers, switch


class FlipRules(Rules):
    """Flip: the number of deals, ties, and points: the red 10 counts 10, every other red card 1."""

    deals: Annotated[
        int,
        Field(ge=1, le=MOST_DEALS),
        Offer("Match", "Deals", "How many deals a match has.", numbers(3, 6, 12)),
    ] = 6
    extra_deal: Annotated[
        bool,
        Offer(
            "Match",
            "Tie for the lowest",
            "What happens on a tie for the lowest score.",
            SHARED_OR_DEAL,
        ),
    ] = False
    pool_is_open: bool = True
    """Whether cards left over by an even deal lie face up."""
    red_five: int = 1
    """Points of the red 5."""
    has_golden_ten: bool = False
    """Whether the yellow 10 takes points off."""
    partners_at_four: bool = False
    golden_cumulative: bool = False

    @property
    def goal(self) -> Goal:
        """The number of deals. A tie for the lowest total shares the win, or is played off (R-56)."""
        return Goal(deals=self.deals, shares=not self.extra_deal)


class GoldenRules(FlipRules):
    """Golden 10: the red 5 counts 5, the yellow 10 takes 10 off; partners at four by an option."""

    pool_is_open: bool = False
    red_five: int = 5
    has_golden_ten: bool = True
    partners_at_four: Annotated[
        bool,
        Offer(
            "Play",
            "Partners with four",
            "Whether four players play as partners.",
            switch("Four play each for themselves", "Four play as partners"),
        ),
    ] = False
    golden_cumulative: Annotated[
        bool,
        Offer(
            "Scoring",
            "Golden 10 comes off",
            "What score the 10 points come off, never below 0.",
            (
                Choice(False, "They come off that deal's red points"),
                Choice(True, "They come off the whole score"),
            ),
        ),
    ] = False
