"""Deletes ledger rows with their table or server."""

from __future__ import annotations

from typing import Final

from bot.database.database import Statement, each_with

TABLE_GOES: Final = (
    "DELETE FROM booked_entries WHERE table_id = ?",
    "DELETE FROM booked_matches WHERE table_id = ?",
    "DELETE FROM rated_entries WHERE table_id = ?",
    "DELETE FROM season_credits WHERE table_id = ?",
)
SERVER_GOES: Final = (
    "DELETE FROM tallies WHERE guild_id = ?",
    "DELETE FROM tallied_bids WHERE guild_id = ?",
    "DELETE FROM boards_to_rate WHERE guild_id = ?",
    "DELETE FROM ratings WHERE guild_id = ?",
)


def table_goes(table_id: int) -> list[Statement]:
    """Delete the ledger rows of a table's match; sums keep its figures."""
    return each_with(TABLE_GOES, table_id)


def server_goes(guild_id: int) -> list[Statement]:
    """Delete the sums and ratings of a server."""
    return each_with(SERVER_GOES, guild_id)
