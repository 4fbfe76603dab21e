"""``/stats show`` of two players who met in each of 5,000 matches, against two who met in three.

Both are typed on SimCord, without pictures, which are drawn in another process.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final

import simcord

from bot.app import open_app
from bot.client import RookeryBot
from bot.common.arithmetic import at_once
from bot.common.settings import Settings
from bot.database.database import Database
from bot.league.ledger import LedgerUpdate
from tests.bench.hurried import hurried_store
from tests.bench.hurry import run_in_a_hurry
from tests.bench.measure import Figure
from tests.database.ledgers import Hand, play, result_of
from tests.inline import InlineComputers
from tests.sim.pictures import NoPictures

MANY: Final = 5_000
FEW: Final = 3
BOUND: Final = 8
ROUNDS: Final = 15
BEGUN: Final = 1.6e9
A_MATCH_EVERY: Final = 3_600


def rivals() -> list[Figure]:
    """Measure the command, in elapsed time."""
    return run_in_a_hurry(_rivals())


async def _rivals() -> list[Figure]:
    with TemporaryDirectory(dir=Path.cwd(), prefix=".bench-") as folder:
        path = Path(folder) / "bench.sqlite3"
        settings = Settings(database=path, turn_limit=0, remind_after=0)
        with hurried_store(path) as database:
            async with (
                open_app(
                    settings, database=database, computers=InlineComputers(), pictures=NoPictures()
                ) as app,
                simcord.run(RookeryBot(app), settle_timeout=20) as env,
            ):
                guild = env.create_guild()
                channel = guild.create_text_channel("card-table")
                people = [guild.add_member(env.create_user(f"player{number}")) for number in range(8)]
                ids = [one.user.id for one in people]
                await _play(database, guild.id, ids[:4], MANY)
                await _play(database, guild.id, ids[4:], FEW)
                await LedgerUpdate(database, at_once).finish()

                async def seconds(one: int) -> float:
                    began = perf_counter()
                    await people[one].slash(channel, "stats show", rival=people[one + 1])
                    return perf_counter() - began

                await seconds(0), await seconds(4)
                pairs = [(await seconds(0), await seconds(4)) for _ in range(ROUNDS)]
    many, few = (median(times) * 1000 for times in zip(*pairs, strict=True))
    ratio = median(mine / other for mine, other in pairs)
    ours, baseline = f"{many:.1f} ms of {MANY:,} matches", f"{few:.1f} ms of {FEW}"
    return [Figure("/stats show", ours, baseline, ratio, BOUND)]


async def _play(database: Database, guild_id: int, people: list[int], matches: int) -> None:
    """Store matches of the same four people with drawn partners; the first two are always opponents."""
    chance = Random(5)
    for number in range(matches):
        first, rival, *others = people
        chance.shuffle(others)
        took = chance.randrange(0, 185, 5)
        hand = Hand(chance.randrange(4), 100, (took, 180 - took))
        at = BEGUN + A_MATCH_EVERY * number
        await play(database, result_of((first, rival, *others), (hand,), at, guild_id=guild_id))
