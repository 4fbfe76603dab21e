"""Slow tables: how long a turn may take there, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.table.desk.shown import ShownTable
from bot.table.lobby.choosing import TURN_HOURS
from rules.core.words import counted

USUAL: Final = "Turns as usual"
SAID: Final[Mapping[int, str]] = {
    hours: counted(hours, "hour") if hours < 24 else counted(hours // 24, "day") for hours in TURN_HOURS
}
"""How long a turn may take, by its hours."""


def turn_marks(table: ShownTable) -> tuple[str, ...]:
    """How long a turn may take, in a word or two; nothing where it takes as long as anywhere."""
    return (f"🐢 {_said(table.turn.hours)} a turn",) if table.is_slow else ()


def turn_lines(table: ShownTable) -> list[str]:
    """How long a turn may take, and what that means; nothing where it takes as long as anywhere."""
    if not table.is_slow:
        return []
    return [f"**🐢 Slow table** · A turn may take {_said(table.turn.hours)}. Then a computer takes over."]


def _said(hours: int) -> str:
    """A time that may be one no longer offered."""
    return SAID.get(hours) or counted(hours, "hour")
