"""What the application remembers of itself, by key."""

from __future__ import annotations

import json
import logging
from typing import Final

from bot.common.errors import StoreError
from bot.database.database import Database, Statement, Values
from bot.database.errors import Damaged
from bot.database.rows import parsed
from rules.core.protocol import OptionValue

log = logging.getLogger(__name__)

REMEMBER: Final = """
    INSERT INTO settings (key, value) VALUES (?, ?)
    ON CONFLICT (key) DO UPDATE SET value = excluded.value
"""
REMEMBERED: Final = "SELECT value FROM settings WHERE key = ?"


class Remembered:
    """Values of the application's own, in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def setting(self, key: str) -> OptionValue:
        """A remembered value of the application's own; None if never set, and where it cannot be read."""
        rows = await self._database.read(Statement(REMEMBERED, Values((key,))))
        try:
            value: OptionValue = parsed(rows[0][0], key) if rows else None
        except Damaged as error:
            log.warning("the setting %s", error)
            return None
        return value

    async def set_setting(self, key: str, value: OptionValue) -> None:
        """Remember a value."""
        await self._database.write(remember(key, value))

    async def is_writable(self) -> bool:
        """Whether a write would succeed now: one is made."""
        try:
            await self.test_writing()
        except StoreError:
            return False
        return True

    async def test_writing(self) -> None:
        """Write something.

        Raises:
            StoreError: nothing can be written now.
        """
        await self.set_setting("store.written", value=True)


def remember(key: str, value: OptionValue) -> Statement:
    """Remember a value."""
    return Statement(REMEMBER, Values((key, json.dumps(value))))
