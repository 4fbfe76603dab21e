"""What may be agreed on in Panjandrum."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from rules.core.protocol import Choice
from rules.games.options import ON_OFF, Offer, numbers
from rules.games.race import RACING, RaceRules


class PanjandrumRules(RaceRules):
    """Panjandrum: who may play, and how much is left to the players."""

    players_max: Annotated[
        int, Field(ge=3, le=6), Offer("Table", "Most players", "How many may play (R-60)", numbers(5, 6))
    ] = 5
    panjandrum_free: Annotated[
        bool,
        Offer("Play", "Children's mode", "Everyone may make mistakes, and call “Panjandrum!” (R-63)", ON_OFF),
    ] = False
    flip_at_next_turn: Annotated[
        bool,
        Offer(
            "Play",
            "Turn over later",
            "An empty Hand is filled only when its player's next turn begins (R-61)",
            ON_OFF,
        ),
    ] = False
    giver_chooses: Annotated[
        bool,
        Offer("Play", "Givers choose", "Give from the Hand or the Delay Pile, as one likes (R-62)", ON_OFF),
    ] = False
    accused_gives: Annotated[
        Literal[1, 2],
        Offer(
            "Play",
            "After a false call",
            "What the caller gets from the player who made no mistake",
            (Choice(2, "two cards"), Choice(1, "one card, as from the others")),
        ),
    ] = 2

    def idle(self) -> frozenset[str]:
        """Nobody calls or pays where nobody can make a mistake."""
        return frozenset() if self.panjandrum_free else RACING | {"giver_chooses", "accused_gives"}
