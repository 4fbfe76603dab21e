"""What people have settled for themselves."""

from __future__ import annotations

from typing import Final

from bot.store.database import Database, Statement, Values

SET_IN_WORDS: Final = """
    INSERT INTO personal_settings (user_id, cards_in_words) VALUES (?, ?)
    ON CONFLICT (user_id) DO UPDATE SET cards_in_words = excluded.cards_in_words
"""
IN_WORDS: Final = "SELECT user_id FROM personal_settings WHERE cards_in_words = 1"


class PersonalSettingsStore:
    """People's own settings in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def set_in_words(self, user_id: int, *, in_words: bool) -> None:
        """Settle whether somebody wants cards in words instead of drawn faces."""
        await self._database.write(Statement(SET_IN_WORDS, Values((user_id, in_words))))

    async def people_in_words(self) -> frozenset[int]:
        """Everybody who wants cards in words."""
        return frozenset(row[0] for row in await self._database.read(Statement(IN_WORDS)))
