"""The schedule of a season: the user's next matches, then all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, Final

import discord
from discord import ui

from bot.common.pages import place_on
from bot.league.evenings import is_by_evenings
from bot.league.schedules import Fixture, can_be_scheduled, key_of
from bot.models.credits import Entrant
from bot.models.stored_league import Absent, League, ScheduledMatch, Season, SeasonEntry
from cogs.framework.leagues import league_name
from cogs.league.roster_panel import entry_line
from cogs.league.words import how_played, league_page, named, pager
from cogs.ui.controls import Control, Verb
from cogs.ui.items import CHOICE_LIMIT, TableButton, menu_row, rows_of
from cogs.ui.modals import form, reason_field
from cogs.ui.words import plain_name
from rules.core.words import counted

PAGE: Final = 10
OWN: Final = 3
"""The user's next matches that are shown."""
TIMES: Final = ("Once", "Twice", "3 times", "4 times")
"""How often each two sides of a schedule can meet, by label."""
DRAW: Final = "Organizers draw a schedule with `/league manage`."
ABSENT: Final[Mapping[Absent, str]] = {
    Absent.HOME: "the first side stayed away",
    Absent.AWAY: "the second side stayed away",
    Absent.BOTH: "both stayed away",
}


SIDES: Final[Mapping[str, str]] = {
    Absent.HOME: "The first side",
    Absent.AWAY: "The second side",
    Absent.BOTH: "Both",
    "none": "No one: take the ruling back",
}
"""The choices of who is ruled to have stayed away, by value."""


def fixtures_panel(
    league: League,
    season: Season,
    fixtures: Sequence[Fixture],
    roster: Sequence[SeasonEntry],
    user_id: int,
    page: int | None = None,
    *,
    organizes: bool = False,
) -> ui.LayoutView:
    """A page of the schedule, by default the one with the next open match.

    With ``organizes`` it has a menu to rule who stayed away from a match.
    """
    lines = [f"### {league_name(league)} · Schedule of season {season.number}"]
    if not fixtures:
        draw = f" {DRAW}" if can_be_scheduled(league, season) else ""
        free = "" if is_by_evenings(season) else " Play anyone you like."
        more = f"{free} {how_played(season)}.{draw}"
        lines.append(f"There is no schedule.{more}" if season.is_open else "There was no schedule.")
        return league_page(lines)
    first_open = next((index for index, one in enumerate(fixtures) if one.is_open), len(fixtures) - 1)
    page, pages = place_on(first_open // PAGE if page is None else page, PAGE, len(fixtures))
    sides = {entry.entrant: entry_line(entry) for entry in roster}
    own = [one for one in fixtures if one.is_open and user_id in {*one.match.home, *one.match.away}]
    if own and season.is_open:
        lines += ["**Your next matches**", *(_line(one, sides) for one in own[:OWN])]
    here = fixtures[page * PAGE :][:PAGE]
    for number, some in groupby(here, lambda one: one.match.round):
        lines += [f"**Round {number}**", *(_line(one, sides) for one in some)]
    return league_page(
        lines,
        *(_chooser(league, season, here, names_by_entrant(roster)) if organizes and season.is_open else []),
        *pager(Verb.LEAGUE_SCHEDULE, season, page, pages),
    )


def draw_panel(league: League, season: Season, fixtures: Sequence[Fixture]) -> ui.LayoutView:
    """The question how often each two sides meet, and whether unplayed ``fixtures`` may be replaced."""
    lines = [f"### Draw a schedule of {league_name(league)}", "How often does everyone play everyone?"]
    if fixtures:
        lines.append(
            f"The present schedule has {counted(len(fixtures), 'match')}. A new one replaces it, if none "
            "is played yet."
        )
    style = discord.ButtonStyle.danger if fixtures else discord.ButtonStyle.primary
    buttons = [
        TableButton(Control(Verb.LEAGUE_DRAW, league.id, season.id, str(times)), label, style=style)
        for times, label in enumerate(TIMES, start=1)
    ]
    return league_page(lines, *rows_of(buttons))


def _chooser(
    league: League, season: Season, fixtures: Sequence[Fixture], names: Mapping[Entrant, Sequence[str]]
) -> list[ui.ActionRow[Any]]:
    """The menu of a page's unplayed matches; an empty list without any."""
    options = [
        discord.SelectOption(
            label=f"Match {one.match.number}",
            value=key_of(season, one.match),
            description=f"{_plain(one.match.home, names)} – {_plain(one.match.away, names)}"[:CHOICE_LIMIT],
        )
        for one in fixtures
        if not one.is_played
    ]
    return menu_row(Control(Verb.LEAGUE_ASK_ABSENT, league.id, 0), options, "Rule who stayed away")


def absent_form(
    league: League, season: Season, match: ScheduledMatch, names: Mapping[Entrant, Sequence[str]]
) -> ui.Modal:
    """The form for who stayed away from a match on the schedule, and the ruling's reason."""
    control = Control(Verb.LEAGUE_ABSENT, league.id, 0, key_of(season, match))
    choices = dict(SIDES)
    choices[Absent.HOME], choices[Absent.AWAY] = _plain(match.home, names), _plain(match.away, names)
    options = [discord.SelectOption(label=said, value=value) for value, said in choices.items()]
    who: ui.Label[Any] = ui.Label(text="Who stayed away", component=ui.Select(options=options))
    return form(f"Match {match.number} of the schedule", control, who, reason_field())


def _plain(side: Entrant, names: Mapping[Entrant, Sequence[str]]) -> str:
    """A side's names for text without markdown: ``Ann & Ben``."""
    return " & ".join(map(plain_name, names.get(side, ("",) * len(side))))


def names_by_entrant(roster: Sequence[SeasonEntry]) -> dict[Entrant, tuple[str, ...]]:
    """The names on a roster by entrant."""
    return {entry.entrant: entry.names for entry in roster}


def _line(one: Fixture, sides: Mapping[Entrant, str]) -> str:
    """A match on the schedule: number, sides with their names, and what became of it."""
    match = one.match
    told = " – ".join(sides.get(side) or named(side, ("",) * len(side)) for side in (match.home, match.away))
    return f"`{match.number}` {told}{_mark(one)}"


def _mark(one: Fixture) -> str:
    """What became of a match; empty while it is open."""
    if one.is_played:
        return " · broken off" if one.is_broken_off else " · played"
    return f" · {ABSENT[one.match.absent]}" if one.match.absent else ""
