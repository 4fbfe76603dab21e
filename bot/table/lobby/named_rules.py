"""The name under which a server has saved a table's rules."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Final

from bot.common.errors import StoreError
from bot.database.database import Database
from bot.models.stored_settings import SavedRules
from bot.models.stored_tables import TableRecord
from bot.server.store import ServerStore
from rules.codes import decode
from rules.core.protocol import InvalidOption, OptionValue

log = logging.getLogger(__name__)

LENGTH: Final = frozenset({"target", "deals"})
"""The options that say how long a match is."""


async def with_rules_name(database: Database, table: TableRecord) -> TableRecord:
    """The table with its server's name for its rules; the name is None if none is saved or readable."""
    try:
        saved = await ServerStore(database).saved_rules(table.guild_id)
    except StoreError as error:
        log.warning("the rules of table %d stay without a name: %s", table.id, error)
        saved = []
    alike = (one for one in saved if _are_alike(one, table))
    best = max(alike, key=lambda one: _rules_of(one) == (table.game, table.options), default=None)
    return table._replace(rules_name=None if best is None else best.name)


def _but_for_length(options: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """House rules without the length of a match, which is shown after their name."""
    return {key: value for key, value in options.items() if key not in LENGTH}


def _are_alike(saved: SavedRules, table: TableRecord) -> bool:
    """Whether saved rules are a table's. Rules that set more than the length may differ in length."""
    game, options = _rules_of(saved)
    if game != table.game:
        return False
    more = _but_for_length(options)
    return options == table.options or (bool(more) and more == _but_for_length(table.options))


def _rules_of(saved: SavedRules) -> tuple[str, dict[str, OptionValue]]:
    """The saved game and options; empty if this version does not play them any more."""
    try:
        return decode(saved.code)
    except InvalidOption:
        return "", {}
