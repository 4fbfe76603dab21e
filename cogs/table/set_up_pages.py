"""Showing a page of *Set up*: a question, the whole rule, or options with what was refused of them."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import discord
from discord import ui

from bot.common.background import in_thread
from bot.common.text import escaped
from bot.table.desk.shown import ShownTable
from bot.table.lobby.choosing import ChooseOptions
from cogs.framework.interactions import show_panel_at
from cogs.table.options_panel import FIRST_PAGE, options_panel, questions_panel
from cogs.table.questions_panel import ASK, WHO, asked_at
from cogs.ui.controls import Verb
from cogs.ui.items import Interaction, table_button
from rules.catalog import game_with
from rules.codes import code_of
from rules.core.protocol import InvalidOption
from rules.questions import proposal

LONGEST_CODE: Final = 60
"""Most characters of a code in a control of a table."""


class Refusal(NamedTuple):
    """A refused option: why, and the changes with which it can be played, in words and as a code."""

    why: str
    changes: tuple[str, ...]
    code: str


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
        above = () if refused is None else _refused_parts(table, refused)
        view = options_panel(table, section, key, known, above)
    await show_panel_at(interaction, table, view)


def refused_with(table: ShownTable, change: ChooseOptions, why: InvalidOption) -> Refusal | None:
    """A refused change with further ones that make it playable; None if none are found."""
    game = game_with(table.rules.about.key, table.rules.changes)
    more = proposal(game, change.values)
    if more is None:
        return None
    together = game.with_options({**change.values, **more})
    code = code_of(together)
    wanted = {*change.values, *more}
    changes = tuple(f"- **{spec.label}**: {spec.shown}" for spec in together.options if spec.key in wanted)
    return Refusal(escaped(str(why)), changes, code) if len(code) <= LONGEST_CODE else None


def _refused_parts(table: ShownTable, refused: Refusal) -> list[ui.Item[Any]]:
    """The refusal, and a button for the changes that go together."""
    text = "\n".join((refused.why, "These go together:", *refused.changes))
    label = "Change both" if len(refused.changes) == 2 else f"Change all {len(refused.changes)}"
    button = table_button(table, Verb.CODE, label, argument=refused.code, style=discord.ButtonStyle.primary)
    return [ui.TextDisplay(text), ui.ActionRow(button)]
