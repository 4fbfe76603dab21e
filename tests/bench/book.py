"""What is read from the book, against reading one row by its key, in a club with a long past.

``BOOK_DEALS`` says how many deals it has played; to book a million takes about twenty minutes.
"""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from statistics import quantiles
from tempfile import TemporaryDirectory
from time import perf_counter

from bot.league.boards import Games, Order
from bot.loop import new_runner
from bot.services.arithmetic import at_once
from bot.services.booking import Booking
from bot.services.leaderboards import Leaderboards
from bot.services.records import Records
from bot.services.standings import Standings
from bot.store.opening import open_store
from bot.store.store import SqlStore
from tests.bench.measure import Figure
from tests.store.books import Hand, new_season, play, result_of
from tests.store.samples import HOME

DEALS = int(os.environ.get("BOOK_DEALS", "20000"))
DEALS_A_MATCH = 10
MEMBERS = range(10_000, 10_000 + max(40, DEALS // 200))
"""Five thousand, of a million deals."""
FRIENDS = 20
"""Members who play with each other."""
LOOKS = 300
BOUND = 20

Look = Callable[[int], Awaitable[object]]


def book() -> list[Figure]:
    """Measure pages of standings and of leaderboards, and a player's statistics."""
    with TemporaryDirectory(dir=Path.cwd(), prefix=".bench-") as folder, new_runner() as runner:
        return runner.run(_measure(Path(folder) / "bench.sqlite3"))


async def _measure(path: Path) -> list[Figure]:
    store = await open_store(path)
    try:
        season_id = await _fill(store)
        chance = Random(7)
        leaders, records, standings = Leaderboards(store), Records(store), Standings(store)
        family = Games.family("bidding")
        looks: dict[str, Look] = {
            "standings": lambda n: standings.page(season_id, n % max(1, len(MEMBERS) // 10)),
            "leaderboard": lambda n: leaders.page(HOME, least=3, page=n % max(1, len(MEMBERS) // 10)),
            "leaderboard by rating": lambda n: leaders.page(
                HOME, games=family, order=Order.RATING, page=n % 50
            ),
            "statistics of a player": lambda _: records.of(HOME, (chance.choice(MEMBERS),)),
        }
        key = await _slow(lambda n: store.table(1 + n))
        return [_figure(name, await _slow(look), key) for name, look in looks.items()]
    finally:
        await store.close()


async def _fill(store: SqlStore) -> int:
    chance = Random(14)
    _, season = await new_season(store, *((one,) for one in MEMBERS))
    for number in range(DEALS // DEALS_A_MATCH):
        first = chance.randrange(0, len(MEMBERS) - FRIENDS + 1, FRIENDS)
        people = chance.sample(MEMBERS[first : first + FRIENDS], 4)
        hands = [
            Hand(chance.randrange(4), chance.randrange(70, 150, 5), (took, 180 - took))
            for took in (chance.randrange(0, 185, 5) for _ in range(DEALS_A_MATCH))
        ]
        await play(store, result_of(people, hands, 1.6e9 + 300 * number), season_id=season.id)
    await Booking(store, at_once).finish()
    return season.id


async def _slow(look: Look) -> float:
    """The time that nineteen of twenty looks do not exceed, in seconds."""
    took = []
    for number in range(LOOKS):
        began = perf_counter()
        await look(number)
        took.append(perf_counter() - began)
    return quantiles(took, n=20)[-1]


def _figure(name: str, ours: float, key: float) -> Figure:
    told = f"{ours * 1e3:.2f} ms of {DEALS:,} deals"
    return Figure(f"{name}, p95", told, f"{key * 1e3:.2f} ms for a row by its key", ours / key, BOUND)
