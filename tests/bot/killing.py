"""Processes killed at some moment, and what they have said until then."""

from __future__ import annotations

import os
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from random import Random
from time import perf_counter
from typing import Any

from bot.database.database import Database, Insert, Row, Run, Statement
from tests.forked import begin


def killed_at_random(
    target: Callable[..., None], arguments: tuple[Any, ...], chance: Random, heard: int, within: float
) -> list[Any]:
    """Run a process that writes into a pipe, its last argument, and kill it; gives all that it has written.

    That is at some moment ``within`` so many seconds after so much of it is ``heard``.
    """
    process, reader = _started(target, arguments)
    said = [reader.recv() for _ in range(heard)]
    moment = perf_counter() + chance.random() * within
    while perf_counter() < moment:
        pass
    process.kill()
    return said + _last_words(process, reader)


def killed_by_itself(target: Callable[..., None], arguments: tuple[Any, ...]) -> list[Any]:
    """The same with a process that kills itself."""
    return _last_words(*_started(target, arguments))


def _started(target: Callable[..., None], arguments: tuple[Any, ...]) -> tuple[BaseProcess, Connection]:
    reader, writer = Pipe(duplex=False)
    process = begin(target, *arguments, writer)
    writer.close()
    return process, reader


def _last_words(process: BaseProcess, reader: Connection) -> list[Any]:
    """What a process had still written when it was killed."""
    rest = []
    with reader:
        while True:
            try:
                rest.append(reader.recv())
            except (EOFError, OSError):  # an OSError where it was killed in the middle of writing
                break
    process.join()
    assert process.exitcode == -signal.SIGKILL, "it ended by itself"
    return rest


class MortalDatabase(Database):
    """A database whose process can be killed between two writes, before anybody learns of the first."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._left = 0

    def die_after(self, writes: int) -> None:
        """Have the process killed right after so many writes from now."""
        self._left = writes

    def _has_written(self) -> None:
        self._left -= 1
        if not self._left:
            os.kill(os.getpid(), signal.SIGKILL)

    async def read(self, statement: Statement) -> list[Row]:
        return await self._database.read(statement)

    async def write(self, *unit: Statement | Insert) -> list[Row]:
        rows = await self._database.write(*unit)
        self._has_written()
        return rows

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Run]:
        async with self._database.transaction() as run:
            yield run
        self._has_written()

    @asynccontextmanager
    async def one_moment(self) -> AsyncIterator[None]:
        async with self._database.one_moment():
            yield

    async def erase_traces(self) -> None:
        await self._database.erase_traces()

    async def close(self) -> None:
        await self._database.close()
