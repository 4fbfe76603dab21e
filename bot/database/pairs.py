"""Players and pairs as two columns, the lower id first.

A second column of 0 means a single player.
"""

from __future__ import annotations

from typing import Final

from bot.database.database import Run, Statement, Values
from bot.database.rows import whole
from bot.models.credits import Entrant
from bot.models.former_players import Forgetting

NO_SECOND: Final = 0
"""Value of the second column for a single player."""
THEIRS: Final = "first = ? OR second = ?"
"""Condition for rows of a user alone or with a partner."""


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
