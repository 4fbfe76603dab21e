"""What a hand offers besides the answers: a hint, and to take back what one just did."""

from __future__ import annotations

from typing import Any

from discord import ui

from bot.play.shown import ShownTable
from cogs.ui.controls import Control, Verb
from cogs.ui.items import TableButton, rows_of
from rules.core.views import SeatView


def extra_rows(table: ShownTable, view: SeatView, *, has_hint: bool) -> list[ui.ActionRow[Any]]:
    """The buttons below a question, as far as they can be pressed now."""
    buttons = []
    if view.decision is not None and table.has_hints and not has_hint:
        buttons.append(TableButton(Control(Verb.HINT, table.id, table.revision), "Hint", emoji="💡"))
    if view.seat in table.may_take_back:
        buttons.append(TableButton(Control(Verb.TAKE_BACK, table.id, table.revision), "Take back", emoji="↩️"))
    return rows_of(buttons)
