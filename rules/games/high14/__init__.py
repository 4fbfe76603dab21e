"""High 14: tricks for 5s and 10s, in which a 14 of any color may always be played."""

from rules.games.high14.game import GAMES, High14

__all__ = ["GAMES", "High14"]
