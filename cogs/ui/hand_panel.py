"""A player's private message: the hand and the question asked now, as buttons or a select."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import discord
from discord import ui

from bot.shown import ShownTable
from cogs.ui.controls import Control
from cogs.ui.items import TableButton, TableSelect, panel, rows_of
from cogs.ui.table_panel import trick_line
from cogs.ui.words import SHAPES, cards_text, hand_lines, listed, name_of, names_of, shape_of, trump_text
from rules.actions import Action, Bid, Discard, NameTrump
from rules.cards import Card
from rules.decisions import ChooseCard, ChooseCards, ChooseNumber, ChooseOption, Option
from rules.views import SeatView

HAND_COLOR: Final = 0x1565C0
QUICK_BIDS: Final = 5
NO_SUCH_CARDS: Final = "Those cards cannot be laid away. Press *My hand* and choose again."


def hand_panel(table: ShownTable, view: SeatView, chosen: Sequence[Card] = ()) -> ui.LayoutView:
    """The hand of one seat; ``chosen`` are cards picked to lay away, not confirmed yet."""
    headline, question = _headline(table, view), _question(table, view, chosen)
    if isinstance(view.decision, ChooseCard) or not view.order:
        # Every card is a button: the hand as text would only say it again.
        parts = [_text(headline + question)]
    else:
        parts = [
            _text(headline),
            ui.Separator(),
            _text(hand_lines(view.order)),
            ui.Separator(),
            _text(question),
        ]
    return panel(*parts, *_controls(table, view, chosen), color=HAND_COLOR)


def _text(lines: Sequence[str]) -> ui.Item[Any]:
    return ui.TextDisplay("\n".join(lines))


def _headline(table: ShownTable, view: SeatView) -> list[str]:
    names = names_of(table)
    facts = [f"Deal {view.table.deal}"]
    for fact in view.table.facts:
        text = trump_text(fact.text) if fact.label == "Trump" else fact.text.format(*names)
        facts.append(f"{fact.label} {text}")
    lines = ["### Your hand", f"-# {' · '.join(facts)}"]
    trick = view.table.trick
    if trick is not None and trick.plays:
        lines.append(f"Trick: {trick_line(table, trick)}")
    return lines + [f"-# {zone.name}: {cards_text(zone.shown)}" for zone in view.zones]


def _question(table: ShownTable, view: SeatView, chosen: Sequence[Card]) -> list[str]:
    """What is asked, and why some of the cards cannot be chosen, where some cannot."""
    decision = view.decision
    if decision is None:
        return [_waiting(table, view)]
    if isinstance(decision, ChooseCards) and chosen:
        kept = sorted((card for card in decision.held if card not in chosen), reverse=True)
        return [f"**Lay away {cards_text(chosen)}?**", "You keep:", *hand_lines(kept)]
    lines = [f"**{decision.ask}**"]
    if isinstance(decision, ChooseCard | ChooseCards) and decision.cards != decision.held and decision.reason:
        lines.append(f"-# {decision.reason}")
    return lines


def _waiting(table: ShownTable, view: SeatView) -> str:
    if view.table.outcome is not None:
        return "The match is over."
    asked = listed([name_of(table.seats[seat]) for seat in view.table.asked])
    return f"Waiting for {asked} …"


def _controls(table: ShownTable, view: SeatView, chosen: Sequence[Card]) -> list[ui.ActionRow[Any]]:
    decision = view.decision
    if isinstance(decision, ChooseCard):
        return rows_of([_card_button(table, decision, card) for card in view.order])
    if isinstance(decision, ChooseCards):
        if chosen:
            return [_confirm(table, chosen)]
        return [ui.ActionRow(_card_select(table, view, decision)), *_options(table, decision.otherwise)]
    if isinstance(decision, ChooseNumber):
        return _bid_rows(table, decision)
    if isinstance(decision, ChooseOption):
        return _options(table, decision.options)
    return []


def _options(table: ShownTable, options: Sequence[Option]) -> list[ui.ActionRow[Any]]:
    return rows_of([_do(table, option.action, option.label) for option in options])


def _card_button(table: ShownTable, decision: ChooseCard, card: Card) -> TableButton:
    legal = card in decision.cards
    style = discord.ButtonStyle.primary if legal else discord.ButtonStyle.secondary
    return _do(
        table, decision.actions[card], str(card), style=style, emoji=shape_of(card), disabled=not legal
    )


def _card_select(table: ShownTable, view: SeatView, decision: ChooseCards) -> TableSelect:
    options = [
        discord.SelectOption(label=str(card), value=str(card), emoji=shape_of(card))
        for card in view.order
        if card in decision.cards
    ]
    number = decision.most
    return TableSelect(
        Control("lay", table.id, table.revision),
        options,
        placeholder=f"Choose {number} card{'s' if number > 1 else ''}",
        least=decision.least,
        most=number,
    )


def _confirm(table: ShownTable, chosen: Sequence[Card]) -> ui.ActionRow[Any]:
    label = "Lay them away" if len(chosen) > 1 else "Lay it away"
    return ui.ActionRow(
        _do(table, Discard(tuple(chosen)), label, style=discord.ButtonStyle.success),
        TableButton(Control("hand", table.id, 0, "redraw"), "Choose again"),
    )


def _bid_rows(table: ShownTable, decision: ChooseNumber) -> list[ui.ActionRow[Any]]:
    quick = [
        _do(table, Bid(points), str(points), style=discord.ButtonStyle.primary)
        for points in decision.numbers[:QUICK_BIDS]
    ]
    others = [_do(table, option.action, option.label) for option in decision.otherwise]
    if len(decision.numbers) > QUICK_BIDS:
        others.append(TableButton(Control("otherbid", table.id, table.revision), "Another bid …"))
    return [*rows_of(quick), *rows_of(others)]


def _do(
    table: ShownTable,
    action: Action,
    label: str,
    *,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    emoji: str | None = None,
    disabled: bool = False,
) -> TableButton:
    if isinstance(action, NameTrump):
        style, emoji = discord.ButtonStyle.primary, SHAPES[action.color]
    control = Control("do", table.id, table.revision, str(action))
    return TableButton(control, label, style=style, emoji=emoji, disabled=disabled)
