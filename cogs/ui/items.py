"""What messages are made of: rows, blocks, Discord's limits, and the two dynamic items.

Every control of the bot is one of those two, so that all survive a restart.

A view must hold no other interactive item: discord.py forgets a dynamic class for the whole bot when
a view that mixes both kinds ends.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol, Self

import aiohttp
import discord
from discord import ui

from bot.common.text import OnPage
from bot.table.desk.shown import ShownTable
from cogs.ui.controls import BUTTON, BUTTON_TEMPLATE, SELECT, SELECT_TEMPLATE, Control, Verb

if TYPE_CHECKING:
    from bot.client import RookeryBot  # noqa: F401  (named in a string: cogs are loaded by the client)

TROUBLE: Final = (discord.DiscordException, aiohttp.ClientError, OSError)
"""What a call to Discord may end in."""

NOBODY: Final = discord.AllowedMentions.none()
"""Whom an edit may mention; discord.py leaves the client's own setting out of edits."""
MENU_LIMIT: Final = 25
"""Options of a menu: Discord's limit."""
LABEL_LIMIT: Final = 80
"""Characters on a button: Discord's limit."""
CHOICE_LIMIT: Final = 100
"""Characters of an option of a menu, or of what is offered while one types: Discord's limit."""

Interaction = discord.Interaction["RookeryBot"]
Handler = Callable[[Interaction, Control, Sequence[str]], Awaitable[None]]


class Front(Protocol):
    """Where presses arrive."""

    async def pressed(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        """Handle a press and answer it, whatever happens."""
        ...


class TableButton(ui.DynamicItem[ui.Button[Any]], template=BUTTON_TEMPLATE):
    """A button of a table."""

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
            ui.Button(
                label=label,
                style=style,
                emoji=emoji,
                disabled=disabled,
                custom_id=control.custom_id(BUTTON),
            )
        )
        self.control = control

    def __repr__(self) -> str:
        """Without its label: that may be a card of somebody's hand."""
        return f"<{type(self).__name__} {self.control!r}>"

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Make the button that was pressed."""
        return cls(Control.from_match(match), "")

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the press to the front desk."""
        front: Front = interaction.client.front
        await front.pressed(interaction, self.control, ())


class TableSelect(ui.DynamicItem[ui.Select[Any]], template=SELECT_TEMPLATE):
    """A select menu of a table."""

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
            ui.Select(
                custom_id=control.custom_id(SELECT),
                options=list(options),
                placeholder=placeholder or None,
                min_values=least,
                max_values=most,
            )
        )
        self.control = control

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Make the menu that was used."""
        return cls(Control.from_match(match), [discord.SelectOption(label="-")])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the choice to the front desk."""
        data: Any = interaction.data
        front: Front = interaction.client.front
        await front.pressed(interaction, self.control, tuple(data.get("values", ())))


def table_button(
    table: ShownTable,
    verb: Verb,
    label: str,
    *,
    argument: str = "",
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    emoji: str | None = None,
    disabled: bool = False,
) -> TableButton:
    """A button about a table as it is drawn: once that has changed, a press is out of date."""
    control = Control(verb, table.id, table.revision, argument)
    return TableButton(control, label, style=style, emoji=emoji, disabled=disabled)


def rows_of(buttons: Sequence[TableButton]) -> list[ui.ActionRow[Any]]:
    """Buttons laid out five to a row."""
    return [ui.ActionRow(*buttons[start : start + 5]) for start in range(0, len(buttons), 5)]


def turning(
    to: Callable[[int, str], Control], on: OnPage, before: str = "Previous", after: str = "Next"
) -> list[ui.ActionRow[Any]]:
    """The way to the pages before and after; nothing where there is one page.

    ``to`` makes the control of a page, with a mark: no two of a message may be the same.
    """
    if on.pages < 2:
        return []
    return rows_of(
        [
            TableButton(to(max(on.page - 1, 0), "<"), before, disabled=on.page == 0),
            TableButton(to(on.page + 1, ">"), after, disabled=on.page == on.pages - 1),
        ]
    )


def in_blocks(texts: Iterable[str], *, rule_first: bool = False) -> list[ui.Item[Any]]:
    """Texts with a rule between them, and with ``rule_first`` above the first; empty ones are left out."""
    parts: list[ui.Item[Any]] = []
    for text in filter(None, texts):
        parts += [ui.Separator()] * (rule_first or bool(parts)) + [ui.TextDisplay(text)]
    return parts


def panel(*items: ui.Item[Any], color: int | None = None) -> ui.LayoutView:
    """A message: one container with the given parts. Made fresh each time, never reused."""
    return _stateless(ui.Container(*items, accent_colour=color))


def note(text: str) -> ui.LayoutView:
    """A message that is only a sentence."""
    return _stateless(ui.TextDisplay(text))


def _stateless(item: ui.Item[Any]) -> ui.LayoutView:
    """A view discord.py does not keep: stopped before it is sent, its dynamic items work all the same."""
    view = ui.LayoutView(timeout=None)
    view.add_item(item)
    view.stop()
    return view
