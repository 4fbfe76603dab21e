"""Personal data in leagues: exported, and put under a former player's number."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Final

from bot.common.text import FORMER_PLAYER
from bot.database.database import Database, Run, Statement, Values
from bot.database.pairs import THEIRS, renumber
from bot.database.rows import with_number
from bot.delivery.store import to_loose
from bot.models.former_players import UNSAID, Forgetting, Known, is_named
from bot.table.store.shown_messages import mark_past_stale

FORGET_REQUESTS: Final = (
    to_loose("? IN (asker, asked)"),
    "DELETE FROM pair_requests WHERE ? IN (asker, asked)",
)
PAPER: Final = "SELECT id, recorded_by FROM paper_matches WHERE recorded_by = ? OR result LIKE ?"
LAPSE: Final = "UPDATE paper_matches SET at = 0, recorded_by = ?, result = '{}' WHERE id = ?"
CONFIRMED_IS_WRONG: Final = mark_past_stale("SELECT table_id FROM league_acts WHERE about = ?")
"""The message of a confirmed match with real cards names who confirmed it, even an organizer."""
RENUMBER: Final = (
    "UPDATE leagues SET created_by = ? WHERE created_by = ?",
    "UPDATE league_acts SET user_id = ? WHERE user_id = ?",
    "UPDATE league_acts SET about = ? WHERE about = ?",
)
REASONS: Final = """
    SELECT guild_id, COALESCE(table_id, 0), league_acts.id, user_id, about, reason
    FROM league_acts JOIN leagues ON leagues.id = league_id WHERE reason <> ''
"""
SET_REASON: Final = "UPDATE league_acts SET reason = ? WHERE id = ?"
RENAME: Final = (
    "UPDATE season_entries SET first_name = ? WHERE first = ?",
    "UPDATE season_entries SET second_name = ? WHERE second = ?",
)
PAIRS: Final[Sequence[tuple[str, str, str, tuple[tuple[str, str], ...]]]] = (
    ("season_entries", "first", "second", (("first_name", "second_name"),)),
    ("season_sides", "first", "second", ()),
    ("fixtures", "home_first", "home_second", ()),
    ("fixtures", "away_first", "away_second", ()),
    ("season_lines", "first", "second", ()),
)
"""Columns with pairs, and the columns that go with each of the two players."""
OWN: Final[Mapping[str, str]] = {
    "seasons": """
        SELECT season_id, name, number, CASE WHEN first = ? THEN first_name ELSE second_name END AS own_name,
            joined_at, left_at
        FROM season_entries JOIN seasons ON seasons.id = season_id JOIN leagues ON leagues.id = league_id
        WHERE first = ? OR second = ? ORDER BY season_id
    """,
    "partners_asked": """
        SELECT season_id, CASE WHEN asker = ? THEN asker_name ELSE asked_name END AS own_name, at
        FROM pair_requests WHERE asker = ? OR asked = ? ORDER BY season_id
    """,
    "leagues": "SELECT id, guild_id, name, created_at FROM leagues WHERE created_by = ? ORDER BY id",
    "league_acts": """
        SELECT league_id, what, detail, reason, at
        FROM league_acts WHERE user_id = ? ORDER BY id
    """,
    "league_acts_about": """
        SELECT league_id, what, detail, reason, at
        FROM league_acts WHERE about = ? ORDER BY id
    """,
    "paper_matches": """
        SELECT season_id, CASE WHEN recorded_by = ? THEN 1 ELSE 0 END AS is_recorder, result, at
        FROM paper_matches WHERE recorded_by = ? OR result LIKE ? ORDER BY id
    """,
    "fixtures": """
        SELECT season_id, number, round,
            CASE WHEN home_first = ? OR home_second = ? THEN 'home' ELSE 'away' END AS own_side, forfeited
        FROM fixtures WHERE home_first = ? OR home_second = ? OR away_first = ? OR away_second = ?
        ORDER BY season_id, number
    """,
    "season_lines": f"""
        SELECT season_id, place, value, played, won, drawn, lost, forfeits, points, breaks
        FROM season_lines WHERE {THEIRS} ORDER BY season_id
    """,  # noqa: S608 (no user input)
}
"""Exported personal data, by kind; each ``?`` is the user's id."""


async def forget_in_leagues(run: Run, who: Forgetting) -> None:
    """Replace a user by a former player in all leagues.

    Their open requests to be partners are deleted, and their unconfirmed matches expire.
    """
    named = with_number("user_id", who.user_id)
    for sql in FORGET_REQUESTS:
        await run(Statement(sql, Values((who.user_id,))))
    for paper_id, recorder in await run(Statement(PAPER, Values((who.user_id, named)))):
        by = who.former_id if recorder == who.user_id else recorder
        await run(Statement(LAPSE, Values((by, paper_id))))
    for sql in RENAME:
        await run(Statement(sql, Values((FORMER_PLAYER, who.user_id))))
    await run(Statement(CONFIRMED_IS_WRONG, Values((who.user_id,))))
    for sql in RENUMBER:
        await run(Statement(sql, Values((who.former_id, who.user_id))))
    for table, first, second, columns in PAIRS:
        await renumber(run, who, table, (first, second), columns)


async def unsaid_in_leagues(
    database: Database, user_id: int, known: Known
) -> AsyncIterator[tuple[int, Statement]]:
    """Statements that blank the reasons of organizers' acts that a user did or is named in.

    Each comes with the number of the act's table; 0 if the act is not on a match.
    """
    for guild, table_id, number, doer, about, reason in await database.read(Statement(REASONS)):
        if reason != UNSAID and (user_id in {doer, about} or is_named(known.at(guild, table_id), reason)):
            yield table_id, Statement(SET_REASON, Values((UNSAID, number)))
