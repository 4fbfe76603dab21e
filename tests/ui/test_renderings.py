"""The order of a message's updates."""

from __future__ import annotations

import asyncio

import pytest

from cogs.ui.renderings import Renderings

MESSAGE = 7


async def drawn_in_order(cancelled: int | None) -> list[int]:
    """Draw one message five times at once; returns the drawings carried out, in order."""
    renderings, order = Renderings(), list[int]()
    is_busy = False

    async def draw(number: int) -> None:
        nonlocal is_busy
        assert not is_busy
        is_busy = True
        await asyncio.sleep(0.01)
        order.append(number)
        is_busy = False

    async def one(number: int) -> None:
        await renderings.take_turn(MESSAGE, lambda: draw(number))
        await asyncio.sleep(0.1)  # the rest of its task delays no caller

    tasks = [asyncio.create_task(one(number)) for number in range(5)]
    await asyncio.sleep(0)
    if cancelled is not None:
        tasks[cancelled].cancel()
    async with asyncio.timeout(0.5):
        await asyncio.wait(tasks)
    assert not renderings.is_under_way(MESSAGE)
    return order


async def test_drawings_of_one_message_run_one_after_another() -> None:
    assert await drawn_in_order(None) == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("cancelled", [1, 3, 4])
async def test_cancelled_drawing_lets_later_ones_wait_for_the_earlier(cancelled: int) -> None:
    assert await drawn_in_order(cancelled) == [number for number in range(5) if number != cancelled]


async def test_drawings_of_other_messages_do_not_wait() -> None:
    renderings = Renderings()

    async def draw_another() -> bool:
        return await renderings.take_turn(MESSAGE + 1, lambda: asyncio.sleep(0, True))

    assert await renderings.take_turn(MESSAGE, draw_another)


async def test_failed_drawing_does_not_block_the_next() -> None:
    renderings = Renderings()

    async def fail() -> None:
        raise OSError("gone")

    with pytest.raises(OSError, match="gone"):
        await renderings.take_turn(MESSAGE, fail)
    assert await renderings.take_turn(MESSAGE, lambda: asyncio.sleep(0, True))
