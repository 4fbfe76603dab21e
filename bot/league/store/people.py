"""What leagues and the book hold of one person: put under the name of a former player."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final

from bot.common.text import FORMER_PLAYER
from bot.database.database import Database, Run, Statement, Values
from bot.delivery.store.loose_messages import to_loose
from bot.models.stored import Forgetting

FORGET_REQUESTS: Final = (
    to_loose("? IN (asker, asked)"),
    "DELETE FROM pair_requests WHERE ? IN (asker, asked)",
)
PAPER: Final = "SELECT id, recorded_by FROM paper_matches WHERE recorded_by = ? OR result LIKE ?"
LAPSE: Final = "UPDATE paper_matches SET at = 0, recorded_by = ?, result = '{}' WHERE id = ?"
CONFIRMED_IS_WRONG: Final = """
    UPDATE past_messages SET is_wrong = 1
    WHERE table_id IN (SELECT table_id FROM league_acts WHERE about = ?)
"""
"""Whoever confirms a match with real cards is named in its message, also an organizer who did not play."""
RENUMBER: Final = (
    "UPDATE leagues SET created_by = ? WHERE created_by = ?",
    "UPDATE league_acts SET user_id = ? WHERE user_id = ?",
    "UPDATE league_acts SET about = ? WHERE about = ?",
)
RENAME: Final = (
    "UPDATE season_entries SET first_name = ? WHERE first = ?",
    "UPDATE season_entries SET second_name = ? WHERE second = ?",
)
RIVALS: Final = """
    SELECT season_id, size, first, second, table_id, against FROM season_credits WHERE table_id = ?
"""
SET_RIVALS: Final = """
    UPDATE season_credits SET against = ?
    WHERE season_id = ? AND size = ? AND first = ? AND second = ? AND table_id = ?
"""
IN_BOOK: Final = (
    *("booked_entries", "tallies", "tallied_bids", "rated_entries", "ratings", "season_credits"),
    "season_lines",
)
"""What is derived from results: its figures are the same, whoever they are of."""
PAIRS: Final[Sequence[tuple[str, str, str, tuple[tuple[str, str], ...]]]] = (
    ("season_entries", "first", "second", (("first_name", "second_name"),)),
    ("season_sides", "first", "second", ()),
    ("fixtures", "home_first", "home_second", ()),
    ("fixtures", "away_first", "away_second", ()),
    *((table, "first", "second", ()) for table in IN_BOOK),
)
"""Where pairs stand, with what stands beside each of the two."""


class LeaguePeopleStore:
    """What leagues hold of people, in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def forget_in_leagues(self, who: Forgetting) -> None:
        """Have all leagues, and all that follows from results, know a person as a former player only.

        Whom they had asked, or who had asked them, is forgotten; what nobody had confirmed yet lapses.
        """
        named = named_in_result(who.user_id)
        async with self._database.transaction() as run:
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
            for table, first, second, beside in PAIRS:
                await _renumber(run, who, table, (first, second), beside)


def named_in_result(user_id: int) -> str:
    """What stands in the result of a match played with real cards where somebody played."""
    return f'%"user_id": {user_id},%'


async def _renumber(
    run: Run, who: Forgetting, table: str, pair: tuple[str, str], beside: tuple[tuple[str, str], ...]
) -> None:
    """Give a person of pairs their new number, and keep the ids in ascending order."""
    first, second = pair
    last_is_lower = f"{first} = ? AND {second} <> 0 AND {second} < ?"
    first_is_higher = f"{second} = ? AND ? < {first}"
    swapped = "".join(f", {one} = {other}, {other} = {one}" for one, other in beside)
    for sql, values in (
        (
            f"UPDATE {table} SET {first} = {second}, {second} = ?{swapped} WHERE {last_is_lower}",  # noqa: S608
            (who.former_id, who.user_id, who.former_id),
        ),
        (f"UPDATE {table} SET {first} = ? WHERE {first} = ?", (who.former_id, who.user_id)),  # noqa: S608
        (
            f"UPDATE {table} SET {second} = {first}, {first} = ?{swapped} WHERE {first_is_higher}",  # noqa: S608
            (who.former_id, who.user_id, who.former_id),
        ),
        (f"UPDATE {table} SET {second} = ? WHERE {second} = ?", (who.former_id, who.user_id)),  # noqa: S608
    ):
        await run(Statement(sql, Values(values)))


async def forget_rivals(run: Run, table_id: int, who: Forgetting) -> None:
    """Have what a match gave a season know whom it was won against as a former player."""
    for *key, text in await run(Statement(RIVALS, Values((table_id,)))):
        rivals = [
            sorted(who.former_id if one == who.user_id else one for one in entry)
            for entry in json.loads(text)
        ]
        if (kept := json.dumps(rivals)) != text:
            await run(Statement(SET_RIVALS, Values((kept, *key))))
