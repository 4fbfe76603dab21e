"""Compares results with the tables they come from: each finished match and deal counts exactly once."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from traceback import extract_tb
from typing import Final

from bot.evening.results import read_lines
from bot.evening.standing import Line
from bot.evening.store.evenings import EveningStore
from bot.league.service import Leagues
from bot.league.standings_pages import Standings
from bot.models.evening_kinds import EveningStatus
from bot.models.stored_evenings import EveningRecord
from bot.models.stored_results import MatchResult
from bot.stats.leaderboards import Leaderboards
from bot.table.store.results import ResultStore
from tests.application.ledger import rows_of_server
from tests.league.shown_club import Shown, check, shown_in
from tests.loopback.fleet import Fleet

MISSING: Final[Mapping[str, str]] = {
    "is finished, and has no result": """
        SELECT id FROM tables WHERE status = 'finished' AND id NOT IN (SELECT table_id FROM matches)
    """,
    "is finished, and not in the ledger": """
        SELECT id FROM tables WHERE status = 'finished' AND id NOT IN (SELECT table_id FROM booked_matches)
    """,
    "is of a league's channel, and of no season": """
        SELECT id FROM tables WHERE channel_id IN (SELECT channel_id FROM leagues)
            AND id NOT IN (SELECT table_id FROM season_matches)
    """,
    "is of an evening's thread, and of no round": """
        SELECT id FROM tables WHERE channel_id IN (SELECT channel_id FROM evening_tables)
            AND id NOT IN (SELECT table_id FROM evening_tables WHERE table_id IS NOT NULL)
    """,
    "is of two rounds of evenings": """
        SELECT table_id FROM evening_tables WHERE table_id IS NOT NULL GROUP BY table_id HAVING COUNT(*) > 1
    """,
}
"""By what is wrong with a table, the query for such tables."""
EVENINGS: Final = "SELECT id FROM evenings ORDER BY id"
LEAGUES: Final = "SELECT DISTINCT guild_id FROM leagues"


async def wrong_results(fleet: Fleet) -> list[str]:
    """What is wrong with the results of tables, evenings and leagues, once all are counted; a line each."""
    wrong = [f"table {one} {what}" for what, sql in MISSING.items() for (one,) in await fleet.rows(sql)]
    shown: dict[int, Shown] = {}
    async with fleet.reading() as database:
        for (number,) in await fleet.rows(EVENINGS):
            evening = await EveningStore(database).evening(number)
            assert evening is not None
            results = {
                table.table_id: await ResultStore(database).match(table.table_id)
                for one in evening.rounds
                for table in one.tables
                if table.table_id is not None
            }
            wrong += wrong_evening(evening, results, await read_lines(database, evening))
        services = Leagues(database), Standings(database), Leaderboards(database)
        for (guild_id,) in await fleet.rows(LEAGUES):
            shown[guild_id] = await shown_in(guild_id, *services)
    for guild_id, one in shown.items():
        wrong += await asyncio.to_thread(_wrong_league, fleet, guild_id, one)
    return wrong


def _wrong_league(fleet: Fleet, guild_id: int, shown: Shown) -> list[str]:
    """The first difference between a league's figures and those counted from its matches, if there is one."""
    with rows_of_server(fleet.postgres.address(fleet.database), alone=False) as rows:
        try:
            check(shown, rows, guild_id)
        except AssertionError as error:
            return [f"in server {guild_id}, {extract_tb(error.__traceback__)[-1].name} fails: {error}"]
    return []


def wrong_evening(
    evening: EveningRecord, results: Mapping[int, MatchResult | None], lines: Sequence[Line]
) -> Iterator[str]:
    """What is wrong with an evening's scores, by the results of its tables.

    ``lines`` are the scores of its board. No guest leaves or rests, so that the points of each add up.
    """
    points = Counter[int]()
    for number, one in enumerate(evening.rounds, 1):
        for table in one.tables:
            where = f"table {table.number} of round {number} of evening {evening.id}"
            if table.score is None:
                continue
            result = None if table.table_id is None else results[table.table_id]
            if result is None:
                yield f"{where} has a score, and no result"
                continue
            both = result.players[0].points, result.players[1].points
            if (table.score.points, table.score.deals) != (both, evening.deals):
                yield f"{where} has {table.score}, and its table was {both} in {evening.deals} deals"
            for seat, who in enumerate(table.seats):
                if who is not None:
                    points[who] += both[seat % 2]
    shown = {line.guest.user_id: line.points for line in lines}
    if evening.status is EveningStatus.OVER and shown != points:
        yield f"evening {evening.id} shows {shown}, and its tables give {dict(points)}"
