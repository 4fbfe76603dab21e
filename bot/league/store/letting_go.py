"""Leagues that go with their server."""

from __future__ import annotations

from typing import Final

from bot.database.database import Statement, each_with

_LEAGUES: Final = "SELECT id FROM leagues WHERE guild_id = ?"
_SEASONS: Final = f"SELECT id FROM seasons WHERE league_id IN ({_LEAGUES})"  # noqa: S608 (a query of ours)
SERVER_GOES: Final = (
    f"DELETE FROM paper_matches WHERE season_id IN ({_SEASONS})",  # noqa: S608
    f"DELETE FROM fixtures WHERE season_id IN ({_SEASONS})",  # noqa: S608
    f"DELETE FROM pair_requests WHERE season_id IN ({_SEASONS})",  # noqa: S608
    f"DELETE FROM season_entries WHERE season_id IN ({_SEASONS})",  # noqa: S608
    f"DELETE FROM season_lines WHERE season_id IN ({_SEASONS})",  # noqa: S608
    f"DELETE FROM final_seasons WHERE season_id IN ({_SEASONS})",  # noqa: S608
    f"DELETE FROM league_acts WHERE league_id IN ({_LEAGUES})",  # noqa: S608
    f"DELETE FROM seasons WHERE league_id IN ({_LEAGUES})",  # noqa: S608
    "DELETE FROM leagues WHERE guild_id = ?",
)
"""Those first that refer to others."""


def server_goes(guild_id: int) -> list[Statement]:
    """Remove the leagues of a server, when nothing of other rooms refers to them any more."""
    return each_with(SERVER_GOES, guild_id)
