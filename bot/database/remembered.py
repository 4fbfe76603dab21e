"""The bot's own persistent values, by key."""

from __future__ import annotations

import json
import logging
from typing import Final

from bot.common.errors import StoreError
from bot.database.database import Damaged, Database, Statement, Values
from bot.database.rows import parsed
from rules.core.protocol import OptionValue

log = logging.getLogger(__name__)

REMEMBER: Final = """
    INSERT INTO settings (key, value) VALUES (?, ?)
    ON CONFLICT (key) DO UPDATE SET value = excluded.value
"""
REMEMBERED: Final = "SELECT value FROM settings WHERE key = ?"


class Remembered:
    """The bot's own persistent values, in the table ``settings``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def setting(self, key: str) -> OptionValue:
        """The value of a key; None if never set or damaged."""
        rows = await self._database.read(Statement(REMEMBERED, Values((key,))))
        try:
            value: OptionValue = parsed(rows[0][0], key) if rows else None
        except Damaged as error:
            log.warning("the setting %s", error)
            return None
        return value

    async def set_setting(self, key: str, value: OptionValue) -> None:
        """Store a value under a key."""
        await self._database.write(remember(key, value))

    async def is_writable(self) -> bool:
        """Whether a test write succeeds now."""
        try:
            await self.test_writing()
        except StoreError:
            return False
        return True

    async def test_writing(self) -> None:
        """Make a test write; a StoreError if it failed."""
        own = min(self._database.leases.mine, default=None)  # a process must not wait for another's row
        await self.set_setting(f"store.written.{own}", value=True)


def remember(key: str, value: OptionValue) -> Statement:
    """The statement that stores a value under a key."""
    return Statement(REMEMBER, Values((key, json.dumps(value))))
