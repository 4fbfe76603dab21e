"""The matches a player has played in a server, newest first, in pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from bot.common.errors import NewerTable
from bot.common.pages import OnPage, place_on
from bot.database.database import Damaged, Database
from bot.models.credits import with_winners
from bot.models.endings import Ending
from bot.models.stored_league import MatchState, SeasonMatch, TableSeason
from bot.models.stored_results import MatchResult
from bot.models.stored_tables import OPEN, TableRecord
from bot.stats.contribution import corrected
from bot.stats.store.histories import HistoryStore
from bot.table.desk.shown import ShownSeat, shown_seats
from bot.table.store.earlier_deals import EarlierDealStore
from bot.table.store.results import ResultStore
from bot.table.store.seasons import SeasonPlaceStore
from bot.table.store.tables import TableStore
from rules.catalog import find_game
from rules.core.protocol import InvalidOption

MATCHES_A_PAGE: Final = 8


class PastMatch(NamedTuple):
    """A match in a player's history, finished or open."""

    table_id: int
    title: str
    """The game's title; empty if the match is damaged."""
    at: float
    """When the match ended, else when its table was opened, in epoch seconds."""
    seats: tuple[ShownSeat, ...]
    result: MatchResult | None
    """None while the match is open, if it ended without a result, or if it is damaged."""
    is_open: bool = False
    is_paper: bool = False
    """Whether it was played with real cards and entered by hand."""
    is_earlier_deal_again: bool = False
    """Whether it was one earlier deal played again; such matches count in no record."""
    is_corrected: bool = False
    """Whether an organizer corrected the points; ``result`` has the corrected ones."""
    state: MatchState = MatchState.COUNTS
    """The organizers' ruling on it (counts, void …); COUNTS outside a season."""


class PastMatches(NamedTuple):
    """A page of a player's matches, newest first."""

    matches: Sequence[PastMatch]
    place: OnPage
    user_id: int
    """The player they belong to."""


class Histories:
    """Match histories of players."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._earlier_deal_store = EarlierDealStore(database)
        self._history_store = HistoryStore(database)
        self._result_store = ResultStore(database)
        self._season_place_store = SeasonPlaceStore(database)
        self._table_store = TableStore(database)

    async def page(self, guild_id: int, user_id: int, page: int) -> PastMatches:
        """A page of a player's matches in a server, counted from 0; a page past the end gives the last one.

        Raises ``StoreError`` if the database cannot be read.
        """
        async with self._database.one_moment():
            number = await self._history_store.number_played_by(guild_id, user_id)
            place = place_on(page, MATCHES_A_PAGE, number)
            skip = place.page * MATCHES_A_PAGE
            found = await self._history_store.played_by(guild_id, user_id, MATCHES_A_PAGE, skip)
            return PastMatches([await self._match(table_id) for table_id in found], place, user_id)

    async def _match(self, table_id: int) -> PastMatch:
        """One match of the history; a placeholder with only its number if it is damaged."""
        try:
            record = await self._table_store.table(table_id)
            result = await self._result_store.match(table_id)
            if record is None:
                return _unknown(table_id)
            is_broken_off = result is not None and result.broken_off
            season = await self._season_place_store.table_season(table_id) if is_broken_off else None
            past = _past(record, result, await self._season_place_store.season_match(table_id), season)
            return past._replace(
                is_earlier_deal_again=await self._earlier_deal_store.earlier_deal(table_id) is not None
            )
        except (Damaged, InvalidOption, NewerTable):
            return _unknown(table_id)


def _past(
    record: TableRecord, result: MatchResult | None, ruled: SeasonMatch | None, season: TableSeason | None
) -> PastMatch:
    """A history entry with the organizers' ruling applied; ``season`` is that of a match broken off."""
    points = None if ruled is None else ruled.points
    if result is not None and points is not None:
        result = corrected(result, points)
    if result is not None and season is not None:
        result = with_winners(result, season.abandoned)
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
