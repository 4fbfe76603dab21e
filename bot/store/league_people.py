"""What leagues hold of one person: put under the name of a former player."""

from __future__ import annotations

from typing import Final

from bot.former_players import FORMER_PLAYER
from bot.store.database import Database, Run, Statement, Values
from bot.store.stored import Forgetting

IN_LEAGUES: Final = (
    "SELECT COUNT(*) FROM season_entries WHERE first = ? OR second = ?",
    "SELECT COUNT(*) FROM pair_requests WHERE asker = ? OR asked = ?",
    "SELECT COUNT(*) FROM league_acts WHERE user_id = ? OR about = ?",
    "SELECT COUNT(*) FROM leagues WHERE created_by = ? OR created_by = ?",
    "SELECT COUNT(*) FROM season_sides WHERE first = ? OR second = ?",
    "SELECT COUNT(*) FROM paper_matches WHERE recorded_by = ? OR result LIKE ?",
)
FORGET_REQUESTS: Final = "DELETE FROM pair_requests WHERE asker = ? OR asked = ?"
FORGET_PAPER: Final = "DELETE FROM paper_matches WHERE recorded_by = ? OR result LIKE ?"
RENUMBER: Final = (
    "UPDATE leagues SET created_by = ? WHERE created_by = ?",
    "UPDATE league_acts SET user_id = ? WHERE user_id = ?",
    "UPDATE league_acts SET about = ? WHERE about = ?",
)
RENAME: Final = (
    "UPDATE season_entries SET first_name = ? WHERE first = ?",
    "UPDATE season_entries SET second_name = ? WHERE second = ?",
)
PAIRS: Final = (
    ("season_entries", "first", "second", (("first_name", "second_name"),)),
    ("season_sides", "first", "second", ()),
    ("fixtures", "home_first", "home_second", ()),
    ("fixtures", "away_first", "away_second", ()),
)
"""Where pairs stand, with what stands beside each of the two."""


class LeaguePeopleStore:
    """What leagues hold of people, in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def is_in_leagues(self, user_id: int) -> bool:
        """Whether there is anything of a person in a league."""
        for sql in IN_LEAGUES:
            other = named_in_result(user_id) if "LIKE" in sql else user_id
            [[number]] = await self._database.read(Statement(sql, Values((user_id, other))))
            if number:
                return True
        return False

    async def forget_in_leagues(self, who: Forgetting) -> None:
        """Have all leagues know a person as a former player only.

        Whom they had asked, or who had asked them, is forgotten; what nobody had confirmed yet lapses.
        """
        async with self._database.transaction() as run:
            await run(Statement(FORGET_REQUESTS, Values((who.user_id, who.user_id))))
            await run(Statement(FORGET_PAPER, Values((who.user_id, named_in_result(who.user_id)))))
            for sql in RENAME:
                await run(Statement(sql, Values((FORMER_PLAYER, who.user_id))))
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
