"""Copies and backups of the database: a user's data is deleted there, too."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from math import inf
from pathlib import Path
from typing import Final

from bot.common.address import Place
from bot.common.errors import StoreError
from bot.database.backup import PART, close_log
from bot.database.database import Damaged, Database
from bot.database.files import REPLACED, earlier_versions, sibling
from bot.database.opening import open_database
from bot.maintenance.backups import backups_in
from bot.models.former_players import Forgetting
from bot.models.stored_tables import OPEN
from bot.people.service import forget_by_name
from bot.people.store.own_data import OwnDataStore
from bot.people.store.people import PeopleStore
from bot.table.presence import without_user
from bot.table.store.tables import TableStore

log = logging.getLogger(__name__)

UNFINISHED: Final = "{} is a backup under way, or one that was interrupted."


class Copies:
    """A database's backups, the file replaced by a restore, and the copies from before migrations."""

    def __init__(self, place: Place, backups: Path) -> None:
        self._place = place
        self._backups = backups

    async def forget(self, user_id: int) -> None:
        """Delete a user's data in every backup; copies from before migrations are deleted as a whole.

        Raises:
            StoreError: some could not be changed; the others were.
        """
        # Listed first: a backup that is finished from here on is among the others.
        unfinished = await asyncio.to_thread(backups_in, self._backups, self._place, PART)
        failed = [UNFINISHED.format(one) for one in unfinished]
        for copy in await asyncio.to_thread(self._all):
            try:
                await _forget(copy, user_id)
            except StoreError as error:
                failed.append(str(error))
        await asyncio.to_thread(self.remove_earlier_versions, inf)
        if failed:
            raise StoreError(f"Not every backup could be changed: {' '.join(failed)}")

    def remove_earlier_versions(self, before: float) -> None:
        """Delete copies from before migrations made before a time, in epoch seconds; failures are logged.

        Raises ``StoreError`` if the folder of the backups cannot be read.
        """
        # Backups have such copies, too: deleting a user's data there migrates them.
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
        if isinstance(self._place, Path) and (replaced := sibling(self._place, REPLACED)).exists():
            copies.append(replaced)
        return copies


async def forget_unused(database: Database, user_id: int) -> None:
    """Delete a user's data in a database that no bot runs on; a StoreError if it cannot be changed."""
    people = PeopleStore(database)
    who = await people.begin_forgetting(user_id)
    await forget_by_name(database, who, partial(_leave_tables, TableStore(database)))
    await people.end_forgetting(user_id)


async def _leave_tables(store: TableStore, table_ids: Sequence[int], who: Forgetting) -> None:
    """Take a user out of those of the tables that are open, for good; damaged tables are skipped."""
    for table_id in table_ids:
        with suppress(Damaged):
            table = await store.table(table_id)
            if table is not None and table.status in OPEN:
                await store.save_table(without_user(table, who.user_id, who.former_id))


async def _forget(copy: Path, user_id: int) -> None:
    async with await open_database(copy) as database:
        if await OwnDataStore(database).knows(user_id):
            await forget_unused(database, user_id)
    await asyncio.to_thread(close_log, copy)
