"""What is counted of all results: plain values."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.outcome import Ranking


@dataclass(frozen=True, slots=True)
class PlayerStats:
    """What one person has done in a server, in all games. Games played alone are not counted here.

    On a leaderboard that is what they did at counted tables, in their own record it is everything.
    """

    user_id: int
    name: str
    matches: int
    won: int
    bids: int
    """Deals declared."""
    made: int
    """Bids made."""


@dataclass(frozen=True, slots=True)
class CountedStats:
    """What of one person's matches in a server counts on its leaderboard, and who played them."""

    matches: int = 0
    won: int = 0
    stand_in_deals: int = 0
    """Deals of all their matches that a computer ended for them."""


@dataclass(frozen=True, slots=True)
class GameStats:
    """What one person has done in a server in one game."""

    game: str
    ranking: Ranking
    matches: int
    won: int
    points: int | None
    """Summed over the matches, where the most points win; else None, for the sum would mean nothing."""

    @property
    def is_solitaire(self) -> bool:
        """Whether it was played alone, so that what counts is how often it came out."""
        return self.ranking is Ranking.SOLVED
