"""One commit for many: units that wait at the same moment are stored in one transaction and one sync.

Each is acknowledged only after that. Where something in it fails, nothing of it is stored and each unit is
tried by itself, so that each has its own result or error.
"""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from contextvars import ContextVar
from typing import Final, NamedTuple

from bot.common.errors import Busy, Displaced, InDoubt, StoreError
from bot.database.database import Database, Insert, Row, Run, Statement, Unit, Values, insert


class Moment:
    """A transaction in which a task, and those it begins, read what was stored at one moment."""

    def __init__(self, database: Database, run: Run) -> None:
        self._run = run
        self._turn = asyncio.Lock()
        """Held by who reads: a connection runs one statement at a time."""
        self.database = database
        self.is_over = False

    async def read(self, statement: Statement) -> list[Row]:
        """Run one statement that changes nothing."""
        async with self._turn:
            return await self._run(statement)


_MOMENT: Final = ContextVar[Moment | None]("_MOMENT", default=None)


class Waiting(NamedTuple):
    """A unit, and who waits for what becomes of it."""

    unit: Unit
    done: asyncio.Future[list[Row]]


class GroupCommit(Database):
    """Stores units in the order they come, all that wait at once.

    A database of one kind says how a statement is run, how several are one, and how another program is
    waited for.
    """

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        """Held while something is committed: nobody reads what may yet be rolled back."""
        self._is_patient = True
        """Whether to wait for another program: not after one was waited for in vain, until it lets go."""
        self._waiting: list[Waiting] = []
        self._at_work: asyncio.Task[None] | None = None

    @abstractmethod
    async def _execute(self, statement: Statement) -> list[Row]:
        """Store one statement, which is atomic by itself, while the database is this process's.

        Raises:
            Displaced: another process has taken it over.
        """

    @abstractmethod
    async def _execute_as_one(self, statements: Sequence[Statement]) -> list[list[Row]]:
        """Store several statements as one, in the same way; returns the rows of each."""

    @abstractmethod
    def _as_one(self) -> AbstractAsyncContextManager[Run]:
        """Run several statements as one, in the same way, each as the caller makes it up."""

    @abstractmethod
    def _as_of_one_moment(self) -> AbstractAsyncContextManager[Run]:
        """Run several statements that read in one transaction."""

    @abstractmethod
    async def _wait_for_others(self, is_patient: bool) -> None:
        """Wait from now on for another program that has the database locked, or do not."""

    @abstractmethod
    async def _let_go(self) -> None:
        """Close the database; nothing is under way."""

    async def write(self, *unit: Statement | Insert) -> list[Row]:
        """Store a unit, in one commit with all that wait now; returns the rows of its last statement."""
        self._check_may_write()
        waiting = Waiting(unit, asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        if self._at_work is None:
            self._at_work = asyncio.create_task(self._store_all())
        return await waiting.done

    @asynccontextmanager
    async def one_moment(self) -> AsyncIterator[None]:
        """Have all that is read until the block ends be read as of one moment, in one transaction."""
        if self._moment() is not None:
            yield
            return
        await self._take_turn()
        try:
            async with self._as_of_one_moment() as run:
                moment = Moment(self, run)
                token = _MOMENT.set(moment)
                try:
                    yield
                finally:
                    _MOMENT.reset(token)
                    moment.is_over = True
        finally:
            self._turn.release()

    def _moment(self) -> Moment | None:
        """The transaction in which whoever asks reads; None outside of any."""
        moment = _MOMENT.get()
        return None if moment is None or moment.is_over or moment.database is not self else moment

    async def _take_turn(self) -> None:
        """Wait until nothing is committed, and have others wait."""
        await self._turn.acquire()

    def _check_may_write(self) -> None:
        """Refuse what would wait for itself for ever."""
        if self._moment() is not None:
            raise RuntimeError("nothing is written while what was stored at one moment is read")

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Run]:
        """Several statements as one."""
        self._check_may_write()
        async with self._turn, self._as_one() as run:
            yield run

    async def close(self) -> None:
        """Wait for what is in flight, then let go of the database. Closing twice is harmless."""
        while self._at_work is not None:
            await asyncio.wait([self._at_work])
        async with self._turn:
            await self._let_go()

    async def _store_all(self) -> None:
        try:
            while self._waiting:
                async with self._turn:
                    group = [one for one in self._waiting if not one.done.cancelled()]
                    self._waiting = []
                    if group:
                        await self._store(group)
        finally:
            self._at_work = None

    async def _store(self, group: Sequence[Waiting]) -> None:
        try:
            inserts = inserts_of([one.unit for one in group])
            others = [[part for part in one.unit if isinstance(part, Statement)] for one in group]
            rows = await self._commit([*inserts, *(part for parts in others for part in parts)])
        except (
            Busy,
            Displaced,
            InDoubt,
        ) as error:  # of the database, not of a unit: another try would be another wait
            _fail(group, error)
        except Exception as error:  # noqa: BLE001  (whatever it is, somebody waits for it)
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
        """Run statements as one, durably; gives the rows of each."""
        try:
            if len(statements) == 1:
                rows = [checked(statements[0], await self._execute(statements[0]))]
            else:
                rows = await self._execute_as_one(statements)
        except Busy:
            await self._be_patient(False)
            raise
        if not self._is_patient:
            await self._be_patient(True)
        return rows

    async def _be_patient(self, is_patient: bool) -> None:
        if is_patient is not self._is_patient:
            self._is_patient = is_patient
            await self._wait_for_others(is_patient)


def inserts_of(units: Sequence[Unit]) -> list[Statement]:
    """The rows that units add, those for one place together."""
    rows: dict[str, list[Values]] = {}
    for unit in units:
        for part in unit:
            if isinstance(part, Insert):
                rows.setdefault(part.into, []).extend(part.rows)
    return [statement for into, some in rows.items() for statement in insert(into, some)]


def checked(statement: Statement, rows: list[Row]) -> list[Row]:
    """The rows a statement gave back.

    Raises:
        StoreError: there are none, where that means that the table does not exist.
    """
    if statement.must_find and not rows:
        raise StoreError("There is no such table in the database.")
    return rows


def _fail(group: Sequence[Waiting], error: Exception) -> None:
    """Tell all what went wrong, each by an error of its own: a raised one gathers its traceback."""
    for one in group:
        if not one.done.done():
            one.done.set_exception(type(error)(str(error)) if isinstance(error, StoreError) else error)
