"""Presses while 1,000 tables are overdue after an outage, against the same presses with nothing overdue.

The real bot starts on matches that were last played hours ago, beyond their turn limit. Everyone has three
minutes from then on; after them a computer of a real worker process has to step in at every table, all of
them unloaded. People press at other tables, at random moments and without waiting for an earlier answer: for
40 seconds before the three are over, and again when they are. No computer may answer at first sight: so none
was late, and no worker process was ended.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from bot.app import App
from bot.common.clock import GRACE
from bot.common.loop import new_runner
from bot.common.settings import Settings
from bot.computers.first_sights import FirstSights
from bot.computers.worker import ComputerPool
from bot.table.desk.shown import Update
from tests.bench.club import Club, a_bot
from tests.bench.measure import Figure
from tests.bench.small_discord import ONE_WAY, SmallDiscord
from tests.sim.server import ANSWERABLE, Press

OVERDUE: Final = 1_000
TABLES: Final = 250
"""Tables with people who press; so many that none comes to the end of a deal."""
RATE: Final = 25.0
"""Presses a second."""
WARM_UP: Final = 5.0
"""Presses a second until it is measured: no table of theirs is unloaded."""
SECONDS: Final = 40.0
"""For which presses are measured, with nothing overdue and again."""
EARLY: Final = 5.0
"""Seconds between the two."""
AGO: Final = 6 * 3600.0
"""Seconds since the overdue tables were played at."""
TURN_LIMIT: Final = 3600.0
SEED: Final = 1
ALL_SECONDS: Final = 600.0
"""Seconds until a computer must have stepped in everywhere."""


class _SteppedIn:
    """Notes at which tables a computer has stepped in for a player."""

    def __init__(self, app: App) -> None:
        self.everywhere: Final = asyncio.Event()
        """Set once there are as many as there were overdue ones."""
        self._tables = set[int]()
        app.tables.desk.listen(self._note)

    def _note(self, update: Update) -> None:
        if any(seat.away for seat in update.table.seats):
            self._tables.add(update.table.id)
        if len(self._tables) >= OVERDUE:
            self.everywhere.set()


class _Found(NamedTuple):
    quiet: float
    """Seconds to the answer with nothing overdue, 99th percentile."""
    overdue: float
    """The same while tables are overdue."""
    lasted: float
    """Seconds until a computer had stepped in at every overdue table."""
    first_sights: int


def overdue() -> list[Figure]:
    """Measure the time to the answer with and without overdue tables."""
    with TemporaryDirectory(dir=Path.cwd(), prefix=".bench-") as folder, new_runner() as runner:
        found = runner.run(_outage(Path(folder) / "bench.sqlite3"))
    name = f"while {OVERDUE:,} tables are overdue"
    ours, quiet = f"{1000 * found.overdue:.1f} ms", f"{1000 * found.quiet:.1f} ms with none"
    bare = (found.overdue - 2 * ONE_WAY) / (found.quiet - 2 * ONE_WAY)
    return [
        Figure(f"p99 to the answer {name}", ours, quiet, found.overdue / found.quiet, 2.0),
        Figure("the same without the way", ours, quiet, bare, None),
        Figure(f"answers at first sight {name}", str(found.first_sights), "none", found.first_sights, 0),
        Figure(
            "time until a computer has stepped in everywhere",
            f"{found.lasted:.0f} s",
            "1 s for each 20 tables",
            found.lasted / (OVERDUE / 20),
            None,
        ),
    ]


async def _outage(path: Path) -> _Found:
    discord, random, now = SmallDiscord(), Random(SEED), time.time()
    clubs = Club(discord, TABLES, now), Club(discord, OVERDUE, now - AGO)
    settings = Settings(_env_file=None, database=path, turn_limit=TURN_LIMIT)
    first_sights = FirstSights()
    pool = ComputerPool(first_sights)
    pool.start()
    try:
        async with a_bot(discord, settings, pool, *clubs) as app:
            began = asyncio.get_running_loop().time()
            stepped_in = _SteppedIn(app)
            await discord.until(lambda: clubs[0].is_ready)

            async def press_until(seconds: float, rate: float) -> Sequence[Press]:
                left = began + seconds - asyncio.get_running_loop().time()
                return await discord.press_on(clubs[0].next_press, rate=rate, seconds=left, random=random)

            await press_until(GRACE - SECONDS - EARLY, WARM_UP)
            quiet = await press_until(GRACE - EARLY, RATE)
            await press_until(GRACE, RATE)
            pressed = await press_until(GRACE + SECONDS, RATE)
            async with asyncio.timeout(ALL_SECONDS):
                await stepped_in.everywhere.wait()
            lasted = asyncio.get_running_loop().time() - began - GRACE
    finally:
        await pool.close()
    return _Found(_p99(quiet), _p99(pressed), lasted, sum(first_sights.counts.values()))


def _p99(presses: Sequence[Press]) -> float:
    waits = sorted(
        ANSWERABLE if one.answered_at is None else one.answered_at - one.made_at for one in presses
    )
    return waits[len(waits) * 99 // 100]
