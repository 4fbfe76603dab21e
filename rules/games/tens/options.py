"""The options of Tens."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from rules.games.options import Offer, numbers, switch
from rules.games.race import RaceRules


class TensRules(RaceRules):
    """Tens: the number to slap, the seconds for it, and whether a wrong slap costs a card."""

    race_window: Annotated[
        int,
        Field(ge=1, le=60),
        Offer(
            "Table",
            "Seconds to slap",
            "How long you have to slap a card, unless everyone answers sooner.",
            numbers(2, 3, 5, 8),
        ),
    ] = 3
    number: Annotated[
        int,
        Field(ge=1, le=14),
        Offer("Play", "Number to slap", "Slap a card of this number.", numbers(*range(1, 15))),
    ] = 10
    false_slap_penalty: Annotated[
        bool,
        Offer(
            "Play",
            "Wrong slaps cost a card",
            "A slap on the wrong card costs you a card.",
            switch("A wrong slap costs nothing", "A wrong slap costs a card"),
        ),
    ] = False
