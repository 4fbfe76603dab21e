"""After a rollback: tables played by a newer version of the bot are reported as such, and unchanged."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.common.errors import NewerTable
from bot.models.stored_tables import Status, TableRecord
from bot.table.manager import GameManager
from bot.table.store.tables import TableStore
from rules.core.actions import PASS
from rules.versions import NEWEST
from tests.table.people import ANN, BEN, CHANNEL, FOUR, GUILD, asked, begin, play_out, seat
from tests.table.troubled import TroubledDatabase, open_troubled

SENTENCE = "A newer version of Rookery played this match. Update the bot to go on. Nothing is lost."
NEWER: list[dict[str, Any]] = [
    {"rules_version": NEWEST + 1},
    {"game": "whist"},
    {"options": {"deals": 1, "wind": "east"}},
]
IDS = ["newer rules", "a new game", "a new house rule"]
Rollback = Callable[[dict[str, Any]], Awaitable[tuple[GameManager, TroubledDatabase]]]


@pytest.fixture
async def rollback(manager: GameManager, database: TroubledDatabase, path: Path) -> AsyncIterator[Rollback]:
    """Change the table as a newer version would have stored it, and open the file with this one."""
    opened: list[TroubledDatabase] = []

    async def roll_back(changes: dict[str, Any]) -> tuple[GameManager, TroubledDatabase]:
        await TableStore(database).save_table((await stored(database))._replace(**changes))
        await manager.close()
        await database.close()
        opened.append(await open_troubled(path))
        older = GameManager(opened[0], random=Random(1))
        await older.resume()
        return older, opened[0]

    yield roll_back
    for reopened in opened:
        await reopened.close()


async def stored(database: TroubledDatabase) -> TableRecord:
    """The table that was opened first."""
    record = await TableStore(database).table(1)
    assert record is not None
    return record


@pytest.mark.parametrize("changes", NEWER, ids=IDS)
async def test_newer_match_under_way_waits_for_update(
    manager: GameManager, rollback: Rollback, caplog: pytest.LogCaptureFixture, changes: dict[str, Any]
) -> None:
    table = await begin(manager, *FOUR, deals=1)
    who = asked(table)
    older, kept = await rollback(changes)
    before, log = await stored(kept), await TableStore(kept).log(table.id)

    for attempt in (
        older.play.act(CHANNEL, who, PASS, table_id=table.id, revision=table.revision),
        older.lobbies.open_table(GUILD, CHANNEL, BEN),
        older.close_table(CHANNEL),
        older.presence.leave(CHANNEL, who, "steady"),
        older.reading.recall(CHANNEL, table.id),
    ):
        with pytest.raises(NewerTable) as refused:
            await attempt
        assert str(refused.value) == SENTENCE
    with pytest.raises(NewerTable):
        await older.reading.shown(CHANNEL)

    assert await stored(kept) == before
    assert await TableStore(kept).log(table.id) == log
    assert f"table {table.id} is played by a newer version: update the bot to go on" in caplog.text
    assert (await older.lobbies.open_table(GUILD, CHANNEL + 1, ANN)).in_lobby


@pytest.mark.parametrize("changes", NEWER, ids=IDS)
async def test_newer_finished_match_is_reported_and_others_open(
    manager: GameManager, rollback: Rollback, changes: dict[str, Any]
) -> None:
    table = await begin(manager, *FOUR, deals=1)
    assert (await play_out(manager, Random(1))).status is Status.FINISHED
    lobby = await seat(manager, *FOUR)
    await manager.close_table(CHANNEL)
    older, _ = await rollback(changes)

    with pytest.raises(NewerTable):
        await older.reading.recall(CHANNEL, table.id)
    assert (await older.reading.recall(CHANNEL, lobby.id)).id == lobby.id


async def test_newer_match_continues_after_update(
    manager: GameManager, rollback: Rollback, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The match has a house rule that the older version does not know."""
    table = await begin(manager, *FOUR, deals=1)
    monkeypatch.setattr("bot.table.played_game._OPTIONS", frozenset({"deals"}))
    older, kept = await rollback({"options": {"deals": 1, "minutes": 20}})
    with pytest.raises(NewerTable):
        await older.reading.shown(CHANNEL)
    monkeypatch.undo()
    updated = GameManager(kept, random=Random(1))
    await updated.resume()

    assert (await updated.reading.shown(CHANNEL)).id == table.id
    assert (await play_out(updated, Random(1))).status is Status.FINISHED
