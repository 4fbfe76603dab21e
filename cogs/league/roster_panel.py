"""The roster of a season: who competes, who has left, open partner requests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import discord
from discord import ui

from bot.common.pages import place_on
from bot.models.stored_league import League, PairRequest, Season, SeasonEntry
from cogs.framework.leagues import league_name
from cogs.league.words import league_page, named, pager
from cogs.ui.controls import Control, Verb
from cogs.ui.items import CHOICE_LIMIT, menu_row
from cogs.ui.words import plain_name, safe_name

PAGE: Final = 20
"""Entries on a page: names of 32 characters that are all escaped still fit."""
REQUESTS: Final = 5


def roster_panel(
    league: League,
    season: Season,
    roster: Sequence[SeasonEntry],
    requests: Sequence[PairRequest],
    page: int = 0,
    *,
    organizes: bool = False,
) -> ui.LayoutView:
    """A page of the roster; its last page lists the partner requests of an open season.

    With ``organizes`` it has a menu to remove a player or pair.
    """
    entries = sorted(roster, key=lambda entry: entry.left_at is not None)
    page, pages = place_on(page, PAGE, len(entries))
    count = sum(entry.left_at is None for entry in roster)
    lines = [
        f"### {league_name(league)} · Season {season.number}",
        f"{league.competing.capitalize()}: {count}",
    ]
    here = entries[page * PAGE : (page + 1) * PAGE]
    lines += [f"{number}\\. {entry_line(entry)}" for number, entry in enumerate(here, start=page * PAGE + 1)]
    if requests and season.is_open and page == pages - 1:
        lines.append("**Waiting for an answer**")
        lines += [
            f"- {safe_name(one.asker_name)} asks {safe_name(one.asked_name)}" for one in requests[:REQUESTS]
        ]
        if len(requests) > REQUESTS:
            lines.append(f"-# and {len(requests) - REQUESTS} more")
    return league_page(
        lines,
        *(_chooser(league, season, here) if organizes and season.is_open else []),
        *pager(Verb.LEAGUE_ROSTER, season, page, pages),
    )


def _chooser(league: League, season: Season, entries: Sequence[SeasonEntry]) -> list[ui.ActionRow[Any]]:
    """The menu of a page's competing players or pairs; an empty list without any."""
    options = [
        discord.SelectOption(
            label=" & ".join(map(plain_name, entry.names))[:CHOICE_LIMIT], value=str(entry.entrant[0])
        )
        for entry in entries
        if entry.left_at is None
    ]
    return menu_row(Control(Verb.LEAGUE_ASK_OUT, league.id, season.id), options, "Take someone out")


def entry_line(entry: SeasonEntry) -> str:
    """The names of a roster entry, and "left" if it has left the season."""
    return f"{named(entry.entrant, entry.names)}{' · left' if entry.left_at is not None else ''}"
