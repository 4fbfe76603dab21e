"""Law: each backup taken while the club plays is the database of one moment.

``python -m bot backup`` runs as a process of its own, which may be killed. Its steps take virtual time, so
the bot writes between any two of them.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final
from unittest.mock import patch

from bot.common.errors import StoreError
from bot.database import backup as product
from bot.database.copying import KEYS
from bot.database.sqlite import open_reading
from bot.models.stored_tables import LogEntry
from rules.core.decisions import REFEREE
from tests.sim.disk import Disk
from tests.sim.ids import DAY
from tests.sim.laws.ledger import Ledger
from tests.sim.mortal import Mortal
from tests.sim.threads import pause

if TYPE_CHECKING:
    from tests.sim.world import World

LAW: Final = "a backup is one moment's truth"
STEP: Final = 8
"""Pages copied at a time, few because the databases are small."""
KILLED: Final = 0.25
"""Probability that a backup is killed."""
STEPS: Final = 50
"""About the number of callbacks of one backup."""


class Operator(Mortal):
    """One run of ``python -m bot backup``."""

    def __init__(self, world: World, folder: Path, command: Any) -> None:
        super().__init__()
        self.error: StoreError | None = None
        self.was_killed = False
        self.ended = asyncio.Event()
        self._folder = folder
        self._main = world.loop.create_task(self._run(command), context=self.context)

    async def _run(self, command: Any) -> None:
        try:
            await command
        except StoreError as error:
            self.error = error
        self._is_ending = True
        self._die()
        self.ended.set()

    def kill(self) -> None:
        """SIGKILL. The files stay as they are."""
        if self.is_dead:
            return
        self.was_killed = True
        files = {path: path.read_bytes() for path in self._folder.iterdir()}
        self._die()
        for path in self._folder.iterdir():
            path.unlink()
        for path, data in files.items():
            path.write_bytes(data)
        self.ended.set()


class Backups:
    """Takes backups, one at a time, and checks each."""

    def __init__(self, world: World, random: Random, folder: Path) -> None:
        self.taken = 0
        """Number of backups completed and found right."""
        self.killed = 0
        """Number of backups killed."""
        self.moments = 0
        """Number of commits while a backup was made."""
        self._world = world
        self._random = random
        self._folder = folder / "backups"
        self._folder.mkdir()
        self._target = self._folder / "backup"
        self._restored = folder / "restored"
        self._images: list[bytes] | None = None
        """Images of the database after each commit since the backup began; None without a backup."""
        world.disk.committed.append(self._remember)

    def __str__(self) -> str:
        return f"{self.taken} backups, {self.moments} commits while they were made, {self.killed} more killed"

    async def take(self, each_day: float) -> None:
        """Take ``each_day`` backups a day, until cancelled."""
        with patch.object(product, "STEP", STEP):
            while True:
                await asyncio.sleep(self._random.expovariate(each_day / DAY))
                await self._take_one()

    def _remember(self) -> None:
        if self._images is not None:
            with closing(
                open_reading(self._world.disk.place)
            ) as reading:  # an uncommitted image is no moment
                self._images.append(reading.serialize())

    async def _take_one(self) -> None:
        world, before = self._world, self._files()
        self._images = []
        self._remember()
        operator = Operator(
            world, self._folder, product.back_up(world.disk.place, self._target, self._let_time_pass)
        )
        if self._random.random() < KILLED:
            operator.kill_after(self._random.randrange(STEPS))
        await operator.ended.wait()
        images, self._images = self._images, None
        others = sorted(path.name for path in self._folder.iterdir() if path != self._target)
        is_killed = operator.was_killed
        world.trace.note(f"backup {'killed' if is_killed else 'made'} over {len(images)} moments")
        if operator.error is not None:
            world.laws.found(LAW, [f"none could be made: {self._said(operator.error)}"])
        elif is_killed:
            self.killed += 1
            await self._look_at_rest(before, images)
            if self._files().get(self._target) == before.get(self._target):
                return
        elif others:
            world.laws.found(LAW, [f"beside it is left {others}"])
        world.laws.found(LAW, await self._problems(self._target, images))
        self.taken += not is_killed
        self.moments += len(images) - 1

    async def _look_at_rest(self, before: dict[Path, bytes], images: list[bytes]) -> None:
        """Check that the file of a killed backup is refused, unless it is complete."""
        for path, data in self._files().items():
            if path.name.endswith("-part") and data != before.get(path):
                try:
                    await product.check(path)
                except StoreError:
                    continue
                self._world.laws.found(LAW, await self._problems(path, images))

    def _said(self, error: StoreError) -> str:
        """An error's text without the folder, which differs between runs."""
        return str(error).replace(str(self._folder), "FOLDER")

    def _files(self) -> dict[Path, bytes]:
        return {path: path.read_bytes() for path in sorted(self._folder.iterdir())}

    def _let_time_pass(self, work: str, what: str, done: int, count: int) -> None:
        pause(self._random.uniform(0.02, 0.5))

    async def _problems(self, backup: Path, images: list[bytes]) -> list[str]:
        try:
            await product.restore(backup, self._restored, _ignore_progress)
        except StoreError as error:
            return [f"it cannot be restored: {self._said(error)}"]
        disk = Disk(self._random, _note_nothing, self._restored)
        with closing(disk.connection):
            return list(self._differences(disk, images))

    def _differences(self, restored: Disk, images: list[bytes]) -> Iterator[str]:
        if not any(_holds(image, restored.connection) for image in images):
            yield f"it holds what was stored at none of {len(images)} moments"
            return
        ledger = Ledger(restored, self._world.loop.time)
        for change in ledger.read():  # which plays every open match by its log
            table_id = change.account.record.id
            ours = self._world.laws.ledger.accounts.get(table_id)
            if ours is not None and _acts(ours.entries[: len(change.entries)]) != _acts(change.entries):
                yield f"the log of table {table_id} is another"


def _acts(entries: Sequence[LogEntry]) -> list[tuple[int, int, str]]:
    """Log actions without users and reasons, which change when a user is forgotten."""
    return [(one.revision, one.seat, one.action if one.seat != REFEREE else "") for one in entries]


def _holds(image: bytes, restored: sqlite3.Connection) -> bool:
    """Whether a restored database equals an image, row by row."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.deserialize(
            image[:18] + b"\x01\x01" + image[20:]
        )  # a database in memory has no write-ahead log
        return all(_rows(connection, name) == _rows(restored, name) for name in KEYS)


def _rows(connection: sqlite3.Connection, table: str) -> list[tuple[Any, ...]]:
    return connection.execute(f"SELECT * FROM {table} ORDER BY {', '.join(KEYS[table])}").fetchall()


def _ignore_progress(work: str, what: str, done: int, count: int) -> None:
    """Ignore the progress of a restore."""


def _note_nothing(what: str) -> None:
    """Ignore a line: restored copies are no part of the trace."""
