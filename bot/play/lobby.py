"""The lobby: who sits where before a match. Pure functions from a table record to the next."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final, NamedTuple

from bot.errors import HostOnly, MatchRunning, NotSeated, Refused
from bot.store.stored import SeatRecord, Status, TableRecord
from bot.text import clean
from rules.catalog import find_game, game_with
from rules.core.about import About
from rules.core.decisions import Seat
from rules.core.protocol import OptionValue

EMPTY: Final = SeatRecord()
USUAL: Final = 4
"""Players at a table where nobody says otherwise."""
NAME_LIMIT: Final = 32
Change = Callable[[TableRecord], TableRecord]
"""A function of this module with everything but the table filled in."""


class Person(NamedTuple):
    """Someone in the channel, by id and shown name."""

    id: int
    name: str


def new_table(
    guild_id: int,
    channel_id: int,
    host: Person,
    key: str,
    options: Mapping[str, OptionValue],
    number: int | None,
    at: float,
) -> TableRecord:
    """A table that is not stored yet, its host on the first seat; for four where nobody says otherwise.

    Raises:
        Refused: the game is not for so many.
        InvalidOption: no such game, or options that do not fit it.
    """
    game = game_with(key, options)
    if number is None:
        is_for_four = USUAL in game.about.seats and game.about.kind != "patience"
        number = USUAL if is_for_four else game.about.seats[0]
    _check_seats(game.about, number)
    table = TableRecord(
        id=0,
        guild_id=guild_id,
        channel_id=channel_id,
        host_id=host.id,
        game=game.about.key,
        options=game.changes(),
        seats=(EMPTY,) * number,
        status=Status.LOBBY,
        revision=0,
        message_id=None,
        created_at=at,
    )
    return sit(table, host)


def seat_of(table: TableRecord, user_id: int) -> Seat | None:
    """The seat of a person, if seated."""
    return next((seat for seat, who in enumerate(table.seats) if who.user_id == user_id), None)


def sit(table: TableRecord, person: Person, seat: Seat | None = None) -> TableRecord:
    """Sit down, or move to another seat; without a seat named, on the first empty one.

    Raises:
        Refused: the seat is taken, there is none, or it is one's own already.
    """
    _only_in_lobby(table)
    current = seat_of(table, person.id)
    if seat is None:
        if current is not None:
            raise Refused(f"You already sit on seat {current + 1}.")
        seat = next((number for number, who in enumerate(table.seats) if who.is_empty), None)
        if seat is None:
            raise Refused("Every seat is taken. Ask someone to remove a computer first.")
    seat = checked_seat(table, seat)
    if seat == current:
        raise Refused("You already sit there.")
    who = table.seats[seat]
    if who.user_id is not None:
        raise Refused("Somebody sits there. Choose an empty seat.")
    seats = list(table.seats)
    seats[seat] = SeatRecord(person.id, clean(person.name, NAME_LIMIT))
    if current is not None:
        seats[current] = who
    return replace(table, seats=tuple(seats))


def swap(table: TableRecord, user_id: int, first: Seat, second: Seat) -> TableRecord:
    """Swap whoever sits on two seats; for the host, to arrange partners.

    Raises:
        Refused: not the host, or no such seats.
    """
    _only_in_lobby(table)
    _only_host(table, user_id)
    first, second = checked_seat(table, first), checked_seat(table, second)
    if first == second:
        raise Refused("Name two different seats.")
    seats = list(table.seats)
    seats[first], seats[second] = seats[second], seats[first]
    return replace(table, seats=tuple(seats))


def stand_up(table: TableRecord, user_id: int) -> TableRecord:
    """Leave the lobby. The host's duty passes on; when the last person leaves the table closes.

    Raises:
        Refused: not seated.
    """
    _only_in_lobby(table)
    seat = _own_seat(table, user_id)
    seats = list(table.seats)
    seats[seat] = EMPTY
    people = [who.user_id for who in seats if who.user_id is not None]
    if not people:
        return replace(table, seats=tuple(seats), status=Status.CANCELLED)
    host = people[0] if table.host_id == user_id else table.host_id
    return replace(table, seats=tuple(seats), host_id=host)


def add_computers(table: TableRecord, user_id: int, kind: str, *, number: int | None) -> TableRecord:
    """Seat computers on empty seats: so many, or on all of them.

    Raises:
        Refused: not at the table, or too few empty seats.
    """
    _only_in_lobby(table)
    _only_here(table, user_id)
    empty = [seat for seat, who in enumerate(table.seats) if who.is_empty]
    if not empty:
        raise Refused("Every seat is taken.")
    if number is not None and not 1 <= number <= len(empty):
        raise Refused(
            f"There is room for 1 to {len(empty)} computers." if len(empty) > 1 else "Only one seat is empty."
        )
    seats = list(table.seats)
    for seat in empty[:number]:
        seats[seat] = SeatRecord(None, computer_name(table, seat), kind)
    return replace(table, seats=tuple(seats))


def remove_computer(table: TableRecord, user_id: int, seat: Seat | None = None) -> TableRecord:
    """Empty a computer's seat; without a seat named, the last one's.

    Raises:
        Refused: not at the table, or no computer there.
    """
    _only_in_lobby(table)
    _only_here(table, user_id)
    computers = [number for number, who in enumerate(table.seats) if who.computer is not None]
    if not computers:
        raise Refused("No computer sits at this table.")
    seat = computers[-1] if seat is None else checked_seat(table, seat)
    if seat not in computers:
        raise Refused("No computer sits there.")
    seats = list(table.seats)
    seats[seat] = EMPTY
    return replace(table, seats=tuple(seats))


def set_computers(table: TableRecord, user_id: int, kind: str, number: int) -> TableRecord:
    """Seat or remove computers until so many sit at the table.

    Raises:
        Refused: not at the table, or too few seats for so many.
    """
    seated = sum(who.computer is not None for who in table.seats)
    if number > seated:
        return add_computers(table, user_id, kind, number=number - seated)
    if number == seated:
        raise Refused(f"Computers at the table: {seated} already.")
    for _ in range(seated - number):
        table = remove_computer(table, user_id)
    return table


def choose_game(table: TableRecord, user_id: int, key: str) -> TableRecord:
    """Change the game; options go back to the book's.

    Raises:
        Refused: not the host, or the game is not for so many as sit here.
        InvalidOption: there is no such game.
    """
    return choose_rules(table, user_id, find_game(key).about.key, {})


def choose_rules(
    table: TableRecord, user_id: int, key: str, options: Mapping[str, OptionValue]
) -> TableRecord:
    """Change the game together with its options.

    Raises:
        Refused: not the host, or the game is not for so many as sit here.
        InvalidOption: there is no such game, or the options do not fit it.
    """
    _only_in_lobby(table)
    _only_host(table, user_id)
    game = game_with(key, options)
    seats = _fitting(table.seats, game.about)
    return replace(table, game=game.about.key, options=game.changes(), seats=seats)


def choose_options(table: TableRecord, user_id: int, values: Mapping[str, OptionValue]) -> TableRecord:
    """Agree on options.

    Raises:
        Refused: not the host, or the game is then not for so many as sit here.
        InvalidOption: the values do not fit the game.
    """
    return choose_rules(table, user_id, table.game, {**table.options, **values})


def choose_seats(table: TableRecord, user_id: int, number: int) -> TableRecord:
    """Settle for how many the table is; whoever sits moves up.

    Raises:
        Refused: not the host, more sit here, or the game is not for so many.
    """
    _only_in_lobby(table)
    _only_host(table, user_id)
    about = game_with(table.game, table.options).about
    _check_seats(about, number)
    seated = [who for who in table.seats if not who.is_empty]
    if len(seated) > number:
        raise Refused(f"{len(seated)} sit here already. Somebody has to leave first.")
    return replace(table, seats=_resized(table.seats, number))


def start(table: TableRecord, user_id: int) -> TableRecord:
    """Begin the match.

    Raises:
        Refused: not the host, or a seat is empty.
    """
    _only_in_lobby(table)
    _only_host(table, user_id)
    empty = sum(who.is_empty for who in table.seats)
    if empty:
        seats = "One seat is" if empty == 1 else f"{empty} seats are"
        raise Refused(f"{seats} empty. Wait for players or add computers.")
    return replace(table, status=Status.PLAYING)


def cancel(table: TableRecord, user_id: int, *, may_manage: bool = False) -> TableRecord:
    """Close the lobby without a match; a manager of the server may always.

    Raises:
        Refused: neither the host nor someone who manages the server.
    """
    _only_in_lobby(table)
    if not may_manage:
        _only_host(table, user_id)
    return replace(table, status=Status.CANCELLED)


def computer_name(table: TableRecord, seat: Seat) -> str:
    """A name for a computer on a seat that no other computer at the table has."""
    names = ("Rosie", "Jack", "Pearl", "Amos", "Hazel", "Otis", "Ruby", "Virgil")
    taken = {who.name for who in table.seats}
    return next((name for name in names[seat:] + names[:seat] if name not in taken), f"Computer {seat + 1}")


def players_of(about: About) -> str:
    """For how many a game is: ``1 player``, ``4 or 6 players``, ``3 to 8 players``."""
    counts = about.seats
    if counts == (1,):
        return "1 player"
    if len(counts) > 2 and counts[-1] - counts[0] == len(counts) - 1:
        return f"{counts[0]} to {counts[-1]} players"
    return f"{' or '.join(map(str, counts))} players"


def _check_seats(about: About, number: int) -> None:
    if number not in about.seats:
        raise Refused(f"{about.title} is for {players_of(about)}.")


def _fitting(seats: tuple[SeatRecord, ...], about: About) -> tuple[SeatRecord, ...]:
    """The same seats if the game is for so many, else the fewest that all who sit fit on."""
    if len(seats) in about.seats:
        return seats
    seated = sum(not who.is_empty for who in seats)
    number = next((number for number in about.seats if number >= seated), None)
    if number is None:
        raise Refused(f"{about.title} has no room for {seated} players.")
    return _resized(seats, number)


def _resized(seats: tuple[SeatRecord, ...], number: int) -> tuple[SeatRecord, ...]:
    """So many seats: empty ones are added at the end, or taken away from there."""
    if number >= len(seats):
        return (*seats, *(EMPTY,) * (number - len(seats)))
    seated = [who for who in seats if not who.is_empty]
    if all(who.is_empty for who in seats[number:]):
        return seats[:number]
    return (*seated, *(EMPTY,) * (number - len(seated)))


def _only_in_lobby(table: TableRecord) -> None:
    if table.status is not Status.LOBBY:
        raise MatchRunning


def _only_host(table: TableRecord, user_id: int) -> None:
    if user_id != table.host_id:
        raise HostOnly


def _only_here(table: TableRecord, user_id: int) -> None:
    if user_id != table.host_id and seat_of(table, user_id) is None:
        raise NotSeated


def _own_seat(table: TableRecord, user_id: int) -> Seat:
    seat = seat_of(table, user_id)
    if seat is None:
        raise NotSeated
    return seat


def checked_seat(table: TableRecord, seat: Seat) -> Seat:
    """A seat, if the table has it.

    Raises:
        Refused: it has not.
    """
    if not 0 <= seat < len(table.seats):
        raise Refused(f"This table has seats 1 to {len(table.seats)}.")
    return seat
