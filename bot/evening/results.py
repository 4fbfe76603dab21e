"""Results of an evening: scores of its tables, its guests' standing, and the results for a league."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from random import Random

from bot.database.database import Damaged, Database
from bot.evening.shown import SoFar
from bot.evening.standing import Deals, Line, PlayedBy, credits_of, standing
from bot.evening.store.evenings import EveningStore
from bot.models.credits import StoredCredit
from bot.models.evening_kinds import EveningKind
from bot.models.stored_evenings import EveningRecord, EveningTable, TableScore
from bot.models.stored_results import DealResult
from bot.table.store.results import ResultStore

log = logging.getLogger(__name__)


async def so_far(database: Database, table_id: int) -> SoFar:
    """A table's deals and points so far; zero if they are damaged.

    Raises ``StoreError`` if the database cannot be read now.
    """
    results = ResultStore(database)
    try:
        async with database.one_moment():
            deals, match = await results.deals(table_id), await results.match(table_id)
    except Damaged as error:
        log.error("table %d of an evening counts nothing: %s", table_id, error)
        return SoFar()
    points = {player.seat: player.points for player in match.players} if match else _last_totals(deals)
    return SoFar(len(deals), (points.get(0, 0), points.get(1, 0)))


def _last_totals(deals: Sequence[DealResult]) -> dict[int, int]:
    return {seat: side.total for deal in deals[-1:] for side in deal.sides for seat in side.seats}


def score_of(come: SoFar, random: Random) -> TableScore:
    """The score of a finished table; a tie is broken by a random cut."""
    first, second = come.points
    return TableScore(come.points, random.randrange(2) if first == second else 0, come.deals)


async def read_lines(database: Database, evening: EveningRecord) -> tuple[Line, ...]:
    """Each guest's score so far, best first, from the stored results of an evening's tables.

    Raises ``StoreError`` if it cannot be read.
    """
    played = await EveningStore(database).deals_at_evening(evening.id)
    return standing(evening, await _deals(database, evening, played), played)


async def credits_of_evening(database: Database, evening_id: int) -> tuple[StoredCredit, ...]:
    """Read the league results of a finished evening for its season, each with the evening's end.

    Raises ``Damaged`` if it cannot be read, has no season, or is not over.
    """
    evening = await EveningStore(database).evening(evening_id)
    if evening is None or evening.season is None or evening.ended_at is None:
        raise Damaged("an evening of the season cannot be read.")
    season, deals = evening.season, await _deals(database, evening, {})
    given = credits_of(evening, deals, season.competing, computers=season.computers)
    return tuple(StoredCredit(credit, evening.ended_at) for credit in given)


async def _deals(database: Database, evening: EveningRecord, played: PlayedBy) -> Deals:
    """The deals needed for scores: of duplicate evenings all, of others those of tables with a leaver.

    ``played`` is the number of deals each player ended themselves, by table and user.
    """
    return {
        table.table_id: await ResultStore(database).deals(table.table_id)
        for one in evening.rounds
        if one.is_over
        for table in one.tables
        if table.table_id is not None
        and (evening.kind is EveningKind.DUPLICATE or _has_leaver(table, table.table_id, played))
    }


def _has_leaver(table: EveningTable, table_id: int, played: PlayedBy) -> bool:
    """Whether a computer ended a deal of a table for one of its players."""
    deals = 0 if table.score is None else table.score.deals
    return any(who is not None and played.get((table_id, who), 0) < deals for who in table.seats)
