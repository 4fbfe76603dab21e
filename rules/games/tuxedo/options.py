"""The options of Tuxedo."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import Field, model_validator

from rules.core.protocol import Choice
from rules.games.options import ON_OFF, Offer, TargetRules
from rules.games.race import RACING, RaceRules

TIES = (Choice(0, "Nothing"), Choice(2, "2 points"), Choice(5, "5 points"))


class TuxedoRules(TargetRules, RaceRules):
    """Tuxedo: captures, Orange, builds and scores; the defaults are those of the older rule books."""

    multi_capture: Annotated[
        bool,
        Offer(
            "Play", "Take all at once", "Whether one card takes every card and every sum it matches.", ON_OFF
        ),
    ] = False
    forced_capture: Annotated[
        bool,
        Offer("Play", "Must take if you can", "Whether you must take cards if you can.", ON_OFF),
    ] = False
    orange: Annotated[
        bool,
        Offer(
            "Play", "Orange", "Whether you may call Orange when red and yellow are taken together.", ON_OFF
        ),
    ] = False
    building: Annotated[
        bool,
        Offer("Play", "Building", "Whether you may lay a card on another to build their sum.", ON_OFF),
    ] = False
    multi_build: Annotated[
        bool,
        Offer("Play", "Large builds", "Whether a build may start on several cards at once.", ON_OFF),
    ] = False
    tie_share: Annotated[
        int,
        Field(ge=0, le=15),
        Offer(
            "Scoring", "Tied for most cards", "How many points each player tied for most cards gets.", TIES
        ),
    ] = 0
    most_cards: int = 5
    little_sweep: int = 1
    """For a sweep of at most three table cards."""
    big_sweep: int = 1
    """For a sweep of four table cards or more (R-77)."""
    five: int = 5
    """For each card with the number 5."""
    orange_points: int = 10
    """For the first right call of Orange; taken off for each mistaken one."""

    def unused_options(self) -> frozenset[str]:
        """Calls without *Orange*, large builds without *Building*; with a number of deals target and tie."""
        calls = frozenset[str]() if self.orange else RACING
        builds = frozenset[str]() if self.building else frozenset({"multi_build"})
        return super().unused_options() | calls | builds

    @model_validator(mode="after")
    def _go_together(self) -> Self:
        if self.multi_build and not self.building:
            raise ValueError("“Large builds” need “Building”.")
        return self
