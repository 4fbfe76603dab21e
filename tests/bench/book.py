"""Reads of the results ledger, against reading one row by its key, in a club with many results."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from random import Random
from statistics import quantiles
from time import perf_counter

from bot.database.opening import open_database
from bot.league.standings_pages import Standings
from bot.models.boards import Games, Order
from bot.stats.leaderboards import Leaderboards
from bot.stats.records import Records
from bot.table.store.tables import TableStore
from tests.bench.long_past import SEASON, members
from tests.bench.measure import Figure
from tests.database.samples import HOME

LOOKS = 300
BOUND = 20

Look = Callable[[int], Awaitable[object]]


async def book(path: Path, deals: int) -> list[Figure]:
    """Measure pages of standings and of leaderboards, and a player's statistics."""
    database = await open_database(path)
    try:
        people = members(deals)
        pages = len(people) // 10
        chance = Random(7)
        leaders, records, standings = Leaderboards(database), Records(database), Standings(database)
        family = Games.family("bidding")
        looks: dict[str, Look] = {
            "a row by its key": lambda n: TableStore(database).table(1 + n),
            "standings": lambda n: standings.page(SEASON, n % pages),
            "leaderboard": lambda n: leaders.page(HOME, least=3, page=n % pages),
            "leaderboard by rating": lambda n: leaders.page(
                HOME, games=family, order=Order.RATING, page=n % 50
            ),
            "statistics of a player": lambda _: records.of(HOME, (chance.choice(people),)),
        }
        key, *others = (await _slow(looks)).items()
        return [_figure(name, deals, took, key[1]) for name, took in others]
    finally:
        await database.close()


async def _slow(looks: Mapping[str, Look]) -> dict[str, float]:
    """The 95th percentile of each look's seconds; the looks take turns, since a machine drifts."""
    took = defaultdict[str, list[float]](list)
    for number in range(LOOKS):
        for name, look in looks.items():
            began = perf_counter()
            await look(number)
            took[name].append(perf_counter() - began)
    return {name: quantiles(times, n=20)[-1] for name, times in took.items()}


def _figure(name: str, deals: int, ours: float, key: float) -> Figure:
    told = f"{ours * 1e3:.2f} ms of {deals:,} deals"
    return Figure(f"{name}, p95", told, f"{key * 1e3:.2f} ms for a row by its key", ours / key, BOUND)
