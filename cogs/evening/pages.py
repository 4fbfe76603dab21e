"""Private pages about an evening: all scores, a deal with all hands, the user's table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import discord
from discord import ui

from bot.common.pages import OnPage, place_on
from bot.evening.deal_sheets import DealSheet
from bot.evening.shown import ShownEvening
from bot.evening.standing import Line
from bot.models.evening_kinds import EveningKind, EveningStatus
from cogs.evening.panel import EVENING_COLOR
from cogs.evening.words import called, own_move, pair, percent, place_of, scored_together, title_line
from cogs.ui.controls import Control, Verb
from cogs.ui.items import MENU_LIMIT, menu_row, page_buttons, panel
from cogs.ui.words import USUAL
from rules.core.words import counted, signed

SCORES_A_PAGE: Final = 16
"""Scores on a page: two lines each with the longest names stay below Discord's 4,000 characters."""
TOO_LATE: Final = "The last round is being played, and no other comes after it."
NOT_YET: Final = "Nothing is scored yet. Scores come with the end of the round."
COMPARED: Final = "In brackets: match points won with the same cards."
NOT_COMPARED: Final = "No other table had these cards, so it isn't compared."
NOT_PLAYED: Final = "No table played this deal."
NEVER_SCORED: Final = "The evening ended before anything was scored."
TABLES_SHOWN: Final = 8
SEATS: Final = ("1", "2", "3", "4")


def scores_panel(evening: ShownEvening, page: int) -> ui.LayoutView:
    """A page of all scores, from 1, each with its points and bonus or match points."""
    scored = scored_together(evening)
    on = place_on(page - 1, SCORES_A_PAGE, len(scored))
    page, pages = on.page + 1, on.pages
    shown = scored[on.page * SCORES_A_PAGE : page * SCORES_A_PAGE]
    head = f"### All scores{f' · page {page} of {pages}' if pages > 1 else ''}"
    lines = [title_line(evening), head, *(_score_text(evening, line, who) for line, who in shown)]
    if not evening.lines:
        lines.append(NEVER_SCORED if evening.is_over else NOT_YET)
    pager = _pager(evening, Verb.EVENING_SCORES, on)
    return panel(ui.TextDisplay("\n".join(lines)), *pager, color=EVENING_COLOR)


def _score_text(evening: ShownEvening, line: Line, who: Sequence[int]) -> str:
    name = pair(evening, who)
    is_here = any(one in evening.guests.here for one in who)
    left = "" if is_here or evening.is_over else " · left"
    if evening.kind is EveningKind.DUPLICATE:
        compared = f"{signed(line.matchpoints)} of {counted(line.possible, 'match point')}"
        won = f"{place_of(line)} {name} **{percent(line)}**{left}"
        return f"{won}\n-# {compared} · {counted(line.points, 'point')}"
    made = f"{signed(line.points)} scored" + (f" + {signed(line.bonus)} for tables won" if line.bonus else "")
    shown = f"{place_of(line)} {name} **{signed(line.total)}**{left}"
    return f"{shown}\n-# {made}" if evening.kind is EveningKind.PROGRESSIVE else shown


def score_panel(evening: ShownEvening) -> ui.LayoutView:
    """A menu of the round's unfinished tables, for the host to score one."""
    options = [
        discord.SelectOption(
            label=f"Table {table.number}",
            value=str(table.number),
            description=counted(table.so_far.deals, "deal") + " scored",
        )
        for table in evening.tables
        if table.table_id is not None and not table.is_over
    ][:MENU_LIMIT]
    lines = ["### Score a table as it stands", "For a table that's stuck. Its deal is broken off."]
    if not options:
        lines.append("Every table has its score.")
    control = Control(Verb.SCORE_EVENING, evening.id, evening.revision, str(evening.rounds.number))
    menu = menu_row(control, options, "Choose the table")
    return panel(ui.TextDisplay("\n".join(lines)), *menu, color=EVENING_COLOR)


def deal_sheet_panel(evening: ShownEvening, sheet: DealSheet) -> ui.LayoutView:
    """A finished deal: all hands, the nest and each table's result."""
    lines = [f"### Deal {sheet.deal} of {sheet.deals}"]
    for seat, hand in zip(SEATS, sheet.dealt.hands, strict=False):
        lines.append(f"**Seat {seat}** · {'  '.join(USUAL.lines(hand))}")
    if sheet.dealt.nest:
        lines.append(f"**Nest** · {USUAL.cards(sheet.dealt.nest)}")
    results = []
    for table in sheet.played[:TABLES_SHOWN]:
        first, second = (
            f"{pair(evening, table.seats[side::2])} **{signed(table.points[side])}**"
            + (f" ({table.matchpoints[side]} of {table.possible})" if table.possible else "")
            for side in (0, 1)
        )
        results.append(f"Table {table.table}: {first} – {second}")
    is_compared = any(table.possible for table in sheet.played)
    is_known = sheet.dealt.hands or sheet.played
    compared = COMPARED if is_compared else NOT_COMPARED if is_known else NOT_PLAYED
    if len(sheet.played) > TABLES_SHOWN:
        results.append(f"-# and {len(sheet.played) - TABLES_SHOWN} more tables")
    return panel(
        ui.TextDisplay("\n".join(lines)),
        ui.Separator(),
        ui.TextDisplay("\n".join([*results, f"-# {compared}"])),
        *_pager(evening, Verb.EVENING_DEALS, OnPage(sheet.deal - 1, sheet.deals)),
        color=EVENING_COLOR,
    )


def _pager(evening: ShownEvening, verb: Verb, on: OnPage) -> list[ui.ActionRow[Any]]:
    """Buttons to the previous and next page; their controls count pages from 1."""
    return page_buttons(lambda to, _: Control(verb, evening.id, evening.revision, str(to + 1)), on)


def where_text(evening: ShownEvening, user_id: int) -> str:
    """Sentences on where a user plays now, with which partner and opponents, or why nowhere."""
    if evening.status is EveningStatus.SIGN_UP:
        return "The evening hasn't started. Your table is drawn when the host presses *Start*."
    if evening.is_over:
        return "The evening is over. `/night board` shows the scores."
    if user_id in evening.guests.rests:
        following = "You play again in the next one." if evening.rounds.has_next else "It's the last one."
        earns = " and score the average" if evening.kind is EveningKind.PROGRESSIVE else ""
        return f"{own_move(evening, user_id)}You rest this round{earns}. {following}"
    table = evening.table_of(user_id)
    if table is None and not evening.rounds.has_next:
        return TOO_LATE
    if user_id in evening.guests.late:
        return "You play from the next round on."
    if table is None:
        return "You haven't joined. Press *Join* to play from the next round on."
    seat = table.seats.index(user_id)
    partner, others = table.seats[(seat + 2) % 4], table.seats[1 - seat % 2 :: 2]
    place = "It opens in a moment." if table.table_id is None else f"<#{table.channel_id}>"
    playing = f"Round {evening.rounds.number}: you play at table {table.number}"
    return (
        f"{own_move(evening, user_id)}{playing}, with {called(evening, partner)}, "
        f"against {pair(evening, others)}. {place}"
    )
