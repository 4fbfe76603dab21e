"""What ends a running process or its work in the background, and what does not."""

from __future__ import annotations

import asyncio
import errno
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot import clerk
from bot.common.background import cut_off
from bot.common.errors import StoreError
from bot.database.opening import open_database
from bot.database.sqlite import IN_MEMORY
from bot.maintenance import copies, upkeep
from bot.maintenance.upkeep import Upkeep
from tests.table.people import ANN
from tests.table.stage import Stage
from tests.table.standing_time import StandingTime
from tests.table.troubled import TroubledDatabase


@pytest.fixture
async def database(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[TroubledDatabase]:
    """A database of which every write is counted, watched by a quick clock."""
    monkeypatch.setattr(upkeep, "LOOK_EVERY", 0)
    monkeypatch.setattr(upkeep, "TRY_EVERY", 0.02)
    monkeypatch.setattr(upkeep, "LOST_AFTER", 0.4)
    opened = await open_database(IN_MEMORY)
    yield TroubledDatabase(opened, lambda _: True)
    await opened.close()


async def test_database_that_takes_no_write_for_a_minute_ends_the_process(database: TroubledDatabase) -> None:
    began = asyncio.get_running_loop().time()
    with (
        database.refusing(lambda _: True),
        pytest.raises(StoreError, match="Nothing could be stored in the database for a minute"),
    ):
        await Upkeep(database).watch_database()
    assert asyncio.get_running_loop().time() - began >= upkeep.LOST_AFTER


async def test_database_that_answers_no_write_for_a_minute_ends_the_process(
    database: TroubledDatabase,
) -> None:
    database.gate.clear()
    with pytest.raises(StoreError, match="Nothing could be stored in the database for a minute"):
        await Upkeep(database).watch_database()


async def test_shorter_trouble_does_not_end_the_process(
    database: TroubledDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(upkeep, "LOST_AFTER", 10)
    watching = asyncio.create_task(Upkeep(database).watch_database())
    for _ in range(3):
        with database.refusing(lambda _: True):
            await asyncio.wait([watching], timeout=0.1)
        before = database.writes
        while database.writes < before + 2:  # noqa: ASYNC110
            await asyncio.sleep(0)
    assert not watching.done()
    watching.cancel()


async def test_unexpected_error_ends_no_work_of_the_clerk(
    stage: Stage, time: StandingTime, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Bug: a backup folder on a network disk that was gone ended deletion, forgetting and backups."""

    def gone(*_: object) -> list[Path]:
        raise OSError(errno.ESTALE, "Stale file handle")

    monkeypatch.setattr(copies, "backups_in", gone)
    monkeypatch.setattr(clerk, "AGAIN_AFTER", 1)  # before a backup is due
    async with stage.open() as app:
        serving = asyncio.create_task(clerk.serve_as_clerk(app))
        for attempt in (1, 2):
            while caplog.text.count("failed (OSError)") < attempt:
                assert not serving.done()
                await asyncio.sleep(0)
            time.let_pass(1)
        await cut_off([serving])


async def test_server_that_takes_the_bot_back_while_another_is_deleted_stays(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with stage.open() as app:
        store = app.maintenance.retention._store
        remove = store.remove_server
        for guild_id in (1, 2):
            await app.tables.lobbies.open_table(guild_id, guild_id, ANN)
            await store.note_left(guild_id, 0.0)

        async def remove_slowly(guild_id: int) -> int:
            await store.note_came_back(2)
            return await remove(guild_id)

        monkeypatch.setattr(store, "remove_server", remove_slowly)
        await app.maintenance.retention.look()
        assert await store.servers() == [2]
