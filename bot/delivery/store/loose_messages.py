"""SQL of public messages and threads that name users and belong to no table."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from bot.database.database import Database, Kind, Statement, Values
from bot.database.pairs import THEIRS
from bot.models.stored import LooseMessage
from bot.table.store.shown_messages import unname_in_notes

_COLUMNS: Final = "message_id, channel_id, guild_id, kind, league_id, first, second"
NOTE: Final = f"""
    INSERT INTO loose_messages ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (message_id) DO NOTHING
"""  # noqa: S608 (no user input)
WRONG: Final = f"SELECT {_COLUMNS} FROM loose_messages WHERE is_wrong = 1 AND {{owned}} ORDER BY message_id"  # noqa: S608 (no user input)
DELETE: Final = "DELETE FROM loose_messages WHERE message_id = ?"
UNOPENED: Final = """
    UPDATE loose_messages SET is_wrong = 1
    WHERE kind = 'thread' AND message_id > ? AND {owned} AND NOT EXISTS (
        SELECT 1 FROM tables WHERE tables.channel_id = loose_messages.message_id
    )
"""
LEAGUE_MOVES: Final = f"""
    INSERT INTO loose_messages ({_COLUMNS}, is_wrong)
    SELECT message_id, channel_id, guild_id, 'league', id, NULL, NULL, 1 FROM leagues
    WHERE id = ? AND message_id IS NOT NULL
    ON CONFLICT (message_id) DO NOTHING
"""  # noqa: S608 (no user input)
"""Marks the old message of a league that moves to another channel for deletion."""
SCRUB: Final = (
    "UPDATE loose_messages SET is_wrong = 1, first = NULL, second = NULL WHERE first = ? OR second = ?"
)
OWN: Final[Mapping[str, Kind]] = MappingProxyType(
    {
        "named_in": Kind(
            ("message_id", "channel_id", "guild_id", "kind", "league_id"),
            f"FROM loose_messages WHERE {THEIRS} ORDER BY 1",
        ),
    }
)
"""Export of a user's data; each ``?`` is the user's id."""
DELETE_SERVER: Final = "DELETE FROM loose_messages WHERE guild_id = ?"
"""Deletes the rows of a server's messages and threads."""


class LooseMessageStore:
    """Messages without a table that name users, in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def note_loose(self, message: LooseMessage) -> None:
        """Store that a message or a thread names users."""
        await self._database.write(Statement(NOTE, Values(message)))

    async def stale(self) -> list[LooseMessage]:
        """Messages and threads that must be scrubbed or deleted, oldest first."""
        return [LooseMessage(*row) for row in await self._database.read(self._database.of_own_servers(WRONG))]

    async def mark_unopened_stale(self, since: int) -> None:
        """Mark stored threads that have no table and an id above ``since`` as stale."""
        await self._database.write(self._database.of_own_servers(UNOPENED, since))

    async def delete(self, message_id: int) -> None:
        """Delete the row of a message or thread that was scrubbed or deleted."""
        await self._database.write(Statement(DELETE, Values((message_id,))))

    async def forget_in_messages(self, user_id: int) -> None:
        """Mark all messages as stale that were sent for a user, or that name them and belong to no table."""
        loose = Statement(SCRUB, Values((user_id, user_id)))
        await self._database.write(loose, unname_in_notes(user_id))


def to_loose(condition: str) -> str:
    """SQL that copies the messages of the pair requests that meet ``condition`` to ``loose_messages``."""
    return f"""
        INSERT INTO loose_messages ({_COLUMNS})
        SELECT pair_requests.message_id, pair_requests.channel_id, guild_id, 'asked', league_id, asker, asked
        FROM pair_requests JOIN seasons ON seasons.id = season_id JOIN leagues ON leagues.id = league_id
        WHERE pair_requests.message_id IS NOT NULL AND {condition}
        ON CONFLICT (message_id) DO NOTHING
    """  # noqa: S608 (no user input)
