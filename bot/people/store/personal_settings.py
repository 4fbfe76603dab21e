"""Users' personal settings in the database."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Final

from bot.database.database import Database, Statement, Values
from bot.database.rows import from_text, or_none, sound, text, whole
from bot.models.stored_settings import Pings, QuietHours, SlowReminder, SlowSettings

SET_IN_WORDS: Final = """
    INSERT INTO personal_settings (user_id, cards_in_words) VALUES (?, ?)
    ON CONFLICT (user_id) DO UPDATE SET cards_in_words = excluded.cards_in_words
"""
IN_WORDS: Final = "SELECT user_id FROM personal_settings WHERE cards_in_words = 1"
SET_PINGS: Final = """
    INSERT INTO personal_settings (user_id, cards_in_words, pings) VALUES (?, 0, ?)
    ON CONFLICT (user_id) DO UPDATE SET pings = excluded.pings
"""
PINGS: Final = "SELECT user_id, pings FROM personal_settings WHERE pings <> 'channel'"
SET_SLOW: Final = """
    INSERT INTO personal_settings
        (user_id, cards_in_words, slow_reminder, quiet_begins, quiet_ends, quiet_zone)
    VALUES (?, 0, ?, ?, ?, ?)
    ON CONFLICT (user_id) DO UPDATE
    SET slow_reminder = excluded.slow_reminder, quiet_begins = excluded.quiet_begins,
        quiet_ends = excluded.quiet_ends, quiet_zone = excluded.quiet_zone
"""
SET_BY_HAND: Final = """
    INSERT INTO personal_settings (user_id, cards_in_words, lays_last_card) VALUES (?, 0, ?)
    ON CONFLICT (user_id) DO UPDATE SET lays_last_card = excluded.lays_last_card
"""
BY_HAND: Final = "SELECT user_id FROM personal_settings WHERE lays_last_card = 1"
SLOW: Final = """
    SELECT user_id, slow_reminder, quiet_begins, quiet_ends, quiet_zone FROM personal_settings
    WHERE slow_reminder <> 'soon' OR quiet_zone IS NOT NULL
"""
MINUTES: Final = 24 * 60
FORGET: Final = "DELETE FROM personal_settings WHERE user_id = ?"
"""Deletes a user's settings."""
OWN: Final[Mapping[str, str]] = {
    "settings": """
        SELECT cards_in_words, pings, slow_reminder, quiet_begins, quiet_ends, quiet_zone, lays_last_card
        FROM personal_settings WHERE user_id = ?
    """,
}
"""Exported personal data, by kind; each ``?`` is the user's id."""


class PersonalSettingsStore:
    """Queries for personal settings."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def set_in_words(self, user_id: int, *, in_words: bool) -> None:
        """Store whether a user sees cards as words instead of faces."""
        await self._database.write(Statement(SET_IN_WORDS, Values((user_id, in_words))))

    async def people_in_words(self) -> frozenset[int]:
        """Users who see cards as words."""
        return frozenset(row[0] for row in await self._database.read(Statement(IN_WORDS)))

    async def set_pings(self, user_id: int, pings: Pings) -> None:
        """Store how a user is told of their turn."""
        await self._database.write(Statement(SET_PINGS, Values((user_id, pings))))

    async def pings(self) -> dict[int, Pings]:
        """How users are told of their turn, without users who have the default or a damaged row."""
        rows = await self._database.read(Statement(PINGS))
        return dict(sound(read_pings, rows, "how someone wants to hear of their turn"))

    async def set_slow_settings(self, user_id: int, settings: SlowSettings) -> None:
        """Store a user's reminder for slow tables and their quiet hours."""
        quiet = settings.quiet or (None, None, None)
        await self._database.write(Statement(SET_SLOW, Values((user_id, settings.reminder, *quiet))))

    async def slow_settings(self) -> dict[int, SlowSettings]:
        """Settings for slow tables by user, without those who have the defaults."""
        rows = await self._database.read(Statement(SLOW))
        return dict(sound(read_slow_settings, rows, "what someone wants at slow tables"))

    async def set_by_hand(self, user_id: int, *, by_hand: bool) -> None:
        """Store whether a user plays the last card of a hand themselves."""
        await self._database.write(Statement(SET_BY_HAND, Values((user_id, by_hand))))

    async def people_by_hand(self) -> frozenset[int]:
        """Users who play the last card of a hand themselves."""
        return frozenset(row[0] for row in await self._database.read(Statement(BY_HAND)))


def read_pings(user_id: object, pings: object) -> tuple[int, Pings]:
    """A user and how they are told of their turn, from a row; ``Damaged`` if it cannot be read."""
    return whole(user_id, "whose it is"), from_text(Pings, pings, "what is settled")


def read_slow_settings(user_id: object, reminder: object, *quiet: object) -> tuple[int, SlowSettings]:
    """A user and their settings for slow tables, from a row; ``Damaged`` if it cannot be read."""
    *hours, zone = quiet
    settings = SlowSettings(
        from_text(SlowReminder, reminder, "when it is"), or_none(partial(_quiet, hours), zone, "a time zone")
    )
    return whole(user_id, "whose it is"), settings


def _quiet(hours: Iterable[object], zone: object, what: str) -> QuietHours:
    begin, end = (whole(minutes, "quiet hours", most=MINUTES - 1) for minutes in hours)
    return QuietHours(begin, end, text(zone, what))
