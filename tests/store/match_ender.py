"""A process that ends matches until it is killed: ``python -m tests.store.match_ender DATABASE SEED``.

It prints the table of every match whose result the store has acknowledged, and goes on booking meanwhile.
"""

from __future__ import annotations

import asyncio
import sys
from random import Random

from bot.store.opening import open_store
from bot.store.place import Place, place_of
from tests.store.books import Hand, book_of, play, result_of

PEOPLE = range(2001, 2013)
BEGAN = 1.7e9


async def end_matches(place: Place, seed: int) -> None:
    """End matches, and book what an earlier process has left."""
    chance = Random(seed)
    store = await open_store(place)
    book = book_of(store)

    async def keep_booking() -> None:
        while True:
            await book.catch_up()
            await asyncio.sleep(0)

    booking = asyncio.create_task(keep_booking())
    while not booking.done():
        hands = [Hand(chance.randrange(4), 100, (chance.randrange(40, 140, 5), 90)) for _ in range(3)]
        results = result_of(chance.sample(PEOPLE, 4), hands, BEGAN + chance.randrange(10**6))
        table = await play(store, results, season_id=1, channel_id=chance.randrange(10**9))
        print(table, flush=True)  # noqa: T201
    await booking


if __name__ == "__main__":
    asyncio.run(end_matches(place_of(sys.argv[1]), int(sys.argv[2])))
