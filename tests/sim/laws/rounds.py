"""Law: an evening's next round begins once all tables of the last are scored, and only once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from bot.models.stored_tables import OPEN

if TYPE_CHECKING:
    from tests.sim.disk import Disk

LAW: Final = "a round of an evening comes once"
TABLES: Final = """
    SELECT round, number, table_id, first_points, second_points FROM evening_tables
    WHERE evening_id = ? ORDER BY round, number
"""
STATUS: Final = "SELECT status FROM tables WHERE id = ?"
ELSEWHERE: Final = "SELECT COUNT(*) FROM evening_tables WHERE table_id = ?"


class _Table(NamedTuple):
    """A stored table of a round."""

    table_id: int | None
    score: tuple[int | None, int | None]

    @property
    def is_scored(self) -> bool:
        """Whether it has its score."""
        return self.score[0] is not None


_Rounds = dict[tuple[int, int], _Table]


class Rounds:
    """The last stored rounds of all evenings."""

    def __init__(self, disk: Disk) -> None:
        self._disk = disk
        self._known: dict[int, _Rounds] = {}

    def problems(self) -> Iterator[str]:
        """Problems of the last commit."""
        touched = sorted(self._disk.touched_evenings)
        self._disk.touched_evenings.clear()
        for evening_id in touched:
            rows = self._disk.connection.execute(TABLES, (evening_id,)).fetchall()
            stored = {
                (place, number): _Table(table_id, tuple(score)) for place, number, table_id, *score in rows
            }
            before = self._known.pop(evening_id, {})
            if stored:
                self._known[evening_id] = stored
                for problem in self._changed(before, stored):
                    yield f"evening {evening_id}: {problem}"

    def _changed(self, before: _Rounds, now: _Rounds) -> Iterator[str]:
        earlier, last = max((place for place, _ in before), default=0), max(place for place, _ in now)
        if last not in {earlier, earlier + 1}:
            yield f"round {last} follows round {earlier}"
        if last != earlier and not all(one.is_scored for (place, _), one in now.items() if place == earlier):
            yield f"round {last} has come before round {earlier} was over"
        for (place, number), old in before.items():
            new = now.get((place, number))
            if new is None:
                yield f"table {number} of round {place} is gone"
            elif old.is_scored and new not in {
                old,
                old._replace(table_id=None),
            }:  # tables expire
                yield f"table {number} of round {place} was scored {old.score}, and now {new.score}"
            elif old.table_id not in {None, new.table_id} and self._is_open(old.table_id):
                yield f"table {number} of round {place} is opened twice"
        for one in now.values():
            if one.table_id is not None and self._query(ELSEWHERE, one.table_id) != 1:
                yield f"table {one.table_id} is that of two rounds"

    def _is_open(self, table_id: int | None) -> bool:
        return self._query(STATUS, table_id) in OPEN

    def _query(self, sql: str, value: int | None) -> object:
        found = self._disk.connection.execute(sql, (value,)).fetchone()
        return None if found is None else found[0]
