"""What a person has done in a server, in numbers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PlayerStats:
    """What one person has done in a server. Counts, and points summed over matches."""

    user_id: int
    name: str
    matches: int
    won: int
    points: int
    bids: int
    """Deals declared."""
    made: int
    """Bids made."""
