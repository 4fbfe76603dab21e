"""Resuming 1,000 matches of 80 actions from a file, against replaying the same actions from memory."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bot.common.loop import collect_seldom, new_runner
from tests.bench.measure import Figure, interleaved
from tests.bench.stored import ACTIONS, TABLES, seconds_to_replay, seconds_to_resume, store_matches


def resume() -> list[Figure]:
    """Measure loading every open table after a restart."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "bench.sqlite3"
        matches = asyncio.run(store_matches(path, TABLES, ACTIONS))
        collect_seldom()
        pair = interleaved(
            lambda: _as_the_bot_runs(seconds_to_resume(path)), lambda: seconds_to_replay(matches), rounds=2
        )
    return [
        Figure(
            f"resuming {TABLES:,} matches of {ACTIONS} actions",
            f"{pair.ours:.2f} s",
            f"{pair.baseline:.2f} s from memory",
            pair.ratio,
            8.0,
        )
    ]


def _as_the_bot_runs(main: Coroutine[Any, Any, float]) -> float:
    with new_runner() as runner:
        return runner.run(main)
