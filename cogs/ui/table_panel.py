"""The table message during a match: one container, edited in place."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import ui

from bot.shown import ShownTable
from cogs.ui.controls import Control
from cogs.ui.items import TableButton, panel, rows_of
from cogs.ui.score_panel import deal_line
from cogs.ui.words import card_text, listed, name_of, names_of, team_name, totals_text, trump_text
from rules.events import DealScored
from rules.views import SeatInfo, TableView, TrickView

TABLE_COLOR: Final = 0x2E7D32
OVER_COLOR: Final = 0xF1C40F


def table_panel(table: ShownTable) -> ui.LayoutView:
    """The match as everyone sees it."""
    view = table.view
    assert view is not None
    if view.outcome is not None:
        return over_panel(table)
    parts: list[ui.Item[Any]] = [
        ui.TextDisplay(
            f"## {view.title}\n-# Deal {view.deal} · {view.phase.lower()} · {view.goal}\n"
            + totals_text(table, view.totals)
        ),
        ui.Separator(),
        ui.TextDisplay("\n".join(_seat_line(table, view, info) for info in view.seats)),
    ]
    middle = [line for line in (_facts_line(table, view), *_trick_lines(table, view)) if line]
    if middle:
        parts += [ui.Separator(), ui.TextDisplay("\n".join(middle))]
    parts += [ui.Separator(), ui.TextDisplay(_turn_line(table))]
    parts += rows_of(_buttons(table))
    return panel(*parts, color=TABLE_COLOR)


def over_panel(table: ShownTable) -> ui.LayoutView:
    """The table message of a finished match."""
    view = table.view
    assert view is not None
    assert view.outcome is not None
    sides = [side.seats for side in view.totals if set(side.seats) <= set(view.outcome.winners)]
    winners = listed([team_name(table, seats) for seats in sides])
    verb = "share the match" if len(sides) > 1 else "win the match"
    last = f"\n-# Last deal: {deal_line(table, view.sheet[-1])}" if view.sheet else ""
    parts: list[ui.Item[Any]] = [
        ui.TextDisplay(f"## 🏆 {winners} {verb}\n-# {view.title} · {view.goal} · {len(view.sheet)} deals"),
        ui.TextDisplay(totals_text(table, sorted(view.totals, key=lambda side: -side.total)) + last),
    ]
    parts += rows_of(
        [
            _button(table, "sheet", "Score sheet"),
            _button(table, "again", "Play again", style=discord.ButtonStyle.success),
        ]
    )
    return panel(*parts, color=OVER_COLOR)


def deal_panel(table: ShownTable, scored: DealScored) -> ui.LayoutView:
    """What is left in the channel of a deal that is over."""
    lines = [f"**Deal {scored.deal}** · {deal_line(table, scored)}"]
    lines += [f"{side.scored:+d} {team_name(table, side.seats)} → **{side.total}**" for side in scored.sides]
    return panel(ui.TextDisplay("\n".join(lines)))


def trick_line(table: ShownTable, trick: TrickView) -> str:
    """A trick in one line."""
    return trick_text(table, trick).replace("\n", " · ")


def trick_text(table: ShownTable, trick: TrickView) -> str:
    """A trick in playing order, its winner marked."""
    names = names_of(table)
    plays = [
        f"{card_text(card)} {names[seat]}{' ★' if seat == trick.winner else ''}" for seat, card in trick.plays
    ]
    return "\n".join(plays)


def _seat_line(table: ShownTable, view: TableView, info: SeatInfo) -> str:
    seat = table.seats[info.seat]
    side = ("🔷" if info.side == 0 else "🔶") + (" ➤" if info.seat in view.asked else "")
    who = f"**{name_of(seat)}**{' 🤖' if seat.computer else ''}{' (away)' if seat.is_away else ''}"
    marks = [f"**{mark.text}**" if mark.strong else mark.text for mark in info.marks]
    counts = [f"🎴 {info.cards}"] if info.cards else []
    if info.tricks:
        counts.append(f"{info.tricks} trick{'s' if info.tricks > 1 else ''}")
    return " · ".join((f"{side} {who}", *marks, *counts))


def _facts_line(table: ShownTable, view: TableView) -> str:
    names = names_of(table)
    facts = []
    for fact in view.facts:
        text = trump_text(fact.text) if fact.label == "Trump" else fact.text.format(*names)
        facts.append(f"{fact.label} **{text}**")
    facts += [f"{zone.name} 🎴 {zone.hidden}" for zone in view.zones if zone.hidden]
    return " · ".join(facts)


def _trick_lines(table: ShownTable, view: TableView) -> list[str]:
    lines = []
    if view.trick is not None and view.trick.plays:
        lines += [trick_text(table, view.trick)]
    elif view.last_trick is not None:
        winner = name_of(table.seats[view.last_trick.winner or 0])
        cards = " · ".join(card_text(card) for _, card in view.last_trick.plays)
        lines.append(f"-# Last trick: {cards} → {winner}, {view.last_trick.points} points")
    if view.sheet and not (view.trick or view.last_trick):
        lines.append(f"-# Last deal: {deal_line(table, view.sheet[-1])}")
    return lines


def _turn_line(table: ShownTable) -> str:
    view = table.view
    assert view is not None
    asked = listed([name_of(table.seats[seat]) for seat in view.asked])
    if not table.waiting_for:
        return f"{asked} is thinking …"
    due = f"\n-# A computer plays for them <t:{int(table.due_at)}:R>" if table.due_at else ""
    return f"**{asked}**, your turn: press *My hand*.{due}"


def _buttons(table: ShownTable) -> list[TableButton]:
    return [
        _button(table, "hand", "My hand", style=discord.ButtonStyle.primary, emoji="🎴"),
        _button(table, "last", "Last trick"),
        _button(table, "sheet", "Score sheet"),
        _button(table, "more", "More"),
    ]


def _button(
    table: ShownTable,
    verb: str,
    label: str,
    *,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    emoji: str | None = None,
) -> TableButton:
    return TableButton(Control(verb, table.id, 0), label, style=style, emoji=emoji)
