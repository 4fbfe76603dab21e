"""The series between the two sides of a finished match, for its result message."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Final

from bot.common.errors import StoreError
from bot.database.database import Database
from bot.models.boards import Games, Period
from bot.models.credits import Entrant, Verdict
from bot.stats.records import verdict_of
from bot.stats.store.records import RecordStore
from bot.stats.values import Meeting
from bot.table.desk.shown import Lead, ShownTable
from rules.core.decisions import Seat

log = logging.getLogger(__name__)

LARGEST_SIDE: Final = 2
"""The ledger has figures for players and pairs only."""


class Leads:
    """Adds to a finished table how often its two sides have beaten each other in this game and server.

    Matches of its kind, counted or casual, up to and including it count, even if not yet in the ledger.
    """

    def __init__(self, database: Database) -> None:
        self._store = RecordStore(database)

    async def on(self, table: ShownTable) -> ShownTable:
        """The table with its lead if two sides of people finished a match; unchanged else or on an error."""
        is_again = table.match.first_time is not None  # the ledger has no deals played again
        outcome = None if table.view is None or is_again else table.view.outcome
        if outcome is None or len(outcome.standings) != LARGEST_SIDE:
            return table
        first, second = outcome.standings
        entrants = _entrant(table, first.seats), _entrant(table, second.seats)
        if not all(entrants) or any(seat.computer for seat in table.seats):
            return table
        period = Period.EVER if table.kind.counted else Period.CASUAL
        try:
            meetings = await self._store.meetings(
                table.place.guild_id, *entrants, period, Games.game(table.rules.about.key)
            )
        except StoreError as error:
            log.warning("who leads could not be read: %s", error)
            return table
        verdicts = [verdict_of(one) for one in _before(table.id, meetings)]
        won, lost = verdicts.count(Verdict.WON), verdicts.count(Verdict.LOST)
        if first.place != second.place:
            won, lost = won + (first.place == 1), lost + (second.place == 1)
        seats = first.seats if won >= lost else second.seats
        return table._replace(match=table.match._replace(lead=Lead(seats, max(won, lost), min(won, lost))))


def _before(match: int, meetings: Sequence[Meeting]) -> Sequence[Meeting]:
    """Of meetings, newest first, those before ``match``; all of them if the ledger does not have it yet."""
    ended = [one.match for one in meetings]
    return meetings[ended.index(match) + 1 :] if match in ended else meetings


def _entrant(table: ShownTable, seats: tuple[Seat, ...]) -> Entrant:
    """The players of a side, sorted; empty if one is a computer or the side is larger than a pair."""
    people = [table.seats[seat].user_id for seat in seats if seat < len(table.seats)]
    known = [user_id for user_id in people if user_id is not None]
    return tuple(sorted(known)) if len(known) == len(seats) <= LARGEST_SIDE else ()
