"""The event loop the bot runs on, uvloop where there is one, else Python's own; and what would hold it up."""

from __future__ import annotations

import asyncio
import gc
import signal
import sys
from collections.abc import Callable
from typing import Final

STOP_SIGNALS: Final = (signal.SIGTERM, signal.SIGINT)

YOUNG: Final = (10_000, 10)
"""New objects before a walk through them, and such walks before one through those that stayed.

Python's own 700 are what a dozen acts under way at once have in hand: it walked through them for nothing.
"""
OLD: Final = 10
"""Walks through what stayed before one through everything, as is Python's own."""


def new_runner() -> asyncio.Runner:
    """A runner for the bot's main coroutine; uvloop hands work to the database and back much sooner."""
    if sys.platform == "win32":
        return asyncio.Runner()
    import uvloop  # noqa: PLC0415  (there is none on Windows)

    return asyncio.Runner(loop_factory=uvloop.new_event_loop)


def call_on_stop_signals(callback: Callable[[], object]) -> Callable[[], None]:
    """Call ``callback`` in the running event loop on SIGTERM and on Ctrl-C.

    Returns the function that restores what the signals did before.
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
    """Let Python's collector pass over all there is now, and walk through the rest seldom.

    Code, rules and cogs stay till the end; to walk through them took a quarter of a second, in which nobody
    was answered. Five hundred tables in memory still take a twentieth, every few seconds at full load. What
    little waits in circles meanwhile is found among what is young, and the rest some ten times later.
    """
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    gc.set_threshold(*YOUNG, OLD)
