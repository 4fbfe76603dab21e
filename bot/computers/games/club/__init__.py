"""Club: builds Birdies with its partner, takes the discards when it can, and keeps others from them."""

from bot.computers.games.club.player import choose

__all__ = ["choose"]
