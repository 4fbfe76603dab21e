"""Results of a season: pages of matches or evenings, and one of them with the rulings on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, Final

import discord
from discord import ui

from bot.common.pages import Page
from bot.league.evenings import EveningResult, is_equal, share_won
from bot.league.results import FINAL, SeasonResult
from bot.models.credits import Credit, Entrant
from bot.models.stored_league import League, MatchState, Season
from cogs.framework.leagues import league_name
from cogs.league.words import NO_ONE_PLAYED, how_played, league_page, named, pager, result_line
from cogs.ui.controls import Control, Verb
from cogs.ui.figure_words import percent_to_a_tenth
from cogs.ui.items import CHOICE_LIMIT, TableButton, menu_row, rows_of
from cogs.ui.modals import form, reason_field, text_field
from rules.core.words import counted, signed

SHOWN: Final = 4
"""The best players or pairs shown of each evening on a page."""
SHOWN_ALONE: Final = 20
"""Players or pairs shown of a single evening."""
NO_ONE_COMPARED: Final = "No one could be compared."
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


def results_panel(
    league: League, season: Season, page: Page[SeasonResult], names: Mapping[Entrant, Sequence[str]]
) -> ui.LayoutView:
    """A page of a season's finished matches, newest first, with a menu of them while the season is open."""
    lines = [
        text for one in page.lines for text in (result_line(one, names), f"-# {match_details(one, season)}")
    ]
    options = [
        discord.SelectOption(
            label=_label(one), value=str(one.match.table_id), description=STATES_PLAIN[one.match.state]
        )
        for one in (page.lines if season.is_open else ())
    ]
    hint = "Dispute a match, or rule on it"
    return _page(league, season, page, lines or [_none(season, "match")], options, hint)


def evenings_panel(league: League, season: Season, page: Page[EveningResult]) -> ui.LayoutView:
    """A page of a season's finished evenings, newest first."""
    lines = [text for one in page.lines for text in (evening_line(one), f"-# {evening_details(one)}")]
    options = [
        discord.SelectOption(
            label=f"Evening {one.evening.id}",
            value=str(one.evening.id),
            description=STATES_PLAIN[one.evening.state],
        )
        for one in page.lines
    ]
    hint = "See all of an evening, dispute it, or rule on it" if season.is_open else "See all of an evening"
    return _page(league, season, page, lines or [_none(season, "evening")], options, hint)


def _page(
    league: League,
    season: Season,
    page: Page[Any],
    lines: Sequence[str],
    options: Sequence[discord.SelectOption],
    hint: str,
) -> ui.LayoutView:
    title = f"### {league_name(league)} · Results of season {season.number}"
    menu = menu_row(Control(Verb.LEAGUE_MATCH, league.id, 0), options, hint)
    return league_page([title, *lines], *menu, *pager(Verb.LEAGUE_RESULTS, season, page.page, page.pages))


def _none(season: Season, what: str) -> str:
    """The line of a season without results; ``what`` is "match" or "evening"."""
    if not season.is_open:
        return NO_ONE_PLAYED
    return f"No {what} has been played yet. {how_played(season)}."


def _label(one: SeasonResult) -> str:
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
    lines = [result_line(one, names), f"-# {match_details(one, season)}"]
    rulings = rulings_on(one, organizes=organizes)
    return _one(league, season, lines, "Players", one.match.table_id, rulings)


def evening_panel_of(league: League, season: Season, one: EveningResult, *, organizes: bool) -> ui.LayoutView:
    """One evening with its results and, in an open season, buttons for a dispute or (organizer) rulings."""
    lines = [evening_details(one), *_lines(one)]
    rulings = rulings_on(one, organizes=organizes)
    return _one(league, season, lines, "Whoever played", one.evening.id, rulings)


def _one(
    league: League, season: Season, lines: Sequence[str], who: str, number: int, rulings: Sequence[Ruling]
) -> ui.LayoutView:
    """A match or evening by its number; ``who`` may dispute it."""
    told = [f"### {league_name(league)} · Season {season.number}", *lines]
    if not season.is_open:
        return league_page([*told, FINAL])
    told.append(f"{who} can dispute it. Organizers rule on it, with a reason everyone can read.")
    buttons = [
        TableButton(Control(Verb.LEAGUE_ASK_RULING, league.id, number, ruling), ruling.capitalize())
        for ruling in rulings
    ]
    return league_page(told, *rows_of(buttons))


def rulings_on(one: SeasonResult | EveningResult, *, organizes: bool) -> list[Ruling]:
    """Rulings on a match or evening: players dispute one that counts, organizers also change what counts."""
    if isinstance(one, SeasonResult):
        state, is_corrected = one.match.state, one.match.points is not None
        has_points = one.has_points
    else:
        state, is_corrected, has_points = one.evening.state, False, False
    possible = {
        Ruling.DISPUTE: state is MatchState.COUNTS,
        Ruling.VOID: organizes and state is not MatchState.VOID,
        Ruling.RESTORE: organizes and (is_corrected or state is not MatchState.COUNTS),
        Ruling.CORRECT: organizes and has_points,
    }
    return [ruling for ruling, is_possible in possible.items() if is_possible]


def ruling_form(league: League, number: int, ruling: Ruling, what: str) -> ui.Modal:
    """The form for a ruling's reason and, for a correction, the points.

    ``what`` is "match" or "evening", with its number.
    """
    verb = Verb.LEAGUE_DISPUTE if ruling is Ruling.DISPUTE else Verb.LEAGUE_RULE
    control = Control(verb, league.id, number, ruling)
    title = f"{ruling.capitalize()} {what} {number}"
    if ruling is not Ruling.CORRECT:
        return form(title, control, reason_field())
    points = text_field("The points of each side, in order", most=60, hint="310 245")
    return form(title, control, points, reason_field())


def match_details(one: SeasonResult, season: Season) -> str:
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


def evening_line(one: EveningResult) -> str:
    """The best players or pairs of an evening in one line, or that none could be compared."""
    if not one.credits:
        return NO_ONE_COMPARED
    first = one.credits[0]
    shown = [
        f"🥇 **{_won(one, credit)}**" if is_equal(credit, first) else _won(one, credit)
        for credit in one.credits[:SHOWN]
    ]
    more = len(one.credits) - len(shown)
    return " · ".join([*shown, *([f"and {more} more"] if more else [])])


def evening_details(one: EveningResult) -> str:
    """An evening's number, date, channel and ruling state."""
    evening = one.evening
    where = f"<t:{round(evening.ended_at)}:d> · <#{evening.channel_id}>"
    return f"Evening {evening.id} · {where}{STATES[evening.state]}"


def _won(one: EveningResult, credit: Credit) -> str:
    return f"{named(credit.entrant, one.names_of(credit.entrant))} {percent_to_a_tenth(share_won(credit))}"


def _lines(one: EveningResult) -> list[str]:
    lines = [
        f"- {_won(one, credit)} · {credit.matchpoints} of {counted(credit.possible, 'match point')}"
        for credit in one.credits[:SHOWN_ALONE]
    ]
    more = len(one.credits) - SHOWN_ALONE
    return [*(lines or [NO_ONE_COMPARED]), *([f"-# and {more} more"] if more > 0 else [])]
