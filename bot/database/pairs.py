"""Players and pairs as columns hold them: the lower id first, and nobody in the place of a second player."""

from __future__ import annotations

from typing import Final

from bot.database.database import Run, Statement, Values
from bot.database.rows import whole
from bot.models.credits import Entry
from bot.models.stored import Forgetting
from bot.models.stored_league import Entrant

NOBODY: Final = 0
"""In the place of the second of two: it is one player."""


def keys(entry: Entry) -> tuple[int, int, int]:
    """How an entry is stored: how many people it is, and who."""
    return (len(entry), *pair_of(entry))


def pair_of(entry: Entry) -> tuple[int, int]:
    """A player, or a pair, as two columns hold them."""
    first, second = (*entry, NOBODY)[:2]
    return first, second


def entry_of(first: int, second: int) -> Entry:
    """An entry as it is stored."""
    return (first,) if second == NOBODY else (first, second)


def entrant_of(first: object, second: object) -> Entrant:
    """The entrant that two columns hold.

    Raises:
        Damaged: they hold none.
    """
    return entry_of(whole(first, "who competes", least=1), whole(second, "who competes"))


async def renumber(
    run: Run, who: Forgetting, table: str, pair: tuple[str, str], beside: tuple[tuple[str, str], ...] = ()
) -> None:
    """Give a person of the pairs of a table their new number, and keep the ids in ascending order.

    ``beside`` are columns that stand beside each of the two.
    """
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
