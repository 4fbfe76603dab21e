"""The computer player of Club: builds Birdies, takes large discard piles and keeps opponents from them."""

from bot.computers.games.club.player import choose, explain

__all__ = ["choose", "explain"]
