"""What everyone sees of a deal of tricks besides the trick itself, as values."""

from __future__ import annotations

from enum import StrEnum


class Phase(StrEnum):
    """What is being done."""

    PLAY = "play"


class Pile(StrEnum):
    """The kinds of piles on the table."""

    CENTER = "center"
    """What was left over by an even deal, until the first trick is taken."""
    TAKEN_CENTER = "taken_center"
    """The same cards, for whoever took them to look at."""
