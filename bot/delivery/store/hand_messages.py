"""SQL of hand messages and the tokens that can still edit them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from bot.database.database import Database, Kind, Row, Statement, Values
from bot.database.rows import is_well_typed
from bot.models.stored import HandMessage

SAVE_HAND: Final = """
    INSERT INTO hand_messages (table_id, user_id, message_id, token, expires_at)
    VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (table_id, user_id) DO UPDATE
    SET message_id = excluded.message_id, token = excluded.token, expires_at = excluded.expires_at
"""
PURGE_HANDS: Final = "DELETE FROM hand_messages WHERE expires_at < ?"
FORGET_HAND: Final = "DELETE FROM hand_messages WHERE user_id = ? AND table_id = ?"
REACHABLE_HANDS: Final = """
    SELECT table_id, user_id, message_id, token, expires_at FROM hand_messages
    WHERE expires_at > ? AND table_id IN (SELECT id FROM tables WHERE {owned}) ORDER BY table_id, user_id
"""
OWN: Final[Mapping[str, Kind]] = MappingProxyType(
    {
        "hands": Kind(
            ("table_id", "message_id", "expires_at"), "FROM hand_messages WHERE user_id = ? ORDER BY 1"
        ),
    }
)
"""Export of a user's data; each ``?`` is the user's id."""
DELETE_TABLE: Final = "DELETE FROM hand_messages WHERE table_id = ?"
"""Deletes the hand messages of a table."""


class MessageStore:
    """Hand messages in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def save_hand(self, hand: HandMessage, purge_before: float = 0.0) -> None:
        """Store the newest hand message of a player at a table in place of the earlier one.

        Those with a token that expired before ``purge_before``, in epoch seconds, are deleted with it.
        """
        values = (hand.table_id, hand.user_id, hand.message_id, hand.token, hand.expires_at)
        # In this order: a process that waits for another's row must not hold one that the other waits for.
        await self._database.write(_purge_hands(purge_before), Statement(SAVE_HAND, Values(values)))

    async def reachable_hands(self, after: float) -> list[HandMessage]:
        """Hand messages of this process's tables with a token that expires after a time, in epoch seconds."""
        rows = await self._database.read(self._database.of_own_servers(REACHABLE_HANDS, after))
        return [HandMessage(*row) for row in rows if _is_sound(row)]

    async def purge_hands(self, before: float) -> None:
        """Delete hand messages with a token that expired before a time, in epoch seconds."""
        await self._database.write(_purge_hands(before))


def _is_sound(row: Row) -> bool:
    """Whether a row is undamaged. Damaged rows may be skipped: the next press sends the hand again."""
    *numbers, token, expires_at = row
    return (
        all(type(number) is int for number in numbers)
        and type(token) is str
        and is_well_typed(token)
        and isinstance(expires_at, int | float)
    )


def _purge_hands(before: float) -> Statement:
    return Statement(PURGE_HANDS, Values((before,)))


def forget_hand(table_id: int, user_id: int) -> Statement:
    """Statement that deletes the hand message of a user at a table."""
    return Statement(FORGET_HAND, Values((user_id, table_id)))
