"""The health check: a running bot writes its condition to a file, which ``python -m bot health`` reads.

``python -m bot.health`` does the same without loading the bot: a container asks twice a minute.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bot.common.address import Place
from bot.common.settings import SettingsError, load_settings
from bot.condition import condition_of, read_condition, told, utc_text
from bot.database.files import sibling

if TYPE_CHECKING:
    from bot.app import App

log = logging.getLogger(__name__)

EVERY: Final = 15.0
STALE_AFTER: Final = 60.0
NO_SIGN: Final = (
    "No bot that uses this database has given a sign of life in the last minute. "
    "It isn't running, isn't connected to Discord, or can't store anything. Its log says why."
)


def pulse_file(database: Place) -> Path:
    """Path of the file a healthy bot rewrites: next to a SQLite database, else in the temporary folder."""
    if isinstance(database, Path):
        return sibling(database, ".alive")
    behind_the_password = database.get_secret_value().rpartition("@")[2]
    name = hashlib.sha256(behind_the_password.encode()).hexdigest()
    return Path(tempfile.gettempdir()) / f"rookery-{name[:16]}.alive"


async def keep_pulse(app: App, shards_away: Callable[[], int]) -> None:
    """Write the pulse file every ``EVERY`` seconds, but not while unable to write the database.

    While a shard is not connected the file tells how many, and keeps the date of the last sign of life.
    """
    path = pulse_file(app.settings.database)
    while True:
        if await app.maintenance.upkeep.is_writable():
            try:
                condition = await condition_of(app, shards_away())
                is_well = not condition.shards_away
                await asyncio.to_thread(_write, path, condition.model_dump_json(), is_well=is_well)
            except OSError as error:
                log.warning("no sign of life can be given: %s", error)
        await asyncio.sleep(EVERY)


def _write(path: Path, text: str, *, is_well: bool) -> None:
    """Write a file atomically: readers see the old text or the new one. Unless ``is_well`` keep its date."""
    new = sibling(path, ".new")
    new.write_text(text, encoding="utf-8")
    if not is_well:
        seen_at = path.stat().st_mtime if path.exists() else 0
        os.utime(new, (seen_at, seen_at))
    new.replace(path)


def tell(database: Place) -> int:
    """Print the condition of the bot that uses a database; returns the exit code: 0 if healthy, else 1."""
    print(*report(database), sep="\n")
    return 0 if is_healthy(database) else 1


def report(database: Place) -> list[str]:
    """The last known condition of the bot that uses a database, as a list of sentences."""
    try:
        condition = read_condition(pulse_file(database).read_text(encoding="utf-8"))
    except (OSError, UnicodeError):
        condition = None
    lines = ["The bot is well." if is_healthy(database) else NO_SIGN]
    if condition is not None:
        lines += [f"Seen {utc_text(condition.at)}:", *told(condition, utc_text)]
    return lines


def is_healthy(database: Place, *, now: Callable[[], float] = time.time) -> bool:
    """Whether the pulse file of the bot that uses a database is younger than ``STALE_AFTER`` seconds."""
    try:
        # A file dated in the future is no sign of life: the clock was wrong when it was written.
        return abs(now() - pulse_file(database).stat().st_mtime) < STALE_AFTER
    except OSError:
        return False


if __name__ == "__main__":
    try:
        sys.exit(tell(load_settings().database))
    except SettingsError as error:
        print(error, file=sys.stderr)
        sys.exit(2)
