"""Repairing a damaged table: its log is cut after the last readable, legal action."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

from bot.common.errors import Refused
from bot.database.database import Damaged, Database
from bot.models.endings import Managed
from bot.models.stored import OPEN, LogEntry, TableRecord
from bot.table.desk.changing import audit_entry
from bot.table.desk.steps import chance_step
from bot.table.desk.table import Table
from bot.table.desk.waking import checked_playable, played, season_of
from bot.table.forgetting import without_forgotten
from bot.table.match.chance import drawn_for
from bot.table.match.earlier_deal import first_time
from bot.table.store.evenings import EveningPlaceStore
from bot.table.store.repairs import RepairStore
from rules.core.events import DealScored

BEYOND_REPAIR: Final = (
    "Too much of this table is damaged to bring it back. It's kept as it is. "
    "`/rook-admin close` makes room for another one."
)
EVERYONE_FORGOTTEN: Final = (
    "Everyone who sat at this table is forgotten, so no one can go on. "
    "`/rook-admin close` makes room for another one."
)


class Repaired(NamedTuple):
    """The playable table that replaces a damaged one."""

    table: Table
    acts: int
    """How many acts it has taken over."""


async def repair(
    database: Database, table_id: int, user_id: int | None, now: float, random: Random
) -> Repaired:
    """Repair a damaged stored table. A lost deal is dealt again.

    ``user_id`` is the manager of the server who wants it; None for the owner of the bot.

    Raises:
        Refused: too much of it cannot be read, or no person is left at it.
        StoreError: it could not be read or written; nothing has changed.
    """
    repairs = RepairStore(database)
    try:
        left, log = await repairs.readable_part(table_id)
        record = without_forgotten(left)
        if record.status not in OPEN:
            raise Refused(EVERYONE_FORGOTTEN)
        good = _longest_good(record, log)
        newest = max([record.revision, *(entry.revision for entry in log)])
        # A deal that is lost is not dealt again from its seed: people have seen those cards.
        table = played(record._replace(revision=newest + 1, seed=None), good)
        deals = _deals(table)
        table.match.drawn, season = await drawn_for(database, table_id), await season_of(database, record)
        step = chance_step(table, now, random)
        whole = [*good, *step.entries]
        checked_playable(played(step.record, whole))
        repaired = None if user_id is None else audit_entry(record, user_id, Managed.REPAIRED, now)
        stored = await repairs.repair(step.record, whole, deals, repaired)
    except Damaged:
        raise Refused(BEYOND_REPAIR) from None
    in_its_place = checked_playable(played(stored, whole))
    in_its_place.match.drawn, in_its_place.season = table.match.drawn, season
    in_its_place.first_time = await first_time(database, stored.id)
    in_its_place.of_evening = await EveningPlaceStore(database).evening_place(stored.id) is not None
    return Repaired(in_its_place, len(good))


def _longest_good(record: TableRecord, log: Sequence[LogEntry]) -> Sequence[LogEntry]:
    """The first acts of a log: as many as the rules allow, and no act that ended the match.

    Raises:
        Damaged: not even without any act can the table be played at.
    """

    def fails(length: int) -> bool:
        try:
            played(record, log[:length])
        except Damaged:
            return True
        return False

    length = max(bisect_left(range(len(log) + 1), x=True, key=fails) - 1, 0)
    while length and played(record, log[:length]).match.is_over:
        length -= 1
    return log[:length]


def _deals(table: Table) -> int:
    """How many deals of a match have been scored."""
    view = table.match.table_view()
    if view is None:
        return 0
    return max([view.deal - 1, *(line.deal for line in view.sheet if isinstance(line, DealScored))])
