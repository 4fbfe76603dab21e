"""What an evening has come to, as values: for its message, for leagues."""

from __future__ import annotations

from typing import NamedTuple

from bot.evening_kinds import EveningKind, EveningStatus
from bot.evenings.standing import Line, credits_of, standing
from bot.league.credits import Credit
from bot.store.protocol import Store
from bot.store.stored_evenings import EveningRecord


class EveningResults(NamedTuple):
    """An evening's results so far."""

    evening_id: int
    guild_id: int
    kind: EveningKind
    is_over: bool
    ended_at: float | None
    lines: tuple[Line, ...]
    """Everybody's score, the best first."""
    credits: tuple[Credit, ...]
    """What it gives a league, of duplicate deals; an evening of another kind gives none."""


async def read_results(store: Store, evening: EveningRecord) -> EveningResults:
    """An evening's results, from what is stored of its tables.

    Raises:
        StoreError: it cannot be read.
    """
    is_compared = evening.kind is EveningKind.DUPLICATE
    deals = {
        table.table_id: await store.deals(table.table_id)
        for played in evening.rounds
        for table in played.tables
        if is_compared and played.is_over and table.table_id is not None
    }
    return EveningResults(
        *(evening.id, evening.guild_id, evening.kind),
        *(evening.status is EveningStatus.OVER, evening.ended_at),
        standing(evening, deals),
        credits_of(evening, deals) if is_compared else (),
    )
