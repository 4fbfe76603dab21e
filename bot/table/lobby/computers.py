"""The computers of a table before its match: their personas and levels."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Final, NamedTuple

from bot.common.errors import Refused
from bot.computers.kinds import PERSONAS, USUAL, level_of, seated_as
from bot.computers.levels import LEVELS
from bot.models.stored_settings import ServerSettings
from bot.models.stored_tables import SeatRecord, TableRecord
from bot.table.lobby.before_match import check_computers, check_host, checked_seat
from rules.catalog import find_game
from rules.core.about import About
from rules.core.decisions import Seat

NO_SUCH_LEVEL: Final = f"Choose how strong computers play: {', '.join(one.title for one in LEVELS.values())}."
ONE_STRENGTH: Final = "Computers play {game} at one strength, so there's nothing to choose."
NO_SUCH_PERSONA: Final = f"Choose who sits there: {', '.join(one.name for one in PERSONAS.values())}."
NO_COMPUTER_THERE: Final = "There's no computer in that seat."
NAME_TAKEN: Final = "A player here is called {name} already. Choose someone else for that seat."
NO_COMPUTER_SEAT: Final = "Every seat is taken by a player, so there's no computer to choose for."
COMPUTER_NAMES: Final = (*(persona.name for persona in PERSONAS.values()), "Ruby", "Virgil")
"""Names of computers in seating order; the last ones have no persona."""


class ChooseLevel(NamedTuple):
    """Choose how strong a table's computers play; where none sits there yet, they take every empty seat."""

    user_id: int
    level: str

    def applied_to(self, table: TableRecord) -> TableRecord:
        """The table with its computers at that level, or one on every empty seat if it had none.

        Raises:
            Refused: not the host, no such level, none in this game, or no computer may sit there.
        """
        check_host(table, self.user_id)
        if self.level not in LEVELS:
            raise Refused(NO_SUCH_LEVEL)
        _check_levels(table)
        if any(who.computer for who in table.seats):
            seats = tuple(_at_level(who, self.level) if who.computer else who for who in table.seats)
            return table._replace(seats=seats)
        check_computers(table)
        empty = [seat for seat, who in enumerate(table.seats) if who.is_empty]
        if not empty:
            raise Refused(NO_COMPUTER_SEAT)
        return seated(table, empty, self.level)


class ChoosePersona(NamedTuple):
    """Choose a computer's persona; a computer that has it already takes this one's name instead."""

    user_id: int
    seat: Seat
    persona: str

    def applied_to(self, table: TableRecord) -> TableRecord:
        """The table with that persona on the seat.

        Raises:
            Refused: not the host, no computer there, no such persona, or a player has the name.
        """
        check_host(table, self.user_id)
        _check_levels(table)
        persona = PERSONAS.get(self.persona)
        if persona is None:
            raise Refused(NO_SUCH_PERSONA)
        here = table.seats[checked_seat(table, self.seat)]
        if not here.computer:
            raise Refused(NO_COMPUTER_THERE)
        there = next((seat for seat, who in enumerate(table.seats) if who.name == persona.name), self.seat)
        other = table.seats[there]
        if not other.computer:
            raise Refused(NAME_TAKEN.format(name=persona.name))
        return table.with_seat(there, _called(other, here.name)).with_seat(
            self.seat, _called(here, persona.name)
        )


def has_levels(about: About) -> bool:
    """Whether computers play a game at different strengths: only games of the kind ``bidding``."""
    return about.kind == "bidding"


def seated(table: TableRecord, seats: Iterable[Seat], kind: str | None) -> TableRecord:
    """The table with a computer of ``kind`` on each seat; None for the level of those already there."""
    kind = kind or level_at(table)
    for seat in seats:
        name = _free_name({who.name for who in table.seats}, seat)
        table = table.with_seat(seat, _at_level(SeatRecord(None, name), kind))
    return table


def level_at(table: TableRecord) -> str:
    """The level of a table's first computer that has one; the usual level without any."""
    levels = (level_of(who.computer) for who in table.seats if who.computer is not None)
    return next((level.key for level in levels if level is not None), USUAL)


def usual_level(settings: ServerSettings) -> str:
    """The server's default level of computers; the bot's if the server has none, or one that is unknown."""
    return USUAL if settings.level is None or settings.level not in LEVELS else settings.level


def computers_named(seats: Iterable[SeatRecord]) -> tuple[SeatRecord, ...]:
    """The same seats, with a free computer name on each computer's own seat."""
    named_so_far = list(seats)
    for seat, who in enumerate(named_so_far):
        if who.computer is not None and who.user_id is None:
            taken = {other.name for other in named_so_far}
            named_so_far[seat] = _at_level(replace(who, name=_free_name(taken, seat)), who.computer)
    return tuple(named_so_far)


def _check_levels(table: TableRecord) -> None:
    """Check that computers have levels in a table's game.

    Raises:
        Refused: its game has one strength only.
    """
    about = find_game(table.game).about
    if not has_levels(about):
        raise Refused(ONE_STRENGTH.format(game=about.title))


def _called(who: SeatRecord, name: str) -> SeatRecord:
    """A computer's seat under another name, at the same level."""
    level = level_of(who.computer or "")
    return _at_level(replace(who, name=name), (who.computer or "") if level is None else level.key)


def _at_level(who: SeatRecord, kind: str) -> SeatRecord:
    """The seat with a computer of ``kind``; a level plays as the persona of the seat's name, if any."""
    persona = next((one for one in PERSONAS.values() if one.name == who.name), None)
    return replace(who, computer=seated_as(kind, persona) if kind in LEVELS else kind)


def _free_name(taken: Collection[str], seat: Seat) -> str:
    names = COMPUTER_NAMES[seat:] + COMPUTER_NAMES[:seat]
    return next((name for name in names if name not in taken), f"Computer {seat + 1}")
