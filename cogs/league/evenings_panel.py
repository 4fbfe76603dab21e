"""Evenings of a season scored by duplicate deals: a page of results, and one evening."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import ui

from bot.league.evenings import EveningResult, Page, is_equal, share_won
from bot.league.results import FINAL
from bot.league.service import League, Season
from bot.models.credits import Credit
from cogs.framework.leagues import LEAGUE_COLOR, league_name
from cogs.league.match_panel import STATES, STATES_PLAIN, ruling_buttons, rulings_on
from cogs.league.words import NO_ONE_PLAYED, how_played, named, pager
from cogs.ui.controls import Control, Verb
from cogs.ui.figure_words import percent_to_a_tenth
from cogs.ui.items import TableSelect, panel
from rules.core.words import counted

SHOWN: Final = 4
"""The best players or pairs shown of each evening on a page."""
SHOWN_ALONE: Final = 20
"""Players or pairs shown of a single evening."""
NO_ONE_COMPARED: Final = "No one could be compared."


def evenings_panel(league: League, season: Season, page: Page[EveningResult]) -> ui.LayoutView:
    """A page of a season's finished evenings, newest first."""
    lines = [f"### {league_name(league)} · Results of season {season.number}"]
    if not page.lines:
        is_open = season.closed_at is None
        lines.append(f"No evening has been played yet. {how_played(season)}." if is_open else NO_ONE_PLAYED)
    for one in page.lines:
        lines += [evening_line(one), f"-# {evening_details(one)}"]
    return panel(
        ui.TextDisplay("\n".join(lines)),
        *_chooser(league, page),
        *pager(Verb.LEAGUE_RESULTS, season, page.page, page.pages),
        color=LEAGUE_COLOR,
    )


def evening_panel_of(league: League, season: Season, one: EveningResult, *, organizes: bool) -> ui.LayoutView:
    """One evening with its results and, in an open season, buttons for a dispute or (organizer) rulings."""
    lines = [f"### {league_name(league)} · Season {season.number}", evening_details(one), *_lines(one)]
    if season.closed_at is not None:
        return panel(ui.TextDisplay("\n".join([*lines, FINAL])), color=LEAGUE_COLOR)
    lines.append("Whoever played can dispute it. Organizers rule on it, with a reason everyone can read.")
    rulings = rulings_on(one.evening.state, organizes=organizes)
    buttons = ruling_buttons(league, one.evening.id, rulings)
    return panel(ui.TextDisplay("\n".join(lines)), *buttons, color=LEAGUE_COLOR)


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
    return f"{named(credit.entry, one.names_of(credit.entry))} {percent_to_a_tenth(share_won(credit))}"


def _lines(one: EveningResult) -> list[str]:
    lines = [
        f"- {_won(one, credit)} · {credit.matchpoints} of {counted(credit.possible, 'match point')}"
        for credit in one.credits[:SHOWN_ALONE]
    ]
    more = len(one.credits) - SHOWN_ALONE
    return [*(lines or [NO_ONE_COMPARED]), *([f"-# and {more} more"] if more > 0 else [])]


def _chooser(league: League, page: Page[EveningResult]) -> list[ui.ActionRow[Any]]:
    """The menu of a page's evenings; an empty list without evenings."""
    options = [
        discord.SelectOption(
            label=f"Evening {one.evening.id}",
            value=str(one.evening.id),
            description=STATES_PLAIN[one.evening.state],
        )
        for one in page.lines
    ]
    control = Control(Verb.LEAGUE_MATCH, league.id, 0)
    hint = "See all of an evening, dispute it, or rule on it"
    return [ui.ActionRow(TableSelect(control, options, placeholder=hint))] if options else []
