"""One commit for many: units that wait at the same moment are stored in one transaction and one sync.

Each is acknowledged only after that. Where something in it fails, nothing of it is stored and each unit is
tried by itself, so that each has its own result or error.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple

from bot.errors import Busy, InDoubt, StoreError
from bot.store.database import Insert, Row, Statement, Unit, Values, insert

Commit = Callable[[Sequence[Statement]], Awaitable[list[list[Row]]]]
"""Runs statements as one, durably; gives the rows of each."""


class Waiting(NamedTuple):
    """A unit, and who waits for what becomes of it."""

    unit: Unit
    done: asyncio.Future[list[Row]]


class GroupCommit:
    """Stores units in the order they come, all that wait at once."""

    def __init__(self, turn: asyncio.Lock, commit: Commit) -> None:
        self._turn = turn
        """Held while something is committed: nobody reads what may yet be rolled back."""
        self._commit = commit
        self._waiting: list[Waiting] = []
        self._at_work: asyncio.Task[None] | None = None

    async def write(self, unit: Unit) -> list[Row]:
        """Store a unit; returns the rows of its last statement.

        Raises:
            StoreError: it failed, and nothing of it has changed.
        """
        waiting = Waiting(unit, asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        if self._at_work is None:
            self._at_work = asyncio.create_task(self._store_all())
        return await waiting.done

    async def finish(self) -> None:
        """Wait until nothing waits any more."""
        while self._at_work is not None:
            await asyncio.wait([self._at_work])

    async def _store_all(self) -> None:
        try:
            while self._waiting:
                async with self._turn:
                    group = [one for one in self._waiting if not one.done.cancelled()]
                    self._waiting = []
                    if group:
                        await self._store_group(group)
        finally:
            self._at_work = None

    async def _store_group(self, group: Sequence[Waiting]) -> None:
        try:
            await self._store_together(group)
        except (Busy, InDoubt) as error:  # of the database, not of a unit: another try would be another wait
            _fail(group, error)
        except Exception as error:  # noqa: BLE001  (whatever it is, somebody waits for it)
            if len(group) == 1:
                _fail(group, error)
            else:
                for one in group:
                    await self._store_group([one])
        except BaseException:
            for one in group:
                one.done.cancel()
            raise

    async def _store_together(self, group: Sequence[Waiting]) -> None:
        inserts = inserts_of([one.unit for one in group])
        others = [[part for part in one.unit if isinstance(part, Statement)] for one in group]
        rows = await self._commit([*inserts, *(part for parts in others for part in parts)])
        rest = iter(rows[len(inserts) :])
        for one, parts in zip(group, others, strict=True):
            last = [next(rest) for _ in parts]
            if not one.done.done():
                one.done.set_result(last[-1] if last else [])


def inserts_of(units: Sequence[Unit]) -> list[Statement]:
    """The rows that units add, those for one place together."""
    rows: dict[str, list[Values]] = {}
    for unit in units:
        for part in unit:
            if isinstance(part, Insert):
                rows.setdefault(part.into, []).extend(part.rows)
    return [statement for into, some in rows.items() for statement in insert(into, some)]


def _fail(group: Sequence[Waiting], error: Exception) -> None:
    """Tell all what went wrong, each by an error of its own: a raised one gathers its traceback."""
    for one in group:
        if not one.done.done():
            one.done.set_exception(type(error)(str(error)) if isinstance(error, StoreError) else error)
