"""What the application asks of any database about evenings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from bot.models.stored import LogEntry, TableRecord
from bot.models.stored_evenings import EveningHead, EveningPlace, EveningRecord, SeasonEvening
from bot.models.stored_league import LeagueAct


class EveningsStored(Protocol):
    """Evenings, and what chance has drawn for their tables."""

    async def create_evening(self, evening: EveningRecord) -> EveningRecord:
        """Add an evening, with an id of its own in place of the one it came with.

        Raises:
            ChannelTaken: the channel has one that is not over.
        """
        ...

    async def save_evening(
        self, evening: EveningRecord, before: EveningRecord, cards: Mapping[int, str] | None = None
    ) -> None:
        """Store an evening as it now is, in one transaction: what differs from how it was.

        ``cards`` is what chance has drawn for all its tables, by the deal of the evening. With its end, the
        table of the season it counts in is to be made anew.

        Raises:
            StoreError: it is not stored as it was; nothing has changed.
        """
        ...

    async def open_evening_table(
        self, table: TableRecord, entries: Sequence[LogEntry], place: EveningPlace
    ) -> TableRecord:
        """Add a table with the beginning of its match, as a table of an evening that is not open yet.

        Raises:
            ChannelTaken: the channel has an open table.
            Conflict: the evening's table is open already.
        """
        ...

    async def evening(self, evening_id: int) -> EveningRecord | None:
        """One evening, however long it has been over.

        Raises:
            Damaged: it cannot be read.
        """
        ...

    async def channel_of_evening(self, evening_id: int) -> int:
        """The channel of an evening of which other things cannot be read.

        Raises:
            Damaged: the channel cannot be read either.
        """
        ...

    async def end_damaged_evening(self, evening_id: int, at: float) -> None:
        """Have an evening that cannot be read be over, at a time in epoch seconds; it counts nowhere."""
        ...

    async def open_evenings(self) -> list[int]:
        """Every evening that is not over, oldest first."""
        ...

    async def deals_at_evening(self, evening_id: int) -> dict[tuple[int, int], int]:
        """How many deals of an evening each person ended themselves, by table and person.

        Raises:
            Damaged: that cannot be read.
        """
        ...

    async def evenings_of_season(self, season_id: int) -> list[int]:
        """The evenings that count in a season: over before it was closed and not void, oldest first."""
        ...

    async def newest_evenings(self, season_id: int, limit: int, skip: int = 0) -> list[SeasonEvening]:
        """The evenings of a season that are over, the newest first, without the first so many.

        Raises:
            Damaged: one cannot be read.
        """
        ...

    async def number_of_evenings(self, season_id: int) -> int:
        """How many evenings of a season are over."""
        ...

    async def season_evening(self, evening_id: int) -> SeasonEvening | None:
        """What an evening that is over is to its season; None where it belongs to none.

        Raises:
            Damaged: it cannot be read.
        """
        ...

    async def rule_evening(self, evening: SeasonEvening, act: LeagueAct) -> None:
        """Store whether an evening counts, with the act that made it so."""
        ...

    async def evenings_not_shown(self) -> list[int]:
        """Every evening that is over and whose message does not show that yet, oldest first."""
        ...

    async def evenings_of(self, channel_id: int, limit: int) -> list[EveningHead]:
        """The evenings of a channel, the newest first."""
        ...

    async def evening_place(self, table_id: int) -> EveningPlace | None:
        """Which table of an evening a table is; None for one that is of none."""
        ...

    async def drawn(self, place: EveningPlace) -> dict[int, str]:
        """What chance has drawn beforehand for a table, by its deal; 0 is the draw for the deal. Secret.

        Raises:
            Damaged: it cannot be read.
        """
        ...
