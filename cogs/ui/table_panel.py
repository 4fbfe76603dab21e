"""The table message during a match: one container, edited in place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import discord
from discord import ui

from bot.shown import ShownTable
from cogs.ui.controls import Control
from cogs.ui.deal_words import deal_line, deals_of, last_line
from cogs.ui.items import TableButton, panel, rows_of
from cogs.ui.words import (
    count,
    listed,
    look_of,
    name_of,
    names_of,
    side_marks,
    team_name,
    totals_text,
    whose_hand,
)
from cogs.ui.zones import hand_zones, piles
from rules.decisions import Seat
from rules.views import SeatInfo, SideTotal, TableView, TrickView

TABLE_COLOR: Final = 0x2E7D32
OVER_COLOR: Final = 0xF1C40F
IN_LINES: Final = 4
"""Cards of a trick shown one a line; in a larger one they follow each other."""


def table_panel(table: ShownTable) -> ui.LayoutView:
    """The match as everyone sees it."""
    view = table.view
    assert view is not None
    if view.outcome is not None:
        return over_panel(table)
    blocks = [
        _head(table, view),
        "\n".join(_seat_lines(table, view)),
        "\n".join(hand_zones(table, view)),
        "\n".join(filter(None, (" · ".join(facts_of(table, view, strong=True)), *_trick_lines(table, view)))),
        _turn_line(table, view),
    ]
    parts: list[ui.Item[Any]] = []
    for block in filter(None, blocks):
        parts += [ui.Separator()] * bool(parts) + [ui.TextDisplay(block)]
    return panel(*parts, *rows_of(_buttons(table)), color=TABLE_COLOR)


def over_panel(table: ShownTable) -> ui.LayoutView:
    """The table message of a finished match."""
    view = table.view
    assert view is not None
    assert view.outcome is not None
    sides = [side.seats for side in view.totals if set(side.seats) <= set(view.outcome.winners)]
    winners = listed([team_name(table, seats) for seats in sides])
    is_one = len(sides) == 1 and len(sides[0]) == 1
    verb = "share the match" if len(sides) > 1 else f"win{'s' if is_one else ''} the match"
    deals = deals_of(view)
    last = f"\n-# Last deal: {deal_line(table, deals[-1])}" if deals else ""
    played = dict.fromkeys((view.title, view.goal, count(len(deals), "deal")))
    ranked = sorted(view.totals, key=lambda side: (-side.games, -side.total))
    parts: list[ui.Item[Any]] = [
        ui.TextDisplay(f"## 🏆 {winners} {verb}\n-# {' · '.join(played)}"),
        ui.TextDisplay(totals_text(table, ranked) + last),
    ]
    parts += rows_of(
        [
            _button(table, "sheet", "Score sheet"),
            _button(table, "again", "Play again", style=discord.ButtonStyle.success),
        ]
    )
    return panel(*parts, color=OVER_COLOR)


def trick_line(table: ShownTable, trick: TrickView) -> str:
    """A trick in one line."""
    return " · ".join(_plays(table, trick))


def trick_text(table: ShownTable, trick: TrickView) -> str:
    """A trick in playing order, its winner marked."""
    plays = _plays(table, trick)
    return ("\n" if len(plays) <= IN_LINES else " · ").join(plays)


def facts_of(table: ShownTable, view: TableView, *, strong: bool = False) -> list[str]:
    """What is bid, what is trump and what lies on the table, each in a few words."""
    look, names, bold = look_of(view), names_of(table), "**" if strong else ""
    facts = [f"{fact.label} {bold}{look.text(fact.text).format(*names)}{bold}" for fact in view.facts]
    return facts + piles(table, view)


def _head(table: ShownTable, view: TableView) -> str:
    lines = [f"## {view.title}", f"-# Deal {view.deal} · {view.phase.lower()} · {view.goal}"]
    if not _is_each_alone(view):
        lines.append(totals_text(table, view.totals))
    return "\n".join(lines)


def _is_each_alone(view: TableView) -> bool:
    """Whether everybody keeps a score of his own, which then stands beside the name."""
    return all(len(side.seats) == 1 for side in view.totals)


def _seat_lines(table: ShownTable, view: TableView) -> list[str]:
    marks = side_marks(view)
    own = {side.seats[0]: side for side in view.totals} if _is_each_alone(view) else {}
    width = max((len(str(side.total)) for side in own.values()), default=0)
    lines = [_seat_line(table, view, info, marks, own.get(info.seat), width) for info in view.seats]
    people = {info.seat for info in view.seats}
    lines += [_total(side, width) + names_of(table)[seat] for seat, side in own.items() if seat not in people]
    return lines


def _seat_line(
    table: ShownTable,
    view: TableView,
    info: SeatInfo,
    marks: dict[Seat, str],
    own: SideTotal | None,
    width: int,
) -> str:
    seat, names = table.seats[info.seat], names_of(table)
    front = f"{marks[info.seat]} " if info.seat in marks else ""
    front += _total(own, width) if own else ""
    front += "➤ " if info.seat in view.asked else ""
    who = f"**{name_of(seat)}**{' 🤖' if seat.computer else ''}{' (away)' if seat.is_away else ''}"
    notes = [f"**{mark.text}**" if mark.strong else mark.text for mark in info.marks]
    counts = [f"🎴\N{NO-BREAK SPACE}{info.cards}"] if info.cards else []
    if info.tricks:
        counts.append(count(info.tricks, "trick"))
    if own and own.games:
        counts.append(count(own.games, "game"))
    return " · ".join((front + who, *(note.format(*names) for note in notes), *counts))


def _total(side: SideTotal, width: int) -> str:
    return f"`{side.total:>{width}}` "


def _plays(table: ShownTable, trick: TrickView) -> list[str]:
    """Each card with the name of its hand, which a phone does not break apart if it can help it."""
    assert table.view is not None
    look, names = look_of(table.view), names_of(table)
    return [
        "\N{NO-BREAK SPACE}".join((look.card(card), names[hand], *("★" if hand == trick.winner else "")))
        for hand, card in trick.plays
    ]


def _trick_lines(table: ShownTable, view: TableView) -> list[str]:
    lines = []
    if view.trick is not None and view.trick.plays:
        lines.append(trick_text(table, view.trick))
    elif view.last_trick is not None and view.last_trick.winner is not None:
        winner = names_of(table)[view.last_trick.winner]
        cards = look_of(view).cards(card for _, card in view.last_trick.plays)
        lines.append(f"-# Last trick: {cards} → {winner}, {count(view.last_trick.points, 'point')}")
    if view.sheet and not (view.trick or view.last_trick):
        lines.append(f"-# {last_line(table, view.sheet[-1])}")
    return lines


def _turn_line(table: ShownTable, view: TableView) -> str:
    asked = listed([name_of(table.seats[seat]) for seat in view.asked])
    other = f" for {whose_hand(table, view.hand)}" if view.hand is not None else ""
    if not table.waiting_for:
        return f"{asked} is thinking{other} …"
    due = f"\n-# A computer plays for them <t:{int(table.due_at)}:R>" if table.due_at else ""
    return f"**{asked}**, your turn{other}: press *My hand*.{due}"


def _buttons(table: ShownTable) -> Sequence[TableButton]:
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
