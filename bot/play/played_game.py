"""The game a table plays: by the version of its rules it began with."""

from __future__ import annotations

from typing import Any

from bot.store.stored import TableRecord
from rules.catalog import game_with
from rules.core.protocol import Game, OptionValue
from rules.versions import as_meant


def options_of(table: TableRecord) -> dict[str, OptionValue]:
    """What was agreed on at a table, as it was meant then."""
    return as_meant(table.game, table.options, table.rules_version)


def game_of(table: TableRecord) -> Game[Any]:
    """The game of a table with what was agreed on.

    Raises:
        InvalidOption: it is not played any more.
    """
    return game_with(table.game, options_of(table))
