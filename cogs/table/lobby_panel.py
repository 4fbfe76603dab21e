"""The table message before a match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import discord
from discord import ui

from bot.table.desk.shown import ShownSeat, ShownTable
from bot.table.lobby.before_match import PEOPLE_ONLY, why_no_computers
from bot.table.lobby.computers import has_levels
from bot.table.lobby.news import LobbyNote, What
from cogs.table.first_time import first_owner, replayed_lines
from cogs.table.rematch_lines import kept_seats, rematch_buttons, waiting_line
from cogs.ui.controls import Verb
from cogs.ui.items import TableButton, panel, rows_of, table_button
from cogs.ui.match_kind import CASUAL, COUNTED, kind_line, turn_lines
from cogs.ui.rules_panel import facts_line, house_rules, house_set, server_name
from cogs.ui.words import SIDE_MARKS, name_of, plain_names_of, safe_name
from rules.core.words import listed

LOBBY_COLOR: Final = 0x5865F2
RULES_SHOWN: Final = 6
"""House rules listed in the table message; *Rules* has the others."""

NEWS: Final[Mapping[What, str]] = {
    What.COUNTED: f"{{by}} made this match {COUNTED}.",
    What.CASUAL: f"{{by}} made this match {CASUAL}.",
    What.REMOVED: "{by} removed {player} from the table.",
    What.LET_BACK: "{by} let {player} back.",
    What.NOT_KEPT: "No seat is kept for {player} any longer.",
}


def lobby_panel(table: ShownTable) -> ui.LayoutView:
    """The table message of a lobby: the game, the seats, and buttons to sit, fill, set up and start."""
    parts: list[ui.Item[Any]] = [
        ui.TextDisplay("\n".join(rules_lines(table))),
        ui.Separator(),
        ui.TextDisplay("\n".join([*seat_lines(table), *map(_news_line, table.lobby.news.notes)])),
        ui.TextDisplay(f"-# {_hint(table)}"),
    ]
    empty = [seat for seat in table.seats if seat.is_empty]
    computers = [table_button(table, Verb.FILL, "Fill with computers", emoji="🤖")] if may_fill(table) else []
    parts += rows_of([*_seat_buttons(table, empty), *computers])
    parts += rows_of(rematch_buttons(table))
    may_start = not empty and table.may_count and table.lobby.unfit is None
    start = discord.ButtonStyle.success if may_start else discord.ButtonStyle.secondary
    parts += rows_of(
        [
            table_button(table, Verb.START, "Start", style=start, disabled=not may_start),
            *([table_button(table, Verb.OPTIONS, "Set up")] if table.kind.settled is None else []),
            table_button(table, Verb.MORE, "More"),
        ]
    )
    return panel(*parts, color=LOBBY_COLOR)


def may_fill(table: ShownTable) -> bool:
    """Whether there is an empty seat that computers may take."""
    has_room = any(seat.is_empty for seat in table.seats)
    return has_room and why_no_computers(table.kind.settled, counted=table.kind.counted) is None


def _hint(table: ShownTable) -> str:
    """A sentence on what the lobby waits for, and when it closes."""
    empty = sum(seat.is_empty for seat in table.seats)
    if not table.may_count:
        hint = PEOPLE_ONLY
    elif table.lobby.unfit is not None:
        hint = table.lobby.unfit
    elif kept_seats(table):
        hint = waiting_line(table)
    elif empty:
        is_open = "seat is open. Take it" if empty == 1 else "seats are open. Take one"
        hint = f"{empty} {is_open}{' or add computers' if may_fill(table) else ''}."
    else:
        alone = len(table.seats) == 1
        hint = f"{'A game for one' if alone else 'Everyone is here'}. **Start** when you're ready."
    if table.end.due_at is not None:
        hint += f" Closes <t:{int(table.end.due_at)}:R>."
    return hint


def _seat_buttons(table: ShownTable, empty: Sequence[ShownSeat]) -> list[TableButton]:
    """A *Sit* button for any seat; with sides, one for each side with an empty seat."""
    if not empty:
        return []
    if not table.lobby.sides or kept_seats(table):
        return [table_button(table, Verb.SIT, "Sit", style=discord.ButtonStyle.primary)]
    first = {side: seat for seat in reversed(empty) if (side := table.lobby.sides[seat.seat]) is not None}
    return [
        table_button(
            table,
            Verb.SIT,
            _side_label(table, side),
            argument=str(seat.seat),
            style=discord.ButtonStyle.primary,
            emoji=SIDE_MARKS[side],
        )
        for side, seat in sorted(first.items())
    ]


def _side_label(table: ShownTable, side: int) -> str:
    """Label of a side's button, with the players there."""
    names = plain_names_of(table)
    there = [
        names[seat.seat] for seat in table.seats if table.lobby.sides[seat.seat] == side and not seat.is_empty
    ]
    return f"Sit with {listed(there)}" if there else "Sit"


def _news_line(note: LobbyNote) -> str:
    names = listed([safe_name(person.name) for person in note.others])
    return f"-# {NEWS[note.what].format(by=safe_name(note.by.name), player=names)}"


def rules_lines(table: ShownTable) -> list[str]:
    """Lines on the game, its house rules and the kind of match."""
    about = table.rules.about
    lines = [f"## {about.title}", facts_line(about, table.rules.options, len(table.seats))]
    agreed = house_rules(about.key, table.rules.options, table.rules.changes)
    if agreed:
        title = server_name(table) or house_set(about.key, table.rules.changes)
        lines.append(f"**House rules · {title}**" if title else "**House rules**")
        lines += [f"- {line}" for line in agreed[:RULES_SHOWN]]
        if len(agreed) > RULES_SHOWN:
            # Without their number: the length of the match is listed here, and counted as no house rule.
            lines.append("- and more in *Rules*, behind *More*")
    if len(table.seats) > 1:
        lines[2:2] = [kind_line(table), *turn_lines(table)]
    lines += [f"-# {line}" for line in allowed_lines(table)]
    if table.match.first_time is not None:
        lines[2:2] = replayed_lines(table.match.first_time)
    return lines


def allowed_lines(table: ShownTable) -> list[str]:
    """A line on what the host has turned off; an empty list if players have all the table could offer."""
    off = [] if table.talk.allowed.hints or table.kind.counted else ["hints"]
    off += [] if table.talk.allowed.phrases or len(table.seats) == 1 else ["phrases"]
    return [f"Without {' or '.join(off)}."] if off else []


def seat_lines(table: ShownTable) -> list[str]:
    """One line a seat: number, name or "empty", and marks (side, computer, level, host, substitute)."""
    lines = []
    for seat in table.seats:
        number = table.lobby.sides[seat.seat] if table.lobby.sides else None
        side = "" if number is None else f"{SIDE_MARKS[number]} "
        who = f"**{name_of(seat)}**" if not seat.is_empty else _kept_or_empty(seat)
        if table.match.first_time is not None:
            who += f" · {first_owner(table.match.first_time, seat.seat)}"
        marks = "".join(
            (
                " 🤖" if seat.computer else "",
                f" · {seat.level.title}" if seat.level and has_levels(table.rules.about) else "",
                " · host" if seat.user_id == table.host_id else "",
                " · substitute" if _is_substitute(table, seat) else "",
            )
        )
        lines.append(f"{side}{seat.seat + 1}. {who}{marks}")
    return lines


def _kept_or_empty(seat: ShownSeat) -> str:
    return "*empty*" if seat.kept is None else f"*kept for {safe_name(seat.kept.name)}*"


def _is_substitute(table: ShownTable, seat: ShownSeat) -> bool:
    """Whether a player of a league match does not compete in its season."""
    is_person = seat.user_id is not None and not seat.computer
    return table.kind.season is not None and is_person and table.kind.season.entrant_of(seat.user_id) is None
