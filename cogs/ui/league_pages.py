"""Buttons about a season, and the way from one page of a list to the next."""

from __future__ import annotations

from typing import Any

from discord import ui

from bot.services.leagues import Season
from cogs.ui.controls import Control, Verb
from cogs.ui.items import TableButton


def button(verb: Verb, season: Season, label: str) -> TableButton:
    """A button about a season."""
    return TableButton(Control(verb, season.id, 0), label)


def pager(verb: Verb, season: Season, page: int, pages: int) -> list[ui.ActionRow[Any]]:
    """The way to the pages before and after; nothing where there is one page."""
    if pages < 2:
        return []
    before = TableButton(Control(verb, season.id, max(0, page - 1), "<"), "Previous", disabled=page == 0)
    after = TableButton(Control(verb, season.id, page + 1, ">"), "Next", disabled=page >= pages - 1)
    return [ui.ActionRow(before, after)]
