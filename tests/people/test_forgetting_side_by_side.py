"""A player is forgotten by several processes of one PostgreSQL database, each at its own tables."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import pytest

from bot.app import App, build_app
from bot.common.address import Place
from bot.common.shards import Shards
from bot.database.database import Database
from bot.database.opening import open_database
from bot.people import service
from bot.people.service import Forgotten
from bot.table.store.tables import TableStore
from tests.database.samples import new_table
from tests.inline import InlineComputers
from tests.postgres import PostgresServer
from tests.table.people import ANN, settings_for

SERVERS = (0, 1 << 22, 2 << 22)
"""A server of each shard."""


class Processes:
    """Starts processes of three shards on one database."""

    def __init__(self, address: Place, folder: Path, opened: AsyncExitStack) -> None:
        """``folder`` is where those have their backups that have no other."""
        self._settings = settings_for(address)
        self._folder = folder
        self._opened = opened

    async def database(self) -> Database:
        """The session of one more process."""
        database = await open_database(self._settings.database, alone=False)
        return await self._opened.enter_async_context(database)

    async def arriving(self, shard: int, folder: Path | None = None) -> App:
        """One more process that does not serve its shard yet."""
        app = build_app(
            self._settings.model_copy(update={"backup_folder": folder or self._folder}),
            database=await self.database(),
            shards=Shards(len(SERVERS), frozenset({shard})),
            computers=InlineComputers(),
            random=Random(1),
        )
        return await self._opened.enter_async_context(app)

    async def serving(self, shard: int, folder: Path | None = None) -> App:
        """One more process, on duty."""
        app = await self.arriving(shard, folder)
        await app.duty.leases.claim([shard])
        await app.resume()
        return app


@pytest.fixture
async def processes(postgres: PostgresServer, tmp_path: Path) -> AsyncIterator[Processes]:
    async with postgres.ready() as name, AsyncExitStack() as opened:
        yield Processes(postgres.address(name), tmp_path, opened)


async def test_arriving_spare_forgets_at_no_table_of_the_process_that_ends(
    processes: Processes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bug: it renamed the player in rows of tables that the other had in memory."""
    monkeypatch.setattr(service, "OTHERS_WITHIN", 0.5)
    ending = await processes.database()
    await ending.leases.claim([1])
    table = await new_table(ending, guild_id=SERVERS[1])
    await processes.arriving(1)
    first = await processes.serving(0)
    assert await first.people.own_data.forget(ANN.id) is Forgotten.IN_PART
    assert await TableStore(ending).table(table.id) == table


async def test_forgotten_player_does_not_return_to_the_memory_of_another_process(
    processes: Processes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bug: someone's new setting had the others read all again before the last rows were deleted."""
    first, second = [await processes.serving(shard) for shard in range(2)]
    settings, store = second.people.settings, first.people.own_data._people_store
    await first.people.settings.set_words(ANN.id, in_words=True)
    end = store.end_but_for_copies

    async def end_late(user_id: int) -> None:
        await settings.resume()
        assert settings.sees_words(ANN.id)
        await end(user_id)

    monkeypatch.setattr(store, "end_but_for_copies", end_late)
    assert await first.people.own_data.forget(ANN.id) is Forgotten.EVERYWHERE
    async with asyncio.timeout(5):
        while settings.sees_words(ANN.id):  # noqa: ASYNC110  (a notice is on its way)
            await asyncio.sleep(0.01)


async def test_processes_with_one_folder_of_backups_scrub_them_one_after_another(
    processes: Processes, tmp_path: Path
) -> None:
    """Bug: the third of them found the backup in use, so that the forgetting failed again and again."""
    first, *_ = [await processes.serving(shard) for shard in range(3)]
    await (await open_database(tmp_path / "rookery-20260101-000000.sqlite3")).close()
    assert await first.people.own_data.forget(ANN.id) is Forgotten.EVERYWHERE


async def test_retry_gives_the_others_longer(processes: Processes, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bug: with large backups the others were late each time."""
    first, _ = [await processes.serving(shard) for shard in range(2)]
    monkeypatch.setattr(service, "OTHERS_WITHIN", 0)
    assert await first.people.own_data.forget(ANN.id) is Forgotten.IN_PART
    async with asyncio.timeout(10):
        await first.people.own_data.retry_until_done()


async def test_process_that_cannot_change_its_backups_says_so_at_once(
    processes: Processes, tmp_path: Path
) -> None:
    folder = tmp_path / "own"
    folder.mkdir()
    (folder / "rookery-20260101-000000.sqlite3").write_bytes(b"Dear diary, " * 500)
    first = await processes.serving(0)
    await processes.serving(1, folder)
    async with asyncio.timeout(service.OTHERS_WITHIN / 2):
        assert await first.people.own_data.forget(ANN.id) is Forgotten.BUT_FOR_COPIES
