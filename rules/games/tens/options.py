"""What may be agreed on in Tens."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from rules.games.options import ON_OFF, Offer, numbers
from rules.games.race import RaceRules


class TensRules(RaceRules):
    """Tens: the number that is slapped, and what a wrong slap costs."""

    race_window: Annotated[
        int,
        Field(ge=1, le=60),
        Offer(
            "Table", "Seconds to slap", "How long a card lies, unless all have answered", numbers(2, 3, 5, 8)
        ),
    ] = 3
    number: Annotated[
        int,
        Field(ge=1, le=14),
        Offer("Play", "Number", "The number that is slapped", numbers(*range(1, 15))),
    ] = 10
    false_slap_penalty: Annotated[
        bool,
        Offer("Play", "False slap", "A slap on a wrong card costs a card of one’s own (R-88)", ON_OFF),
    ] = False
