"""Rook Clock Pastime: cards turned one after another find their hours, and the fourth 1 ends it.

The actions of a log: ``lot 7`` (chance) deals the cards of deal number 7, one at a time in a circle from the
top and then two in the center, four times over. ``say turn`` turns the next card, by the player or by the
clock (-2); ``say all`` turns all that can be turned.
"""

from __future__ import annotations

from typing import Final

from rules.games.clock.game import Clock
from rules.games.clock.options import ClockRules
from rules.games.frame import Book

GAMES: Final = (
    Clock(
        Book(
            key="clock",
            title="Rook Clock Pastime",
            edition="1924",
            kind="patience",
            seats=(1,),
            summary="Turn card after card, and each goes to its hour on a clock. There is nothing to decide."
            " About 1 deal in 14 works out.",
            source="1924 booklet, Rook Clock Pastime",
        ),
        ClockRules(turning="auto"),
    ),
)
