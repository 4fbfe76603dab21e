"""Scheduled backups: made while the bot runs, checked, and the newest ones kept."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from bot.common.address import Place
from bot.common.errors import StoreError
from bot.common.settings import Settings, SettingsError
from bot.database.backup import PART, back_up
from bot.database.files import belongs

log = logging.getLogger(__name__)

NAME: Final = "rookery-%Y%m%d-%H%M%S.sqlite3"
PATTERN: Final = "rookery-????????-??????.sqlite3"
HOUR: Final = 3600.0
LOOK_EVERY: Final = 60.0
"""Seconds between two checks for a due backup; short, since the machine may have slept."""


class Backups:
    """Makes scheduled backups of a database in a folder, and deletes old ones."""

    def __init__(
        self, place: Place, folder: Path, *, every: float, keep: int, now: Callable[[], float] = time.time
    ) -> None:
        """``every`` is the hours between two backups, ``keep`` how many are kept."""
        self._place = place
        self._folder = folder
        self._every = every
        self._keep = keep
        self._now = now
        self.failed_at: float | None = None
        """Time of the last failure since the newest backup, in epoch seconds; None if none has failed."""

    async def newest(self) -> float | None:
        """Time of the newest backup in epoch seconds; None without one, or if the folder cannot be read."""
        with suppress(StoreError):
            return await asyncio.to_thread(self._newest)
        return None

    async def back_up_on_schedule(self) -> None:
        """Make a backup whenever one is due, until cancelled; a failed one is retried."""
        while True:
            await asyncio.sleep(LOOK_EVERY)
            await self.make_if_due()

    async def make_if_due(self) -> Path | None:
        """Make a backup if one is due; returns its path, or None if none was made."""
        newest = await self.newest()
        if newest is not None and self._now() - newest < self._every * HOUR:
            return None
        try:
            made = await self.make()
        except (StoreError, OSError) as error:
            if self.failed_at is None:  # repeated failures are logged once
                reason = error if isinstance(error, StoreError) else error.strerror
                log.error("no backup could be made, which is tried again every minute: %s", reason)
            self.failed_at = self._now()
            return None
        self.failed_at = None
        log.info("backed up: %s", made)
        return made

    async def make(self) -> Path:
        """Make a backup now and delete the oldest beyond the number to keep; returns its path.

        Raises:
            StoreError: it could not be made; earlier backups are unchanged.
        """
        made = self._folder / datetime.fromtimestamp(self._now(), UTC).strftime(NAME)
        try:
            await asyncio.to_thread(lambda: self._folder.mkdir(parents=True, exist_ok=True))
        except OSError as error:
            raise StoreError(f"{self._folder} cannot be made ({error.strerror}).") from None
        # What a killed backup left would stay, and may fill the disk.
        await asyncio.to_thread(lambda: _delete(self._ours(f"{PART}*")))
        await back_up(self._place, made, lambda *_: None)
        await asyncio.to_thread(self._delete_old)
        return made

    def _newest(self) -> float | None:
        made = map(self._made_at, backups_in(self._folder, self._place))
        return max((at for at in made if at is not None), default=None)

    def _made_at(self, backup: Path) -> float | None:
        """A backup's time by its file name; None if it is in the future, since the clock was wrong then."""
        at = _time_in(backup)
        return None if at is None or at > self._now() else at

    def _delete_old(self) -> None:
        in_order = sorted(self._ours(), key=lambda one: self._made_at(one) is not None)
        _delete(in_order[: -self._keep])

    def _ours(self, ending: str = "") -> list[Path]:
        return [one for one in backups_in(self._folder, self._place, ending) if _time_in(one) is not None]


def backups_of(settings: Settings, now: Callable[[], float]) -> Backups | None:
    """The scheduled backups; None if they are off, a SettingsError if their folder is the database's file."""
    if not settings.backup_every:
        return None
    place, folder = settings.database, backup_folder(settings)
    if isinstance(place, Path) and belongs(folder, place):
        raise SettingsError(f"ROOKERY_BACKUP_FOLDER names a file of the database {place}: name a folder.")
    return Backups(place, folder, every=settings.backup_every, keep=settings.backup_keep, now=now)


def backup_folder(settings: Settings) -> Path:
    """The folder of the backups, relative to a SQLite file's."""
    place = settings.database
    return (place.parent if isinstance(place, Path) else Path()) / settings.backup_folder


def backups_in(folder: Path, place: Place, ending: str = "") -> list[Path]:
    """Paths of the scheduled backups, oldest first, without the database itself if it is named like one.

    With an ``ending``, such as ``PART``, the files with their names and that ending.

    Raises ``StoreError`` if the folder cannot be read.
    """
    try:  # ``glob`` passes over some of these errors, by Python's version
        found = sorted(one for one in folder.iterdir() if one.match(PATTERN + ending))
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        raise StoreError(f"{folder} cannot be read ({error.strerror}).") from None
    return [one for one in found if not (isinstance(place, Path) and belongs(one, place))]


def _delete(backups: Iterable[Path]) -> None:
    for old in backups:
        try:
            old.unlink()
        except OSError as error:
            log.warning("an old backup cannot be removed (%s)", error.strerror)


def _time_in(backup: Path) -> float | None:
    try:
        return datetime.strptime(backup.name.partition(PART)[0], NAME).replace(tzinfo=UTC).timestamp()
    except ValueError:
        return None
