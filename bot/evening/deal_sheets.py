"""A deal of a duplicate evening laid open: how the cards lay, and what every table made of them."""

from __future__ import annotations

from typing import Final, NamedTuple

from bot.common.errors import Refused
from bot.database.database import Database
from bot.database.errors import Damaged
from bot.evening.standing import comparisons
from bot.models.evening_kinds import EveningKind
from bot.models.stored_evenings import EveningRecord, EveningRound
from bot.table.dealt import Dealt, dealt
from bot.table.store.results import ResultStore
from bot.table.store.tables import TableStore

NOT_DUPLICATE: Final = "Only a duplicate evening has the same deals at every table."
NOT_YET: Final = "You can look at a deal once every table has finished its round."
NOT_DEALT: Final = "No table played that deal."


class DealAtTable(NamedTuple):
    """What one table made of it."""

    table: int
    seats: tuple[int | None, ...]
    points: tuple[int, int]
    matchpoints: tuple[int, int]
    possible: int


class DealSheet(NamedTuple):
    """A deal, by its number in the evening."""

    deal: int
    deals: int
    """How many may be looked at by now."""
    dealt: Dealt
    played: tuple[DealAtTable, ...]


async def deal_sheet(database: Database, evening: EveningRecord, deal: int) -> DealSheet:
    """A deal that every table has finished.

    Raises:
        Refused: some table has not, it was not played, or the evening is none of duplicate deals.
        StoreError: it cannot be read.
    """
    if evening.kind is not EveningKind.DUPLICATE:
        raise Refused(NOT_DUPLICATE)
    finished = [played for played in evening.rounds if played.is_over]
    number = (deal - 1) // evening.deals
    if not 0 <= number < len(finished):
        raise Refused(NOT_YET)
    laid = await _laid(database, finished[number], deal - number * evening.deals)
    if laid is None:
        raise Refused(NOT_DEALT)
    return DealSheet(
        deal, len(finished) * evening.deals, laid, await _played(database, evening, number, deal)
    )


async def _laid(database: Database, played: EveningRound, deal: int) -> Dealt | None:
    """The cards, from the first table that was dealt them and whose record can be read."""
    for table in played.tables:
        record = None if table.table_id is None else await TableStore(database).table(table.table_id)
        if record is None:
            continue
        try:
            found = dealt(record, await TableStore(database).log(record.id), deal)
        except Damaged:
            continue
        if found is not None:
            return found
    return None


async def _played(
    database: Database, evening: EveningRecord, number: int, deal: int
) -> tuple[DealAtTable, ...]:
    tables = [table for table in evening.rounds[number].tables if table.table_id is not None]
    deals = {table.table_id or 0: await ResultStore(database).deals(table.table_id or 0) for table in tables}
    compared = [one for one in comparisons(evening, deals) if one.deal == deal]
    own = deal - number * evening.deals
    there = [table for table in tables if any(one.deal == own for one in deals[table.table_id or 0])]
    pairs = zip(compared[::2], compared[1::2], strict=True)
    return tuple(
        DealAtTable(
            table=table.number,
            seats=table.seats,
            points=(first.points, second.points),
            matchpoints=(first.matchpoints, second.matchpoints),
            possible=first.possible,
        )
        for table, (first, second) in zip(there, pairs, strict=True)
    )
