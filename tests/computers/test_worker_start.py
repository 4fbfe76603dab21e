"""The worker process starts before the first question, and nothing waits for its start."""

from __future__ import annotations

import asyncio
from multiprocessing import active_children
from pathlib import Path
from threading import Event
from time import perf_counter, sleep

import pytest

from bot.app import open_app
from bot.common import worker_process
from bot.common.loop import new_runner
from bot.computers.worker import TIME_LIMIT
from tests.table.people import settings_for

pytestmark = pytest.mark.usefixtures("workers_are_spawned")
SLOW = 1.0
"""Seconds until a slow worker is there."""


async def test_worker_starts_with_the_application(path: Path) -> None:
    before = set(active_children())
    async with open_app(settings_for(path)):
        async with asyncio.timeout(30):
            while not set(active_children()) - before:  # noqa: ASYNC110  (a process, it can set no event)
                await asyncio.sleep(0.01)


async def test_open_and_early_close_do_not_wait_for_the_worker(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker_process, "_set_up_worker", _never_ready)
    began = perf_counter()
    async with open_app(settings_for(path)):
        opened = perf_counter() - began
    assert opened < TIME_LIMIT / 2
    assert perf_counter() - began < TIME_LIMIT


def _never_ready() -> None:
    """Set up a worker that never becomes ready."""
    Event().wait()


async def test_slow_start_does_not_count_as_answering_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_process, "_set_up_worker", _slowly_ready)
    processes = worker_process.Workers(time_limit=SLOW / 3)
    assert await processes.ask(abs, -1) == 1
    await processes.close()


async def test_worker_that_never_starts_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_process, "_set_up_worker", _never_ready)
    monkeypatch.setattr(worker_process, "STARTING", 0.1)
    processes = worker_process.Workers(time_limit=60)
    with pytest.raises(TimeoutError):
        await processes.ask(abs, -1)
    assert not processes.running
    await processes.close()


def test_worker_answers_on_the_bots_event_loop() -> None:
    """It is another loop than that of the tests."""

    async def ask() -> list[int]:
        process = worker_process.Workers(time_limit=60)
        answers = await asyncio.gather(*(process.ask(abs, -number) for number in range(50)))
        await process.close()
        return answers

    with new_runner() as runner:
        assert runner.run(ask()) == list(range(50))


def _slowly_ready() -> None:
    """Set up a worker that becomes ready late."""
    sleep(SLOW)
