"""Texts and buttons of rematches: kept seats, the series, the question for the league."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import discord
from discord import ui

from bot.models.stored_league import League, Season
from bot.table.desk.shown import ShownSeat, ShownTable
from cogs.framework.leagues import LEAGUE_COLOR, league_name
from cogs.ui.controls import Control, Verb
from cogs.ui.items import TableButton, lasting_button, panel, rows_of, table_button
from cogs.ui.words import name_of, safe_name, team_name
from rules.core.words import listed

FOR_LEAGUE: Final = "league"
OUTSIDE: Final = "outside"
"""Arguments of the buttons for a rematch of a league match; without one, the user is asked."""


def rematch_button(table: ShownTable) -> Sequence[TableButton]:
    """The *Rematch* button (*Play again* for one player).

    An empty list for a deal played again, and at an evening, which opens its own next tables.
    """
    if table.match.first_time is not None or table.kind.of_evening:
        return []
    label = "Rematch" if len(table.seats) > 1 else "Play again"
    return [lasting_button(table, Verb.REMATCH, label, style=discord.ButtonStyle.success)]


def league_question(table_id: int, league: League, season: Season) -> ui.LayoutView:
    """The question whether the rematch of a league match counts in the league, too."""
    text = (
        f"**For the league?** The match before was one of {league_name(league)}. "
        f"The rematch can count in season {season.number}, too."
    )
    answers = {FOR_LEAGUE: "For the league", OUTSIDE: "Not for the league"}
    buttons = [
        TableButton(Control(Verb.REMATCH, table_id, 0, answer), label) for answer, label in answers.items()
    ]
    return panel(ui.TextDisplay(text), *rows_of(buttons), color=LEAGUE_COLOR)


def lead_lines(table: ShownTable) -> list[str]:
    """A line with the series of two sides; an empty list before their second match."""
    lead = table.match.lead
    if lead is None or lead.won + lead.lost < 2:
        return []
    if lead.won == lead.lost:
        return [f"The series is tied {lead.won:,}–{lead.lost:,}."]
    verb = "leads" if len(lead.seats) == 1 else "lead"
    return [f"{team_name(table, lead.seats)} {verb} the series {lead.won:,}–{lead.lost:,}."]


def newcomer_lines(table: ShownTable) -> list[str]:
    """A line for each newcomer who was to take over a seat before the match ended."""
    is_played_out = table.view is not None and table.view.outcome is not None
    then = " *Rematch* keeps it for them." if is_played_out else ""
    return [
        f"The match ended before {safe_name(seat.kept.name)} took over {name_of(seat)}'s seat.{then}"
        for seat in table.seats
        if seat.kept is not None
    ]


def kept_seats(table: ShownTable) -> list[ShownSeat]:
    """The seats kept for their players."""
    return [seat for seat in table.seats if seat.kept is not None]


def waiting_line(table: ShownTable) -> str:
    """A line with the players a rematch waits for, and with the seats open to anyone, if there are any."""
    waiting = listed([safe_name(seat.kept.name) for seat in table.seats if seat.kept is not None])
    free = sum(seat.is_empty and seat.kept is None for seat in table.seats)
    is_open = f"{free} more seat{' is' if free == 1 else 's are'} open to anyone."
    return f"Rematch: waiting for {waiting}. {is_open if free else 'The match starts when everyone is here.'}"


def rematch_buttons(table: ShownTable) -> Sequence[TableButton]:
    """A lobby's *Other partners*, with sides and three players, and *Open the seats*, if some are kept."""
    buttons = []
    taken = sum(not seat.is_empty or seat.kept is not None for seat in table.seats)
    if table.lobby.sides and len(table.seats) >= 4 and taken > 2:
        buttons.append(table_button(table, Verb.OTHER_PARTNERS, "Other partners"))
    if kept_seats(table):
        buttons.append(table_button(table, Verb.OPEN_SEATS, "Open the seats"))
    return buttons
