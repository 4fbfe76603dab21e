"""The health check: a running bot writes its condition to a file, which ``python -m bot health`` reads.

Each process of a database has a file of its own, and the database's bot is well if each of them is.
``python -m bot.health`` does the same without loading the bot: a container asks twice a minute.
"""

from __future__ import annotations

import asyncio
import contextlib
import glob
import hashlib
import logging
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Final, NamedTuple

from bot.common.address import Place
from bot.common.settings import SettingsError, load_settings
from bot.condition import Condition, condition_of, read_condition, told, utc_text
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
NO_SIGN_OF_ONE: Final = (
    "Process {} has given no sign of life in the last minute. "
    "It was killed, isn't connected to Discord, or can't store anything. Its log says why."
)
UNWRITABLE: Final = "no sign of life can be given: %s"


def pulse_file(database: Place, process: int | None = None) -> Path:
    """Path of the file that a process keeps young: next to a SQLite file, else in the temporary folder.

    ``process`` is its number in the operating system; None for this one's.
    """
    return _named(database, str(os.getpid() if process is None else process))


def pulse_files(database: Place) -> dict[int, Path]:
    """The pulse files of a database's processes on this machine, by process number."""
    pattern = _named(database, "*")
    head, _, tail = pattern.name.rpartition("*")
    found = (
        (file.name.removeprefix(head).removesuffix(tail), file)
        for file in pattern.parent.glob(f"{glob.escape(head)}*{tail}")
    )
    return {int(number): file for number, file in sorted(found) if number.isascii() and number.isdigit()}


def _named(database: Place, process: str) -> Path:
    ending = f".{process}.alive"
    if isinstance(database, Path):
        return sibling(database, ending)
    behind_the_password = database.get_secret_value().rpartition("@")[2]
    name = hashlib.sha256(behind_the_password.encode()).hexdigest()
    return Path(tempfile.gettempdir()) / f"rookery-{name[:16]}{ending}"


class Pulse:
    """This process's pulse file: too old at first, rewritten while the process is well, removed at its end.

    The file of a killed process stays, and so gets too old, until another process of the database starts.
    """

    def __init__(self, database: Place) -> None:
        self._database = database
        self._path: Final = pulse_file(database)
        self._writing: Final = Lock()
        self._is_over = False

    def begin(self) -> None:
        """Write an old file: the process is not well yet. Remove those of processes that are gone."""
        try:
            for process, file in pulse_files(self._database).items():
                # A SQLite file has one process at a time; in containers, numbers say nothing of others.
                if isinstance(self._database, Path) or not _runs(process):
                    file.unlink(missing_ok=True)
            self._write("", is_well=False)
        except OSError as error:
            log.warning(UNWRITABLE, error)

    async def keep(self, app: App, shards_away: Callable[[], int]) -> None:
        """Rewrite the file every ``EVERY`` seconds, but not while unable to write the database.

        While a shard is not connected the file says how many are not, and keeps its old modification time.
        """
        while True:
            if await app.maintenance.upkeep.is_writable():
                try:
                    condition = await condition_of(app, shards_away())
                    is_well = not condition.shards_away
                    await asyncio.to_thread(self._write, condition.model_dump_json(), is_well=is_well)
                except OSError as error:
                    log.warning(UNWRITABLE, error)
            await asyncio.sleep(EVERY)

    async def keep_as_spare(self) -> None:
        """Rewrite the file every ``EVERY`` seconds while the process waits for something to serve."""
        while True:
            await asyncio.sleep(EVERY)
            try:
                await asyncio.to_thread(self._write, "", is_well=True)
            except OSError as error:
                log.warning(UNWRITABLE, error)

    def end(self) -> None:
        """Remove the file: the process stops as it was told."""
        with self._writing, contextlib.suppress(OSError):
            self._is_over = True
            self._path.unlink(missing_ok=True)

    def _write(self, text: str, *, is_well: bool) -> None:
        """Write the file atomically, once ended not at all. Unless ``is_well`` keep its date."""
        with self._writing:
            if self._is_over:
                return
            new = sibling(self._path, ".new")
            new.write_text(text, encoding="utf-8")
            if not is_well:
                seen_at = self._path.stat().st_mtime if self._path.exists() else 0
                os.utime(new, (seen_at, seen_at))
            new.replace(self._path)


def _runs(process: int) -> bool:
    """Whether another process of this machine has that number; False on Windows, where it is not known."""
    if process == os.getpid() or os.name != "posix":
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:  # another user's
        return True
    return True


def tell(database: Place) -> int:
    """Print the condition of a database's processes; returns the exit code: 0 if all are healthy, else 1."""
    is_healthy, lines = report(database)
    print(*lines, sep="\n")
    return 0 if is_healthy else 1


class Report(NamedTuple):
    """What the processes of a database on this machine last told."""

    is_healthy: bool
    """Whether there are some, all with pulse files younger than ``STALE_AFTER``."""
    lines: list[str]
    """The last known condition of each, in sentences."""


def report(database: Place, *, now: Callable[[], float] = time.time) -> Report:
    """Read the pulse files of a database's processes on this machine."""
    files = pulse_files(database)
    if not files:
        return Report(False, [NO_SIGN])
    is_healthy, lines = True, []
    for process, file in files.items():
        is_well = _is_young(file, now)
        is_healthy &= is_well
        if len(files) == 1:
            lines.append("The bot is well." if is_well else NO_SIGN)
        else:
            lines.append(f"Process {process} is well." if is_well else NO_SIGN_OF_ONE.format(process))
        condition = _condition_in(file)
        if condition is not None:
            lines += [f"Seen {utc_text(condition.at)}:", *told(condition, utc_text)]
    return Report(is_healthy, lines)


def _is_young(file: Path, now: Callable[[], float]) -> bool:
    try:
        # A file dated in the future is no sign of life: the clock was wrong when it was written.
        return abs(now() - file.stat().st_mtime) < STALE_AFTER
    except OSError:
        return False


def _condition_in(file: Path) -> Condition | None:
    try:
        return read_condition(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeError):
        return None


if __name__ == "__main__":
    try:
        sys.exit(tell(load_settings().database))
    except SettingsError as error:
        print(error, file=sys.stderr)
        sys.exit(2)
