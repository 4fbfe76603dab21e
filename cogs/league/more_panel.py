"""The *More* page of a league: further actions of players and organizers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from bot.league.evenings import is_by_evenings
from bot.league.schedules import ScheduledMatch, can_be_scheduled, key_of
from bot.league.service import League, Season
from cogs.framework.leagues import LEAGUE_COLOR, league_name
from cogs.league.file_panel import MINE
from cogs.league.fixtures_panel import SIDES
from cogs.league.words import button, league_button, organizers_text
from cogs.ui.controls import Control, Verb
from cogs.ui.items import MENU_LIMIT, TableButton, TableSelect, panel, rows_of
from cogs.ui.modals import form, reason_field
from rules.core.words import counted


def league_more_panel(
    league: League,
    season: Season,
    earlier: Sequence[Season],
    *,
    is_in: bool,
    organizes: bool,
    manages: bool,
    may_draw: bool,
    disputed: int = 0,
) -> ui.LayoutView:
    """The user's further actions in the newest season, and a menu of ``earlier`` seasons, latest first.

    ``is_in``: the user competes; ``manages``: they manage the server; ``may_draw``: a schedule can be drawn;
    ``disputed``: the number of disputes to rule on.
    """
    is_open, has_matches = season.closed_at is None, not is_by_evenings(season)
    lines = [f"### {league_name(league)} · More"]
    lines.append("**Players**: who is in. **What was done**: every ruling, and why.")
    buttons = [
        button(Verb.LEAGUE_ROSTER, season, "Players"),
        button(Verb.LEAGUE_HISTORY, season, "What was done"),
    ]
    if is_open and has_matches:
        lines.append("**Record a match**: one you played with real cards. Another side confirms it.")
        buttons.append(league_button(league, Verb.LEAGUE_WRITE, "Record a match"))
    if is_open and is_in:
        lines.append("**Leave**: you're out of this season. What you played stays.")
        leave = Control(Verb.LEAGUE_LEAVE, league.id, season.id)
        buttons.append(TableButton(leave, "Leave"))
    lines.append("**My results**: what you played, as a file.")
    buttons.append(league_button(league, Verb.LEAGUE_ASK_EXPORT, "My results", argument=MINE))
    parts: list[ui.Item[Any]] = [ui.TextDisplay("\n".join(lines)), *rows_of(buttons)]
    if earlier:
        parts.append(_seasons(league, earlier))
    if organizes:
        rows = _for_organizers(
            league, is_open=is_open, manages=manages, has_matches=has_matches, may_draw=may_draw
        )
        asked = [f"**To rule on: {counted(disputed, 'dispute')}.**"] if is_open and disputed else []
        said = ["**For organizers**", *asked, *_organizing(league, season)]
        parts += [ui.Separator(), ui.TextDisplay("\n".join(said)), *rows_of(rows)]
    return panel(*parts, color=LEAGUE_COLOR)


def _seasons(league: League, earlier: Sequence[Season]) -> ui.ActionRow[Any]:
    """The menu of earlier seasons."""
    options = [
        discord.SelectOption(label=f"Season {one.number}", value=str(one.number))
        for one in earlier[:MENU_LIMIT]
    ]
    control = Control(Verb.LEAGUE_SEASON, league.id, 0)
    return ui.ActionRow(TableSelect(control, options, placeholder="An earlier season"))


def _organizing(league: League, season: Season) -> list[str]:
    who = f"It's organized by {organizers_text(league.organizer_role)}."
    if season.closed_at is not None:
        return [who, "The next season is scored like this one. Everyone joins again."]
    rulings = [
        "*Players* takes someone out",
        *(["*Schedule* rules who stayed away"] if can_be_scheduled(league, season) else []),
        f"*Results* rules on {'an evening' if is_by_evenings(season) else 'a match'}",
    ]
    return [who, f"{', '.join(rulings)}."]


def _for_organizers(
    league: League, *, is_open: bool, manages: bool, has_matches: bool, may_draw: bool
) -> list[TableButton]:
    fill = "Only people play" if league.computers else "Let computers fill in"
    draw = [league_button(league, Verb.LEAGUE_DRAW, "Draw a schedule")] if is_open and may_draw else []
    imports = [league_button(league, Verb.LEAGUE_ASK_IMPORT, "Import")] if is_open and has_matches else []
    roles = [league_button(league, Verb.LEAGUE_ASK_ORGANIZERS, "Organizers")] if manages else []
    end = (
        league_button(league, Verb.LEAGUE_ASK_CLOSE, "Close the season", style=discord.ButtonStyle.danger)
        if is_open
        else league_button(
            league, Verb.LEAGUE_NEXT, "Start the next season", style=discord.ButtonStyle.success
        )
    )
    computers = "" if league.computers else "yes"
    return [
        *draw,
        league_button(league, Verb.LEAGUE_COMPUTERS, fill, argument=computers),
        league_button(league, Verb.LEAGUE_POST, "Post it here"),
        *imports,
        league_button(league, Verb.LEAGUE_ASK_EXPORT, "Export"),
        *roles,
        end,
    ]


def removal_form(league: League, season_id: int, user_id: int) -> ui.Modal:
    """The form for the reason of removing a player or pair from a season."""
    control = Control(Verb.LEAGUE_OUT, league.id, season_id, str(user_id))
    return form("Take out", control, reason_field())


def absent_form(league: League, season: Season, match: ScheduledMatch) -> ui.Modal:
    """The form for who stayed away from a match on the schedule, and the ruling's reason."""
    control = Control(Verb.LEAGUE_ABSENT, league.id, 0, key_of(season, match))
    options = [discord.SelectOption(label=said, value=value) for value, said in SIDES.items()]
    who: ui.Label[Any] = ui.Label(text="Who stayed away", component=ui.Select(options=options))
    return form(f"Match {match.number}", control, who, reason_field())
