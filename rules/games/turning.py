"""Options of games in which cards are turned and no one decides anything."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from rules.core.protocol import Choice
from rules.games.options import Offer, Rules, numbers


class TurningRules(Rules):
    """How cards are turned: by a button, or automatically every ``pace`` seconds."""

    turning: Annotated[
        Literal["button", "auto"],
        Offer(
            "Table",
            "Turning cards",
            "How the cards are turned.",
            (Choice("button", "Players press a button"), Choice("auto", "They turn by themselves")),
        ),
    ] = "button"
    pace: Annotated[
        int,
        Field(ge=1, le=60),
        Offer(
            "Table", "Seconds between cards", "How fast the cards turn by themselves.", numbers(1, 2, 3, 5)
        ),
    ] = 2

    def unused_options(self) -> frozenset[str]:
        """The pace, unless cards turn automatically."""
        return frozenset() if self.turning == "auto" else frozenset({"pace"})
