"""Restarts the client: discord.py can end on a refused connection or one bad event."""

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
"""Seconds the client may take to close when told to stop; the rest of the process closes after it."""


async def supervise(
    run: Callable[[], Coroutine[Any, Any, None]],
    *,
    fatal: tuple[type[Exception], ...],
    stopping: asyncio.Event,
) -> None:
    """Run the client, restarting it with exponential backoff, until ``stopping`` is set; then cancel it.

    Errors of the types in ``fatal``, such as a refused token, are raised at once: a retry cannot help.
    """
    pause = FIRST_PAUSE
    loop = asyncio.get_running_loop()
    while not stopping.is_set():
        began = loop.time()
        try:
            await _until(stopping, run())
        except fatal:
            raise
        except Exception as error:  # noqa: BLE001  (the client is restarted after any error)
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
    """Run ``work`` until it ends or ``stopping`` is set; then cancel it. Raises what the work raised."""
    # Not the work alone: discord.py sleeps for minutes between attempts to connect.
    working, stop = asyncio.create_task(work), asyncio.create_task(stopping.wait())
    try:
        await asyncio.wait((working, stop), return_when=asyncio.FIRST_COMPLETED)
    finally:
        working.cancel()
        stop.cancel()
        await asyncio.wait((working, stop), timeout=CLOSED_WITHIN)
    if working.done() and not working.cancelled():
        working.result()
