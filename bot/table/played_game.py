"""The game of a table, by the rules version it began with."""

from __future__ import annotations

from typing import Any, Final

from bot.common.errors import NewerTable
from bot.models.stored_tables import TableRecord
from rules.catalog import game_with
from rules.code_tables import GAMES, OPTIONS
from rules.core.protocol import Game
from rules.versions import NEWEST

_GAMES: Final = frozenset(GAMES)
_OPTIONS: Final = frozenset(name for name, _ in OPTIONS)
"""All games and house rules that this version knows."""


def game_of(table: TableRecord) -> Game[Any]:
    """The game of a table with its house rules, by its rules version.

    A newer version stored it if its rules version, game or a house rule is unknown here.

    Raises:
        NewerTable: a newer version of the bot played it.
        InvalidOption: the options do not fit the game.
    """
    if table.rules_version > NEWEST or table.game not in _GAMES or not _OPTIONS.issuperset(table.options):
        raise NewerTable
    return game_with(table.game, table.options, table.rules_version)
