"""A PostgreSQL server that hangs: presses are answered within three seconds, no action is stored twice."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from random import Random
from typing import Final, NamedTuple

import pytest

from bot.common.errors import InDoubt, Refused, StoreError
from bot.database.database import Database
from bot.database.opening import open_database
from bot.table.manager import GameManager
from bot.table.store.tables import TableStore
from rules.core.actions import Action
from tests.postgres import PostgresServer
from tests.table.people import CHANNEL, FOUR, asked, begin, legal

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of another kind")
CHANNELS: Final = range(CHANNEL, CHANNEL + 4)
IN_TIME: Final = 3.0
"""Seconds within which Discord requires an answer."""


class Press(NamedTuple):
    """An answer to the question that is asked at a table."""

    channel_id: int
    table_id: int
    revision: int
    user_id: int
    action: Action


class PressOutcome(NamedTuple):
    """Outcome of a press, and the seconds it took."""

    error: Exception
    seconds: float


@pytest.fixture
async def database(postgres: PostgresServer) -> AsyncIterator[Database]:
    async with postgres.ready() as name:
        database = await open_database(postgres.address(name))
        yield database
        await database.close()


async def press(manager: GameManager, one: Press) -> None:
    await manager.play.act(
        one.channel_id, one.user_id, one.action, table_id=one.table_id, revision=one.revision
    )


async def press_again_and_again(manager: GameManager, one: Press) -> None:
    while True:
        await press(manager, one)


async def refused(manager: GameManager, one: Press) -> PressOutcome:
    """Press, and check the answer that it may not have been stored."""
    clock = asyncio.get_running_loop().time
    began = clock()
    with pytest.raises(StoreError) as refusal:
        await press(manager, one)
    return PressOutcome(refusal.value, clock() - began)


async def presses_at(manager: GameManager) -> list[Press]:
    """Start a match in every channel; returns an answer that the asked player may give in each."""
    presses = []
    for channel_id in CHANNELS:
        table = await begin(manager, *FOUR, channel_id=channel_id)
        action = await legal(manager, asked(table), Random(1), channel_id)
        presses.append(Press(channel_id, table.id, table.revision, asked(table), action))
    return presses


async def answers_again(database: Database, table_id: int) -> None:
    """Return as soon as the server answers a query again."""
    while True:
        try:
            await TableStore(database).log(table_id)
            return
        except StoreError:
            await asyncio.sleep(0)


async def test_hanging_server_answers_presses_in_time_and_stores_once(
    postgres: PostgresServer, database: Database
) -> None:
    manager = GameManager(database, random=Random(1))
    presses = await presses_at(manager)

    async with postgres.hanging():
        heard = await asyncio.gather(*(refused(manager, one) for one in (*presses, *presses)))
        later = await asyncio.gather(*(refused(manager, one) for one in presses))

    assert max(one.seconds for one in heard) < IN_TIME
    assert max(one.seconds for one in later) < 1  # no later press waits for the hanging one
    assert isinstance(heard[0].error, InDoubt)
    await answers_again(database, presses[0].table_id)
    for one in presses:
        with pytest.raises(Refused):  # it was stored unseen, or is stored now: only once
            await press_again_and_again(manager, one)
        own = [
            entry for entry in await TableStore(database).log(one.table_id) if entry.user_id == one.user_id
        ]
        assert [entry.action for entry in own] == [str(one.action)]
        log = await TableStore(database).log(one.table_id)
        assert (await manager.reading.shown(one.channel_id)).revision == log[-1].revision
    await manager.close()


async def test_press_queued_behind_hanging_one_is_not_stored_later(
    postgres: PostgresServer, database: Database
) -> None:
    manager = GameManager(database, random=Random(1))
    first, *others = await presses_at(manager)

    async with postgres.hanging():
        hanging = asyncio.create_task(refused(manager, first))
        while not database._turn.locked():  # type: ignore[attr-defined]  # noqa: ASYNC110
            await asyncio.sleep(0)
        await asyncio.gather(*(refused(manager, one) for one in others))
        await hanging

    await answers_again(database, first.table_id)
    assert [entry.user_id for entry in await TableStore(database).log(first.table_id)][-1] == first.user_id
    for one in others:
        assert all(entry.user_id != one.user_id for entry in await TableStore(database).log(one.table_id))
    await manager.close()
