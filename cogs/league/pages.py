"""Buttons about a season, and the way from one page of a list to the next."""

from __future__ import annotations

from typing import Any

from discord import ui

from bot.common.paging import OnPage
from bot.league.service import Season
from cogs.ui.controls import Control, Verb
from cogs.ui.items import TableButton, turning


def button(verb: Verb, season: Season, label: str) -> TableButton:
    """A button about a season."""
    return TableButton(Control(verb, season.id, 0), label)


def pager(verb: Verb, season: Season, page: int, pages: int) -> list[ui.ActionRow[Any]]:
    """The way to the pages before and after; nothing where there is one page."""
    return turning(lambda to, mark: Control(verb, season.id, to, mark), OnPage(page, pages))
