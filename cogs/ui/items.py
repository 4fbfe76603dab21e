"""Parts of messages: rows, menus, text blocks, Discord's limits, and the two kinds of controls.

Every control is a ``TableButton`` or ``TableSelect``. Their presses are read from the interaction, not from a
view in memory, so that all work after a restart.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import aiohttp
import discord
from discord import ui

from bot.common.pages import OnPage
from bot.common.text import shortened
from bot.table.desk.shown import ShownTable
from cogs.ui.controls import BUTTON, SELECT, Control, Verb

if TYPE_CHECKING:
    from bot.client import RookeryBot  # noqa: F401  (named in a string: cogs are loaded by the client)

TROUBLE: Final = (discord.DiscordException, aiohttp.ClientError, OSError)
"""Exceptions a request to Discord may raise."""

NO_MENTIONS: Final = discord.AllowedMentions.none()
"""Mention no one. For edits: discord.py applies the client's own setting only to new messages."""
MENU_LIMIT: Final = 25
"""Options of a menu: Discord's limit."""
LABEL_LIMIT: Final = 80
"""Characters on a button: Discord's limit."""
CHOICE_LIMIT: Final = 100
"""Characters of a menu's option or of an autocomplete choice: Discord's limit."""

Interaction = discord.Interaction["RookeryBot"]
Handler = Callable[[Interaction, Control, Sequence[str]], Awaitable[None]]


class TableButton(ui.Button[Any]):
    """A button that carries a control; its label is cut to Discord's limit."""

    def __init__(
        self,
        control: Control,
        label: str,
        *,
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
        emoji: str | None = None,
        disabled: bool = False,
    ) -> None:
        super().__init__(
            label=label[:LABEL_LIMIT],
            style=style,
            emoji=emoji,
            disabled=disabled,
            custom_id=control.custom_id(BUTTON),
        )
        self.control = control

    def __repr__(self) -> str:
        """Without the label, which may be a card of a player's hand."""
        return f"<{type(self).__name__} {self.control!r}>"


class TableSelect(ui.Select[Any]):
    """A select menu that carries a control."""

    def __init__(
        self,
        control: Control,
        options: Sequence[discord.SelectOption],
        *,
        placeholder: str = "",
        least: int = 1,
        most: int = 1,
    ) -> None:
        super().__init__(
            custom_id=control.custom_id(SELECT),
            options=list(options),
            placeholder=placeholder or None,
            min_values=least,
            max_values=most,
        )
        self.control = control


def table_button(
    table: ShownTable,
    verb: Verb,
    label: str,
    *,
    argument: str = "",
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    emoji: str | None = None,
    disabled: bool = False,
    lasts: bool = False,
) -> TableButton:
    """A button with the table's revision, unless it ``lasts``.

    With it a press is refused as stale once the table has changed.
    """
    control = Control(verb, table.id, 0 if lasts else table.revision, argument)
    return TableButton(control, label, style=style, emoji=emoji, disabled=disabled)


lasting_button: Final = partial(table_button, lasts=True)
"""A button without the table's revision: a press counts however the table has changed since."""


def rows_of(buttons: Sequence[TableButton], most: int = 5) -> list[ui.ActionRow[Any]]:
    """Buttons laid out ``most`` to a row."""
    return [ui.ActionRow(*buttons[start : start + most]) for start in range(0, len(buttons), most)]


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


def page_buttons(
    to: Callable[[int, str], Control], on: OnPage, before: str = "Previous", after: str = "Next"
) -> list[ui.ActionRow[Any]]:
    """A row with *Previous* and *Next*; an empty list if there is one page.

    ``to(page, mark)`` makes a page's control; the mark keeps the two ``custom_id``s different.
    """
    if on.pages < 2:
        return []
    return rows_of(
        [
            TableButton(to(max(on.page - 1, 0), "<"), before, disabled=on.page == 0),
            TableButton(to(on.page + 1, ">"), after, disabled=on.page == on.pages - 1),
        ]
    )


def menu_row(
    control: Control, options: Sequence[discord.SelectOption], placeholder: str
) -> list[ui.ActionRow[Any]]:
    """A row with a menu; an empty list without options."""
    return [ui.ActionRow(TableSelect(control, options, placeholder=placeholder))] if options else []


def in_blocks(texts: Iterable[str], *, rule_first: bool = False) -> list[ui.Item[Any]]:
    """Text items with separators between them (and above the first, with ``rule_first``); no empty texts."""
    parts: list[ui.Item[Any]] = []
    for text in filter(None, texts):
        parts += [ui.Separator()] * (rule_first or bool(parts)) + [ui.TextDisplay(text)]
    return parts


def lines_within(lines: Sequence[str], room: int, more: str) -> list[str]:
    """The first lines that fit ``room`` characters; ``more`` says how many are left out."""
    for place, line in enumerate(lines):
        room -= len(line) + 1
        if room < 0:
            return [*lines[:place], f"-# {more.format(len(lines) - place)}"]
    return list(lines)


def panel(*items: ui.Item[Any], color: int | None = None) -> ui.LayoutView:
    """A message view: one container with the given items. Views are never reused."""
    return _stateless(ui.Container(*items, accent_colour=color))


def note(text: str, *rows: ui.ActionRow[Any]) -> ui.LayoutView:
    """A message view with only a text, and buttons below it."""
    return _stateless(ui.TextDisplay(text), *rows)


def _stateless(*items: ui.Item[Any]) -> ui.LayoutView:
    """A stopped view with some items: discord.py doesn't keep it."""
    view = ui.LayoutView(timeout=None)
    for item in items:
        view.add_item(item)
    view.stop()
    return view
