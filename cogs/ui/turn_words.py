"""Texts on the time for a turn at slow tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.table.desk.shown import ShownTable
from bot.table.lobby.choosing import TURN_HOURS
from rules.core.words import counted

USUAL: Final = "Normal turns"
SAID: Final[Mapping[int, str]] = {
    hours: counted(hours, "hour") if hours < 24 else counted(hours // 24, "day") for hours in TURN_HOURS
}
"""The times for a turn to choose from, as text, by hours."""


def turn_marks(table: ShownTable) -> tuple[str, ...]:
    """The time for a turn as a short fact; empty unless the table is slow."""
    return (f"🐢 {_time_text(table.turn.hours)} a turn",) if table.is_slow else ()


def turn_lines(table: ShownTable) -> list[str]:
    """A line on the time for a turn and what happens after it; an empty list unless the table is slow."""
    if not table.is_slow:
        return []
    return [
        f"**🐢 Slow table** · A turn may take {_time_text(table.turn.hours)}. Then a computer takes over."
    ]


def _time_text(hours: int) -> str:
    """A time as text, also one that is no longer offered."""
    return SAID.get(hours) or counted(hours, "hour")
