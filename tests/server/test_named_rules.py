"""Rules saved by a server keep their name at its tables."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.database.database import Database
from bot.database.opening import open_database
from bot.database.sqlite import IN_MEMORY
from bot.models.stored_settings import SavedRules
from bot.server.store import ServerStore
from bot.table.lobby.before_match import Person
from bot.table.lobby.choosing import ChooseOptions, ChooseRules
from bot.table.manager import GameManager
from bot.table.opening import WantedTable
from bot.table.store.tables import TableStore
from rules.codes import encode
from rules.core.protocol import OptionValue
from tests.table.troubled import TroubledDatabase, reads_of

HOME, AWAY, CHANNEL = 501, 502, 601
ANN = Person(1001, "Ann")
FRIDAY: dict[str, OptionValue] = {"target": 500, "bury_counters": False}


@pytest.fixture
async def database() -> AsyncIterator[Database]:
    database = await open_database(IN_MEMORY)
    await ServerStore(database).save_rules(HOME, SavedRules("Friday", encode("kentucky", FRIDAY)))
    await ServerStore(database).save_rules(HOME, SavedRules("Short", encode("kentucky", {"target": 150})))
    yield database
    await database.close()


async def name_of(database: Database, options: dict[str, OptionValue], guild_id: int = HOME) -> str | None:
    """Name of the rules of a new table."""
    manager = GameManager(database)
    return (
        await manager.lobbies.open_table(guild_id, CHANNEL, ANN, WantedTable("kentucky", options=options))
    ).rules.name


async def test_table_with_the_rules_of_a_server_has_their_name(database: Database) -> None:
    assert await name_of(database, FRIDAY) == "Friday"


async def test_rules_with_another_match_length_keep_their_name(database: Database) -> None:
    assert await name_of(database, FRIDAY | {"target": 300, "deals": 4}) == "Friday"


async def test_length_alone_does_not_give_rules_a_name(database: Database) -> None:
    """Rules saved with a length of their own keep their name only at that length."""
    assert await name_of(database, {"target": 150}) == "Short"


@pytest.mark.parametrize("options", [{}, {"target": 200}, {"bury_rook": False}])
async def test_other_rules_have_no_name(database: Database, options: dict[str, OptionValue]) -> None:
    assert await name_of(database, options) is None


async def test_another_server_has_no_name_for_the_rules(database: Database) -> None:
    assert await name_of(database, FRIDAY, AWAY) is None


async def test_name_follows_the_rules_the_host_chooses(database: Database) -> None:
    manager = GameManager(database)
    await manager.lobbies.open_table(HOME, CHANNEL, ANN, WantedTable("kentucky"))
    chosen = await manager.lobbies.change_lobby(CHANNEL, ChooseRules(ANN.id, "kentucky", FRIDAY))
    assert chosen.rules.name == "Friday"
    changed = await manager.lobbies.change_lobby(CHANNEL, ChooseOptions(ANN.id, {"bury_rook": False}))
    assert changed.rules.name is None


async def test_rules_saved_in_the_lobby_are_named_when_the_match_begins(database: Database) -> None:
    manager = GameManager(database)
    table = await manager.lobbies.open_table(HOME, CHANNEL, ANN, WantedTable("new_solitaire"))
    assert table.rules.name is None
    await ServerStore(database).save_rules(HOME, SavedRules("Quiet", encode("new_solitaire", {})))
    assert (await manager.lobbies.start(CHANNEL, ANN.id)).rules.name == "Quiet"
    await ServerStore(database).remove_rules(HOME, "Quiet")
    record = await TableStore(database).table(table.id)
    assert record is not None
    assert record.rules_name == "Quiet", "a match keeps it, whatever becomes of the saved rules"


async def test_unreadable_names_do_not_prevent_play(database: Database) -> None:
    troubled = TroubledDatabase(database)
    with troubled.refusing(reads_of("saved_rules")):
        assert await name_of(troubled, FRIDAY) is None
