"""Golden 10 and Flip: trick-taking games in which red cards count against their taker."""

from rules.games.golden10.game import GAMES, Golden10

__all__ = ["GAMES", "Golden10"]
