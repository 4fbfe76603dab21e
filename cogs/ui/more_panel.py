"""What else can be done at a table in the middle of a match."""

from __future__ import annotations

import discord
from discord import ui

from bot.play.shown import ShownSeat, ShownTable
from cogs.ui.controls import Control, Verb
from cogs.ui.items import LABEL_LIMIT, TableButton, panel, rows_of
from cogs.ui.words import name_of, plain_names_of


def more_panel(table: ShownTable, own: ShownSeat | None) -> ui.LayoutView:
    """The rules, and what one may do besides playing; ``own`` is the seat of whoever looks."""
    who = "all who began the match" if table.counted else "most"
    lines = [
        "### More",
        "**Leave**: a computer plays for you. *My hand* takes your seat back.",
        f"**Deal again**: throw this deal in, if {who} agree.",
        f"**End the match**: no winner, if {who} agree.",
    ]
    buttons = [_button(table, Verb.RULES, "Rules"), _button(table, Verb.REDEAL, "Deal again")]
    if own is not None and own.seat in table.may_take_back:
        lines.insert(1, "**Take back**: your last card or call.")
        buttons.append(_button(table, Verb.TAKE_BACK, "Take back"))
    for seat in table.seats:
        if seat.may_be_out and seat != own:
            lines.append(f"**Go on without {name_of(seat)}**, who used up a deal's time: if most agree.")
            label = f"Go on without {plain_names_of(table)[seat.seat]}"[:LABEL_LIMIT]
            buttons.append(_button(table, Verb.WITHOUT, label, argument=str(seat.seat)))
    if own is not None and own.is_out:
        buttons.append(_button(table, Verb.ASK_BACK, "Ask to play again"))
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
    argument: str = "",
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
) -> TableButton:
    return TableButton(Control(verb, table.id, table.revision, argument), label, style=style)
