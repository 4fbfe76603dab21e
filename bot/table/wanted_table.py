"""A requested table: its game, options and purpose."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from bot.models.endings import ALL_ALLOWED, Allowed
from bot.models.stored import Kept, SeatRecord, ServerSettings, Settled
from bot.table.desk.shown import ShownTable
from bot.table.lobby.before_match import EMPTY, Person
from bot.table.store.earlier_deals import EarlierDeal
from rules.catalog import DEFAULT
from rules.core.decisions import Seat
from rules.core.protocol import OptionValue


class SeasonPlace(NamedTuple):
    """The season a table is opened for, and who may play at it."""

    season_id: int
    settled: Settled


class AgainPlace(NamedTuple):
    """The earlier deal that a new table plays again, and the host's seat at the new table."""

    earlier: EarlierDeal
    seat: Seat

    def kept(self, host: Person) -> tuple[SeatRecord, ...]:
        """Empty seats, the host's own kept for them."""
        own = SeatRecord(kept=Kept(host.id, host.name))
        return tuple(own if seat == self.seat else EMPTY for seat in range(len(self.earlier.seats)))


class WantedTable(NamedTuple):
    """A requested table; unset fields take the server's defaults."""

    game: str = DEFAULT
    options: Mapping[str, OptionValue] = MappingProxyType({})
    seats: int | None = None
    """Number of seats; None for the game's usual number."""
    counted: bool | None = None
    """Whether it is counted; None for the server's default."""
    turn_hours: int = 0
    """Hours a turn may take; 0 for the usual limit."""
    allowed: Allowed = ALL_ALLOWED
    """Whether hints and phrases are allowed."""
    level: str | None = None
    """The level of computers that take every empty seat; None for no computers."""
    season: SeasonPlace | None = None
    """The season it belongs to, if any."""
    rematch_of: int | None = None
    """A finished table: seats are kept for its players."""
    again: AgainPlace | None = None
    """The earlier deal it plays, if any; that is casual."""

    @classmethod
    def like(cls, table: ShownTable) -> WantedTable:
        """A request for a table like another: game, options, seats, counted, turn time, hints, phrases."""
        kind = table.kind.counted, table.turn.hours, table.talk.allowed
        return cls(table.rules.about.key, dict(table.rules.changes), len(table.seats), *kind)

    def is_counted(self, settings: ServerSettings) -> bool:
        """Whether the match is counted: as requested, or by the server's setting.

        Without either it is casual if a turn may take hours or computers of a level take the seats.
        """
        if self.again is not None:
            return False
        if self.counted is not None or self.turn_hours or self.level is not None:
            return bool(self.counted)
        return settings.counted

    @property
    def settled(self) -> Settled | None:
        """Who may play, if a season or an earlier deal settles the game; None if the host chooses."""
        if self.again is not None:
            return Settled.COMPUTERS
        return None if self.season is None else self.season.settled
