"""Delays on the event loop while a season is closed."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path
from time import perf_counter
from typing import Final

from bot.common.arithmetic import Arithmetic
from bot.common.loop import collect_seldom
from bot.database.database import Database
from bot.database.opening import open_database
from bot.league.ledger import LedgerKeeper
from bot.league.service import Leagues
from bot.league.store.leagues import LeagueStore
from bot.league.store.tables import SeasonTableStore
from tests.bench.delays import delays_during, p99
from tests.bench.long_past import DEALS_A_MATCH, SEASON
from tests.bench.measure import Figure
from tests.database.ledgers import HOST

BOUND: Final = 2.0


async def closing(season: Path, deals: int) -> list[Figure]:
    """Measure delays on the loop while a season is closed, against those of an idle loop."""
    collect_seldom()
    path = season.with_stem(f"{season.stem}-closed")
    shutil.copy(season, path)
    database, arithmetic = await open_database(path), Arithmetic()
    try:
        began = perf_counter()
        busy = await delays_during(_close(database, arithmetic))
        took = perf_counter() - began
        idle = await delays_during(asyncio.sleep(took))
    finally:
        await arithmetic.close()
        await database.close()
        path.unlink()
    ours, baseline = (p99(delays) for delays in (busy, idle))
    told = f"{ours * 1e3:.2f} ms, {max(busy) * 1e3:.1f} ms at most, closed in {took:.1f} s"
    name = f"p99 delay on the loop while a season of {deals // DEALS_A_MATCH:,} matches is closed"
    return [Figure(name, told, f"{baseline * 1e3:.2f} ms idle", ours / baseline, BOUND)]


async def _close(database: Database, arithmetic: Arithmetic) -> None:
    leagues, ledger = Leagues(database), LedgerKeeper(database, arithmetic.ask)
    season = await LeagueStore(database).season(SEASON)
    league = None if season is None else await LeagueStore(database).league(season.league_id)
    assert season is not None
    assert league is not None
    assert await leagues.close(league, season, HOST)
    await ledger.catch_up()
    assert await SeasonTableStore(database).is_final(SEASON)
