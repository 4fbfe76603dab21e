"""One match of a season, with the buttons and forms to dispute it or rule on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, Final

import discord
from discord import ui

from bot.league.results import FINAL, MatchState, SeasonResult
from bot.league.rosters import Entrant
from bot.league.service import League, Season
from cogs.framework.leagues import LEAGUE_COLOR, league_name
from cogs.league.words import result_line
from cogs.ui.controls import Control, Verb
from cogs.ui.items import CHOICE_LIMIT, TableButton, TableSelect, panel, rows_of
from cogs.ui.modals import form, reason_field
from rules.core.words import signed

STATES_PLAIN: Final[Mapping[MatchState, str | None]] = {
    MatchState.COUNTS: None,
    MatchState.DISPUTED: "disputed",
    MatchState.VOID: "void",
}
STATES: Final[Mapping[MatchState, str]] = {
    MatchState.COUNTS: "",
    MatchState.DISPUTED: " · **disputed**",
    MatchState.VOID: " · **void**",
}
TOO_LATE: Final = " · ended after the season, so it doesn't count"


class Ruling(StrEnum):
    """A dispute or ruling on a match or evening. The values are used in custom_ids."""

    DISPUTE = "dispute"
    VOID = "void"
    RESTORE = "restore"
    CORRECT = "correct"


def chooser(league: League, results: Sequence[SeasonResult]) -> list[ui.ActionRow[Any]]:
    """The menu of a page's matches, to dispute or rule on one; an empty list without matches."""
    if not results:
        return []
    options = [
        discord.SelectOption(
            label=match_label(one), value=str(one.match.table_id), description=STATES_PLAIN[one.match.state]
        )
        for one in results
    ]
    menu = TableSelect(
        Control(Verb.LEAGUE_MATCH, league.id, 0), options, placeholder="Dispute a match, or rule on it"
    )
    return [ui.ActionRow(menu)]


def match_label(one: SeasonResult) -> str:
    """A match's label in a menu: its number, and its points if the game keeps points."""
    points = " – ".join(signed(one.points_of(side)) for side in one.sides)
    has_points = one.result.ranking.keeps_points
    return f"Match {one.match.table_id}{f' · {points}' if has_points else ''}"[:CHOICE_LIMIT]


def match_panel(
    league: League,
    season: Season,
    one: SeasonResult,
    names: Mapping[Entrant, Sequence[str]],
    *,
    organizes: bool,
) -> ui.LayoutView:
    """One match and, while its season is open, buttons to dispute it or (organizer) to rule on it."""
    lines = [
        f"### {league_name(league)} · Season {season.number}",
        result_line(one, names),
        f"-# {details(one, season)}",
    ]
    if season.closed_at is not None:
        lines.append(FINAL)
        return panel(ui.TextDisplay("\n".join(lines)), color=LEAGUE_COLOR)
    lines.append("Players can dispute it. Organizers rule on it, with a reason everyone can read.")
    rulings = rulings_on(one.match.state, organizes=organizes, is_corrected=one.match.points is not None)
    if organizes and one.result.ranking.keeps_points:
        rulings.append(Ruling.CORRECT)
    buttons = ruling_buttons(league, one.match.table_id, rulings)
    return panel(ui.TextDisplay("\n".join(lines)), *buttons, color=LEAGUE_COLOR)


def ruling_buttons(league: League, number: int, rulings: Sequence[Ruling]) -> list[ui.ActionRow[Any]]:
    """Buttons for ``rulings`` on a match or evening, by its number."""
    return rows_of(
        [
            TableButton(Control(Verb.LEAGUE_ASK_RULING, league.id, number, ruling), ruling.capitalize())
            for ruling in rulings
        ]
    )


def rulings_on(state: MatchState, *, organizes: bool, is_corrected: bool = False) -> list[Ruling]:
    """Rulings on a match or evening: players dispute one that counts, organizers also void or restore.

    ``CORRECT`` is left to the caller.
    """
    rulings = [Ruling.DISPUTE] if state is MatchState.COUNTS else []
    if organizes and state is not MatchState.VOID:
        rulings.append(Ruling.VOID)
    if organizes and (is_corrected or state is not MatchState.COUNTS):
        rulings.append(Ruling.RESTORE)
    return rulings


def ruling_form(league: League, number: int, ruling: Ruling, what: str) -> ui.Modal:
    """The form for a ruling's reason and, for a correction, the points.

    ``what`` is "match" or "evening", with its number.
    """
    verb = Verb.LEAGUE_DISPUTE if ruling is Ruling.DISPUTE else Verb.LEAGUE_RULE
    control = Control(verb, league.id, number, ruling)
    title = f"{ruling.capitalize()} {what} {number}"
    if ruling is not Ruling.CORRECT:
        return form(title, control, reason_field())
    points: ui.TextInput[Any] = ui.TextInput(placeholder="310 245", max_length=60)
    return form(
        title, control, ui.Label(text="The points of each side, in order", component=points), reason_field()
    )


def details(one: SeasonResult, season: Season) -> str:
    """A match's number and date, and whether and how it counts."""
    marks = (
        " · broken off" if one.result.broken_off else "",
        " · forfeited by leaving" if one.counting.is_decided_by_leaving else "",
        " · with real cards" if one.match.is_paper else "",
        " · points corrected" if one.match.points is not None else "",
        TOO_LATE if season.closed_at is not None and one.result.finished_at > season.closed_at else "",
        STATES[one.match.state],
    )
    return f"Match {one.match.table_id} · <t:{round(one.result.finished_at)}:d>{''.join(marks)}"
