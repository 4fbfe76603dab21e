"""What else can be done at a table in the middle of a match."""

from __future__ import annotations

import discord
from discord import ui

from bot.play.shown import ShownSeat, ShownTable
from cogs.ui.controls import Control, Verb
from cogs.ui.items import TableButton, panel, rows_of


def more_panel(table: ShownTable, own: ShownSeat | None) -> ui.LayoutView:
    """The rules, and what one may do besides playing; ``own`` is the seat of whoever looks."""
    lines = [
        "### More",
        "**Leave**: a computer plays for you. *My hand* takes your seat back.",
        "**Deal again**: throw this deal in, if everyone agrees.",
        "**End the match**: no winner, if everyone agrees.",
    ]
    buttons = [_button(table, Verb.RULES, "Rules"), _button(table, Verb.REDEAL, "Deal again")]
    if own is not None and own.seat in table.may_take_back:
        lines.insert(1, "**Take back**: your last card or call.")
        buttons.append(_button(table, Verb.TAKE_BACK, "Take back"))
    buttons += [
        _button(table, Verb.LEAVE, "Leave"),
        _button(table, Verb.CANCEL, "End the match", style=discord.ButtonStyle.danger),
    ]
    return panel(ui.TextDisplay("\n".join(lines)), *rows_of(buttons))


def _button(
    table: ShownTable,
    verb: Verb,
    label: str,
    *,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
) -> TableButton:
    return TableButton(Control(verb, table.id, table.revision), label, style=style)
