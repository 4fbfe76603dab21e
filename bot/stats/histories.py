"""What somebody has played in a server, match by match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from bot.common.errors import NewerTable
from bot.common.text import OnPage, place_on
from bot.database.database import Database
from bot.database.errors import Damaged
from bot.models.endings import Ending
from bot.models.stored import OPEN, TableRecord
from bot.models.stored_league import MatchState, SeasonMatch
from bot.models.stored_results import MatchPlayer, MatchResult
from bot.stats.booked import corrected
from bot.stats.store.histories import HistoryStore
from bot.table.desk.shown import ShownSeat, shown_seats
from bot.table.store.earlier_deals import EarlierDealStore
from bot.table.store.results import ResultStore
from bot.table.store.seasons import SeasonPlaceStore
from bot.table.store.tables import TableStore
from rules.catalog import find_game
from rules.core.protocol import InvalidOption

__all__ = ["Histories", "MatchPlayer", "MatchResult", "PastMatch", "PastMatches"]

MATCHES_A_PAGE: Final = 8


class PastMatch(NamedTuple):
    """A match somebody has played, or plays."""

    table_id: int
    title: str
    """Of the game; empty where the match cannot be read."""
    at: float
    """When it ended, or its table was opened, in epoch seconds."""
    seats: tuple[ShownSeat, ...]
    result: MatchResult | None
    """None while it goes on, where it ended without one, and where it cannot be read."""
    is_open: bool = False
    is_paper: bool = False
    """Whether it was played with real cards."""
    is_again: bool = False
    """Whether it was one deal played again, which no record has."""
    is_corrected: bool = False
    """Whether an organizer has corrected its points; the result has those that count."""
    state: MatchState = MatchState.COUNTS
    """Whether it counts in its season, where it has one."""


class PastMatches(NamedTuple):
    """A page of them, the newest first."""

    matches: Sequence[PastMatch]
    place: OnPage
    user_id: int
    """Whose matches they are."""


class Histories:
    """What people have played."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._earlier_deal_store = EarlierDealStore(database)
        self._history_store = HistoryStore(database)
        self._result_store = ResultStore(database)
        self._season_place_store = SeasonPlaceStore(database)
        self._table_store = TableStore(database)

    async def page(self, guild_id: int, user_id: int, page: int) -> PastMatches:
        """A page, from 0, of the matches somebody has played in a server; the nearest there is.

        Raises:
            StoreError: they cannot be read.
        """
        async with self._database.one_moment():
            number = await self._history_store.number_played_by(guild_id, user_id)
            place = place_on(page, MATCHES_A_PAGE, number)
            skip = place.page * MATCHES_A_PAGE
            found = await self._history_store.played_by(guild_id, user_id, MATCHES_A_PAGE, skip)
            return PastMatches([await self._match(table_id) for table_id in found], place, user_id)

    async def _match(self, table_id: int) -> PastMatch:
        """A match; of one that cannot be read, its number alone."""
        try:
            record = await self._table_store.table(table_id)
            result = await self._result_store.match(table_id)
            if record is None:
                return _unknown(table_id)
            past = _past(record, result, await self._season_place_store.season_match(table_id))
            return past._replace(is_again=await self._earlier_deal_store.earlier_deal(table_id) is not None)
        except (Damaged, InvalidOption, NewerTable):
            return _unknown(table_id)


def _past(record: TableRecord, result: MatchResult | None, ruled: SeasonMatch | None) -> PastMatch:
    """A match as it counts: with what organizers of its season have ruled."""
    points = None if ruled is None else ruled.points
    if result is not None and points is not None:
        result = corrected(result, points)
    return PastMatch(
        record.id,
        find_game(record.game).about.title,
        record.created_at if result is None else result.finished_at,
        shown_seats(record.seats),
        result,
        is_open=record.status in OPEN,
        is_paper=record.ended is Ending.RECORDED,
        is_corrected=points is not None,
        state=MatchState.COUNTS if ruled is None else ruled.state,
    )


def _unknown(table_id: int) -> PastMatch:
    return PastMatch(table_id, "", 0.0, (), None)
