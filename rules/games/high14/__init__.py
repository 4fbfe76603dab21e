"""High 14: tricks for fives and tens, in which a fourteen of any color may always be played."""

from rules.games.high14.game import GAMES, High14

__all__ = ["GAMES", "High14"]
