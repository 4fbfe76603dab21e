"""Answers as buttons: one press for most, a second one to confirm what cannot be taken lightly."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import discord
from discord import ui
from discord.utils import escape_markdown

from bot.shown import ShownTable
from cogs.ui.controls import Control
from cogs.ui.items import TableButton
from cogs.ui.words import Look, look_of, plain_names_of
from rules.actions import Action, CallPartner, Discard, Fold, NameTrump, Shoot
from rules.decisions import Decision, Option
from rules.views import SeatView

LABEL_LIMIT: Final = 80
_GRAVE: Final = (Fold, Shoot)
_CAREFUL: Final = (*_GRAVE, CallPartner, Discard)


def needs_care(action: Action) -> bool:
    """Whether an answer is confirmed before it counts: a slip would cost a deal, or tell a secret."""
    return isinstance(action, _CAREFUL)


def answer_button(
    table: ShownTable,
    action: Action,
    label: str,
    *,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    emoji: str | None = None,
    disabled: bool = False,
) -> TableButton:
    """The button of an answer."""
    verb = "sure" if needs_care(action) else "do"
    control = Control(verb, table.id, table.revision, str(action))
    return TableButton(control, label[:LABEL_LIMIT], style=style, emoji=emoji, disabled=disabled)


def option_button(table: ShownTable, option: Option, names: Sequence[str], look: Look) -> TableButton:
    """The button of a named answer; seats in its label are called by name."""
    action, label = option.action, option.label.format(*names)
    if isinstance(action, NameTrump):
        emoji = None if action.color is None else look.shapes[action.color]
        return answer_button(table, action, label, style=discord.ButtonStyle.primary, emoji=emoji)
    return answer_button(table, action, label)


def label_of(decision: Decision, action: Action, names: Sequence[str], look: Look) -> str:
    """An answer in words: its own label, or the card it is about."""
    if isinstance(action, CallPartner):
        return f"Call {look.card(action.card)}"
    label = next((option.label for option in options_of(decision) if option.action == action), str(action))
    return label.format(*names)


def options_of(decision: Decision) -> tuple[Option, ...]:
    """The named answers to a question."""
    return getattr(decision, "options", ()) or getattr(decision, "otherwise", ())


def confirmation(
    table: ShownTable, view: SeatView, decision: Decision, draft: Action
) -> tuple[list[str], ui.ActionRow[Any]]:
    """The question whether an answer is meant, and the buttons to say so."""
    look = look_of(view.table)
    back = TableButton(Control("hand", table.id, 0, "redraw"), "Choose again")
    control = Control("do", table.id, table.revision, str(draft))
    if isinstance(draft, Discard):
        kept = [card for card in view.order if card not in draft.cards]
        lines = [f"**Lay away {look.cards(draft.cards)}?**", "You keep:", *look.lines(kept)]
        label = "Lay them away" if len(draft.cards) > 1 else "Lay it away"
        return lines, ui.ActionRow(TableButton(control, label, style=discord.ButtonStyle.success), back)
    label = label_of(decision, draft, plain_names_of(table), look)
    style = discord.ButtonStyle.danger if isinstance(draft, _GRAVE) else discord.ButtonStyle.success
    meant = TableButton(control, label[:LABEL_LIMIT], style=style)
    return [f"**{escape_markdown(label)}?** There is no way back."], ui.ActionRow(meant, back)
