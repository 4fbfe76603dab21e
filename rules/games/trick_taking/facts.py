"""Phases and piles of trick-taking games."""

from __future__ import annotations

from enum import StrEnum


class Phase(StrEnum):
    """The one phase of a deal: tricks are played."""

    PLAY = "play"


class Pile(StrEnum):
    """The kinds of piles: the center, and for its taker the cards of the center."""

    CENTER = "center"
    """Cards left over by an even deal, until the first trick is taken."""
    TAKEN_CENTER = "taken_center"
    """The same cards, seen by the seat that took them."""
