"""The event loop the bot runs on, uvloop where there is one, else Python's own; and what would hold it up."""

from __future__ import annotations

import asyncio
import gc
import sys
from typing import Final

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
