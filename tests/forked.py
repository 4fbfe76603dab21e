"""Processes forked from one that has imported their modules: they start at once, with clean state."""

from __future__ import annotations

from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from typing import Any, Final

import pytest

FORKED: Final = get_context("forkserver")
FORKED.set_forkserver_preload(
    [
        "bot.__main__",
        "bot.pictures.drawing",
        "tests.table.turns.killed_in_window",
        "tests.application.killed_player",
        "tests.league.killed_club",
        "tests.loopback.bot_process",
        "tests.shown.player_process",
        "tests.sim.__main__",
        "tests.database.appender",
        "tests.database.killed_migration",
        "tests.database.lease_holder",
    ]
)


def begin(target: Callable[..., None], *arguments: Any) -> BaseProcess:
    """Start a process. The hash seed is 0 in each, so that simulations see sets in the same order."""
    process = FORKED.Process(target=target, args=arguments)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONHASHSEED", "0")  # heeded by the first, which starts the one they are forked from
        process.start()
    return process
