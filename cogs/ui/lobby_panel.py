"""The table message before a match, and the private panel of options."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import ui

from bot.shown import ShownTable
from cogs.ui.controls import Control
from cogs.ui.items import TableButton, TableSelect, panel, rows_of
from cogs.ui.words import name_of
from rules.catalog import GAMES
from rules.protocol import OptionSpec, OptionValue

LOBBY_COLOR: Final = 0x5865F2
GAME: Final = "game"


def lobby_panel(table: ShownTable) -> ui.LayoutView:
    """Who sits where, what is played, and how to join."""
    about = table.about
    facts = f"-# {about.edition} rules · {len(table.seats)} players · {option_summary(table)}"
    empty = [seat for seat in table.seats if seat.is_empty]
    people = sum(seat.user_id is not None for seat in table.seats)
    hint = (
        f"{len(empty)} to fill: sit down, or add computers."
        if empty
        else "Everybody is here: press **Start**."
    )
    parts: list[ui.Item[Any]] = [
        ui.TextDisplay(f"## {about.title}\n{about.summary}\n{facts}"),
        ui.Separator(),
        ui.TextDisplay("\n".join(seat_lines(table))),
        ui.TextDisplay(f"-# {hint}"),
    ]
    parts += rows_of(
        [_button(table, "sit", f"Sit on {seat.seat + 1}", argument=str(seat.seat)) for seat in empty]
    )
    computers = [_button(table, "fill", "Fill with computers", emoji="🤖")] if empty else []
    if len(empty) > 1:
        computers.append(_button(table, "add", "One computer"))
    if people + len(empty) < len(table.seats):
        computers.append(_button(table, "remove", "Remove a computer"))
    parts += rows_of(computers)
    start = discord.ButtonStyle.secondary if empty else discord.ButtonStyle.success
    parts += rows_of(
        [
            _button(table, "start", "Start", style=start, disabled=bool(empty)),
            _button(table, "options", "Options"),
            _button(table, "rules", "Rules"),
            _button(table, "leave", "Leave"),
            _button(table, "cancel", "Close table", style=discord.ButtonStyle.danger),
        ]
    )
    return panel(*parts, color=LOBBY_COLOR)


def seat_lines(table: ShownTable) -> list[str]:
    """One line a seat; partners are told by their side's letter."""
    lines = []
    for seat in table.seats:
        side = "🔷" if seat.seat % 2 == 0 else "🔶"
        who = f"**{name_of(seat)}**" if not seat.is_empty else "*empty*"
        marks = "".join(
            (
                " 🤖" if seat.computer else "",
                " · host" if seat.user_id == table.host_id else "",
            )
        )
        lines.append(f"{side} {seat.seat + 1}. {who}{marks}")
    return lines


def options_panel(table: ShownTable) -> ui.LayoutView:
    """The private panel where the host chooses the game and its options."""
    parts: list[ui.Item[Any]] = [
        ui.TextDisplay(f"### Options\n{table.about.title}: {option_summary(table)}"),
    ]
    games = [
        discord.SelectOption(
            label=game.about.title,
            value=key,
            description=f"{game.about.edition} · {game.about.summary}"[:100],
            default=key == table.about.key,
        )
        for key, game in GAMES.items()
    ]
    parts.append(ui.ActionRow(_select(table, GAME, games)))
    for spec in table.options:
        parts.append(ui.TextDisplay(f"**{spec.label}** · {spec.help}"))
        parts.append(ui.ActionRow(_select(table, spec.key, _choices(spec))))
    return panel(*parts, color=LOBBY_COLOR)


def option_summary(table: ShownTable) -> str:
    """What was agreed on, in a few words."""
    values = {spec.key: spec.value for spec in table.options}
    length = f"{values['deals']} deals" if values.get("deals") else f"to {values.get('target')}"
    moon = f" · moon {values['moon']}" if values.get("moon") else ""
    return length + moon


def option_value(spec: OptionSpec, text: str) -> OptionValue:
    """The value a select's text stands for; the text itself where it is none of the usual ones."""
    return next((choice.value for choice in spec.choices if str(choice.value) == text), text)


def closed_panel(table: ShownTable, sentence: str) -> ui.LayoutView:
    """What is left of a table message when its table is closed."""
    return panel(ui.TextDisplay(f"### {table.about.title}\n{sentence}"))


def _choices(spec: OptionSpec) -> list[discord.SelectOption]:
    shown = [
        discord.SelectOption(label=choice.label, value=str(choice.value), default=choice.value == spec.value)
        for choice in spec.choices
    ]
    if not any(option.default for option in shown):
        shown.append(discord.SelectOption(label=str(spec.value), value=str(spec.value), default=True))
    return shown


def _button(
    table: ShownTable,
    verb: str,
    label: str,
    *,
    argument: str = "",
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    emoji: str | None = None,
    disabled: bool = False,
) -> TableButton:
    control = Control(verb, table.id, table.revision, argument)
    return TableButton(control, label, style=style, emoji=emoji, disabled=disabled)


def _select(table: ShownTable, key: str, options: list[discord.SelectOption]) -> TableSelect:
    return TableSelect(Control("choose", table.id, table.revision, key), options)
