"""What the message of a league has no room for: what else its players and its organizers do there."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import ui

from bot.services.league_evenings import is_by_evenings
from bot.services.leagues import League, Season
from cogs.ui.controls import MODAL, Control, Verb
from cogs.ui.fixtures_panel import SIDES
from cogs.ui.items import TableButton, panel, rows_of
from cogs.ui.league_pages import button
from cogs.ui.league_words import LEAGUE_COLOR, league_name
from cogs.ui.words import REASON_LIMIT

REASON: Final = "Reason (everyone can read it)"


def league_more_panel(
    league: League, season: Season, *, is_in: bool, organizes: bool, has_schedule: bool
) -> ui.LayoutView:
    """What else somebody may do; ``is_in`` says whether they compete."""
    is_open, has_matches = season.closed_at is None, not is_by_evenings(season)
    lines = [f"### {league_name(league)} · More"]
    lines.append("**Players**: who is in. **What was done**: every ruling, and why.")
    buttons = [
        button(Verb.LEAGUE_ROSTER, season, "Players"),
        button(Verb.LEAGUE_HISTORY, season, "What was done"),
    ]
    if is_open and has_matches:
        lines.append("**Record a match**: one you played with real cards. Another side confirms it.")
        buttons.append(_button(league, Verb.LEAGUE_WRITE, "Record a match"))
    if is_open and is_in:
        lines.append("**Leave**: you're out of this season. What you played stays.")
        buttons.append(_button(league, Verb.LEAGUE_LEAVE, "Leave"))
    parts: list[ui.Item[Any]] = [ui.TextDisplay("\n".join(lines)), *rows_of(buttons)]
    if organizes:
        own = _for_organizers(league, is_open=is_open, may_draw=is_open and has_matches and not has_schedule)
        said = ["**For organizers**", *_organizing(is_open=is_open)]
        parts += [ui.Separator(), ui.TextDisplay("\n".join(said)), *rows_of(own)]
    return panel(*parts, color=LEAGUE_COLOR)


def _organizing(*, is_open: bool) -> list[str]:
    if not is_open:
        return ["The next season is scored like this one. Everyone joins again."]
    return [
        "*Players* takes someone out, *Schedule* rules who stayed away, *Results* rules on a match.",
        "`/league close` also gives the winners a role, and `/league settings` names who organizes.",
    ]


def _for_organizers(league: League, *, is_open: bool, may_draw: bool) -> list[TableButton]:
    fill = "Only people play" if league.computers else "Let computers fill in"
    draw = [_button(league, Verb.LEAGUE_DRAW, "Draw a schedule")] if may_draw else []
    end = (
        _button(league, Verb.LEAGUE_ASK_CLOSE, "Close the season", style=discord.ButtonStyle.danger)
        if is_open
        else _button(league, Verb.LEAGUE_NEXT, "Start the next season", style=discord.ButtonStyle.success)
    )
    computers = "" if league.computers else "yes"
    return [
        *draw,
        _button(league, Verb.LEAGUE_COMPUTERS, fill, argument=computers),
        _button(league, Verb.LEAGUE_POST, "Post it here"),
        end,
    ]


def partner_form(league: League) -> ui.Modal:
    """Ask whom somebody would like as their partner."""
    form = _form("Ask a partner", Control(Verb.LEAGUE_PAIR, league.id, 0))
    people: ui.UserSelect[Any] = ui.UserSelect(min_values=1, max_values=1)
    form.add_item(ui.Label(text="Who", component=people))
    form.stop()
    return form


def out_form(league: League, user_id: int) -> ui.Modal:
    """Ask why somebody is taken out of a league."""
    form = _form("Take out", Control(Verb.LEAGUE_OUT, league.id, 0, str(user_id)))
    _add_reason(form)
    form.stop()
    return form


def absent_form(league: League, number: int) -> ui.Modal:
    """Ask who stayed away from a match on the schedule, and for the reason of the ruling."""
    form = _form(f"Match {number}", Control(Verb.LEAGUE_ABSENT, league.id, number))
    options = [discord.SelectOption(label=said, value=value) for value, said in SIDES.items()]
    form.add_item(ui.Label(text="Who stayed away", component=ui.Select(options=options)))
    _add_reason(form)
    form.stop()
    return form


def _form(title: str, control: Control) -> ui.Modal:
    return ui.Modal(title=title, timeout=None, custom_id=control.custom_id(MODAL))


def _add_reason(form: ui.Modal) -> None:
    reason: ui.TextInput[Any] = ui.TextInput(max_length=REASON_LIMIT)
    form.add_item(ui.Label(text=REASON, component=reason))


def _button(
    league: League,
    verb: Verb,
    label: str,
    *,
    argument: str = "",
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
) -> TableButton:
    return TableButton(Control(verb, league.id, 0, argument), label, style=style)
