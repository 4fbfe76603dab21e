"""The event loop the bot runs on: uvloop where there is one, else Python's own."""

from __future__ import annotations

import asyncio
import sys


def new_runner() -> asyncio.Runner:
    """A runner for the bot's main coroutine; uvloop hands work to the database and back much sooner."""
    if sys.platform == "win32":
        return asyncio.Runner()
    import uvloop  # noqa: PLC0415  (there is none on Windows)

    return asyncio.Runner(loop_factory=uvloop.new_event_loop)
