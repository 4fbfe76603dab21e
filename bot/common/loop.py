"""The event loop the bot runs on (uvloop, or Python's own on Windows), and its garbage collection."""

from __future__ import annotations

import asyncio
import gc
import signal
import sys
from collections.abc import Callable
from typing import Final

STOP_SIGNALS: Final = (signal.SIGTERM, signal.SIGINT)

YOUNG: Final = (10_000, 10)
"""``gc`` thresholds of the two young generations.

Python's default of 700 objects is what a dozen concurrent actions hold at once: collecting finds none.
"""
OLD: Final = 10
"""``gc`` threshold of the oldest generation, Python's default."""


def new_runner() -> asyncio.Runner:
    """A runner for the bot's main coroutine, on uvloop except on Windows."""
    # uvloop's round trip to the database's thread is much faster.
    if sys.platform == "win32":
        return asyncio.Runner()
    import uvloop  # noqa: PLC0415  (there is none on Windows)

    return asyncio.Runner(loop_factory=uvloop.new_event_loop)


def call_on_stop_signals(callback: Callable[[], object]) -> Callable[[], None]:
    """Call ``callback`` in the running event loop on SIGTERM and on Ctrl-C.

    Returns a function that undoes it: Python's default handlers are back, on Windows the previous ones.
    """
    loop = asyncio.get_running_loop()
    try:
        for number in STOP_SIGNALS:
            loop.add_signal_handler(number, callback)
    except NotImplementedError:  # Windows: its event loops take no signals
        earlier = {
            number: signal.signal(number, lambda *_: loop.call_soon_threadsafe(callback))
            for number in STOP_SIGNALS
        }

        def restore() -> None:
            for number, handler in earlier.items():
                signal.signal(number, handler)
    else:

        def restore() -> None:
            for number in STOP_SIGNALS:
                loop.remove_signal_handler(number)

    return restore


def collect_seldom() -> None:
    """Exclude all objects that exist now from garbage collection, and collect later ones less often."""
    # Code, rules and cogs live to the end: a walk through them blocked all answers for a quarter of a second.
    # 500 tables in memory still take a twentieth of a second, every few seconds at full load.
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    gc.set_threshold(*YOUNG, OLD)
