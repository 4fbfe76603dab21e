"""Menus and their entries in the panels where a host sets up a table."""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from bot.common.text import shortened
from bot.table.desk.shown import ShownTable
from cogs.ui.controls import Control, Verb
from cogs.ui.items import CHOICE_LIMIT, MENU_LIMIT, TableSelect
from rules.core.about import About
from rules.core.protocol import OptionSpec


def menu(
    table: ShownTable,
    verb: Verb,
    argument: str,
    choices: list[discord.SelectOption],
    *,
    placeholder: str = "",
) -> ui.ActionRow[Any]:
    """A menu in its own row, with the table's revision in its control; of too many, the last are left out.

    The chosen ones always stay.
    """
    while len(choices) > MENU_LIMIT:
        choices.remove(next(one for one in reversed(choices) if not one.default))
    control = Control(verb, table.id, table.revision, argument)
    return ui.ActionRow(TableSelect(control, choices, placeholder=placeholder))


def choice(
    label: str,
    value: str | None = None,
    description: str | None = None,
    *,
    default: bool = False,
    emoji: str | None = None,
) -> discord.SelectOption:
    """A menu entry, cut to Discord's limits; ``value`` defaults to the label."""
    return discord.SelectOption(
        label=shortened(label, CHOICE_LIMIT),
        value=label if value is None else value,
        description=shortened(description, CHOICE_LIMIT) if description else None,
        default=default,
        emoji=emoji,
    )


def game_choice(about: About, key: str, *, is_recent: bool = False) -> discord.SelectOption:
    """The menu entry of a game; ``key`` is the table's game, which is preselected."""
    said = f"Played here recently · {about.summary}" if is_recent else about.summary
    return choice(f"{about.title} ({about.edition})", about.key, said, default=about.key == key)


def value_choices(spec: OptionSpec) -> list[discord.SelectOption]:
    """Menu entries for the usual values of an option and its current one."""
    choices = [choice(one.label, str(one.value), default=one.value == spec.value) for one in spec.choices]
    if not any(one.default for one in choices):
        choices.append(choice(spec.shown, str(spec.value), default=True))
    return choices
