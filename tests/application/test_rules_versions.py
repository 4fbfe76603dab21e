"""A database of an earlier release: its matches are played and recalled by the rules they began with.

``data/rules_1.sqlite3.xz`` was written by the store of commit 15b1862 from two of the logs in
`tests/rules/data`: table 1 is a finished match with the bird at 10½, where the lowest card may win; table 2
one of partners who each keep a record, twelve plays before its end, long after a lead of 100; table 3 is
a lobby.
"""

from __future__ import annotations

import lzma
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from bot.models.stored_tables import Status
from bot.table.lobby.choosing import ChooseOptions
from bot.table.manager import GameManager
from bot.table.store.tables import TableStore
from rules.catalog import game_with
from rules.core.actions import parse_action
from rules.core.protocol import Game, InvalidOption, OptionValue
from rules.versions import NEWEST
from tests.rules.old_logs import OldMatch, old_matches
from tests.table.people import ANN
from tests.table.troubled import TroubledDatabase, open_troubled

OLD = Path(__file__).parent / "data" / "rules_1.sqlite3.xz"
OPEN, OVER, LOBBY = 601, 602, 603
"""The channels of the tables."""


def _refusing(key: str, options: Mapping[str, OptionValue], version: int = NEWEST) -> Game[Any]:
    """Let the newest rules refuse the lobby's options."""
    if version == NEWEST and options.get("credit") == "each":
        raise InvalidOption("Partners keep one record.")
    return game_with(key, options, version)


@pytest.fixture
async def database(path: Path) -> AsyncIterator[TroubledDatabase]:
    path.write_bytes(lzma.decompress(OLD.read_bytes()))  # noqa: ASYNC240  (a test may wait for a file)
    database = await open_troubled(path)
    yield database
    await database.close()


async def the_log(database: TroubledDatabase, table_id: int) -> OldMatch:
    """The match that a table's log belongs to, or the match's beginning."""
    lines = [f"{entry.seat} {entry.action}" for entry in await TableStore(database).log(table_id)]
    return next(match for match in old_matches(1) if match.actions[: len(lines)] == lines)


async def test_match_under_way_keeps_the_rules_it_began_with(
    manager: GameManager, database: TroubledDatabase
) -> None:
    await manager.resume()
    match = await the_log(database, 2)
    done = len(await TableStore(database).log(2))
    assert (await manager.reading.shown(OPEN)).is_playing
    for line in match.actions[done:]:
        seat, action = line.split(" ", 1)
        await manager.play.act(OPEN, ANN.id + int(seat), parse_action(action))
    over = await manager.reading.shown(OPEN, finished=True)
    assert over.view is not None
    assert over.view.outcome is not None
    assert sorted(over.view.outcome.winners) == match.winners
    record = await TableStore(database).table(2)
    assert record is not None
    assert (record.status, record.rules_version) == (Status.FINISHED, 1)


async def test_finished_match_is_recalled_by_its_own_rules(
    manager: GameManager, database: TroubledDatabase
) -> None:
    await manager.resume()
    match = await the_log(database, 1)
    recalled = await manager.reading.recall(OVER, 1)
    assert recalled.rules.version == 1
    assert recalled.view is not None
    assert recalled.view.outcome is not None
    assert sorted(recalled.view.outcome.winners) == match.winners
    assert sorted([side.total, side.games, *side.seats] for side in recalled.view.totals) == sorted(
        match.totals
    )


async def test_old_lobby_starts_with_newest_rules(manager: GameManager, database: TroubledDatabase) -> None:
    await manager.resume()
    begun = await manager.lobbies.start(LOBBY, ANN.id)
    assert begun.rules.version == NEWEST
    record = await TableStore(database).table(3)
    assert record is not None
    assert (record.status, record.rules_version) == (Status.PLAYING, NEWEST)
    table = manager.desk.tables.find(3)
    assert table is not None
    assert table.match.game.version == NEWEST


async def test_lobby_with_refused_options_says_why_it_cannot_start(
    manager: GameManager, monkeypatch: pytest.MonkeyPatch
) -> None:
    await manager.resume()
    monkeypatch.setattr("bot.table.played_game.game_with", _refusing)
    with pytest.raises(InvalidOption, match="keep one record"):
        await manager.lobbies.start(LOBBY, ANN.id)
    changed = await manager.lobbies.change_lobby(LOBBY, ChooseOptions(ANN.id, {"credit": "side"}))
    assert changed.rules.version == NEWEST
    assert (await manager.lobbies.start(LOBBY, ANN.id)).is_playing
