"""What an evening has come to, as values: for its message, for leagues."""

from __future__ import annotations

from typing import NamedTuple

from bot.database.database import Database
from bot.database.errors import Damaged
from bot.evening.standing import Deals, Line, credits_of, standing
from bot.evening.store.evenings import EveningStore
from bot.models.credits import Entrants
from bot.models.evening_kinds import EveningKind, EveningStatus
from bot.models.stored_book import StoredCredit
from bot.models.stored_evenings import EveningRecord
from bot.table.store.results import ResultStore


class EveningResults(NamedTuple):
    """An evening's results so far."""

    evening_id: int
    guild_id: int
    kind: EveningKind
    is_over: bool
    ended_at: float | None
    lines: tuple[Line, ...]
    """Everybody's score, the best first."""


async def read_results(database: Database, evening: EveningRecord) -> EveningResults:
    """An evening's results, from what is stored of its tables.

    Raises:
        StoreError: it cannot be read.
    """
    return EveningResults(
        evening_id=evening.id,
        guild_id=evening.guild_id,
        kind=evening.kind,
        is_over=evening.status is EveningStatus.OVER,
        ended_at=evening.ended_at,
        lines=standing(
            evening,
            await _deals(database, evening),
            await EveningStore(database).deals_at_evening(evening.id),
        ),
    )


async def session_of(database: Database, evening_id: int) -> tuple[StoredCredit, ...]:
    """What an evening that is over gives the season it counts in.

    Raises:
        Damaged: it cannot be read.
    """
    evening = await EveningStore(database).evening(evening_id)
    if evening is None or evening.season is None or evening.ended_at is None:
        raise Damaged("an evening of the season cannot be read.")
    season, deals = evening.season, await _deals(database, evening)
    given = credits_of(evening, deals, Entrants(season.competing), computers=season.computers)
    return tuple(StoredCredit(credit, evening.ended_at) for credit in given)


async def _deals(database: Database, evening: EveningRecord) -> Deals:
    """What is compared of an evening: the deals of its rounds that are over."""
    return {
        table.table_id: await ResultStore(database).deals(table.table_id)
        for played in evening.rounds
        for table in played.tables
        if evening.kind is EveningKind.DUPLICATE and played.is_over and table.table_id is not None
    }
