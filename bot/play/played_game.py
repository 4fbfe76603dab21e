"""The game a table plays: by the version of the rules it began with."""

from __future__ import annotations

from typing import Any

from bot.store.stored import TableRecord
from rules.catalog import game_with
from rules.core.protocol import Game


def game_of(table: TableRecord) -> Game[Any]:
    """The game of a table with what was agreed on.

    Raises:
        InvalidOption: there is no such game or version, or the options do not fit it.
    """
    return game_with(table.game, table.options, table.rules_version)
