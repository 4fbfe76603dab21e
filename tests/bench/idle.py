"""Memory of a table in play that nobody touches, beyond its log."""

from __future__ import annotations

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.measure import Figure
from tests.bench.stored import ACTIONS, TABLES, idle_table_bytes, store_matches

KIB = 1024


def idle() -> list[Figure]:
    """Measure the tables of a restarted bot; the baseline is one KiB."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "bench.sqlite3"
        asyncio.run(store_matches(path, TABLES, ACTIONS))
        size = asyncio.run(idle_table_bytes(path)) / KIB
    return [Figure("memory of an idle table", f"{size:.1f} KiB", "1 KiB", size, 20.0)]
