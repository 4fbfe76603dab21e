"""The options of Tuxedo."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import Field, model_validator

from rules.core.protocol import Choice
from rules.games.options import Offer, TargetRules, switch
from rules.games.race import RACING, RaceRules

TIES = (Choice(0, "No points"), Choice(2, "2 points"), Choice(5, "5 points"))


class TuxedoRules(TargetRules, RaceRules):
    """Tuxedo: captures, Orange, builds and scores; the defaults are those of the older rule books."""

    multi_capture: Annotated[
        bool,
        Offer(
            "Play",
            "Take all at once",
            "Whether one card takes every card and every sum it matches.",
            switch("One card takes one card or one sum", "One card takes every card and sum it matches"),
        ),
    ] = False
    forced_capture: Annotated[
        bool,
        Offer(
            "Play",
            "Must take if you can",
            "Whether you must take cards if you can.",
            switch("You may leave cards you could take", "You must take cards if you can"),
        ),
    ] = False
    orange: Annotated[
        bool,
        Offer(
            "Play",
            "Orange",
            "Whether you may call Orange when red and yellow are taken together.",
            switch("No one calls Orange", "You may call Orange"),
        ),
    ] = False
    building: Annotated[
        bool,
        Offer(
            "Play",
            "Building",
            "Whether you may lay a card on another to build their sum.",
            switch("No one builds", "You may build"),
        ),
    ] = False
    multi_build: Annotated[
        bool,
        Offer(
            "Play",
            "Large builds",
            "Whether a build may start on several cards at once.",
            switch("A build starts on one card", "A build may start on several cards"),
        ),
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
