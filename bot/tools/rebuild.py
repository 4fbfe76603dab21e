"""``python -m bot rebuild``: recomputes standings, ratings and statistics from the results."""

from __future__ import annotations

import argparse

from bot.common.address import Place
from bot.common.arithmetic import at_once
from bot.database.opening import open_database
from bot.league.ledger import LedgerUpdate, requeue_all
from bot.stats.store.ledger import LedgerStore
from bot.tools.copies import Progress, working
from rules.core.words import counted


def run(place: Place, _: argparse.Namespace) -> int:
    """Recompute standings, ratings and statistics, and print from how many matches; returns exit code 0.

    Raises:
        StoreError: the database cannot be used, a bot uses it, or Ctrl-C was pressed (the bot does the rest).
    """
    with working("The bot goes on with the rest when it runs.") as (runner, progress):
        number = runner.run(rebuild(place, progress))
    print(f"Standings, ratings and statistics were made again from {counted(number, 'match')}.")
    return 0


async def rebuild(place: Place, progress: Progress) -> int:
    """Recompute all standings, ratings and statistics; returns the number of matches entered again."""
    async with await open_database(place, create=False) as database:
        await requeue_all(database)
        store = LedgerStore(database)
        count = await store.number_pending()

        async def tell() -> None:
            progress.tell("booking", "matches", count - await store.number_pending(), count)

        await LedgerUpdate(database, at_once).finish(tell)
        return count
