"""Credits of a season from evenings of duplicate deals, computed from the deals each time."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Mapping, Sequence

from bot.database.database import Damaged, Database
from bot.evening.results import session_of
from bot.league.store.evenings import SeasonEveningStore
from bot.models.credits import Entry
from bot.models.stored_book import StoredCredit

log = logging.getLogger(__name__)


async def evening_credits_of(database: Database, season_id: int) -> Mapping[Entry, Sequence[StoredCredit]]:
    """Credits from each evening of a season, by entry, oldest first; damaged evenings are left out.

    Raises:
        StoreError: the database cannot be read.
    """
    found = defaultdict[Entry, list[StoredCredit]](list)
    for evening_id in await SeasonEveningStore(database).evenings_of_season(season_id):
        try:
            given = await session_of(database, evening_id)
        except Damaged as error:
            log.error("evening %d is left out of season %d: %s", evening_id, season_id, error)
            continue
        for one in given:
            found[one.credit.entry].append(one)
    return found
