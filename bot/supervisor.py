"""Restarts the client: discord.py can end on a refused connection or one bad event.

Where Discord has closed a connection for good, a sentence says what to do instead:
https://discord.com/developers/docs/topics/opcodes-and-status-codes#gateway-gateway-close-event-codes
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, Final

import discord

log = logging.getLogger(__name__)

FIRST_PAUSE: Final = 5.0
LONGEST_PAUSE: Final = 300.0
STEADY_AFTER: Final = 600.0
"""Seconds of running after which a failure counts as the first one again."""
CLOSED_WITHIN: Final = 3.0
"""Seconds the client may take to close when told to stop; the rest of the process closes after it."""

LOGIN_REFUSED: Final = (
    "Discord does not accept the token in DISCORD_TOKEN. Copy it again from the developer portal "
    "(your application, Bot, Reset Token) into .env."
)
TOO_FEW_SHARDS: Final = 4011
NOT_ALLOWED: Final = 4014
REFUSALS: Final[Mapping[int, str]] = {
    4004: LOGIN_REFUSED,
    4010: (
        "Discord refuses the numbers of the bot's shards (code 4010). Set ROOKERY_SHARDS to the number "
        "of all shards, the same for every process, or leave it out."
    ),
    TOO_FEW_SHARDS: (
        "Discord demands more shards for so many servers (code 4011). Set ROOKERY_SHARDS to at least one "
        "for 2,500 servers, or leave it out: then the bot asks Discord for the number at its next start."
    ),
    4012: "Discord no longer takes what this version of Rookery speaks (code 4012). Update Rookery.",
    4013: "Discord does not know what this version of Rookery asks for (code 4013). Update Rookery.",
    NOT_ALLOWED: (
        "Discord does not allow this application what Rookery asks for, though it needs no privileged "
        "intent (code 4014). Update Rookery; if that doesn't help, see in the developer portal whether "
        "the application is restricted."
    ),
}
"""Sentences by the close codes after which a retry cannot help."""


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


def code_of(error: discord.ConnectionClosed | discord.PrivilegedIntentsRequired) -> int:
    """The close code of a connection that discord.py does not open again."""
    return NOT_ALLOWED if isinstance(error, discord.PrivilegedIntentsRequired) else error.code
