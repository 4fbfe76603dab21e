"""Hints and phrases at a table: whether players may use them, and the buttons that change it."""

from __future__ import annotations

from typing import Any, Final

from discord import ui

from bot.models.endings import Allowed
from bot.table.desk.shown import ShownTable
from cogs.ui.controls import Verb
from cogs.ui.items import TableButton, rows_of, table_button

HINTS: Final = "hints"
PHRASES: Final = "phrases"
"""Arguments of the buttons; with ``OFF`` in front, they turn it off."""
OFF: Final = "-"


def allowed_parts(table: ShownTable) -> list[ui.Item[Any]]:
    """Settings and buttons of hints (no button if counted) and of phrases (none with a single seat)."""
    allowed, lines, buttons = table.talk.allowed, [], []
    if table.kind.counted:
        lines.append("**A counted match has no hints.**")
    else:
        lines.append(f"**Hints are {_on(allowed.hints)}.** *Hint* in a hand says what a computer would do.")
        buttons.append(_button(table, HINTS, is_on=allowed.hints))
    if len(table.seats) > 1:
        lines.append(
            f"**Phrases are {_on(allowed.phrases)}.** *Say …* in a hand says “Nice bid” and the like."
        )
        buttons.append(_button(table, PHRASES, is_on=allowed.phrases))
    return [ui.TextDisplay("\n".join(lines)), *rows_of(buttons)]


def allowed_with(allowed: Allowed, argument: str) -> Allowed | None:
    """``allowed`` as a button's argument changes it; None for an unknown argument."""
    is_on = not argument.startswith(OFF)
    match argument.removeprefix(OFF):
        case "hints":
            return allowed._replace(hints=is_on)
        case "phrases":
            return allowed._replace(phrases=is_on)
    return None


def allowed_lines(table: ShownTable) -> list[str]:
    """A line on what the host has turned off; an empty list if players have all the table could offer."""
    off = [] if table.talk.allowed.hints or table.kind.counted else ["hints"]
    off += [] if table.talk.allowed.phrases or len(table.seats) == 1 else ["phrases"]
    return [f"Without {' or '.join(off)}."] if off else []


def _on(is_on: bool) -> str:
    return "on" if is_on else "off"


def _button(table: ShownTable, what: str, *, is_on: bool) -> TableButton:
    other, to = ("off", f"{OFF}{what}") if is_on else ("on", what)
    return table_button(table, Verb.ALLOW, f"Turn {what} {other}", argument=to)
