"""The table message before a match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import discord
from discord import ui

from bot.play.lobby_news import LobbyNote, What
from bot.play.shown import PEOPLE, ShownSeat, ShownTable
from cogs.ui.controls import Control, Verb
from cogs.ui.first_time import whose_cards, whose_lines
from cogs.ui.items import TableButton, panel, rows_of
from cogs.ui.match_kind import CASUAL, COUNTED, kind_line
from cogs.ui.rematch_lines import kept_seats, rematch_buttons, waiting_line
from cogs.ui.rules_panel import facts_line, house_rules, house_set, table_code
from cogs.ui.turn_words import turn_lines
from cogs.ui.words import SIDE_MARKS, name_of, safe_name
from rules.core.about import Teams
from rules.core.words import counted

LOBBY_COLOR: Final = 0x5865F2
RULES_SHOWN: Final = 12
"""House rules told in the table message itself."""

NEWS: Final[Mapping[What, str]] = {
    What.COUNTED: f"{{by}} made this match {COUNTED}.",
    What.CASUAL: f"{{by}} made this match {CASUAL}.",
    What.REMOVED: "{by} removed {player} from the table.",
    What.LET_BACK: "{by} let {player} back.",
}


def lobby_panel(table: ShownTable) -> ui.LayoutView:
    """Who sits where, what is played, and how to join."""
    empty = [seat for seat in table.seats if seat.is_empty]
    people = sum(seat.user_id is not None for seat in table.seats)
    is_alone = len(table.seats) == 1
    if empty:
        hint = f"{len(empty)} open. Take a seat{'' if table.settled is PEOPLE else ' or add computers'}."
    else:
        hint = f"{'For one player' if is_alone else 'Everyone is here'}. **Start** when you're ready."
    if kept_seats(table):
        hint = waiting_line(table)
    if table.ends_at is not None:
        hint += f" Closes <t:{int(table.ends_at)}:R> unless the match starts."
    parts: list[ui.Item[Any]] = [
        ui.TextDisplay("\n".join(rules_lines(table))),
        ui.Separator(),
        ui.TextDisplay("\n".join([*seat_lines(table), *map(_news_line, table.lobby_news.notes)])),
        ui.TextDisplay(f"-# {hint}"),
    ]
    parts += rows_of(_seat_buttons(table, empty))
    may_fill = bool(empty) and table.settled is not PEOPLE
    computers = [_button(table, Verb.FILL, "Fill with computers", emoji="🤖")] if may_fill else []
    if may_fill and len(empty) > 1:
        computers.append(_button(table, Verb.ADD, "One computer"))
    if people + len(empty) < len(table.seats):
        computers.append(_button(table, Verb.REMOVE, "Remove a computer"))
    if people > 1 or table.lobby_news.removed:
        computers.append(_button(table, Verb.PLAYERS, "Remove a player"))
    parts += rows_of(computers)
    parts += rows_of(rematch_buttons(table))
    start = discord.ButtonStyle.secondary if empty else discord.ButtonStyle.success
    parts += rows_of(
        [
            _button(table, Verb.START, "Start", style=start, disabled=bool(empty)),
            *([_button(table, Verb.OPTIONS, "Options")] if table.settled is None else []),
            _button(table, Verb.RULES, "Rules"),
            *([] if is_alone else [_button(table, Verb.LEAVE, "Leave")]),
            _button(table, Verb.MORE, "More"),
        ]
    )
    return panel(*parts, color=LOBBY_COLOR)


def _seat_buttons(table: ShownTable, empty: Sequence[ShownSeat]) -> list[TableButton]:
    """One button for each empty seat where it says who one's partner is or whose it is, else one for any."""
    if empty and not _seats_matter(table) and not any(seat.kept for seat in empty):
        return [_button(table, Verb.SIT, "Sit", style=discord.ButtonStyle.primary)]
    return [_button(table, Verb.SIT, f"Take seat {seat.seat + 1}", argument=str(seat.seat)) for seat in empty]


def _seats_matter(table: ShownTable) -> bool:
    """Whether partners sit opposite each other."""
    is_for_pairs = table.about.teams is Teams.PARTNERS_AT_FOUR and len(table.seats) == 4
    return table.about.teams is Teams.PARTNERS or is_for_pairs


def _news_line(note: LobbyNote) -> str:
    whom = "" if note.whom is None else safe_name(note.whom.name)
    return f"-# {NEWS[note.what].format(by=safe_name(note.by.name), player=whom)}"


def rules_lines(table: ShownTable) -> list[str]:
    """What is played: the game, the house rules in words, and the code to paste."""
    about = table.about
    lines = [
        f"## {about.title}",
        about.summary,
        f"-# {facts_line(about, table.options, counted(len(table.seats), 'player'))}",
    ]
    agreed = house_rules(about.key, table.options, table.changes)
    if agreed:
        title = house_set(about.key, table.changes)
        lines.append(f"**House rules · {title}**" if title else "**House rules**")
        lines += [f"- {line}" for line in agreed[:RULES_SHOWN]]
        if len(agreed) > RULES_SHOWN:
            lines.append(f"- and {len(agreed) - RULES_SHOWN} more in *Rules*")
    lines.append(f"-# Code of these rules: `{table_code(table)}`")
    if len(table.seats) > 1:
        lines[3:3] = [kind_line(table), *turn_lines(table)]
    if table.first_time is not None:
        lines[3:3] = whose_lines(table.first_time)
    return lines


def seat_lines(table: ShownTable) -> list[str]:
    """One line a seat; where partners sit opposite, the sides are told apart by a shape."""
    lines = []
    for seat in table.seats:
        side = f"{SIDE_MARKS[seat.seat % 2]} " if _seats_matter(table) else ""
        who = f"**{name_of(seat)}**" if not seat.is_empty else _kept_or_empty(seat)
        if table.first_time is not None:
            who += f" · {whose_cards(table.first_time, seat.seat)}"
        marks = "".join(
            (
                " 🤖" if seat.computer else "",
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
    return table.season is not None and is_person and table.season.entrant_of(seat.user_id) is None


def _button(
    table: ShownTable,
    verb: Verb,
    label: str,
    *,
    argument: str = "",
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    emoji: str | None = None,
    disabled: bool = False,
) -> TableButton:
    control = Control(verb, table.id, table.revision, argument)
    return TableButton(control, label, style=style, emoji=emoji, disabled=disabled)
