"""Tricks in the games without bidding: following, who takes and leads next, what was captured."""

from rules.games.trick_taking.deal import COLORED, Deal, captured
from rules.games.trick_taking.game import TrickTaking

__all__ = ["COLORED", "Deal", "TrickTaking", "captured"]
