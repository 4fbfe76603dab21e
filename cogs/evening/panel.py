"""The board of an evening: who has joined, then tables and scores, then the result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import discord
from discord import ui

from bot.evening.shown import ShownEvening, ShownEveningTable
from bot.models.evening_kinds import EveningEnding, EveningKind, EveningStatus
from cogs.evening.words import (
    HOW,
    called,
    ended_line,
    facts_line,
    move_line,
    pair,
    place_of,
    scored_together,
    title_line,
    worth,
)
from cogs.ui.controls import Control, Verb
from cogs.ui.items import TableButton, lines_within, panel, rows_of
from cogs.ui.words import SIDE_MARKS
from rules.core.words import counted, signed

EVENING_COLOR: Final = 0x8E44AD
PEOPLE_ROOM: Final = 2400
"""Characters for the list of players; with the rest a message stays below Discord's 4,000."""
TABLES_ROOM: Final = 1350
MOVES_ROOM: Final = 450
SCORES_ROOM: Final = 950
RESTS_ROOM: Final = 300


def evening_panel(evening: ShownEvening, trouble: str = "") -> ui.LayoutView:
    """The board: sign-up, the round's tables, or final scores; ``trouble``: why a table isn't open."""
    match evening.status:
        case EveningStatus.SIGN_UP:
            return _sign_up(evening)
        case EveningStatus.PLAYING:
            return _board(evening, trouble)
        case EveningStatus.OVER:
            return _final(evening)


def _sign_up(evening: ShownEvening) -> ui.LayoutView:
    number = len(evening.guests.here)
    host = f"Host: {called(evening, evening.host_id)}" if evening.host_id in evening.guests.names else ""
    closes = f"Closes <t:{int(evening.closes_at)}:R> if not started" if evening.closes_at else ""
    head = [title_line(evening), HOW[evening.kind], facts_line(evening)]
    listed = lines_within(_sign_up_lines(evening), PEOPLE_ROOM, "and {} more")
    people_line = f"**{counted(number, 'player')}**" if number else "**No one yet**"
    return panel(
        ui.TextDisplay("\n".join(head)),
        ui.Separator(),
        ui.TextDisplay("\n".join([people_line, *listed])),
        *([ui.TextDisplay(f"-# {' · '.join(filter(None, (host, closes)))}")] if host or closes else []),
        *rows_of(
            [
                _button(evening, Verb.JOIN_EVENING, "Join", style=discord.ButtonStyle.success),
                _button(evening, Verb.LEAVE_EVENING, "Leave"),
                _button(evening, Verb.START_EVENING, "Start", style=discord.ButtonStyle.primary),
                _button(evening, Verb.END_EVENING, "Call it off", style=discord.ButtonStyle.danger),
            ]
        ),
        color=EVENING_COLOR,
    )


def _sign_up_lines(evening: ShownEvening) -> list[str]:
    """A line for each player who has joined, or for each pair where partners go by the order of joining."""
    here = evening.guests.here
    if evening.kind is EveningKind.DUPLICATE and not (evening.terms.draws_pairs or evening.has_fixed_pairs):
        pairs = [here[first : first + 2] for first in range(0, len(here), 2)]
        return [f"{number}\\. {pair(evening, two)}" for number, two in enumerate(pairs, start=1)]
    return [f"{number}\\. {called(evening, who)}" for number, who in enumerate(here, start=1)]


def _board(evening: ShownEvening, trouble: str) -> ui.LayoutView:
    round_line = f"### Round {evening.rounds.number} of {evening.rounds.most}"
    if evening.rounds.is_last and evening.rounds.number < evening.rounds.most:
        round_line = f"### Round {evening.rounds.number}, the last one"
    texts = [_table_text(evening, table) for table in evening.tables]
    tables = lines_within(texts, TABLES_ROOM, "and {} more tables")
    parts: list[ui.Item[Any]] = [
        ui.TextDisplay("\n".join([title_line(evening), facts_line(evening)])),
        ui.Separator(),
        ui.TextDisplay("\n".join([round_line, *tables, *_waiting_lines(evening)])),
    ]
    if evening.rounds.moves:
        moved = [f"-# {move_line(evening, move)}" for move in evening.rounds.moves]
        head = f"### After round {evening.rounds.number - 1}"
        told = lines_within(moved, MOVES_ROOM, "and {} more tables. *My table* shows you yours")
        parts += [ui.Separator(), ui.TextDisplay("\n".join([head, *told]))]
    if evening.lines:
        parts += [ui.Separator(), ui.TextDisplay("\n".join(["### Scores", *_score_lines(evening)]))]
    if trouble:
        parts.append(ui.TextDisplay(f"⚠️ {trouble}"))
    buttons = [
        _button(evening, Verb.MY_EVENING_TABLE, "My table", style=discord.ButtonStyle.primary),
        _button(evening, Verb.EVENING_SCORES, "All scores", argument="1"),
        *([_button(evening, Verb.JOIN_EVENING, "Join")] if evening.rounds.has_next else []),
        _button(evening, Verb.LEAVE_EVENING, "Leave"),
    ]
    if evening.rounds.has_next:
        buttons.append(_button(evening, Verb.END_EVENING, "End after this round"))
    if any(not table.is_over and table.table_id is not None for table in evening.tables):
        buttons.append(_button(evening, Verb.ASK_SCORE_EVENING, "Score a table"))
    if trouble:
        buttons.append(_button(evening, Verb.OPEN_EVENING_TABLES, "Open tables"))
    if _has_deals(evening):
        buttons.append(_button(evening, Verb.EVENING_DEALS, "Deals", argument="1"))
    return panel(*parts, *rows_of(buttons), color=EVENING_COLOR)


def _final(evening: ShownEvening) -> ui.LayoutView:
    lines = [title_line(evening), facts_line(evening), ended_line(evening)]
    another = _button(evening, Verb.ANOTHER_EVENING, "Another evening")
    if evening.ended is EveningEnding.CALLED_OFF or not evening.lines:
        return panel(ui.TextDisplay("\n".join(lines)), *rows_of([another]), color=EVENING_COLOR)
    buttons = [_button(evening, Verb.EVENING_SCORES, "All scores", argument="1")]
    if _has_deals(evening):
        buttons.append(_button(evening, Verb.EVENING_DEALS, "Deals", argument="1"))
    buttons.append(another)
    return panel(
        ui.TextDisplay("\n".join(lines)),
        ui.Separator(),
        ui.TextDisplay("\n".join([_winners(evening), *_score_lines(evening)])),
        *rows_of(buttons),
        color=EVENING_COLOR,
    )


def _winners(evening: ShownEvening) -> str:
    """The heading with the winners; with more than two only their number."""
    best = [line.guest.user_id for line in evening.lines if line.place == 1]
    if evening.kind is EveningKind.DUPLICATE and not any(line.possible for line in evening.lines):
        return "### No deal could be compared, so no one wins"
    if not best:
        return "### No one played enough deals for a place"
    if len(best) > 2:
        return f"### 🏆 {len(best)} players share first place"
    return f"### 🏆 {pair(evening, best)} {'wins' if len(best) == 1 else 'win'}"


def _has_deals(evening: ShownEvening) -> bool:
    """Whether there are deals that every table has finished."""
    is_played = evening.rounds.number > 1 or (evening.is_over and evening.rounds.number > 0)
    return evening.kind is EveningKind.DUPLICATE and is_played


def _table_text(evening: ShownEvening, table: ShownEveningTable) -> str:
    """The lines of a table: its number or thread, its present deal, and the sides with their points."""
    come = table.so_far
    if table.is_over:
        how = "done"
    elif table.table_id is None:
        how = "opening"
    else:
        how = f"deal {min(come.deals + 1, evening.rounds.deals)} of {evening.rounds.deals}"
    pairs = [
        f"{SIDE_MARKS[side]} {pair(evening, table.seats[side::2])} **{signed(come.points[side])}**"
        for side in (0, 1)
    ]
    return "\n".join([f"{_place(evening, table)} · {how}", *pairs])


def _place(evening: ShownEvening, table: ShownEveningTable) -> str:
    """A table's number, or the link to its thread, which has that name.

    A private thread's name shows only to its members, so the number is added.
    """
    number, thread = f"**Table {table.number}**", f"<#{table.channel_id}>"
    if table.channel_id in {None, evening.place.channel_id}:
        return number
    return f"{number} {thread}" if evening.kind is EveningKind.DUPLICATE else f"**{thread}**"


def _waiting_lines(evening: ShownEvening) -> list[str]:
    rests = "Waiting for a seat" if evening.kind is EveningKind.DUPLICATE else "Resting"
    late = "From the next round on" if evening.rounds.has_next else "Too late for the last round"
    told = ((rests, evening.guests.rests), (late, evening.guests.late))
    return [f"-# {what}: {_some(evening, who)}" for what, who in told if who]


def _some(evening: ShownEvening, who: Sequence[int]) -> str:
    """Names in a row, as many as fit ``RESTS_ROOM``; else their number."""
    for number in range(len(who), 0, -1):
        rest = len(who) - number
        names = ", ".join(called(evening, one) for one in who[:number])
        text = f"{names} and {rest} more" if rest else names
        if len(text) <= RESTS_ROOM:
            return text
    return str(len(who))


def _score_lines(evening: ShownEvening) -> list[str]:
    lines = [
        f"{place_of(line)} {pair(evening, together)} {worth(evening, line)}"
        for line, together in scored_together(evening)
    ]
    return lines_within(lines, SCORES_ROOM, "and {} more in *All scores*")


def _button(
    evening: ShownEvening,
    verb: Verb,
    label: str,
    *,
    argument: str = "",
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
) -> TableButton:
    return TableButton(Control(verb, evening.id, evening.revision, argument), label, style=style)
