"""Seats kept for the players of the previous match, who take them for a rematch."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, NamedTuple

from bot.common.errors import Refused
from bot.common.text import in_markdown
from bot.models.stored_tables import Kept, SeatRecord, TableRecord
from bot.table.lobby.before_match import EMPTY, NAME_LIMIT, check_here, check_host

KEPT: Final = "That seat is kept for {player}. *Open the seats* lets anyone sit there."
NONE_KEPT: Final = "No seat is kept for anyone."
TOO_FEW: Final = "Other partners need three players or more at the table."


class OtherPartners(NamedTuple):
    """Move all players but the first on by one seat, for other partners; for the host."""

    user_id: int

    def applied_to(self, table: TableRecord) -> TableRecord:
        """The table with every seat but the first moved on by one, also computers, kept and empty ones.

        Raises:
            Refused: not the host, or too few are there to make a difference.
        """
        check_host(table, self.user_id)
        if sum(not who.is_empty or who.kept is not None for who in table.seats) <= 2:
            raise Refused(TOO_FEW)
        first, *others, last = table.seats
        return table._replace(seats=(first, last, *others))


class OpenSeats(NamedTuple):
    """Open the kept seats to every user; for the host and seated players."""

    user_id: int

    def applied_to(self, table: TableRecord) -> TableRecord:
        """The table with no seat kept; raises ``Refused`` if none is, and as ``check_here``."""
        check_here(table, self.user_id)
        if not any(who.kept for who in table.seats):
            raise Refused(NONE_KEPT)
        return table._replace(seats=tuple(replace(who, kept=None) for who in table.seats))


def seats_for_rematch(seats: tuple[SeatRecord, ...]) -> tuple[SeatRecord, ...]:
    """The seats for a rematch: kept for the match's players, with the same computers.

    The seat of a player away at its end is empty. One promised to a newcomer is kept for them.
    """
    return tuple(map(_for_rematch, seats))


def _for_rematch(who: SeatRecord) -> SeatRecord:
    if who.kept is not None:
        return SeatRecord(kept=who.kept)
    if who.user_id is None:
        return SeatRecord(None, who.name, who.computer)
    return EMPTY if who.is_away else SeatRecord(kept=Kept(who.user_id, who.name))


def is_complete(before: TableRecord, after: TableRecord, user_id: int) -> bool:
    """Whether a user with a kept seat has filled the last empty seat, which begins the rematch.

    False for a counted match with computers: its host has to decide.
    """
    if before.kept_for(user_id) is None or any(who.is_empty for who in after.seats):
        return False
    return not (after.counted and any(who.computer for who in after.seats))


def check_not_kept(who: SeatRecord, user_id: int) -> None:
    """Check that a seat is not kept for another user.

    Raises:
        Refused: it is.
    """
    if who.kept is not None and who.kept.user_id != user_id:
        raise Refused(KEPT.format(player=in_markdown(who.kept.name, NAME_LIMIT)))
