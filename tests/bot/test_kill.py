"""A killed bot has lost nothing it acknowledged, has done nothing twice, and plays on."""

from __future__ import annotations

import asyncio
import signal
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Final

import pytest

from bot.app import open_app
from bot.computers.worker import InlineComputers
from tests.bot.killed_player import CHANNELS, Acknowledged, play_until_killed
from tests.bot.ledger import Ledger
from tests.bot.people import settings_for

KILLS: Final = 200
PROCESSES = get_context("forkserver")
PROCESSES.set_forkserver_preload(["tests.bot.killed_player"])


def play_and_be_killed(path: Path, chance: Random) -> list[Acknowledged]:
    """Let a process play, kill it at a random moment, and give back all it has acknowledged."""
    reader, writer = PROCESSES.Pipe(duplex=False)
    process = PROCESSES.Process(target=play_until_killed, args=(path, chance.getrandbits(32), writer))
    process.start()
    writer.close()
    heard = chance.randrange(40) if chance.random() < 0.9 else 0
    acknowledged = [reader.recv() for _ in range(heard)]
    moment = perf_counter() + chance.random() * (0.003 if heard else 0.1)
    while perf_counter() < moment:
        pass
    process.kill()
    acknowledged += rest_of(reader)
    process.join()
    assert process.exitcode == -signal.SIGKILL, "it ended by itself"
    return acknowledged


def rest_of(reader: Connection) -> list[Acknowledged]:
    """What a killed process had still written."""
    rest = []
    with reader:
        while True:
            try:
                rest.append(reader.recv())
            except (EOFError, OSError):  # an OSError where it was killed in the middle of writing
                return rest


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_a_bot_killed_200_times_loses_no_acknowledged_action_and_doubles_none(tmp_path: Path) -> None:
    path, chance = tmp_path / "rookery.sqlite3", Random(200)
    ledger = Ledger(path)
    for _ in range(KILLS):
        ledger.check(play_and_be_killed(path, chance))
    ledger.check([], everything=True)

    assert ledger.actions > 20 * KILLS
    assert sum(account.won is not None for account in ledger.accounts.values()) > len(CHANNELS)
    asyncio.run(compare_with(ledger, path))


async def compare_with(ledger: Ledger, path: Path) -> None:
    """Open the file once more: every open table must stand where the ledger has it."""
    async with open_app(settings_for(path), computers=InlineComputers()) as app:
        for table in app.manager.tables:
            account = ledger.accounts[table.record.id]
            view = table.table_view()
            assert view == (account.game and account.game.table_view(account.state))
