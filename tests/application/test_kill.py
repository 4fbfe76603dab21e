"""A killed bot has lost no acknowledged action, has stored none twice, and continues."""

from __future__ import annotations

import asyncio
import os
from functools import partial
from pathlib import Path
from random import Random
from typing import Final

import pytest

from bot.app import open_app
from bot.common.address import Place
from tests.application.killed_player import Acknowledged, play_until_killed
from tests.application.killing import killed_at_random
from tests.application.ledger import Ledger, OpenRows, rows_of_file, rows_of_server
from tests.inline import InlineComputers
from tests.postgres import PostgresServer
from tests.table.people import settings_for

KILLS: Final = int(os.environ.get("ROOKERY_KILLS", "6"))


def play_and_be_killed(place: Place, chance: Random) -> list[Acknowledged]:
    """Start a process that plays, kill it at a random moment, and return all it acknowledged."""
    arguments = (place, chance.getrandbits(32))
    heard = chance.randrange(40) if chance.random() < 0.9 else 0
    return killed_at_random(play_until_killed, arguments, chance, heard, within=0.003 if heard else 0.1)


@pytest.mark.timeout(900)
def test_killed_bot_loses_and_doubles_no_acknowledged_action(tmp_path: Path) -> None:
    path = tmp_path / "rookery.sqlite3"
    play_and_check(path, partial(rows_of_file, path))


@pytest.mark.timeout(900)
def test_killed_bot_on_postgres_loses_and_doubles_no_action(postgres: PostgresServer) -> None:
    with asyncio.Runner() as runner:
        name = runner.run(postgres.create())
        address = postgres.address(name)
        play_and_check(address, partial(rows_of_server, address))
        runner.run(postgres.drop(name))


def play_and_check(place: Place, open_rows: OpenRows) -> None:
    """Let a bot play and kill it, many times, and check the ledger after each kill."""
    chance = Random(200)
    ledger = Ledger(open_rows)
    for _ in range(KILLS):
        ledger.check(play_and_be_killed(place, chance))
    ledger.check([], everything=True)

    assert ledger.actions > 20 * KILLS
    assert sum(account.won is not None for account in ledger.accounts.values()) >= KILLS // 40
    asyncio.run(compare_with(ledger, place))


async def compare_with(ledger: Ledger, place: Place) -> None:
    """Check that every open table of the reopened database is where the ledger has it."""
    async with open_app(settings_for(place), computers=InlineComputers()) as app:
        for table in app.tables.desk.live_tables:
            account = ledger.accounts[table.record.id]
            view = table.match.table_view()
            assert view == (account.game and account.game.table_view(account.state))
