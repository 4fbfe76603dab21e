"""Delays of the event loop while some work is done."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Sequence
from random import Random
from statistics import quantiles
from time import perf_counter
from typing import Final

PAUSES: Final = (0.001, 0.002)
"""Seconds between two timers, drawn from this range.

The loop's clock counts whole milliseconds, so on an idle loop a timer of one millisecond is on time and any
other up to half a millisecond late.
"""


async def delays_during(work: Awaitable[None]) -> list[float]:
    """The seconds by which a sleeping task on the loop woke late, while ``work`` ran."""
    delays, random = list[float](), Random(1)

    async def look() -> None:
        while True:
            pause = random.uniform(*PAUSES)
            wanted = perf_counter() + pause
            await asyncio.sleep(pause)
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
