"""What moves by itself: who turns the cards where nobody decides anything, and how fast."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from rules.core.protocol import Choice
from rules.games.options import Offer, Rules, numbers


class TurningRules(Rules):
    """The options of a game in which cards are only turned."""

    turning: Annotated[
        Literal["button", "auto"],
        Offer(
            "Table",
            "Turning",
            "Who turns the cards",
            (Choice("button", "the players, by a button"), Choice("auto", "they turn by themselves")),
        ),
    ] = "button"
    pace: Annotated[
        int,
        Field(ge=1, le=60),
        Offer("Table", "Pace", "Seconds between cards that turn by themselves", numbers(1, 2, 3, 5)),
    ] = 2

    def idle(self) -> frozenset[str]:
        """The pace of cards that do not turn by themselves."""
        return frozenset() if self.turning == "auto" else frozenset({"pace"})
