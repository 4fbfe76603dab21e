"""Repeated work: done again on request, never interrupted."""

from __future__ import annotations

import asyncio

from bot.common.background import Repeated


class Work:
    """A job that waits, each time it is started, until it may end."""

    def __init__(self, pause: float | None = None) -> None:
        self.pause = pause
        self.begun: asyncio.Queue[int] = asyncio.Queue()
        self.may_end = asyncio.Semaphore(0)
        self.ended = 0

    async def __call__(self) -> float | None:
        self.begun.put_nowait(self.ended)
        await self.may_end.acquire()
        self.ended += 1
        return self.pause


async def test_repeat_requested_during_a_run_runs_once_after_it() -> None:
    work = Work()
    repeated = Repeated(work)
    repeated.now()
    await work.begun.get()
    repeated.now()
    repeated.now()
    work.may_end.release()
    assert await asyncio.wait_for(work.begun.get(), 5) == 1, "the first was not cut off"
    work.may_end.release()
    others = asyncio.all_tasks() - {asyncio.current_task()}
    await asyncio.wait(others, timeout=5)
    assert work.ended == 2
    assert work.begun.empty()


async def test_pause_is_cut_short_when_requested_sooner() -> None:
    work = Work(pause=3600)
    repeated = Repeated(work)
    repeated.now()
    await work.begun.get()
    work.may_end.release()
    for _ in range(5):
        await asyncio.sleep(0)  # the pause has begun
    repeated.now()
    assert await asyncio.wait_for(work.begun.get(), 5) == 1
    await repeated.close()


async def test_job_runs_again_after_a_pause() -> None:
    work = Work(pause=0.0)
    repeated = Repeated(work)
    repeated.now()
    for time in range(3):
        assert await asyncio.wait_for(work.begun.get(), 5) == time
        work.may_end.release()
    await repeated.close()


async def test_job_closed_before_its_start_does_not_run() -> None:
    work = Work()
    repeated = Repeated(work)
    await repeated.close()
    repeated.now()
    await repeated.close()
    assert work.begun.empty()
