"""Golden 10 and Flip: tricks in which nobody wants a red card."""

from rules.games.golden10.game import GAMES, Golden10

__all__ = ["GAMES", "Golden10"]
