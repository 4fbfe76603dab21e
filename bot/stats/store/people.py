"""Personal data in the ledger: exported, and moved to a former player's number."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final

from bot.database.database import Run, Statement, Values
from bot.database.pairs import THEIRS, renumber
from bot.models.former_players import Forgetting
from bot.models.stored_figures import NAMES

RIVALS: Final = """
    SELECT season_id, size, first, second, table_id, against FROM season_credits WHERE against LIKE ?
"""
SET_RIVALS: Final = """
    UPDATE season_credits SET against = ?
    WHERE season_id = ? AND size = ? AND first = ? AND second = ? AND table_id = ?
"""
IN_LEDGER: Final = ("booked_entries", "tallies", "tallied_bids", "rated_entries", "ratings", "season_credits")
"""Tables derived from results; their figures stay when a person is forgotten."""
OWN: Final[Mapping[str, str]] = {
    "season_credits": f"""
        SELECT season_id, table_id, size, verdict, how, points, matchpoints, possible, against AS rivals,
            finished_at
        FROM season_credits WHERE {THEIRS} ORDER BY season_id, table_id, size
    """,  # noqa: S608 (no user input)
    "season_credits_of_others": """
        SELECT season_id, table_id, against AS rivals
        FROM season_credits WHERE against LIKE ? ORDER BY season_id, table_id, size
    """,
    "booked": f"""
        SELECT table_id, guild_id, size, side, verdict, margin, heights, side_points, {", ".join(NAMES)},
            finished_at
        FROM booked_entries WHERE {THEIRS} ORDER BY table_id, size
    """,  # noqa: S608 (no user input)
    "tallies": f"""
        SELECT guild_id, period, games, size, {", ".join(NAMES)}
        FROM tallies WHERE {THEIRS} ORDER BY guild_id, period, games, size
    """,  # noqa: S608 (no user input)
    "tallied_bids": f"""
        SELECT guild_id, period, games, size, bid, bids, made
        FROM tallied_bids WHERE {THEIRS} ORDER BY guild_id, period, games, size, bid
    """,  # noqa: S608 (no user input)
    "ratings": f"""
        SELECT guild_id, board, size, mean, spread, matches, is_provisional
        FROM ratings WHERE {THEIRS} ORDER BY guild_id, board, size
    """,  # noqa: S608 (no user input)
    "rated_matches": f"""
        SELECT guild_id, board, table_id, size, place, mean, spread, matches, finished_at
        FROM rated_entries WHERE {THEIRS} ORDER BY guild_id, board, finished_at, table_id, size
    """,  # noqa: S608 (no user input)
}
"""Exported personal data, by kind; each ``?`` is the person's id."""


async def forget_in_ledger(run: Run, who: Forgetting) -> None:
    """Replace a person by a former player in the ledger."""
    for table in IN_LEDGER:
        await renumber(run, who, table, ("first", "second"))
    await _forget_rivals(run, who)


async def _forget_rivals(run: Run, who: Forgetting) -> None:
    """Replace a person by a former player among the opponents in season credits.

    In credits of all tables: a pair can meet others at a table where a substitute sat for the person.
    """
    for *key, text in await run(Statement(RIVALS, Values((f"%{who.user_id}%",)))):
        rivals = [
            sorted(who.former_id if one == who.user_id else one for one in entrant)
            for entrant in json.loads(text)
        ]
        if (kept := json.dumps(rivals)) != text:
            await run(Statement(SET_RIVALS, Values((kept, *key))))
