"""The replay service: who may look at finished deals, send them or play them again."""

from __future__ import annotations

from random import Random, SystemRandom
from typing import Final

from bot.common.errors import Refused
from bot.database.database import Damaged, Database
from bot.evening.store.evenings import EveningStore
from bot.models.evening_kinds import EveningKind, EveningStatus
from bot.models.stored_evenings import EveningPlace, EveningRecord
from bot.models.stored_tables import TableRecord
from bot.replay.match import Replay, replayed
from bot.replay.play_again import table_to_replay
from bot.stats.store.histories import HistoryStore
from bot.table.match.chance import drawn_for
from bot.table.opening import WantedTable
from bot.table.reading import DAMAGED
from bot.table.store.evenings import EveningPlaceStore
from bot.table.store.results import ResultStore
from bot.table.store.tables import TableStore

NO_DEALS: Final = "No deal of this match is over yet. You can look at each one when it is."
NOTHING_KEPT: Final = "No cards of this match are kept, so there's nothing to replay. Its result stays."
NOT_YOURS: Final = "You can look back at matches you played, and at those of this channel."
NOT_PLAYED: Final = "Only those who played a deal can send it to the channel."
EVENING_NOT_OVER: Final = (
    "The evening with this deal is still going. You can play the deal again when it's over."
)
OTHER_TABLES: Final = (
    "Other tables still play these deals. You can look at them once every table has finished the round."
)


class Replays:
    """Builds replays of matches; of a match under way, of its finished deals."""

    def __init__(self, database: Database, random: Random | None = None) -> None:
        self._database = database
        self._evening_store = EveningStore(database)
        self._evening_place_store = EveningPlaceStore(database)
        self._history_store = HistoryStore(database)
        self._table_store = TableStore(database)
        self._random = random or SystemRandom()

    async def of(self, table_id: int, guild_id: int, channel_id: int, user_id: int) -> Replay:
        """The replay of a match of a server, for a user who played in it or looks from its channel.

        Raises:
            Refused: the user may not see it, none of its deals may be seen yet, or its record is damaged.
            StoreError: it cannot be read.
        """
        try:
            async with self._database.one_moment():
                record = await self._table_store.table(table_id)
                if record is None or record.guild_id != guild_id:
                    raise Refused(NOT_YOURS)
                if record.channel_id != channel_id and not await self._history_store.has_played(
                    table_id, user_id
                ):
                    raise Refused(NOT_YOURS)
                await self._check_other_tables(record)
                log = await self._table_store.log(table_id)
                is_shuffled = not await drawn_for(self._database, table_id)
                result = await ResultStore(self._database).match(table_id)
            replay = await replayed(record, log, is_shuffled=is_shuffled)
        except Damaged:
            raise Refused(DAMAGED) from None
        if not replay.deals:
            raise Refused(NO_DEALS if log else NOTHING_KEPT)
        if result is None or not result.is_decided_by_leaving:
            return replay
        match = replay.table.match._replace(league_winners=result.winners_who_stayed)
        return replay._replace(table=replay.table._replace(match=match))

    async def check_may_send(self, replay: Replay, channel_id: int, user_id: int) -> None:
        """Check that a user may show a deal of a match to everyone in a channel.

        Raises:
            Refused: the user did not play in it, or it was played in another channel.
        """
        if not await self._history_store.has_played(replay.table.id, user_id):
            raise Refused(NOT_PLAYED)
        if replay.table.place.channel_id != channel_id:
            raise Refused(f"Send it in the channel where it was played: <#{replay.table.place.channel_id}>.")

    async def table_to_replay(self, replay: Replay, place: int, user_id: int) -> WantedTable:
        """The table on which a user plays deal ``place``, from 0, again, in their old seat if they had one.

        Raises:
            Refused: the match or its evening is not over, or these cards cannot be dealt again.
            InvalidOption: its game or house rules no longer exist.
        """
        if await self._duplicate_evening(replay.table.id) is not None:
            raise Refused(EVENING_NOT_OVER)
        return table_to_replay(replay, place, user_id, self._random)

    async def _check_other_tables(self, record: TableRecord) -> None:
        """Check that no other table still has to play the same deals.

        Raises:
            Refused: a table of the duplicate evening has.
        """
        duplicate = await self._duplicate_evening(record.id)
        if duplicate is not None:
            place, evening = duplicate
            if not evening.rounds[place.round - 1].is_over:
                raise Refused(OTHER_TABLES)

    async def _duplicate_evening(self, table_id: int) -> tuple[EveningPlace, EveningRecord] | None:
        """A table's place in a duplicate evening that is not over, and that evening; None for any other."""
        place = await self._evening_place_store.evening_place(table_id)
        evening = None if place is None else await self._evening_store.evening(place.evening_id)
        if place is None or evening is None or evening.kind is not EveningKind.DUPLICATE:
            return None
        return None if evening.status is EveningStatus.OVER else (place, evening)
