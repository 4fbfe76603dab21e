"""SIGTERM ends the process: without waiting for the interpreter, and on a loop without signal handlers."""

from __future__ import annotations

import signal
import subprocess
import sys
from time import monotonic
from typing import Final

import pytest

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
