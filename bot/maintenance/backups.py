"""Backups by the clock: made while the bot runs, checked, and the newest kept."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from bot.common.address import Place
from bot.common.errors import StoreError
from bot.common.settings import Settings, SettingsError
from bot.database.backup import back_up
from bot.database.files import belongs
from bot.maintenance.backup_record import BackupRecord

log = logging.getLogger(__name__)

NAME: Final = "rookery-%Y%m%d-%H%M%S.sqlite3"
PATTERN: Final = "rookery-????????-??????.sqlite3"
HOUR: Final = 3600.0
LOOK_EVERY: Final = 60.0
"""Seconds between two looks at whether one is due: the machine may have slept."""


class Backups:
    """Keeps the last backups of a database in a folder."""

    def __init__(
        self, place: Place, folder: Path, *, every: float, keep: int, now: Callable[[], float] = time.time
    ) -> None:
        self._place = place
        self._folder = folder
        self._every = every
        """Hours between two of them."""
        self._keep = keep
        self._now = now
        self._failed_at: float | None = None

    async def record(self) -> BackupRecord:
        """When the newest was made, and whether one has failed since."""
        return BackupRecord(await asyncio.to_thread(self._newest), self._failed_at)

    async def back_up_on_schedule(self) -> None:
        """Make one whenever it is due, for ever; one that cannot be made is tried again later."""
        while True:
            await asyncio.sleep(LOOK_EVERY)
            await self.make_if_due()

    async def make_if_due(self) -> Path | None:
        """Make a backup if the newest is old enough; returns it."""
        newest = await asyncio.to_thread(self._newest)
        if newest is not None and self._now() - newest < self._every * HOUR:
            return None
        try:
            made = await self.make()
        except (StoreError, OSError) as error:
            if self._failed_at is None:  # one that fails again and again is told of once
                reason = error if isinstance(error, StoreError) else error.strerror
                log.error("no backup could be made, which is tried again every minute: %s", reason)
            self._failed_at = self._now()
            return None
        self._failed_at = None
        log.info("backed up: %s", made)
        return made

    async def make(self) -> Path:
        """Make a backup now, and let go of the oldest beyond those to keep.

        Raises:
            StoreError: it could not be made; those that were there still are.
        """
        made = self._folder / datetime.fromtimestamp(self._now(), UTC).strftime(NAME)
        try:
            await asyncio.to_thread(lambda: self._folder.mkdir(parents=True, exist_ok=True))
        except OSError as error:
            raise StoreError(f"{self._folder} cannot be made ({error.strerror}).") from None
        await back_up(self._place, made, _tell_nobody)
        await asyncio.to_thread(self._let_go)
        return made

    def _newest(self) -> float | None:
        """When the newest was made, in epoch seconds."""
        made = map(self._made_at, backups_in(self._folder, self._place))
        return max((at for at in made if at is not None), default=None)

    def _made_at(self, backup: Path) -> float | None:
        """When one was made, as its name says; None where the clock was wrong: that time is yet to come."""
        at = _time_in(backup)
        return None if at is None or at > self._now() else at

    def _let_go(self) -> None:
        ours = [one for one in backups_in(self._folder, self._place) if _time_in(one) is not None]
        ours.sort(key=lambda one: self._made_at(one) is not None)
        for old in ours[: -self._keep]:
            try:
                old.unlink()
            except OSError as error:
                log.warning("an old backup cannot be removed (%s)", error.strerror)


def backups_of(settings: Settings, now: Callable[[], float]) -> Backups | None:
    """The backups the settings ask for; None for none by the clock.

    Raises:
        SettingsError: their folder is a file of the database.
    """
    if not settings.backup_every:
        return None
    place, folder = settings.database, backup_folder(settings)
    if isinstance(place, Path) and belongs(folder, place):
        raise SettingsError(f"ROOKERY_BACKUP_FOLDER names a file of the database {place}: name a folder.")
    return Backups(
        place,
        folder,
        every=settings.backup_every,
        keep=settings.backup_keep,
        now=now,
    )


def backup_folder(settings: Settings) -> Path:
    """Where backups are kept."""
    place = settings.database
    return (place.parent if isinstance(place, Path) else Path()) / settings.backup_folder


def backups_in(folder: Path, place: Place) -> list[Path]:
    """The backups that were made by the clock, the oldest first; the database may be named like one."""
    found = sorted(folder.glob(PATTERN))
    return [one for one in found if not (isinstance(place, Path) and belongs(one, place))]


def _time_in(backup: Path) -> float | None:
    try:
        return datetime.strptime(backup.name, NAME).replace(tzinfo=UTC).timestamp()
    except ValueError:
        return None


def _tell_nobody(work: str, table: str, done: int, count: int) -> None:
    """Make a backup without a word."""
