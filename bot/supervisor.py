"""Keeps the client running: discord.py can end on a refused connection or one bad event."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any, Final

log = logging.getLogger(__name__)

FIRST_PAUSE: Final = 5.0
LONGEST_PAUSE: Final = 300.0
STEADY_AFTER: Final = 600.0
"""Seconds of running after which a failure counts as the first one again."""
CLOSED_WITHIN: Final = 3.0
"""Seconds that the client has to close once it is told to stop; the rest of the process closes after it."""


async def supervise(
    run: Callable[[], Coroutine[Any, Any, None]],
    *,
    fatal: tuple[type[Exception], ...],
    stopping: asyncio.Event,
) -> None:
    """Run the client again and again, with growing pauses, until told to stop: then it is cancelled.

    ``fatal`` errors, such as a refused token, are raised at once: trying again cannot mend them.
    """
    pause = FIRST_PAUSE
    loop = asyncio.get_running_loop()
    while not stopping.is_set():
        began = loop.time()
        try:
            await _until(stopping, run())
        except fatal:
            raise
        except Exception as error:  # noqa: BLE001  (whatever ended the client, it is started again)
            log.error("the connection to Discord ended (%s: %s)", type(error).__name__, error)
        if stopping.is_set():
            return
        pause = FIRST_PAUSE if loop.time() - began > STEADY_AFTER else pause
        log.info("connecting again in %d seconds", pause)
        try:
            await asyncio.wait_for(stopping.wait(), pause)
        except TimeoutError:
            pause = min(pause * 2, LONGEST_PAUSE)


async def _until(stopping: asyncio.Event, work: Coroutine[Any, Any, None]) -> None:
    """Work until told to stop: discord.py sleeps for minutes between two attempts to connect."""
    working, told = asyncio.create_task(work), asyncio.create_task(stopping.wait())
    try:
        await asyncio.wait((working, told), return_when=asyncio.FIRST_COMPLETED)
    finally:
        working.cancel()
        told.cancel()
        await asyncio.wait((working, told), timeout=CLOSED_WITHIN)
    if working.done() and not working.cancelled():
        working.result()
