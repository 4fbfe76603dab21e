"""Presses in the private panel of options: every one redraws it from the table as it now is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bot.errors import Refused, Stale
from bot.play.choosing import ChooseGame, ChooseOptions, ChooseRules, ChooseSeats
from bot.play.lobby import LobbyChange
from bot.play.shown import ShownTable
from cogs.front import front, front_of
from cogs.ui.controls import Control
from cogs.ui.items import Interaction
from cogs.ui.options_panel import (
    GAME,
    OTHER_GAME,
    PLAYERS,
    PRESET,
    code_modal,
    option_value,
    options_panel,
    section_of,
    value_modal,
)
from rules.catalog import find_preset
from rules.core.protocol import OptionSpec

if TYPE_CHECKING:
    from bot.client import RookeryBot

NO_SUCH_OPTION = "This game doesn't have that option. Open *Options* again."


async def press_section(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Turn to a section."""
    await _redraw(interaction, front(interaction).table_at(interaction, control), *values[:1])


async def press_option(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Open an option of a section."""
    shown = front(interaction).table_at(interaction, control)
    await _redraw(interaction, shown, control.argument, *values[:1])


async def press_choose(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Take over what was chosen in a menu."""
    shown = front(interaction).table_at(interaction, control)
    key, value, user_id = control.argument, values[0] if values else "", interaction.user.id
    change: LobbyChange
    if key in {GAME, OTHER_GAME}:
        change = ChooseGame(user_id, value)
    elif key == PLAYERS:
        change = ChooseSeats(user_id, int(value) if value.isdecimal() else 0)
    elif key == PRESET:
        preset = find_preset(value)
        change = ChooseRules(user_id, preset.game, preset.options)
    else:
        change = ChooseOptions(user_id, {key: option_value(_spec(shown, key), value)})
    await _change(interaction, control, change, key)


async def press_other_value(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Ask for a value the menu does not offer."""
    spec = _spec(front(interaction).table_at(interaction, control), control.argument)
    await interaction.response.send_modal(value_modal(control._replace(verb="value"), spec))


async def submit_value(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Take over what was typed for an option."""
    await press_choose(interaction, control, values)


async def press_ask_code(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Ask for a code, or for rules by name."""
    await interaction.response.send_modal(code_modal(control._replace(verb="code")))


async def submit_code(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Play what a code or a name stands for."""
    desk = front(interaction)
    shown = desk.table_at(interaction, control)
    wanted = await desk.house_rules.find(shown.guild_id, values[0] if values else "")
    await _change(interaction, control, ChooseRules(interaction.user.id, wanted.game, wanted.options))


async def press_book(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Play as the book says."""
    shown = front(interaction).table_at(interaction, control)
    await _change(interaction, control, ChooseGame(interaction.user.id, shown.about.key))


async def _change(interaction: Interaction, control: Control, change: LobbyChange, key: str = "") -> None:
    """Change what is played and redraw the panel, also where it was out of date."""
    desk = front(interaction)
    shown = desk.table_at(interaction, control)
    try:
        changed = await desk.manager.change_lobby(
            shown.channel_id, change, table_id=control.table_id, revision=control.revision
        )
    except Stale:
        now = desk.table_at(interaction)
        await _redraw(interaction, now, section_of(now, key), key)
        raise
    await _redraw(interaction, changed, section_of(changed, key), key)


async def _redraw(interaction: Interaction, shown: ShownTable, section: str = "Game", key: str = "") -> None:
    await interaction.response.edit_message(view=options_panel(shown, section, key))


def _spec(shown: ShownTable, key: str) -> OptionSpec:
    spec = next((spec for spec in shown.options if spec.key == key), None)
    if spec is None:
        raise Refused(NO_SUCH_OPTION)
    return spec


async def setup(bot: RookeryBot) -> None:
    """Add the handlers."""
    desk = front_of(bot)
    for verb, handler in (
        ("section", press_section),
        ("option", press_option),
        ("choose", press_choose),
        ("othervalue", press_other_value),
        ("value", submit_value),
        ("askcode", press_ask_code),
        ("code", submit_code),
        ("book", press_book),
    ):
        desk.on_press(verb, handler)
