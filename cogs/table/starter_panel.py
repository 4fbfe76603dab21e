"""The starter message of a table's thread: shows the channel what is played in the thread."""

from __future__ import annotations

from discord import ui

from bot.table.desk.shown import ShownTable
from cogs.table.ended_panel import ended_text
from cogs.table.panel import result_text
from cogs.ui.items import panel
from cogs.ui.rules_panel import facts_line, rules_name
from cogs.ui.words import name_of, totals_text
from rules.core.about import About


def opened_text(about: About, host: str) -> str:
    """Text for a new table; ``host`` is a name escaped for markdown."""
    return f"### {about.title}\n**{host}** opened a table. Take a seat in the thread."


def starter_text(table: ShownTable) -> str:
    """Text of the starter message: the game and score, or how the match ended."""
    about, view = table.rules.about, table.view
    if table.in_lobby:
        host = table.seat_of(table.host_id)
        return opened_text(about, "Someone" if host is None else name_of(host))
    if view is not None and view.outcome is not None:
        played = _with_name(f"{about.title} · {facts_line(about, table.rules.options)}", table)
        return f"{result_text(table, view.outcome)}\n-# {played}"
    if view is None or not table.is_playing:
        return ended_text(table)
    where = _with_name("Playing in the thread", table)
    return f"### {about.title}\n{totals_text(table, view.totals)}\n-# {where}"


def _with_name(facts: str, table: ShownTable) -> str:
    """Facts in one line, with the name of the house rules if any."""
    name = rules_name(table)
    return f"{facts} · {name}" if name else facts


def starter_panel(said: str) -> ui.LayoutView:
    """The starter message with a text."""
    return panel(ui.TextDisplay(said))
