"""Results of an evening, for its board and for leagues."""

from __future__ import annotations

from bot.database.database import Damaged, Database
from bot.evening.standing import Deals, Line, PlayedBy, credits_of, standing
from bot.evening.store.evenings import EveningStore
from bot.models.credits import Entrants
from bot.models.evening_kinds import EveningKind
from bot.models.stored_book import StoredCredit
from bot.models.stored_evenings import EveningRecord, EveningTable
from bot.table.store.results import ResultStore


async def read_lines(database: Database, evening: EveningRecord) -> tuple[Line, ...]:
    """Each guest's score so far, best first, from the stored results of an evening's tables.

    Raises:
        StoreError: it cannot be read.
    """
    played = await EveningStore(database).deals_at_evening(evening.id)
    return standing(evening, await _deals(database, evening, played), played)


async def session_of(database: Database, evening_id: int) -> tuple[StoredCredit, ...]:
    """Read the league results of a finished evening for its season, each with the evening's end.

    Raises:
        Damaged: it cannot be read, has no season, or is not over.
    """
    evening = await EveningStore(database).evening(evening_id)
    if evening is None or evening.season is None or evening.ended_at is None:
        raise Damaged("an evening of the season cannot be read.")
    season, deals = evening.season, await _deals(database, evening, {})
    given = credits_of(evening, deals, Entrants(season.competing), computers=season.computers)
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
