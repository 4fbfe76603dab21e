"""What the organizers of a league did, page by page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from discord import ui

from bot.common.pages import Page
from bot.league.service import CLOCK
from bot.models.stored_league import Absent, Did, League, LeagueAct, Season
from cogs.framework.leagues import league_name
from cogs.league.fixtures_panel import ABSENT
from cogs.league.words import DID, FILL, league_page, organizers_text, pager
from cogs.table.ended_panel import capitalized_mention, mention_or_someone
from cogs.ui.controls import Verb
from cogs.ui.words import safe_reason
from rules.core.words import signed

FORFEIT: Final[Mapping[bool, str]] = {False: "not forfeited any more", True: "forfeited by leaving again"}
"""The words for a match, by whether it is now forfeited by leaving."""


def history_panel(league: League, season: Season, page: Page[LeagueAct]) -> ui.LayoutView:
    """A page of what a league's organizers did, newest first."""
    lines = [f"### {league_name(league)} · What was done", *map(_act_line, page.lines)]
    return league_page(lines, *pager(Verb.LEAGUE_HISTORY, season, page.page, page.pages))


def _act_line(act: LeagueAct) -> str:
    if act.user_id == CLOCK:
        return f"<t:{round(act.at)}:f> · The season closed on its date"
    who = capitalized_mention(act.user_id)
    about = f" {mention_or_someone(act.about)}" if act.about is not None else ""
    confirmed = f", confirmed by{about}" if act.what is Did.RECORDED else ""
    if act.what in {Did.RECORDED, Did.FORFEITED}:
        about = ""
    match = f" match {act.table_id}" if act.table_id is not None else _by_number(act)
    changed = f" ({what})" if (what := _changed(act)) else ""
    why = f": {safe_reason(act.reason)}" if act.reason else ""
    return f"<t:{round(act.at)}:f> · {who} {DID[act.what]}{about}{match}{confirmed}{changed}{why}"


def _by_number(act: LeagueAct) -> str:
    """The number of the evening or scheduled match an act is about; empty for other acts."""
    match act.detail:
        case {"evening": int(number)}:
            return f" evening {number}"
        case {"number": int(number)}:
            return f" match {number} of the schedule"
    return ""


def _changed(act: LeagueAct) -> str:
    """What an act changed: points before and after, who stayed away, or a setting; empty for other acts."""
    if act.what is Did.CHANGED:
        return _setting_words(act)
    if act.what is Did.FORFEITED and act.about is not None:
        other = " and the other" if act.detail.get("after") == Absent.BOTH else ""
        return f"{mention_or_someone(act.about)}'s side{other} stayed away"
    if act.what is Did.FORFEITED:  # earlier versions stored no one, only which side of the schedule's line
        absent = act.detail.get("after")
        return ABSENT[Absent(absent)] if isinstance(absent, str) else "no one stayed away"
    before, after = act.detail.get("before"), act.detail.get("after")
    if not isinstance(before, dict) or not isinstance(after, dict):
        return ""
    points = [_points(one.get("points")) for one in (before, after)]
    changed = [f"{points[0]} → {points[1]}"] if points[0] != points[1] else []
    forfeited = act.detail.get("forfeited")
    return ", ".join([*changed, *([FORFEIT[forfeited]] if isinstance(forfeited, bool) else [])])


def _setting_words(act: LeagueAct) -> str:
    """The setting or organizers of a league since an act."""
    match act.detail:
        case {"computers": [_, bool(may_fill)]}:
            return FILL[may_fill]
        case {"organizers": [_, role_id]}:
            return organizers_text(role_id if isinstance(role_id, int) else None)
    return ""


def _points(points: object) -> str:
    return " – ".join(map(signed, points)) if isinstance(points, list) else "as played"
