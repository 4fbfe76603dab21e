"""Messages whose drawn faces take more room than Discord gives are said in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from discord import ui

from bot.models.faces import NO_FACES
from bot.table.desk.shown import ShownTable

MOST: Final = 4000
"""Characters of a message: Discord's limit. An emoji has some 35 of them."""


def fitting(draw: Callable[[ShownTable], ui.LayoutView], table: ShownTable) -> ui.LayoutView:
    """A message about a table with the faces it has, or with none where they would not fit."""
    view = draw(table)
    return view if view.content_length() <= MOST else draw(table._replace(faces=NO_FACES))
