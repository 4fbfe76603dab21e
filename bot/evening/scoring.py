"""The score of an evening's table, from its stored results."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from bot.database.database import Damaged, Database
from bot.evening.shown import SoFar
from bot.models.stored_evenings import TableScore
from bot.models.stored_results import DealResult, MatchResult
from bot.table.store.results import ResultStore

log = logging.getLogger(__name__)

PAIRS: Final = (0, 1)
"""One seat of each pair."""


async def so_far(database: Database, table_id: int) -> SoFar:
    """A table's deals and points so far; zero if they are damaged.

    Raises:
        StoreError: the database cannot be read now.
    """
    results = ResultStore(database)
    try:
        async with database.one_moment():
            deals, match = await results.deals(table_id), await results.match(table_id)
    except Damaged as error:
        log.error("table %d of an evening counts nothing: %s", table_id, error)
        return SoFar()
    points = _of_deals(deals) if match is None else _of_match(match)
    first, second = (points.get(seat, 0) for seat in PAIRS)
    return SoFar(len(deals), (first, second))


def score_of(come: SoFar, random: Random) -> TableScore:
    """The score of a finished table; a tie is broken by a random cut."""
    first, second = come.points
    return TableScore(come.points, random.randrange(2) if first == second else 0, come.deals)


def _of_match(match: MatchResult) -> Mapping[int, int]:
    return {player.seat: player.points for player in match.players}


def _of_deals(deals: Sequence[DealResult]) -> Mapping[int, int]:
    return {seat: side.total for deal in deals[-1:] for side in deal.sides for seat in side.seats}
