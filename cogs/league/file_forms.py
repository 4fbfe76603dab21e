"""The forms for importing and exporting a season's results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from discord import ui

from bot.league.files import Form
from bot.league.paper.reading import MOST_BYTES
from bot.league.service import League, Season
from cogs.ui.controls import Control, Verb
from cogs.ui.items import MENU_LIMIT
from cogs.ui.modals import choice, form

MINE: Final = "mine"
"""Argument of a control for an export of the user's own results; empty for the whole season."""
FORMS: Final = {Form.CSV: "CSV, for spreadsheets", Form.JSON: "JSON, for programs"}
FILE: Final = f"CSV, up to {MOST_BYTES // 1000:,} kB. It's checked first, line by line."


def import_form(league: League) -> ui.Modal:
    """The form to attach a file of results."""
    file: ui.Label[Any] = ui.Label(text="File of results", description=FILE, component=ui.FileUpload())
    return form("Import results", Control(Verb.LEAGUE_CHECK, league.id, 0), file)


def export_form(league: League, seasons: Sequence[Season], *, is_mine: bool) -> ui.Modal:
    """The form for season, newest first, and kind of file; ``is_mine`` exports only the user's results."""
    numbers = [(str(one.number), f"Season {one.number}") for one in seasons[:MENU_LIMIT]]
    return form(
        "My results" if is_mine else "Export results",
        Control(Verb.LEAGUE_EXPORT, league.id, 0, MINE if is_mine else ""),
        ui.Label(text="Season", component=choice(numbers)),
        ui.Label(text="Kind of file", component=choice(FORMS.items())),
    )
