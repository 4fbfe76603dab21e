"""Players and pairs: as two columns, the lower id first, and with their names.

A second column of 0 means a single player.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.database.database import Run, Statement, Values
from bot.database.rows import legible, whole
from bot.models.credits import Entrant
from bot.models.stored import Forgetting
from bot.models.stored_book import Named

NO_SECOND: Final = 0
"""Value of the second column for a single player."""
THEIRS: Final = "first = ? OR second = ?"
"""Condition for rows of a user alone or with a partner."""
_PERSON: Final = "SELECT CAST(? AS BIGINT) AS person"
NEWEST_NAMES: Final = """
    SELECT person, (
        SELECT name FROM booked_entries
        JOIN match_players ON match_players.table_id = booked_entries.table_id AND user_id = first
        WHERE guild_id = ? AND size = 1 AND first = person AND second = 0
        ORDER BY finished_at DESC, booked_entries.table_id DESC LIMIT 1
    ) FROM ({people}) AS asked_for
"""
"""Players with the names recorded with their newest matches in a server."""


def keys(entrant: Entrant) -> tuple[int, int, int]:
    """The three key columns of an entrant: its number of people, and their ids."""
    return (len(entrant), *pair_of(entrant))


def pair_of(entrant: Entrant) -> tuple[int, int]:
    """The two id columns of an entrant; the second is ``NO_SECOND`` for a player alone."""
    first, second = (*entrant, NO_SECOND)[:2]
    return first, second


def entrant_of(first: object, second: object) -> Entrant:
    """The entrant of two id columns: a pair, or a player alone if ``second`` is ``NO_SECOND``.

    Raises ``Damaged`` if they are no ids.
    """
    one, other = whole(first, "who competes", least=1), whole(second, "who competes")
    return (one,) if other == NO_SECOND else (one, other)


async def renumber(
    run: Run, who: Forgetting, table: str, pair: tuple[str, str], swapped: tuple[tuple[str, str], ...] = ()
) -> None:
    """Replace a user's id by a former player's number in a table of pairs, keeping each pair's ids ascending.

    ``pair`` are the two id columns, ``swapped`` pairs of columns to exchange when the ids change places.
    """
    first, second = pair
    last_is_lower = f"{first} = ? AND {second} <> 0 AND {second} < ?"
    first_is_higher = f"{second} = ? AND ? < {first}"
    swaps = "".join(f", {one} = {other}, {other} = {one}" for one, other in swapped)
    for sql, values in (
        (
            f"UPDATE {table} SET {first} = {second}, {second} = ?{swaps} WHERE {last_is_lower}",  # noqa: S608 (no user input)
            (who.former_id, who.user_id, who.former_id),
        ),
        (f"UPDATE {table} SET {first} = ? WHERE {first} = ?", (who.former_id, who.user_id)),  # noqa: S608 (no user input)
        (
            f"UPDATE {table} SET {second} = {first}, {first} = ?{swaps} WHERE {first_is_higher}",  # noqa: S608 (no user input)
            (who.former_id, who.user_id, who.former_id),
        ),
        (f"UPDATE {table} SET {second} = ? WHERE {second} = ?", (who.former_id, who.user_id)),  # noqa: S608 (no user input)
    ):
        await run(Statement(sql, Values(values)))


async def named(run: Run, guild_id: int, entrants: Sequence[Entrant]) -> list[Named]:
    """Players and pairs with their latest names in a server, in the order given; an unknown name is empty."""
    people = sorted({person for entrant in entrants for person in entrant})
    if not people:
        return []
    sql = NEWEST_NAMES.format(people=" UNION ALL ".join([_PERSON] * len(people)))
    rows = await run(Statement(sql, Values((guild_id, *people))))
    names = {person: "" if name is None else legible(name) for person, name in rows}
    return [Named(entrant, tuple(names[person] for person in entrant)) for entrant in entrants]
