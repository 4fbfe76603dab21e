"""How much everything else on the event loop waits while something is done."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Sequence
from statistics import quantiles
from time import perf_counter
from typing import Final

PAUSE: Final = 0.001
"""Seconds between two looks at the loop."""


async def delays_during(work: Awaitable[None]) -> list[float]:
    """How much later than it wished a task on the loop went on while something was done, in seconds."""
    delays = list[float]()

    async def look() -> None:
        while True:
            wanted = perf_counter() + PAUSE
            await asyncio.sleep(PAUSE)
            delays.append(perf_counter() - wanted)

    looking = asyncio.create_task(look())
    try:
        await work
    finally:
        looking.cancel()
    return delays


def p99(delays: Sequence[float]) -> float:
    """The delay that 99 of 100 do not exceed."""
    return quantiles(delays, n=100)[-1]
