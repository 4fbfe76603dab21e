"""Group commit: units queued at the same time are stored in one transaction with one sync.

Each is acknowledged after the commit. If it fails, nothing is stored and each unit is retried alone, so that
each gets its own result or error.
"""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from contextvars import ContextVar
from typing import Final, NamedTuple

from bot.common import metrics
from bot.common.errors import Busy, Displaced, InDoubt, StoreError
from bot.database.database import Database, Insert, Row, Run, Statement, Unit, Values, insert
from bot.database.leases import Leases


class _Moment:
    """A read transaction of a task and the tasks it starts: all reads see one moment."""

    def __init__(self, database: Database, run: Run) -> None:
        self._run = run
        self._turn = asyncio.Lock()
        """Held during a read: a connection runs one statement at a time."""
        self.database = database
        self.is_over = False

    async def read(self, statement: Statement) -> list[Row]:
        """Run one reading statement; returns its rows."""
        async with self._turn:
            return await self._run(statement)


_MOMENT: Final = ContextVar[_Moment | None]("_MOMENT", default=None)


class _Queued(NamedTuple):
    """A queued unit and the future of its result."""

    unit: Unit
    done: asyncio.Future[list[Row]]


class GroupCommit(Database):
    """A database that stores all queued units in one commit, in their order.

    Subclasses run statements and transactions, and set how long to wait for another program's lock.
    """

    def __init__(self, leases: Leases) -> None:
        super().__init__(leases)
        self._turn = asyncio.Lock()
        """Held during a commit: no one reads uncommitted rows."""
        self._waits_for_lock = True
        """Whether to wait for another program's lock: not after a timeout, until the lock is released."""
        self._waiting: list[_Queued] = []
        self._at_work: asyncio.Task[None] | None = None

    @abstractmethod
    async def _run(self, statement: Statement) -> list[Row]:
        """Run one statement on the connection, outside of other transactions; returns its rows."""

    @abstractmethod
    async def _execute(self, statement: Statement) -> list[Row]:
        """Store one statement atomically; ``Displaced`` if another process has taken the database over."""

    @abstractmethod
    async def _execute_as_one(self, statements: Sequence[Statement]) -> list[list[Row]]:
        """Store several statements in one transaction, with the same check; returns the rows of each."""

    @abstractmethod
    def _as_one(self) -> AbstractAsyncContextManager[Run]:
        """A transaction with the same check, in which the caller runs statements one by one."""

    @abstractmethod
    def _read_transaction(self) -> AbstractAsyncContextManager[Run]:
        """A read transaction that sees one moment."""

    @abstractmethod
    async def _set_lock_wait(self, waits: bool) -> None:
        """Set whether statements wait for another program's lock, or fail at once."""

    @abstractmethod
    async def _disconnect(self) -> None:
        """Close the connection. Called when no statement is running."""

    async def read(self, statement: Statement) -> list[Row]:
        """Run one reading statement; returns its rows."""
        moment = self._moment()
        if moment is not None:
            return await moment.read(statement)
        async with self._turn:
            return await self._run(statement)

    async def write(self, *unit: Statement | Insert) -> list[Row]:
        """Store a unit, in one commit with all queued units; returns the rows of its last statement."""
        self._check_may_write()
        waiting = _Queued(unit, asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        if self._at_work is None:
            self._at_work = asyncio.create_task(self._store_all())
        return await waiting.done

    @asynccontextmanager
    async def one_moment(self) -> AsyncIterator[None]:
        """A read transaction: all reads until the block ends see one moment."""
        if self._moment() is not None:
            yield
            return
        await self._take_turn()
        try:
            async with self._read_transaction() as run:
                moment = _Moment(self, run)
                token = _MOMENT.set(moment)
                try:
                    yield
                finally:
                    _MOMENT.reset(token)
                    moment.is_over = True
        finally:
            self._turn.release()

    def _moment(self) -> _Moment | None:
        """The read transaction of the current task; None outside of one."""
        moment = _MOMENT.get()
        return None if moment is None or moment.is_over or moment.database is not self else moment

    async def _take_turn(self) -> None:
        """Acquire exclusive use of the connection."""
        await self._turn.acquire()

    def _check_may_write(self) -> None:
        """Raise a ``RuntimeError`` inside ``one_moment``: the write would deadlock."""
        if self._moment() is not None:
            raise RuntimeError("nothing is written while what was stored at one moment is read")

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Run]:
        """A transaction: committed when the block ends, rolled back if it raises."""
        self._check_may_write()
        async with self._turn, self._as_one() as run:
            yield run

    async def close(self) -> None:
        """Wait for pending writes, then close the database. Closing twice is harmless."""
        while self._at_work is not None:
            await asyncio.wait([self._at_work])
        async with self._turn:
            await self._disconnect()

    async def _store_all(self) -> None:
        try:
            while self._waiting:
                async with self._turn:
                    group = [one for one in self._waiting if not one.done.cancelled()]
                    self._waiting = []
                    if group:
                        began = asyncio.get_running_loop().time()
                        await self._store(group)
                        metrics.STORE_SECONDS.observe(asyncio.get_running_loop().time() - began)
                        metrics.STORE_UNITS.observe(len(group))
        finally:
            self._at_work = None

    async def _store(self, group: Sequence[_Queued]) -> None:
        try:
            inserts = inserts_of([one.unit for one in group])
            others = [[part for part in one.unit if isinstance(part, Statement)] for one in group]
            rows = await self._commit([*inserts, *(part for parts in others for part in parts)])
        except (
            Busy,
            Displaced,
            InDoubt,
        ) as error:  # an error of the database, not of a unit: a retry would only wait again
            _fail(group, error)
        except Exception as error:  # noqa: BLE001  (the callers get it, of any kind)
            if len(group) == 1:
                _fail(group, error)
            else:
                for one in group:
                    await self._store([one])
        except BaseException:
            for one in group:
                one.done.cancel()
            raise
        else:
            rest = iter(rows[len(inserts) :])
            for one, parts in zip(group, others, strict=True):
                last = [next(rest) for _ in parts]
                if not one.done.done():
                    one.done.set_result(last[-1] if last else [])

    async def _commit(self, statements: Sequence[Statement]) -> list[list[Row]]:
        """Run statements in one durable transaction; returns the rows of each."""
        try:
            if len(statements) == 1:
                rows = [checked(statements[0], await self._execute(statements[0]))]
            else:
                rows = await self._execute_as_one(statements)
        except Busy:
            await self._change_lock_wait(False)
            raise
        if not self._waits_for_lock:
            await self._change_lock_wait(True)
        return rows

    async def _change_lock_wait(self, waits: bool) -> None:
        if waits is not self._waits_for_lock:
            self._waits_for_lock = waits
            await self._set_lock_wait(waits)


def inserts_of(units: Sequence[Unit]) -> list[Statement]:
    """Statements that insert the rows of all units, those for one table merged."""
    rows: dict[str, list[Values]] = {}
    for unit in units:
        for part in unit:
            if isinstance(part, Insert):
                rows.setdefault(part.into, []).extend(part.rows)
    return [statement for into, some in rows.items() for statement in insert(into, some)]


def checked(statement: Statement, rows: list[Row]) -> list[Row]:
    """The rows of a statement; a StoreError if there are none although it must find a row."""
    if statement.must_find and not rows:
        raise StoreError("There is no such table in the database.")
    return rows


def _fail(group: Sequence[_Queued], error: Exception) -> None:
    """Fail all units, each with an error object of its own: a raised one accumulates tracebacks."""
    for one in group:
        metrics.STORE_FAILURES.add(type(error).__name__)
        if not one.done.done():
            one.done.set_exception(type(error)(str(error)) if isinstance(error, StoreError) else error)
