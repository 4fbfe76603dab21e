"""The frame of trick-taking games without bidding: Golden 10, Flip and High 14."""

from rules.games.trick_taking.deal import COLORED, Deal, captured
from rules.games.trick_taking.game import TrickTaking

__all__ = ["COLORED", "Deal", "TrickTaking", "captured"]
