"""The lobby: a table before its match. A change is a value; its ``applied_to`` returns the new record."""

from __future__ import annotations

from typing import Final, NamedTuple, Protocol

from bot.common.errors import HostOnly, MatchRunning, NotSeated, Refused
from bot.models.endings import Ending
from bot.models.stored_tables import SeatRecord, Settled, Status, TableRecord
from bot.table.played_game import game_of
from rules.core.about import About, players_of
from rules.core.decisions import Seat
from rules.versions import NEWEST

EMPTY: Final = SeatRecord()
NAME_LIMIT: Final = 32
PEOPLE_ONLY: Final = (
    "A counted match is for people only. Remove the computers, or make it casual in *Set up*."
)
NO_COMPUTERS_COUNTED: Final = "A counted match is for people only. Make it casual to add computers."
NO_COMPUTERS_IN_LEAGUE: Final = (
    "Only people play in this league. Wait for players, or ask someone to fill in."
)


class Person(NamedTuple):
    """Someone in the channel, by id and shown name."""

    id: int
    name: str


class LobbyChange(Protocol):
    """A change of a lobby by a user."""

    @property
    def user_id(self) -> int:
        """The user who makes the change."""
        ...

    def applied_to(self, table: TableRecord) -> TableRecord:
        """The table with the change made; the one given stays as it is.

        Raises:
            Refused: it is not possible, or not for this person to decide.
            InvalidOption: no such game, or options that do not fit it.
        """
        ...


class CloseLobby(NamedTuple):
    """Close the lobby without a match; for the host or a server manager."""

    user_id: int
    may_manage: bool = False

    def applied_to(self, table: TableRecord) -> TableRecord:
        """The table closed by its host, or by a manager who is not the host."""
        if self.user_id != table.host_id and self.may_manage:
            check_in_lobby(table)
            return table.closed(Ending.MANAGER, self.user_id)
        check_host(table, self.user_id)
        return table.closed(Ending.HOST, self.user_id)


def started(table: TableRecord, user_id: int) -> TableRecord:
    """The record with its match begun, by the newest rules version.

    A league match in which computers have filled in is casual: boards are for people only.

    Raises:
        Refused: not the host, computers sit at a counted match, or a seat is empty.
    """
    check_host(table, user_id)
    has_computers = any(who.computer for who in table.seats)
    is_casual = table.settled is Settled.COMPUTERS and has_computers
    if table.counted and not is_casual and (len(table.seats) == 1 or has_computers):
        raise Refused(PEOPLE_ONLY)
    empty = sum(who.is_empty for who in table.seats)
    if empty:
        seats = "One seat is" if empty == 1 else f"{empty} seats are"
        may_fill = why_no_computers(table.settled, counted=table.counted) is None
        raise Refused(f"{seats} empty. Wait for players{' or add computers' if may_fill else ''}.")
    agreed, counted = game_of(table).changes(), table.counted and not is_casual
    return table._replace(options=agreed, status=Status.PLAYING, rules_version=NEWEST, counted=counted)


def why_no_computers(settled: Settled | None, *, counted: bool) -> str | None:
    """Why computers may not take a table's empty seats before its match; None where they may."""
    if settled is Settled.PEOPLE:
        return NO_COMPUTERS_IN_LEAGUE
    return NO_COMPUTERS_COUNTED if counted and settled is None else None


def check_computers(table: TableRecord) -> None:
    """Check that computers may take a table's empty seats.

    Raises:
        Refused: it is for people only.
    """
    why = why_no_computers(table.settled, counted=table.counted)
    if why is not None:
        raise Refused(why)


def check_number(about: About, number: int) -> None:
    """Check that a game can be played by ``number`` players.

    Raises:
        Refused: it is not.
    """
    if number not in about.seats:
        raise Refused(f"{about.title} is for {players_of(about)}.")


def check_in_lobby(table: TableRecord) -> None:
    """Check that the match has not begun.

    Raises:
        MatchRunning: it has.
    """
    if table.status is not Status.LOBBY:
        raise MatchRunning


def check_host(table: TableRecord, user_id: int) -> None:
    """Check that a user is the host of a match that has not begun.

    Raises:
        MatchRunning: it has begun.
        HostOnly: another user is the host.
    """
    check_in_lobby(table)
    if user_id != table.host_id:
        raise HostOnly


def check_here(table: TableRecord, user_id: int) -> None:
    """Check that the match has not begun, and a user is the host or seated.

    Raises:
        MatchRunning: it has begun.
        NotSeated: the user is neither.
    """
    check_in_lobby(table)
    if user_id != table.host_id and table.seat_of(user_id) is None:
        raise NotSeated


def checked_seat(table: TableRecord, seat: Seat) -> Seat:
    """A seat, if the table has it.

    Raises:
        Refused: it has not.
    """
    if not 0 <= seat < len(table.seats):
        raise Refused(f"This table has seats 1 to {len(table.seats)}.")
    return seat
