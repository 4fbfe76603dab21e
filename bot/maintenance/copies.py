"""Copies of the database beside it: what is forgotten is forgotten there, too."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from math import inf
from pathlib import Path

from bot.common.errors import StoreError
from bot.database.address import Place
from bot.database.backup import close_log
from bot.database.database import Database
from bot.database.errors import Damaged
from bot.database.files import REPLACED, beside, earlier_versions
from bot.database.opening import open_database
from bot.maintenance.backups import backups_in
from bot.models.stored import OPEN, Forgetting
from bot.people.forgetting import forget_by_name
from bot.people.store.own_data import OwnDataStore
from bot.people.store.people import PeopleStore
from bot.table.forgetting import without
from bot.table.store.tables import TableStore

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


class _Unused:
    """What is open in a database that no bot has: as it is stored."""

    def __init__(self, database: Database) -> None:
        self._store = TableStore(database)

    async def read_evenings_anew(self) -> None:
        """Nobody has read any."""

    async def leave_tables(self, table_ids: Sequence[int], who: Forgetting) -> None:
        """Have a person leave every open table of those given; one that is damaged is left to its repair."""
        for table_id in table_ids:
            with suppress(Damaged):
                table = await self._store.table(table_id)
                if table is not None and table.status in OPEN:
                    await self._store.save_table(without(table, who.user_id, who.former_id))


async def forget_unused(database: Database, user_id: int) -> None:
    """Forget a person in a database that no bot has.

    Raises:
        StoreError: it could not be changed.
    """
    who = await PeopleStore(database).begin_forgetting(user_id)
    await forget_by_name(database, who, _Unused(database))
    await PeopleStore(database).end_forgetting(user_id)


async def _forget(copy: Path, user_id: int) -> None:
    database = await open_database(copy)
    try:
        if await OwnDataStore(database).knows(user_id):
            await forget_unused(database, user_id)
    finally:
        await database.close()
    await asyncio.to_thread(close_log, copy)
