"""Our readings: what the books of a bidding game leave open or disagree on."""

from __future__ import annotations

from typing import Final

from rules.bidding.variant import Variant
from rules.bidding.words.deal_readings import OF_DEAL
from rules.bidding.words.play_readings import OF_PLAY
from rules.core.about import Reading

RULINGS: Final = (*OF_DEAL, *OF_PLAY)


def readings(variant: Variant, book: Variant, heading: str) -> tuple[Reading, ...]:
    """The readings in force in one section; ``book`` is the game without house rules."""
    return tuple(
        Reading(ruling.register, ruling.text)
        for ruling in RULINGS
        if ruling.heading == heading and ruling.is_in_force(variant, book)
    )
