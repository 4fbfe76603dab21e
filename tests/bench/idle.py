"""Memory of a table in play: loaded (without its log) and unloaded."""

from __future__ import annotations

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.measure import Figure
from tests.bench.stored import ACTIONS, store_matches, table_bytes

KIB = 1024
TABLES = 400


def idle() -> list[Figure]:
    """Measure the tables of a restarted bot; the baseline is one KiB."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "bench.sqlite3"
        asyncio.run(store_matches(path, TABLES, ACTIONS))
        awake = asyncio.run(table_bytes(path, awake=True)) / KIB
        unloaded = asyncio.run(table_bytes(path, awake=False)) / KIB
    return [
        Figure("memory of a table awake", f"{awake:.1f} KiB", "1 KiB", awake, 16.0),
        Figure("memory of a table asleep", f"{unloaded:.2f} KiB", "1 KiB", unloaded, 1.0),
    ]
