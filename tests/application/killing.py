"""Processes killed at some moment, and their output until then."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from random import Random
from time import perf_counter
from typing import Any

from bot.database.database import Database
from tests.forked import begin
from tests.table.troubled import TroubledDatabase, answer_lost


def killed_at_random(
    target: Callable[..., None], arguments: tuple[Any, ...], chance: Random, heard: int, within: float
) -> list[Any]:
    """Run a process that sends objects into a pipe (its last argument), and kill it; returns them.

    The kill comes at a random moment in the ``within`` seconds after the first ``heard`` objects.
    """
    process, reader = _started(target, arguments)
    said = [reader.recv() for _ in range(heard)]
    moment = perf_counter() + chance.random() * within
    while perf_counter() < moment:
        pass
    process.kill()
    return said + _last_words(process, reader)


def run_self_killing(target: Callable[..., None], arguments: tuple[Any, ...]) -> list[Any]:
    """Run a process that kills itself; returns the objects it sent."""
    return _last_words(*_started(target, arguments))


def _started(target: Callable[..., None], arguments: tuple[Any, ...]) -> tuple[BaseProcess, Connection]:
    reader, writer = Pipe(duplex=False)
    process = begin(target, *arguments, writer)
    writer.close()
    return process, reader


def _last_words(process: BaseProcess, reader: Connection) -> list[Any]:
    """The remaining objects sent by a killed process."""
    rest = []
    with reader:
        while True:
            try:
                rest.append(reader.recv())
            except (EOFError, OSError):  # an OSError if it was killed in the middle of a write
                break
    process.join()
    assert process.exitcode == -signal.SIGKILL, "it ended by itself"
    return rest


def killable_database(database: Database) -> TroubledDatabase:
    """Wrap a database so that a write with a planted trouble kills this process before it is answered."""
    troubled = TroubledDatabase(database, lambda _: True)
    troubled.failed = lambda: os.kill(os.getpid(), signal.SIGKILL)
    return troubled


def die_after(writes: int, database: TroubledDatabase) -> None:
    """Plant the kill right after so many more writes."""
    database.troubles = [None] * (writes - 1) + [answer_lost()]
