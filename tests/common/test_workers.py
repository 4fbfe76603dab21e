"""Worker processes answer from one queue; a slow or dead one costs only its own question."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from functools import partial
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import NoReturn

import pytest

from bot.common import worker_process
from bot.common.worker_process import WorkerDied, Workers


def die(_: object) -> NoReturn:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def file_count(folder: Path) -> int:
    """Number of files in the folder."""
    return len(list(folder.iterdir()))


def note_and_die(folder: Path) -> NoReturn:
    (folder / str(time.monotonic_ns())).touch()
    die(None)


def meet(folder: Path, name: str, others: int) -> int:
    """Wait until ``others`` further workers have come to the folder; returns the process id."""
    (folder / name).touch()
    while file_count(folder) <= others:
        time.sleep(0.01)
    return os.getpid()


def prepare_slowly() -> None:
    time.sleep(0.6)


async def outcomes(*answers: asyncio.Task[int]) -> list[int | type[BaseException]]:
    """The answer to each question, or the type of its exception."""
    found = await asyncio.gather(*answers, return_exceptions=True)
    return [type(one) if isinstance(one, BaseException) else one for one in found]


async def test_urgent_question_is_answered_before_patient_ones_asked_earlier() -> None:
    workers, answered = Workers(time_limit=60), list[int]()

    async def ask(number: int, *, is_urgent: bool) -> None:
        answered.append(await workers.ask(abs, number, is_urgent=is_urgent))

    await workers.ask(abs, 0)  # the process is there
    first = asyncio.create_task(ask(1, is_urgent=False))
    await asyncio.sleep(0)
    patient = [asyncio.create_task(ask(number, is_urgent=False)) for number in (2, 3)]
    urgent = [asyncio.create_task(ask(number, is_urgent=True)) for number in (4, 5)]
    await asyncio.gather(first, *patient, *urgent)

    assert answered == [1, 4, 5, 2, 3]
    await workers.close()


async def test_late_question_costs_only_its_own_answer() -> None:
    workers = Workers(time_limit=0.5)
    late = asyncio.create_task(workers.ask(time.sleep, 60))
    behind = [asyncio.create_task(workers.ask(abs, -number)) for number in range(5)]
    assert await outcomes(late, *behind) == [TimeoutError, 0, 1, 2, 3, 4]  # type: ignore[arg-type]
    await workers.close()


async def test_limit_does_not_count_time_in_the_queue() -> None:
    workers = Workers(time_limit=1)
    began = time.monotonic()
    await asyncio.gather(*(workers.ask(time.sleep, 0.3) for _ in range(5)))
    await workers.close()
    assert time.monotonic() - began > 1


async def test_limit_does_not_count_the_start() -> None:
    workers = Workers(time_limit=0.5, prepare=prepare_slowly)
    assert await workers.ask(abs, -1) == 1
    await workers.close()


async def test_deadly_question_costs_only_its_own_answer_and_is_put_once(tmp_path: Path) -> None:
    workers = Workers(time_limit=20)
    deadly = asyncio.create_task(workers.ask(note_and_die, tmp_path))
    behind = [asyncio.create_task(workers.ask(abs, -number)) for number in range(5)]
    assert await outcomes(deadly, *behind) == [WorkerDied, 0, 1, 2, 3, 4]
    assert file_count(tmp_path) == 1
    await workers.close()


async def test_several_processes_work_at_once_up_to_the_limit(tmp_path: Path) -> None:
    workers = Workers(time_limit=20, most=3)
    asked = [workers.ask(meet, tmp_path, str(number), 2) for number in range(7)]
    processes = await asyncio.gather(*asked)
    assert len(set(processes)) == 3
    assert workers.running == workers.most == 3
    await workers.close()


async def test_only_as_many_processes_start_as_questions_wait() -> None:
    workers = Workers(time_limit=20, most=8)
    for number in range(3):
        assert await workers.ask(abs, -number) == number
    assert workers.running == 1
    await workers.close()


async def test_idle_processes_end_except_those_that_stay(tmp_path: Path) -> None:
    workers = Workers(time_limit=20, most=2, idle=0.05, stay=1)
    await asyncio.gather(*(workers.ask(meet, tmp_path, str(number), 1) for number in range(2)))
    async with asyncio.timeout(10):
        while workers.running > 1:  # noqa: ASYNC110  (a timer of the loop, it sets no event)
            await asyncio.sleep(0.01)
    await asyncio.sleep(0.2)
    assert workers.running == 1
    await workers.close()


async def test_unpicklable_question_fails_and_leaves_the_others_alone() -> None:
    workers = Workers(time_limit=20)
    bad = asyncio.create_task(workers.ask(lambda: 1))
    good = asyncio.create_task(workers.ask(abs, -1))
    first, second = await outcomes(bad, good)
    assert second == 1
    assert isinstance(first, type)
    await workers.close()


async def test_question_of_a_cancelled_caller_is_not_put(tmp_path: Path) -> None:
    workers = Workers(time_limit=20)
    first = asyncio.create_task(workers.ask(time.sleep, 0.1))
    given_up = asyncio.create_task(workers.ask(note_and_die, tmp_path))
    await asyncio.sleep(0)
    given_up.cancel()
    await first
    assert await workers.ask(abs, -1) == 1
    assert file_count(tmp_path) == 0
    assert workers.waiting == 0
    await workers.close()


async def test_process_that_cannot_be_started_fails_the_queue(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(process: BaseProcess) -> None:
        raise OSError("no memory")

    context = get_context("spawn")
    monkeypatch.setattr(worker_process, "CONTEXT", context)
    monkeypatch.setattr(context.Process, "start", refuse)
    workers = Workers(time_limit=20)
    with pytest.raises(WorkerDied, match="OSError"):
        await workers.ask(abs, -1)
    assert (workers.running, workers.waiting) == (0, 0)
    monkeypatch.undo()
    assert await workers.ask(abs, -1) == 1
    await workers.close()


async def test_processes_that_die_at_the_start_fail_the_queue_without_replacement(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bug: two that started at the same time replaced each other without end."""
    monkeypatch.setattr(worker_process, "_set_up_worker", partial(note_and_die, tmp_path))
    workers = Workers(time_limit=20, most=2)
    asked = [asyncio.create_task(workers.ask(abs, -number)) for number in range(5)]
    async with asyncio.timeout(20):
        assert await outcomes(*asked) == [WorkerDied] * 5
    assert file_count(tmp_path) == 2
    assert workers.running == 0
    await workers.close()


async def test_closing_fails_the_queue_of_questions() -> None:
    workers = Workers(time_limit=20)
    asked = [asyncio.create_task(workers.ask(time.sleep, 60)) for _ in range(3)]
    await asyncio.sleep(0.1)
    await workers.close()
    assert await outcomes(*asked) == [WorkerDied] * 3  # type: ignore[arg-type]
    with pytest.raises(WorkerDied):
        await workers.ask(abs, -1)
