"""Counted and casual matches: one word and mark for each, and what leaving means."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.endings import Leaving
from bot.play.shown import ShownTable

COUNTED: Final = "🏅 Counted"
CASUAL: Final = "🎈 Casual"
LEAVING: Final[Mapping[Leaving, str]] = {
    Leaving.LOST: "Whoever leaves for good loses.",
    Leaving.ALONE: "Whoever leaves for good loses, and then it doesn't count for the others.",
    Leaving.PLAYED: "For whoever leaves, the computer's play counts.",
}


def kind_marks(table: ShownTable) -> tuple[str, ...]:
    """What kind of match it is, as it is called everywhere; nothing for one player, who is always casual."""
    if len(table.seats) == 1:
        return ()
    return (COUNTED if table.counted else CASUAL,)


def kind_line(table: ShownTable) -> str:
    """What kind of match it is, and what that means."""
    if not table.counted:
        return f"**{CASUAL}** · It stays off the leaderboard."
    return f"**{COUNTED}** · On the leaderboard. Nothing is taken back. {LEAVING[table.leaving]}"
