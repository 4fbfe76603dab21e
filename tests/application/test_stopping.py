"""The end of the process is not held up by the interpreter's own."""

from __future__ import annotations

import signal
import subprocess
import sys
from time import monotonic
from typing import Final

SLOW_TO_END: Final = """
import asyncio, time
from bot.stopping import stop_on_signals

class Slow:
    def __del__(self):
        time.sleep(20)

slow = Slow()

async def run():
    stopping = stop_on_signals()
    print("ready", flush=True)
    await stopping.wait()
    print("closed")

asyncio.run(run())
"""


def test_process_told_to_stop_does_not_wait_for_the_interpreter_to_take_objects_apart() -> None:
    """No thread runs any more while the interpreter ends, so the limit on stopping did not hold there."""
    with subprocess.Popen([sys.executable, "-c", SLOW_TO_END], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        process.send_signal(signal.SIGTERM)
        told_at = monotonic()
        assert process.stdout.read() == "closed\n"
        assert process.wait() == 0
        assert monotonic() - told_at < 5
