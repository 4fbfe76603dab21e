"""Copies of the database beside it: what is forgotten is forgotten there, too."""

from __future__ import annotations

import asyncio
import logging
from math import inf
from pathlib import Path

from bot.errors import StoreError
from bot.services.backups import backups_in
from bot.store.backup import close_log
from bot.store.files import REPLACED, beside, earlier_versions
from bot.store.opening import open_store
from bot.store.place import Place

log = logging.getLogger(__name__)


class Copies:
    """The backups of a database, what a restore replaced, and what was kept before a migration."""

    def __init__(self, place: Place, backups: Path) -> None:
        self._place = place
        self._backups = backups

    async def forget(self, user_id: int) -> None:
        """Forget a person in every copy; those kept before a migration are deleted.

        Raises:
            StoreError: some could not be changed; the others are.
        """
        failed = []
        for copy in await asyncio.to_thread(self._all):
            try:
                await _forget(copy, user_id)
            except StoreError as error:
                failed.append(str(error))
        await asyncio.to_thread(self.remove_earlier_versions, inf)
        if failed:
            raise StoreError(f"Not every backup could be changed: {' '.join(failed)}")

    def remove_earlier_versions(self, before: float) -> None:
        """Delete what was kept before migrations that were made before a time, in epoch seconds.

        Copies are brought up to date, too, when somebody is forgotten in them.
        """
        databases = self._all()
        if isinstance(self._place, Path):
            databases.append(self._place)
        for copy in [one for path in databases for one in earlier_versions(path)]:
            try:
                if copy.stat().st_mtime < before:
                    copy.unlink()
            except OSError as error:
                log.warning("an old copy cannot be removed (%s)", error.strerror)

    def _all(self) -> list[Path]:
        copies = backups_in(self._backups, self._place)
        if isinstance(self._place, Path):
            replaced = beside(self._place, REPLACED)
            copies += [replaced] if replaced.exists() else []
        return copies


async def _forget(copy: Path, user_id: int) -> None:
    store = await open_store(copy)
    try:
        tables = await store.tables_of(user_id)
        is_elsewhere = await store.is_in_leagues(user_id) or await store.evenings_of_person(user_id)
        if tables or is_elsewhere or await store.has_settled(user_id):
            who = await store.begin_forgetting(user_id)
            await store.unsay(who)
            for table_id in tables:
                await store.forget_at(table_id, who)
            await store.forget_in_leagues(who)
            await store.forget_in_evenings(who)
            await store.forget_in_daily(who)
            await store.end_forgetting(user_id)
    finally:
        await store.close()
    await asyncio.to_thread(close_log, copy)
