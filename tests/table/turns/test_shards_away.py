"""Turn limits of a shard rest while Discord does not reach it; those of other shards run on."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.app import App
from bot.common.shards import Shards
from bot.table.lobby.seating import Sit
from bot.table.opening import WantedTable
from rules.catalog import DEFAULT
from tests.table.people import ANN, CHANNEL, FOUR, begin, until
from tests.table.stage import Stage, some_turns_of_the_loop
from tests.table.standing_time import StandingTime

HERE, AWAY = 0, 1
"""Shards; GUILD is on the first."""
OTHER_GUILD = 1 << 22
OTHER_CHANNEL = CHANNEL + 1
LIMIT = 180.0


async def play_in_both(app: App) -> None:
    """Begin a match on each shard."""
    await begin(app.tables, *FOUR)
    lobbies = app.tables.lobbies
    await lobbies.open_table(OTHER_GUILD, OTHER_CHANNEL, ANN, WantedTable(DEFAULT))
    for person in FOUR[1:]:
        await lobbies.change_lobby(OTHER_CHANNEL, Sit(person))
    await lobbies.start(OTHER_CHANNEL, ANN.id)


async def has_stand_in(app: App, channel_id: int) -> bool:
    """Whether a computer plays for a player who did not answer."""
    return any(seat.is_away for seat in (await app.tables.reading.shown(channel_id)).seats)


@pytest.fixture
async def app(stage: Stage) -> AsyncIterator[App]:
    async with stage.open(limit=LIMIT, shards=Shards.all(2)) as app:
        yield app


async def test_turn_limit_of_a_lost_shard_rests_while_another_runs_on(app: App, time: StandingTime) -> None:
    await play_in_both(app)
    app.turns.pause(AWAY)
    time.let_pass(LIMIT)

    await until(app.tables, lambda: has_stand_in(app, CHANNEL))

    await some_turns_of_the_loop()
    assert not await has_stand_in(app, OTHER_CHANNEL)


async def test_turn_limit_of_a_shard_runs_on_once_it_is_back(app: App, time: StandingTime) -> None:
    await play_in_both(app)
    app.turns.pause(AWAY)
    time.let_pass(30)
    app.turns.resume(AWAY)
    time.let_pass(LIMIT - 30)

    await until(app.tables, lambda: has_stand_in(app, OTHER_CHANNEL))


async def test_return_of_one_shard_resumes_no_other(app: App, time: StandingTime) -> None:
    await play_in_both(app)
    app.turns.pause()
    time.let_pass(30)
    app.turns.resume(HERE)
    time.let_pass(LIMIT)

    await until(app.tables, lambda: has_stand_in(app, CHANNEL))

    await some_turns_of_the_loop()
    assert not await has_stand_in(app, OTHER_CHANNEL)


async def test_turns_of_another_processs_shard_are_never_driven(stage: Stage, time: StandingTime) -> None:
    async with stage.open(limit=LIMIT, shards=Shards(2, frozenset({HERE}))) as app:
        await play_in_both(app)
        app.turns.pause()
        app.turns.resume()
        time.let_pass(LIMIT)

        await until(app.tables, lambda: has_stand_in(app, CHANNEL))

        await some_turns_of_the_loop()
        assert not await has_stand_in(app, OTHER_CHANNEL)
