"""Buttons and menus that answer a decision; grave answers and secret ones ask for a second press."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import discord
from discord import ui

from bot.common.text import escaped
from bot.table.desk.shown import ShownTable
from cogs.ui.controls import Verb
from cogs.ui.items import CHOICE_LIMIT, MENU_LIMIT, TableButton, lasting_button, menu, rows_of, table_button
from cogs.ui.news import plain
from cogs.ui.words import look_of
from rules.core.actions import Action, CallPartner, NameTrump, Put
from rules.core.cards import Card
from rules.core.decisions import ChooseCard, Decision, Option, options_of
from rules.core.views import SeatView

BUTTONS_MOST: Final = 20
"""Most answers shown as buttons (four rows); more of them go into menus."""
MOVES_MOST: Final = 5
"""Most answers shown as buttons if moves of cards are among them; of more, the moves share a menu."""
MOVE_CARDS: Final = "Choose a move"
MENUS_MOST: Final = 8
"""Most menus of answers in one message."""
IN_PLACE: Final = "redraw"
"""Argument of a button for the hand in a hand: the pressed message is redrawn."""


def needs_care(decision: Decision, action: Action) -> bool:
    """Whether an answer needs a confirmation: a slip would cost a deal or reveal a secret."""
    return isinstance(action, CallPartner) or _is_grave(decision, action)


def _is_grave(decision: Decision, action: Action) -> bool:
    return any(option.needs_confirmation for option in options_of(decision) if option.action == action)


def answer_button(
    table: ShownTable,
    action: Action,
    label: str,
    *,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    emoji: str | None = None,
    disabled: bool = False,
    needs_confirmation: bool = False,
) -> TableButton:
    """The button of an answer. For a grave or secret one, a press first asks to confirm it."""
    verb = Verb.CONFIRM if needs_confirmation or isinstance(action, CallPartner) else Verb.ANSWER
    return table_button(table, verb, label, argument=str(action), style=style, emoji=emoji, disabled=disabled)


def option_button(
    table: ShownTable,
    view: SeatView,
    option: Option,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
) -> TableButton:
    """The button of an option; its label has players' names for seats."""
    action = option.action
    label = plain(table, table.rules.words.answer(view, action))
    if isinstance(action, NameTrump):
        emoji = None if action.color is None else look_of(table).mark(action.color)
        return answer_button(table, action, label, style=discord.ButtonStyle.primary, emoji=emoji)
    return answer_button(table, action, label, needs_confirmation=option.needs_confirmation, style=style)


def option_rows(
    table: ShownTable,
    view: SeatView,
    options: Sequence[Option],
    *,
    most: int = BUTTONS_MOST,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
) -> list[ui.ActionRow[Any]]:
    """Rows of options as buttons; more than ``most`` go into menus, which drop those that don't fit."""
    moves = [option for option in options if _card_moved(option.action) is not None]
    if len(options) > MOVES_MOST and 1 < len(moves) <= MENU_LIMIT:
        others = [option for option in options if option not in moves]
        return [
            _option_menu(table, view, moves, 0, MOVE_CARDS),
            *option_rows(table, view, others, most=most, style=style),
        ]
    if len(options) <= most:
        return rows_of([option_button(table, view, option, style) for option in options])
    starts = range(0, len(options), MENU_LIMIT)[:MENUS_MOST]
    return [_option_menu(table, view, options[start : start + MENU_LIMIT], start) for start in starts]


def _card_moved(action: Action) -> Card | None:
    """The first card that an action puts somewhere; None for another kind of action."""
    return action.cards[0] if isinstance(action, Put) and action.cards else None


def _option_menu(
    table: ShownTable, view: SeatView, options: Sequence[Option], start: int, placeholder: str = ""
) -> ui.ActionRow[Any]:
    """A menu of options; its placeholder by default names the first and the last one."""
    look = look_of(table)
    labels = [
        plain(table, table.rules.words.answer(view, option.action))[:CHOICE_LIMIT] for option in options
    ]
    choices = [
        discord.SelectOption(
            label=label,
            value=str(option.action),
            emoji=None if (card := _card_moved(option.action)) is None else look.emoji(card),
        )
        for label, option in zip(labels, options, strict=True)
    ]
    if not placeholder:
        placeholder = labels[0] if len(labels) == 1 else f"{labels[0][:60]} … {labels[-1][:60]}"
    return menu(table, Verb.PICK, f"from {start}", choices, placeholder=placeholder)


def label_of(table: ShownTable, view: SeatView, action: Action) -> str:
    """Label of an answer: the card it calls or plays, else its option's words, else its notation."""
    look = look_of(table)
    if isinstance(action, CallPartner):
        return f"Call {look.spelled(action.card)}"
    decision = view.decision
    if decision is not None and action in [option.action for option in options_of(decision)]:
        return plain(table, table.rules.words.answer(view, action))
    if isinstance(decision, ChooseCard):
        card = next((card for card in decision.cards if decision.actions[card] == action), None)
        return str(action) if card is None else look.spelled(card)
    return str(action)


def choose_again(table: ShownTable, *, disabled: bool = False) -> TableButton:
    """The button that drops what is chosen."""
    return lasting_button(table, Verb.HAND, "Choose again", argument=IN_PLACE, disabled=disabled)


def confirmation(
    table: ShownTable, view: SeatView, decision: Decision, draft: Action
) -> tuple[str, ui.ActionRow[Any]]:
    """The question and buttons to confirm ``draft``, an answer not given yet."""
    label = label_of(table, view, draft)
    style = discord.ButtonStyle.danger if _is_grave(decision, draft) else discord.ButtonStyle.success
    meant = table_button(table, Verb.ANSWER, label, argument=str(draft), style=style)
    return f"**{escaped(label)}?** You can't take it back.", ui.ActionRow(meant, choose_again(table))
