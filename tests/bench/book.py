"""What is read from the book, against reading one row by its key, in a club with a long past.

``BOOK_DEALS`` says how many deals it has played. To book a million takes a quarter of an hour or more, so
``BOOK_DATABASE`` names a file that is kept, and measured again with the same ``BOOK_DEALS``.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from random import Random
from statistics import quantiles
from tempfile import TemporaryDirectory
from time import perf_counter

from bot.league.boards import Games, Order
from bot.loop import new_runner
from bot.services.leaderboards import Leaderboards
from bot.services.records import Records
from bot.services.standings import Standings
from bot.store.opening import open_store
from tests.bench.long_past import SEASON, make, members
from tests.bench.measure import Figure
from tests.store.samples import HOME

DEALS = int(os.environ.get("BOOK_DEALS", "20000"))
KEPT = os.environ.get("BOOK_DATABASE")
LOOKS = 300
BOUND = 20

Look = Callable[[int], Awaitable[object]]


def book() -> list[Figure]:
    """Measure pages of standings and of leaderboards, and a player's statistics."""
    with TemporaryDirectory(dir=Path.cwd(), prefix=".bench-") as folder, new_runner() as runner:
        path = Path(KEPT) if KEPT else Path(folder) / "bench.sqlite3"
        if not path.exists():
            runner.run(make(path, DEALS))
        return runner.run(_measure(path))


async def _measure(path: Path) -> list[Figure]:
    store = await open_store(path)
    try:
        people = members(DEALS)
        pages = len(people) // 10
        chance = Random(7)
        leaders, records, standings = Leaderboards(store), Records(store), Standings(store)
        family = Games.family("bidding")
        looks: dict[str, Look] = {
            "a row by its key": lambda n: store.table(1 + n),
            "standings": lambda n: standings.page(SEASON, n % pages),
            "leaderboard": lambda n: leaders.page(HOME, least=3, page=n % pages),
            "leaderboard by rating": lambda n: leaders.page(
                HOME, games=family, order=Order.RATING, page=n % 50
            ),
            "statistics of a player": lambda _: records.of(HOME, (chance.choice(people),)),
        }
        key, *others = (await _slow(looks)).items()
        return [_figure(name, took, key[1]) for name, took in others]
    finally:
        await store.close()


async def _slow(looks: Mapping[str, Look]) -> dict[str, float]:
    """The time that nineteen of twenty looks do not exceed, in seconds: all in turn, for a machine drifts."""
    took = defaultdict[str, list[float]](list)
    for number in range(LOOKS):
        for name, look in looks.items():
            began = perf_counter()
            await look(number)
            took[name].append(perf_counter() - began)
    return {name: quantiles(times, n=20)[-1] for name, times in took.items()}


def _figure(name: str, ours: float, key: float) -> Figure:
    told = f"{ours * 1e3:.2f} ms of {DEALS:,} deals"
    return Figure(f"{name}, p95", told, f"{key * 1e3:.2f} ms for a row by its key", ours / key, BOUND)
