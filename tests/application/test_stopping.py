"""SIGTERM ends the process: without waiting for the interpreter, and on a loop without signal handlers.

And so does the loss of the database, even while a write hangs.
"""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic
from typing import Any, Final
from unittest.mock import patch

import pytest

from bot import running, stopping
from bot.database.database import Database, Insert, Statement
from bot.database.opening import open_database
from bot.maintenance import upkeep
from bot.maintenance.upkeep import UNUSABLE
from tests.application.command import TOKEN
from tests.application.offline_bot import run, running_in
from tests.table.troubled import TroubledDatabase

SLOW_TO_END: Final = """
import asyncio, time
from bot.stopping import end_on_signals

class Slow:
    def __del__(self):
        time.sleep(20)

slow = Slow()

async def run():
    ending = end_on_signals()
    print("ready", flush=True)
    await ending.begun.wait()
    print("closed")

asyncio.run(run())
"""


def test_stopped_process_does_not_wait_for_interpreter_teardown() -> None:
    """No thread runs while the interpreter ends, so the limit on stopping did not hold there."""
    with subprocess.Popen([sys.executable, "-c", SLOW_TO_END], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        process.send_signal(signal.SIGTERM)
        told_at = monotonic()
        assert process.stdout.read() == "closed\n"
        assert process.wait() == 0
        assert monotonic() - told_at < 5


WITHOUT_SIGNAL_HANDLERS: Final = """
import asyncio
from bot.tools.playground import _stop_signals
from bot.stopping import end_on_signals

class Loop(asyncio.SelectorEventLoop):
    def add_signal_handler(self, *_):
        raise NotImplementedError  # as on Windows

    remove_signal_handler = add_signal_handler

async def run():
    with _stop_signals() as stop:
        print("ready", flush=True)
        await stop.wait()
    ending = end_on_signals()
    print("closed the playground", flush=True)
    await ending.begun.wait()
    print("closed the bot")

asyncio.Runner(loop_factory=Loop).run(run())
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_loop_without_signal_handlers_stops_on_signals(number: signal.Signals) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", WITHOUT_SIGNAL_HANDLERS], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        process.send_signal(number)
        assert process.stdout.readline() == "closed the playground\n"
        process.send_signal(number)
        assert process.stdout.read() == "closed the bot\n"
        assert process.wait() == 0


def writes_hang() -> int:
    """Run a bot with a database that takes no write once it has a table; returns its exit code."""
    hangs = False

    def is_held_back(written: Statement | Insert) -> bool:
        nonlocal hangs
        hangs = hangs or isinstance(written, Insert)  # the first table
        return hangs

    async def open_hanging(*place: Any, **options: Any) -> Database:
        database = TroubledDatabase(await open_database(*place, **options), is_held_back)
        database.gate.clear()
        return database

    with (
        patch.multiple(upkeep, LOOK_EVERY=0.1, TRY_EVERY=0.1, LOST_AFTER=0.1),
        patch.object(stopping, "ENDED_WITHIN", 0.1),
        patch.object(running, "open_database", open_hanging),
    ):
        return run(0)


def test_process_ends_in_time_once_its_database_takes_no_write(tmp_path: Path) -> None:
    """Bug: it closed without a limit, waited for a write of its own, and SIGTERM changed nothing."""
    settings = {"DISCORD_TOKEN": TOKEN, "ROOKERY_PACE": "0", "ROOKERY_CARD_FACES": "false"}
    with running_in(tmp_path, writes_hang, **settings) as bot:
        code, _, logged = bot.end(20)
    assert code == 2
    assert UNUSABLE in logged
