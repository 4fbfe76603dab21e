"""SQL that deletes old evenings, and all evenings of a server."""

from __future__ import annotations

from typing import Final

from bot.database.database import Statement, each_with

CALLED_OFF: Final = """
    SELECT id FROM evenings WHERE status = 'over' AND is_shown = 1 AND created_at < ?
        AND NOT EXISTS (SELECT 1 FROM evening_tables WHERE evening_id = evenings.id)
    ORDER BY id LIMIT ?
"""
EVENING_GOES: Final = (
    "DELETE FROM evening_cards WHERE evening_id = ?",
    "DELETE FROM evening_chairs WHERE evening_id = ?",
    "DELETE FROM evening_guests WHERE evening_id = ?",
    "DELETE FROM evenings WHERE id = ?",
)
_EVENINGS: Final = "SELECT id FROM evenings WHERE guild_id = ?"
DELETE_SERVER: Final = (
    f"DELETE FROM evening_cards WHERE evening_id IN ({_EVENINGS})",  # noqa: S608 (no user input)
    f"DELETE FROM evening_chairs WHERE evening_id IN ({_EVENINGS})",  # noqa: S608 (no user input)
    f"DELETE FROM evening_guests WHERE evening_id IN ({_EVENINGS})",  # noqa: S608 (no user input)
    "DELETE FROM evenings WHERE guild_id = ?",
)


def evening_goes(evening_id: int) -> list[Statement]:
    """Statements that delete an evening without tables."""
    return each_with(EVENING_GOES, evening_id)


def delete_server_data(guild_id: int) -> list[Statement]:
    """Statements that delete the evenings of a server, after its tables were deleted."""
    return each_with(DELETE_SERVER, guild_id)
