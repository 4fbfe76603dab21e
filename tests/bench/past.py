"""A club with many results: reads of its ledger, then closing its season, in one database.

``BOOK_DEALS`` says how many deals it has played. To book a million takes a quarter of an hour or more, so
``BOOK_DATABASE`` names a file that is kept, and measured again with the same ``BOOK_DEALS``.
"""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from bot.common.loop import new_runner
from tests.bench.book import book
from tests.bench.closing import closing
from tests.bench.long_past import make
from tests.bench.measure import Figure

DEALS: Final = int(os.environ.get("BOOK_DEALS", "50000"))
KEPT: Final = os.environ.get("BOOK_DATABASE")


def past() -> list[Figure]:
    """Measure reads of pages, and delays on the loop while the season is closed."""
    with TemporaryDirectory(dir=Path.cwd(), prefix=".bench-") as folder, new_runner() as runner:
        path = Path(KEPT) if KEPT else Path(folder) / "bench.sqlite3"
        if not path.exists():
            runner.run(make(path, DEALS))
        return [*runner.run(book(path, DEALS)), *runner.run(closing(path, DEALS))]
