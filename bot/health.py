"""The health check: a running bot touches a file beside its database; ``python -m bot health`` looks."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from bot.store.protocol import Store

log = logging.getLogger(__name__)

EVERY: Final = 15.0
STALE_AFTER: Final = 60.0


def pulse_file(database: Path) -> Path:
    """The file a healthy bot keeps fresh."""
    return database.with_name(database.name + ".alive")


async def keep_pulse(store: Store, database: Path, is_connected: Callable[[], bool]) -> None:
    """Touch the file while the event loop turns, Discord is connected and the database takes writes."""
    path = pulse_file(database)
    while True:
        if is_connected() and await store.is_writable():
            try:
                await asyncio.to_thread(path.touch)
            except OSError as error:
                log.warning("no sign of life can be given: %s", error)
        await asyncio.sleep(EVERY)


def is_healthy(database: Path, *, now: Callable[[], float] = time.time) -> bool:
    """Whether the bot that uses this database has shown a sign of life lately."""
    try:
        return now() - pulse_file(database).stat().st_mtime < STALE_AFTER
    except OSError:
        return False
