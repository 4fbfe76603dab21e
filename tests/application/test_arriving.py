"""A process takes over from another one once, whatever becomes of its connection meanwhile."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from typing import Self

import pytest

from bot import running, supervisor
from bot.app import App, build_app
from bot.common.shards import Shards
from bot.database.database import Insert, Statement
from bot.database.opening import open_database
from bot.health import Pulse
from bot.table.store.waiting import DELETE_EXPIRED
from tests.table.people import CHANNEL, FOUR, begin, settings_for
from tests.table.stage import Stage, Thinkers
from tests.table.troubled import TroubledDatabase


class Client:
    """A connected client. The first one loses its connection while the process takes over."""

    is_lost = asyncio.Event()
    again = asyncio.Event()

    def __init__(self, app: App) -> None:
        self._duty = app.duty
        self._is_first = not self.is_lost.is_set()
        self.front = self
        self.ready_shards = Shards()
        self.shards_away = 0
        self.registering = asyncio.create_task(asyncio.Event().wait())

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.registering.cancel()

    async def login(self, token: str) -> None:
        pass

    async def connect(self) -> None:
        if self._is_first:
            await self.is_lost.wait()
            raise OSError("no route")
        self.again.set()
        await asyncio.Event().wait()

    async def wait_until_ready(self) -> None:
        pass

    async def take_over(self) -> None:
        self._duty.begun.set()


def is_after_the_tables(written: Statement | Insert) -> bool:
    """Whether it is written in the middle of a start, once the tables have been read."""
    return isinstance(written, Statement) and written.sql == DELETE_EXPIRED


async def test_connection_lost_while_a_process_takes_over_sets_no_table_aside(
    stage: Stage, path: Path, computers: Thinkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bug: the next client had everything read once more, and each table stood in its own way."""
    async with stage.open() as before:
        table = await begin(before.tables, *FOUR)
    monkeypatch.setattr(running, "RookeryBot", Client)
    monkeypatch.setattr(supervisor, "FIRST_PAUSE", 0)
    settings = settings_for(path).model_copy(update={"card_faces": False})
    database = TroubledDatabase(await open_database(path), is_after_the_tables)
    database.gate.clear()
    async with build_app(settings, database=database, computers=computers) as app:
        stopping, arrive = asyncio.Event(), partial(running._take_over, app, database)
        serving = asyncio.create_task(running._serve(app, "a token", Pulse(path), arrive, stopping))
        await database.writing.wait()
        Client.is_lost.set()
        await Client.again.wait()
        database.gate.set()
        await app.duty.begun.wait()

        assert not app.tables.reading.quarantined_tables()
        assert (await app.tables.reading.shown(CHANNEL)).id == table.id
        stopping.set()
        await serving
    await database.close()
