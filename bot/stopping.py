"""The end of the process: everything is closed, and the process ends within seconds in any case."""

from __future__ import annotations

import asyncio
import atexit
import logging
import os
import sys
from collections.abc import Callable, Coroutine
from threading import Timer
from typing import Any, Final

from bot.common.loop import call_on_stop_signals

log = logging.getLogger(__name__)

ENDED_WITHIN: Final = 4.0
"""Seconds from the signal to the end of the process. Docker kills after ten, other hosts after five."""
BROKEN: Final = 2
"""Exit code after an error: a bad setting, option or database, or what Discord refuses."""


class Ending:
    """The end of the process, which SIGTERM, SIGINT and errors begin."""

    def __init__(self) -> None:
        self.begun: Final = asyncio.Event()
        """Set when the caller is to close everything."""
        self._before: Callable[[], Coroutine[Any, Any, object]] | None = None
        self._preparing: asyncio.Task[object] | None = None

    def prepare_with(self, before: Callable[[], Coroutine[Any, Any, object]]) -> None:
        """Run ``before`` after the first signal, before the end begins; a second signal begins it at once."""
        self._before = before

    def ask(self) -> None:
        """End the process, as a signal does."""
        if self._before is None or self._preparing is not None:
            self.begin()
        else:
            self._preparing = asyncio.create_task(self._before())
            self._preparing.add_done_callback(lambda _: self.begin())

    def begin(self, error: Exception | None = None) -> None:
        """Begin the end, by an error unless it is None. ``ENDED_WITHIN`` seconds later the process is killed.

        As after a crash nothing that was acknowledged is lost; messages not yet updated are updated after the
        next start.
        """
        if self.begun.is_set():
            return
        self.begun.set()
        # A timer thread, because the event loop may be busy; it ends with the process.
        code = 0 if error is None else BROKEN
        limit = Timer(ENDED_WITHIN, os._exit, (code,))
        limit.daemon = True
        limit.start()
        # At exit the interpreter stops that thread first, then spends seconds freeing thousands of objects.
        atexit.register(_end, code)
        if error is not None:
            log.critical("the bot ends: %s", error)


def end_on_signals() -> Ending:
    """Install handlers for SIGTERM and SIGINT; returns what they begin."""
    ending = Ending()
    call_on_stop_signals(ending.ask)
    return ending


def _end(code: int) -> None:
    """Flush the log and the output and exit at once, skipping the interpreter's teardown."""
    logging.shutdown()
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    os._exit(code)
