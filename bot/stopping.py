"""The end of the process: a signal closes everything, and the process ends within seconds in any case."""

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
    """Install handlers for SIGTERM and SIGINT; returns the event they set. The caller then closes everything.

    The process is killed ``ENDED_WITHIN`` seconds after the signal. As after a crash nothing that was
    acknowledged is lost; messages not yet updated are updated after the next start.
    """
    stopping = asyncio.Event()
    call_on_stop_signals(lambda: _stop(stopping))
    return stopping


def _stop(stopping: asyncio.Event) -> None:
    if stopping.is_set():
        return
    stopping.set()
    # A timer thread, because the event loop may be busy; it ends with the process.
    limit = Timer(ENDED_WITHIN, os._exit, (0,))
    limit.daemon = True
    limit.start()
    # At exit the interpreter stops that thread first and then spends seconds freeing thousands of objects.
    atexit.register(_end)


def _end() -> None:
    """Flush the log and the output and exit at once, skipping the interpreter's teardown."""
    logging.shutdown()
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    os._exit(0)
