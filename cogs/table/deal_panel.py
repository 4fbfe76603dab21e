"""What is left in the channel of a deal that is over."""

from __future__ import annotations

from collections.abc import Iterable

from discord import ui

from bot.table.desk.shown import ShownTable
from cogs.table.recap import ended_lines
from cogs.ui.items import panel
from rules.core.events import HeardEvent


def deal_panel(table: ShownTable, ended: Iterable[HeardEvent]) -> ui.LayoutView:
    """How a deal ended: its score, or why it has none."""
    return panel(ui.TextDisplay("\n".join(ended_lines(table, ended))))
