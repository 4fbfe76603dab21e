"""The end of the process: told to stop, it closes everything, and is gone within seconds in any case."""

from __future__ import annotations

import asyncio
import atexit
import logging
import os
import sys
from threading import Timer
from typing import Final

from bot.common.loop import call_on_stop_signals

ENDED_WITHIN: Final = 4.0
"""Seconds from the signal to the end of the process. Docker kills after ten, other hosts after five."""


def stop_on_signals() -> asyncio.Event:
    """Have SIGTERM and SIGINT end the process soon; returns the event that tells everything to close.

    What takes longer than ``ENDED_WITHIN`` is cut off as by a crash, which loses nothing that was
    acknowledged: what is left, such as messages to bring up to date, is done after the next start.
    """
    stopping = asyncio.Event()
    call_on_stop_signals(lambda: _stop(stopping))
    return stopping


def _stop(stopping: asyncio.Event) -> None:
    if stopping.is_set():
        return
    stopping.set()
    # A thread keeps the promise even while the event loop is busy; it ends with the process.
    limit = Timer(ENDED_WITHIN, os._exit, (0,))
    limit.daemon = True
    limit.start()
    # The interpreter stops that thread before it takes thousands of objects apart, which nobody needs.
    atexit.register(_end)


def _end() -> None:
    """End the process, everything being closed, without the interpreter's own end."""
    logging.shutdown()
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    os._exit(0)
