"""What may be agreed on in Tuxedo."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import Field, model_validator

from rules.core.protocol import Choice
from rules.games.options import ON_OFF, Offer, TargetRules
from rules.games.race import RACING, RaceRules

TIES = (Choice(0, "nothing"), Choice(2, "2 points"), Choice(5, "5 points"))


class TuxedoRules(TargetRules, RaceRules):
    """Tuxedo: as the older rule books have it, unless a row says otherwise."""

    multi_capture: Annotated[
        bool,
        Offer("Play", "Take all at once", "A card takes every combination it can match (R-73)", ON_OFF),
    ] = False
    forced_capture: Annotated[
        bool,
        Offer("Play", "Must take", "Who can take may not lay a card down (R-76)", ON_OFF),
    ] = False
    orange: Annotated[
        bool,
        Offer("Play", "Orange", "One may call Orange when red and yellow are taken together", ON_OFF),
    ] = False
    building: Annotated[
        bool,
        Offer("Play", "Building", "A card may be laid on another for their sum", ON_OFF),
    ] = False
    multi_build: Annotated[
        bool,
        Offer("Play", "Large builds", "A build may begin on several cards at once (R-79)", ON_OFF),
    ] = False
    tie_share: Annotated[
        int,
        Field(ge=0, le=15),
        Offer("Scoring", "Tied for most cards", "Points of each player tied for most cards (R-80)", TIES),
    ] = 0
    most_cards: int = 5
    little_sweep: int = 1
    """For a sweep of at most three table cards."""
    big_sweep: int = 1
    """For a sweep of four table cards or more (R-77)."""
    five: int = 5
    """For each card with the number 5."""
    orange_points: int = 10
    """For the first right call of Orange, and against each mistaken one."""

    def idle(self) -> frozenset[str]:
        """Nothing is called without Orange, and there are no large builds where nobody builds."""
        calls = frozenset[str]() if self.orange else RACING
        builds = frozenset[str]() if self.building else frozenset({"multi_build"})
        return super().idle() | calls | builds

    @model_validator(mode="after")
    def _go_together(self) -> Self:
        if self.multi_build and not self.building:
            raise ValueError("“Large builds” need “Building”.")
        return self
