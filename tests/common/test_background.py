"""Background tasks: kept until done, waited for, or cancelled."""

from __future__ import annotations

import asyncio
import gc

import pytest

from bot.common.background import Background, in_thread
from bot.common.worker_process import Workers


async def test_unreferenced_task_is_kept_until_it_is_done() -> None:
    background, done = Background(), asyncio.Event()

    async def work() -> None:
        # Only this task refers to what it waits for: without another reference both may be collected.
        asyncio.get_running_loop().call_soon((waited_for := asyncio.Event()).set)
        await waited_for.wait()
        done.set()

    background.begin(work())
    gc.collect()

    await background.finish()
    assert done.is_set()


async def test_tasks_started_while_others_finish_are_waited_for_too() -> None:
    background, done = Background(), list[str]()

    async def second() -> None:
        await asyncio.sleep(0)
        done.append("second")

    async def first() -> None:
        await asyncio.sleep(0)
        done.append("first")
        background.begin(second())

    background.begin(first())

    await background.finish()
    assert done == ["first", "second"]


async def test_waiting_ends_as_soon_as_a_task_is_done() -> None:
    background = Background()
    task = background.begin(asyncio.sleep(0, "done"))
    assert await task == "done"

    await background.finish()


async def test_error_is_raised_to_the_tasks_holder_and_stops_no_waiting() -> None:
    background = Background()

    async def fail() -> None:
        raise ValueError("It failed.")

    task = background.begin(fail())

    await background.finish()
    with pytest.raises(ValueError, match="It failed"):
        await task


async def test_cancelled_task_is_over() -> None:
    background = Background()
    task = background.begin(asyncio.Event().wait())
    await asyncio.sleep(0)

    await background.cancel()
    assert task.cancelled()
    await background.finish()


def exhausted() -> object:
    return next(iter(()))


async def test_stop_iteration_in_a_thread_ends_the_wait_for_it() -> None:
    with pytest.raises(RuntimeError, match="StopIteration"):
        await asyncio.wait_for(in_thread(exhausted), 20)


async def test_stop_iteration_in_the_worker_process_ends_the_wait_for_it() -> None:
    process = Workers(time_limit=20, idle=None)
    try:
        with pytest.raises(RuntimeError, match="StopIteration"):
            await process.ask(exhausted)
    finally:
        await process.close()
