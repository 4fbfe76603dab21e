"""Changes of a lobby's seats: sitting down, getting up, swapping, computers."""

from __future__ import annotations

from typing import Final, NamedTuple

from bot.common.errors import NotSeated, Refused
from bot.common.text import kept_name
from bot.models.endings import Ending
from bot.models.stored_tables import SeatRecord, TableRecord
from bot.table.lobby.before_match import (
    EMPTY,
    NAME_LIMIT,
    Person,
    check_computers,
    check_here,
    check_host,
    check_in_lobby,
    checked_seat,
)
from bot.table.lobby.computers import NO_COMPUTER_THERE, ChooseLevel, seated
from bot.table.lobby.keeping import check_not_kept
from rules.core.decisions import Seat

COMPUTERS_THERE: Final = "Every seat is taken. Ask the host to remove a computer."
ALL_PEOPLE: Final = "Every seat is taken. `/table wait` tells you when one is free."


class Sit(NamedTuple):
    """Sit down, or move to a named seat; without one on the user's kept seat, else the first empty one."""

    person: Person
    seat: Seat | None = None

    @property
    def user_id(self) -> int:
        """The user who wants to sit down."""
        return self.person.id

    def applied_to(self, table: TableRecord) -> TableRecord:
        """The table with the person on the seat; a player who moves swaps with a computer there.

        Sitting down elsewhere gives up the seat kept for the user.

        Raises:
            Refused: the seat is taken, there is none, or it is one's own already.
        """
        check_in_lobby(table)
        current = table.seat_of(self.person.id)
        seat = self._wanted(table, current)
        if seat == current:
            raise Refused("You're already in that seat.")
        who = table.seats[seat]
        if who.user_id is not None:
            raise Refused("That seat is taken. Choose an empty one.")
        check_not_kept(who, self.person.id)
        seats = list(table.seats)
        kept = table.kept_for(self.person.id)
        if kept is not None:
            seats[kept] = EMPTY
        seats[seat] = SeatRecord(self.person.id, kept_name(self.person.name, NAME_LIMIT))
        if current is not None:
            seats[current] = who
        return table._replace(seats=tuple(seats))

    def _wanted(self, table: TableRecord, current: Seat | None) -> Seat:
        if self.seat is not None:
            return checked_seat(table, self.seat)
        if current is not None:
            raise Refused(f"You're already in seat {current + 1}.")
        kept = table.kept_for(self.person.id)
        if kept is not None:
            return kept
        empty = [number for number, who in enumerate(table.seats) if who.is_empty]
        if not empty:
            raise Refused(COMPUTERS_THERE if any(who.computer for who in table.seats) else ALL_PEOPLE)
        return next((number for number in empty if table.seats[number].kept is None), empty[0])


class Swap(NamedTuple):
    """Swap the players of two seats; for the host, to arrange partners."""

    user_id: int
    first: Seat
    second: Seat

    def applied_to(self, table: TableRecord) -> TableRecord:
        """The table with both swapped; raises ``Refused`` without two such seats, and as ``check_host``."""
        check_host(table, self.user_id)
        first, second = checked_seat(table, self.first), checked_seat(table, self.second)
        if first == second:
            raise Refused("Choose two different seats.")
        seats = list(table.seats)
        seats[first], seats[second] = seats[second], seats[first]
        return table._replace(seats=tuple(seats))


class StandUp(NamedTuple):
    """Leave the lobby. The first player left becomes the host; without any the table closes."""

    user_id: int

    def applied_to(self, table: TableRecord) -> TableRecord:
        """The table without the person; raises ``NotSeated``, and ``MatchRunning`` after its start."""
        check_in_lobby(table)
        seat = table.seat_of(self.user_id)
        if seat is None:
            raise NotSeated
        left = table.with_seat(seat, EMPTY)
        people = [who.user_id for who in left.seats if who.user_id is not None]
        if not people:
            return left.closed(Ending.EMPTY, self.user_id)
        return left._replace(host_id=people[0]) if table.host_id == self.user_id else left


class RemovePlayer(NamedTuple):
    """Remove a player from the lobby; for the host. They may not sit down again unless let back."""

    user_id: int
    seat: Seat

    def applied_to(self, table: TableRecord) -> TableRecord:
        """The table with the player's seat empty.

        Raises:
            Refused: not the host, no player there, or the host's own seat.
        """
        check_host(table, self.user_id)
        who = table.seats[checked_seat(table, self.seat)]
        if who.user_id is None:
            raise Refused("No player is in that seat.")
        if who.user_id == self.user_id:
            raise Refused("That's your own seat. *Leave* gives it up.")
        return table.with_seat(self.seat, EMPTY)


class LetBack(NamedTuple):
    """Allow a removed player to sit down again; for the host."""

    user_id: int
    player_id: int

    def applied_to(self, table: TableRecord) -> TableRecord:
        """The table unchanged: who was removed is in the lobby's news; raises as ``check_host``."""
        check_host(table, self.user_id)
        return table


class AddComputers(NamedTuple):
    """Seat computers on empty seats, kept ones last.

    ``number`` None fills all of them; ``kind`` None takes the level of the computers already there.
    """

    user_id: int
    kind: str | None
    number: int | None

    def applied_to(self, table: TableRecord) -> TableRecord:
        """The table with ``number`` computers on its empty seats, kept ones last; on all if that is None.

        Raises:
            Refused: not at the table, it is for people only, or too few empty seats.
        """
        check_here(table, self.user_id)
        check_computers(table)
        empty = [seat for seat, who in enumerate(table.seats) if who.is_empty]
        if not empty:
            raise Refused("Every seat is taken.")
        if self.number is not None and not 1 <= self.number <= len(empty):
            raise Refused(
                f"Only {len(empty)} seats are empty." if len(empty) > 1 else "Only one seat is empty."
            )
        empty.sort(key=lambda seat: table.seats[seat].kept is not None)
        return seated(table, empty[: self.number], self.kind)


class RemoveComputer(NamedTuple):
    """Empty a computer's seat; without a seat named, the last one's."""

    user_id: int
    seat: Seat | None = None

    def applied_to(self, table: TableRecord) -> TableRecord:
        """The table without that computer; raises ``Refused`` without one there, and as ``check_here``."""
        check_here(table, self.user_id)
        computers = [number for number, who in enumerate(table.seats) if who.computer is not None]
        if not computers:
            raise Refused("No computer is at this table.")
        seat = computers[-1] if self.seat is None else checked_seat(table, self.seat)
        if seat not in computers:
            raise Refused(NO_COMPUTER_THERE)
        return table.with_seat(seat, EMPTY)


class SetComputers(NamedTuple):
    """Seat or remove computers until ``number`` sit there; with a level, have all of them play at it."""

    user_id: int
    kind: str | None
    number: int
    level: str | None = None

    def applied_to(self, table: TableRecord) -> TableRecord:
        """The table with ``number`` computers.

        Raises:
            Refused: not at the table, so many sit there already, or too few seats for so many; a level is
                not the host's to choose, or there is none like it.
        """
        there = sum(who.computer is not None for who in table.seats)
        if self.number > there:
            table = AddComputers(self.user_id, self.kind, self.number - there).applied_to(table)
        elif self.number == there and (self.level is None or not there):
            raise Refused(f"Computers at the table: {there} already.")
        for _ in range(there - self.number):
            table = RemoveComputer(self.user_id).applied_to(table)
        if self.level is None or not self.number:
            return table
        return ChooseLevel(self.user_id, self.level).applied_to(table)
