"""SQL of hand messages, and of public messages and threads that name users and belong to no table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from bot.database.database import Database, Row, Statement, Values
from bot.database.pairs import THEIRS
from bot.database.rows import is_well_typed
from bot.models.stored_messages import LooseMessage
from bot.table.store.shown_messages import unname_in_notes

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
DELETE_TABLE: Final = "DELETE FROM hand_messages WHERE table_id = ?"
"""Deletes the hand messages of a table."""
_LOOSE: Final = "message_id, channel_id, guild_id, kind, league_id, first, second"
NOTE_LOOSE: Final = f"""
    INSERT INTO loose_messages ({_LOOSE}) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (message_id) DO NOTHING
"""  # noqa: S608 (no user input)
WRONG_LOOSE: Final = (
    f"SELECT {_LOOSE} FROM loose_messages WHERE is_wrong = 1 AND {{owned}} ORDER BY message_id"  # noqa: S608 (no user input)
)
DELETE_LOOSE: Final = "DELETE FROM loose_messages WHERE message_id = ?"
UNOPENED_THREADS: Final = """
    UPDATE loose_messages SET is_wrong = 1
    WHERE kind = 'thread' AND message_id > ? AND {owned} AND NOT EXISTS (
        SELECT 1 FROM tables WHERE tables.channel_id = loose_messages.message_id
    )
"""
LEAGUE_MOVES: Final = f"""
    INSERT INTO loose_messages ({_LOOSE}, is_wrong)
    SELECT message_id, channel_id, guild_id, 'league', id, NULL, NULL, 1 FROM leagues
    WHERE id = ? AND message_id IS NOT NULL
    ON CONFLICT (message_id) DO NOTHING
"""  # noqa: S608 (no user input)
"""Marks the old message of a league that moves to another channel for deletion."""
SCRUB_LOOSE: Final = (
    "UPDATE loose_messages SET is_wrong = 1, first = NULL, second = NULL WHERE first = ? OR second = ?"
)
DELETE_SERVER: Final = "DELETE FROM loose_messages WHERE guild_id = ?"
"""Deletes the rows of a server's messages and threads."""
OWN: Final[Mapping[str, str]] = {
    "hands": "SELECT table_id, message_id, expires_at FROM hand_messages WHERE user_id = ? ORDER BY 1",
    "named_in": f"""
        SELECT message_id, channel_id, guild_id, kind, league_id
        FROM loose_messages WHERE {THEIRS} ORDER BY 1
    """,  # noqa: S608 (no user input)
}
"""Export of a user's data; each ``?`` is the user's id."""


@dataclass(frozen=True, slots=True)
class HandMessage:
    """A player's hand message and the interaction token that can edit it until ``expires_at``. Secret."""

    table_id: int
    user_id: int
    message_id: int
    token: str = field(repr=False)
    expires_at: float


class HandMessageStore:
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


class LooseMessageStore:
    """Messages without a table that name users, in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def note_loose(self, message: LooseMessage) -> None:
        """Store that a message or a thread names users."""
        await self._database.write(Statement(NOTE_LOOSE, Values(message)))

    async def stale(self) -> list[LooseMessage]:
        """Messages and threads that must be scrubbed or deleted, oldest first."""
        rows = await self._database.read(self._database.of_own_servers(WRONG_LOOSE))
        return [LooseMessage(*row) for row in rows]

    async def mark_unopened_stale(self, since: int) -> None:
        """Mark stored threads that have no table and an id above ``since`` as stale."""
        await self._database.write(self._database.of_own_servers(UNOPENED_THREADS, since))

    async def delete(self, message_id: int) -> None:
        """Delete the row of a message or thread that was scrubbed or deleted."""
        await self._database.write(Statement(DELETE_LOOSE, Values((message_id,))))

    async def forget_in_messages(self, user_id: int) -> None:
        """Mark all messages as stale that were sent for a user, or that name them and belong to no table."""
        loose = Statement(SCRUB_LOOSE, Values((user_id, user_id)))
        await self._database.write(loose, unname_in_notes(user_id))


def to_loose(condition: str) -> str:
    """SQL that copies the messages of the pair requests that meet ``condition`` to ``loose_messages``."""
    return f"""
        INSERT INTO loose_messages ({_LOOSE})
        SELECT pair_requests.message_id, pair_requests.channel_id, guild_id, 'asked', league_id, asker, asked
        FROM pair_requests JOIN seasons ON seasons.id = season_id JOIN leagues ON leagues.id = league_id
        WHERE pair_requests.message_id IS NOT NULL AND {condition}
        ON CONFLICT (message_id) DO NOTHING
    """  # noqa: S608 (no user input)
