"""The application opened repeatedly on one file, with a stopped clock and scripted computers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

from bot.app import App, open_app
from bot.common.shards import Shards
from bot.computers.brief import Brief
from bot.table.desk.shown import ShownTable
from rules.core.actions import Action
from tests.inline import InlineComputers
from tests.table.people import CHANNEL, settings_for, until
from tests.table.standing_time import StandingTime
from tests.table.troubled import TroubledDatabase, open_troubled


class Thinkers(InlineComputers):
    """Computers that give any legal answer, count their answers, and can fail or take time."""

    def __init__(self) -> None:
        self.asked = 0
        self.failures: list[Exception] = []
        self.thinking = asyncio.Event()
        self.may_answer = asyncio.Event()
        self.may_answer.set()

    async def choose(
        self, kind: str, brief: Brief, seed: int | None = None, *, is_awaited: bool = True
    ) -> Action:
        self.asked += 1
        self.thinking.set()
        await self.may_answer.wait()
        if self.failures:
            raise self.failures.pop()
        return await super().choose("random", brief, self.asked)


class Stage:
    """Opens the application again and again on the same file and the same stopped clock."""

    def __init__(self, path: Path, time: StandingTime, computers: Thinkers) -> None:
        self.database: TroubledDatabase
        """The store of the application that was opened last."""
        self._path = path
        self._time = time
        self._computers = computers

    @asynccontextmanager
    async def open(
        self,
        *,
        pace: float = 2,
        trick_pause: float = 0,
        last_card_pause: float = 0,
        deal_pause: float = 0,
        remind: float = 0,
        limit: float = 0,
        shards: Shards = Shards(),  # noqa: B008  (it is frozen)
    ) -> AsyncIterator[App]:
        settings = settings_for(
            self._path,
            pace=pace,
            trick_pause=trick_pause,
            last_card_pause=last_card_pause,
            deal_pause=deal_pause,
            remind_after=remind,
            turn_limit=limit,
        )
        self.database = await open_troubled(self._path)
        try:
            async with open_app(
                settings,
                shards=shards,
                database=self.database,
                computers=self._computers,
                random=Random(3),
                now=self._time.now,
            ) as app:
                yield app
        finally:
            await self.database.close()


async def some_turns_of_the_loop() -> None:
    """Let due timers fire, and the tasks they start begin."""
    for _ in range(20):
        await asyncio.sleep(0)


async def nothing_happens(app: App) -> bool:
    """Whether the table stays the same after all due timers and writes."""
    before = await app.tables.reading.shown(CHANNEL)
    await some_turns_of_the_loop()
    assert await app.maintenance.upkeep.is_writable()
    return await app.tables.reading.shown(CHANNEL) == before


async def moves_on(app: App, by: int = 1) -> ShownTable:
    """Wait until the table has changed ``by`` times."""
    goal = (await app.tables.reading.shown(CHANNEL)).revision + by

    async def has_moved() -> bool:
        return (await app.tables.reading.shown(CHANNEL, finished=True)).revision >= goal

    await until(app.tables, has_moved)
    return await app.tables.reading.shown(CHANNEL, finished=True)
