"""Showing a page of *Set up*: questions are worked out in a thread, other pages are drawn at once."""

from __future__ import annotations

from bot.common.background import in_thread
from bot.table.desk.shown import ShownTable
from cogs.framework.interactions import show_panel_at
from cogs.table.options_panel import FIRST_PAGE, Refusal, options_panel, questions_panel
from cogs.table.questions_panel import ASK, WHO, asked_at
from cogs.ui.items import Interaction


async def show_page(
    interaction: Interaction,
    table: ShownTable,
    section: str = WHO,
    key: str = "",
    refused: Refusal | None = None,
) -> None:
    """Answer with a page, by default the first question; a settled game has none, and its first page."""
    if section.startswith(ASK) and table.kind.settled is None:
        view = questions_panel(table, await in_thread(asked_at, table, section))
    else:
        section = FIRST_PAGE if section.startswith(ASK) else section
        known = await interaction.client.app.server.house_rules.known(table.place.guild_id)
        view = options_panel(table, section, key, known, refused)
    await show_panel_at(interaction, table, view)
