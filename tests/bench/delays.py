"""How much everything else on the event loop waits while something is done."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Sequence
from random import Random
from statistics import quantiles
from time import perf_counter
from typing import Final

PAUSES: Final = (0.001, 0.002)
"""Seconds between two looks at the loop, in fractions of milliseconds, too.

The bot's loop counts whole ones: with nothing else to do, a timer of one millisecond that is set when another
rings is on time, and any other up to half of one late.
"""


async def delays_during(work: Awaitable[None]) -> list[float]:
    """How much later than it wished a task on the loop went on while something was done, in seconds."""
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
