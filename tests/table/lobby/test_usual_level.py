"""The level of new computers: of the new table, else the server's default, else the bot's."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.app import App
from bot.common.errors import Refused
from bot.computers.kinds import USUAL
from bot.models.stored_settings import ServerSettings
from bot.models.stored_tables import TableRecord
from bot.table.lobby.computers import ChooseLevel, level_at, usual_level
from bot.table.lobby.seating import AddComputers, SetComputers
from bot.table.opening import WantedTable
from tests.table.people import ANN, CHANNEL, GUILD
from tests.table.stage import Stage


@pytest.fixture
async def app(stage: Stage) -> AsyncIterator[App]:
    async with stage.open() as app:
        yield app


def here(app: App) -> TableRecord:
    [table] = app.tables.desk.live_tables
    return table.record


async def settle(app: App, level: str | None) -> None:
    await app.server.management.set_settings(GUILD, ServerSettings(level=level))


@pytest.mark.parametrize("change", [AddComputers(ANN.id, None, 1), SetComputers(ANN.id, None, 2)])
async def test_first_computers_are_seated_at_the_servers_default_level(
    app: App, change: AddComputers | SetComputers
) -> None:
    await settle(app, "family")
    await app.tables.lobbies.open_table(GUILD, CHANNEL, ANN)
    await app.tables.lobbies.change_lobby(CHANNEL, change)
    assert level_at(here(app)) == "family"


async def test_later_computers_match_the_level_of_those_seated(app: App) -> None:
    await settle(app, "family")
    await app.tables.lobbies.open_table(GUILD, CHANNEL, ANN)
    await app.tables.lobbies.change_lobby(CHANNEL, AddComputers(ANN.id, None, 1))
    await app.tables.lobbies.change_lobby(CHANNEL, ChooseLevel(ANN.id, "new"))
    await app.tables.lobbies.change_lobby(CHANNEL, AddComputers(ANN.id, None, None))
    assert [who.computer for who in here(app).seats][1:] == ["new/jack", "new/pearl", "new/amos"]


@pytest.mark.parametrize("settled", [None, "master"])
def test_unknown_or_missing_default_level_falls_back_to_the_bots(settled: str | None) -> None:
    assert usual_level(ServerSettings(level=settled)) == USUAL


async def test_new_table_for_a_level_is_full_of_computers_and_casual(app: App) -> None:
    await app.server.management.set_settings(GUILD, ServerSettings(counted=True, level="club"))
    table = await app.tables.lobbies.open_table(GUILD, CHANNEL, ANN, WantedTable(level="new"))
    assert [seat.level.key for seat in table.seats if seat.level] == ["new"] * 3
    assert not table.kind.counted


@pytest.mark.parametrize(
    ("game", "level", "why"),
    [("kentucky", "master", "Choose how strong"), ("golden10_1988", "club", "at one strength")],
)
async def test_no_table_is_opened_for_an_unknown_level(app: App, game: str, level: str, why: str) -> None:
    with pytest.raises(Refused, match=why):
        await app.tables.lobbies.check_new(GUILD, ANN, WantedTable(game, level=level))
    with pytest.raises(Refused, match=why):
        await app.tables.lobbies.open_table(GUILD, CHANNEL, ANN, WantedTable(game, level=level))
    assert not app.tables.desk.live_tables
