"""The health check: a running bot touches a file, and ``python -m bot health`` looks how old that is."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from bot.services.upkeep import Upkeep
from bot.store.place import Place

log = logging.getLogger(__name__)

EVERY: Final = 15.0
STALE_AFTER: Final = 60.0


def pulse_file(database: Place) -> Path:
    """The file a healthy bot keeps fresh: beside its database, or in the temporary folder."""
    if isinstance(database, Path):
        return database.with_name(database.name + ".alive")
    behind_the_password = database.get_secret_value().rpartition("@")[2]
    name = hashlib.sha256(behind_the_password.encode()).hexdigest()
    return Path(tempfile.gettempdir()) / f"rookery-{name[:16]}.alive"


async def keep_pulse(upkeep: Upkeep, database: Place, is_connected: Callable[[], bool]) -> None:
    """Touch the file while the event loop turns, Discord is connected and the database takes writes."""
    path = pulse_file(database)
    while True:
        if is_connected() and await upkeep.is_writable():
            try:
                await asyncio.to_thread(path.touch)
            except OSError as error:
                log.warning("no sign of life can be given: %s", error)
        await asyncio.sleep(EVERY)


def is_healthy(database: Place, *, now: Callable[[], float] = time.time) -> bool:
    """Whether the bot that uses this database has shown a sign of life lately."""
    try:
        return now() - pulse_file(database).stat().st_mtime < STALE_AFTER
    except OSError:
        return False
