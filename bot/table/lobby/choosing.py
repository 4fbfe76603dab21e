"""Changes of a lobby by its host: game, house rules, number of seats, turn time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from bot.common.errors import Refused
from bot.models.endings import Allowed
from bot.models.stored_tables import SeatRecord, TableRecord
from bot.table.lobby.before_match import EMPTY, LobbyChange, check_host, check_number
from bot.table.played_game import game_of
from rules.catalog import find_game, playable_game
from rules.core.about import About, Kind
from rules.core.protocol import OptionValue
from rules.versions import NEWEST

SETTLED: Final = (
    "The game here is already set: a league's game, or a deal played again. "
    "`/rook new` opens a table of your own."
)
ALONE: Final = "A game for one player is always casual."
TURN_HOURS: Final = (2, 8, 24, 72)
"""Hours a turn may take at a slow table."""
SLOW_KINDS: Final[frozenset[Kind]] = frozenset({"bidding", "tricks", "melding", "counting"})
"""Kinds of games that need no players present at the same time."""
NO_SUCH_TIME: Final = "Choose 2 hours, 8 hours, a day or three days for a turn."
NOT_SLOW: Final = "{game} is played in one sitting, so its turns can't take hours."
COUNTED_IS_QUICK: Final = "A counted match is played in one sitting. Make it casual first."
SLOW_IS_CASUAL: Final = "A slow table is always casual. Go back to normal turns first."


class ChooseRules(NamedTuple):
    """Change the game together with its options."""

    user_id: int
    game: str
    options: Mapping[str, OptionValue]

    def applied_to(self, table: TableRecord) -> TableRecord:
        """The table with the game by the newest rules on seats it is for: casual with one, slow if it can be.

        Raises:
            Refused: not the host, or the game is not for so many as sit here.
            InvalidOption: there is no such game, or the options do not fit it.
        """
        check_choosing(table, self.user_id)
        game = playable_game(self.game, self.options)
        seats = _fitting(table.seats, game.about)
        return table._replace(
            game=game.about.key,
            options=game.changes(),
            seats=seats,
            rules_version=NEWEST,
            counted=table.counted and len(seats) > 1,
            turn_hours=table.turn_hours if may_be_slow(game.about) else 0,
        )


class ChooseAll(NamedTuple):
    """Several changes, one after the other: all of them, or none."""

    user_id: int
    changes: tuple[LobbyChange, ...]

    def applied_to(self, table: TableRecord) -> TableRecord:
        """The table with all of them made; raises what the first impossible one does."""
        for change in self.changes:
            table = change.applied_to(table)
        return table


class ChooseGame(NamedTuple):
    """Change the game; its options return to the rule book's."""

    user_id: int
    game: str

    def applied_to(self, table: TableRecord) -> TableRecord:
        """The table with that game; raises as ``ChooseRules``."""
        return ChooseRules(self.user_id, find_game(self.game).about.key, {}).applied_to(table)


class ChooseOptions(NamedTuple):
    """Change some options and keep the others."""

    user_id: int
    values: Mapping[str, OptionValue]

    def applied_to(self, table: TableRecord) -> TableRecord:
        """The table with those options; raises as ``ChooseRules``."""
        values = game_of(table).changes() | dict(self.values)
        return ChooseRules(self.user_id, table.game, values).applied_to(table)


class ChooseCounted(NamedTuple):
    """Have the match counted, or casual."""

    user_id: int
    counted: bool

    def applied_to(self, table: TableRecord) -> TableRecord:
        """The table, counted or casual.

        Raises:
            Refused: not the host; or counted, but for one player or slow.
        """
        check_choosing(table, self.user_id)
        if self.counted and len(table.seats) == 1:
            raise Refused(ALONE)
        if self.counted and table.is_slow:
            raise Refused(SLOW_IS_CASUAL)
        return table._replace(counted=self.counted)


class ChooseTurnTime(NamedTuple):
    """Set the hours a turn may take; 0 for the usual limit."""

    user_id: int
    hours: int

    def applied_to(self, table: TableRecord) -> TableRecord:
        """The table with that time for a turn.

        Raises:
            Refused: not the host, or the match or game is none for a slow table.
        """
        check_choosing(table, self.user_id)
        check_turn_hours(self.hours, game_of(table).about, counted=table.counted)
        return table._replace(turn_hours=self.hours)


class ChooseAllowed(NamedTuple):
    """Choose whether players may get hints and say phrases."""

    user_id: int
    allowed: Allowed

    def applied_to(self, table: TableRecord) -> TableRecord:
        """The table with what its players may do; raises ``Refused`` as ``check_host``."""
        check_host(table, self.user_id)
        return table._replace(allowed=self.allowed)


class ChooseSeats(NamedTuple):
    """Choose the number of seats; seated players move up."""

    user_id: int
    number: int

    def applied_to(self, table: TableRecord) -> TableRecord:
        """The table with ``number`` seats; casual with one.

        Raises:
            Refused: not the host, more sit here, or the game is not for so many.
        """
        check_choosing(table, self.user_id)
        check_number(game_of(table).about, self.number)
        seated = sum(not who.is_empty for who in table.seats)
        if seated > self.number:
            raise Refused(f"{seated} sit here already. Someone has to leave first.")
        seats = _resized(table.seats, self.number)
        return table._replace(seats=seats, counted=table.counted and self.number > 1)


def may_be_slow(about: About) -> bool:
    """Whether a game suits a slow table: its players need not be present at the same time."""
    return about.kind in SLOW_KINDS


def check_turn_hours(hours: int, about: About, *, counted: bool) -> None:
    """Check that a turn may take ``hours``; 0, the usual limit, is always allowed.

    Raises:
        Refused: it is no time that is offered, or the match or game is none for a slow table.
    """
    if not hours:
        return
    if hours not in TURN_HOURS:
        raise Refused(NO_SUCH_TIME)
    if not may_be_slow(about):
        raise Refused(NOT_SLOW.format(game=about.title))
    if counted:
        raise Refused(COUNTED_IS_QUICK)


def check_choosing(table: TableRecord, user_id: int) -> None:
    """Check that a user may choose what is played.

    Raises:
        Refused: not the host, the match has begun, or what is played is settled.
    """
    check_host(table, user_id)
    if table.settled is not None:
        raise Refused(SETTLED)


def _fitting(seats: tuple[SeatRecord, ...], about: About) -> tuple[SeatRecord, ...]:
    """The same seats if the game is for so many, else the fewest it is for with room for all, or its most."""
    if len(seats) in about.seats:
        return seats
    seated = sum(not who.is_empty for who in seats)
    if seated > about.seats[-1]:
        raise Refused(f"{about.title} has no room for {seated} players.")
    taken = sum(who != EMPTY for who in seats)
    return _resized(seats, next((number for number in about.seats if number >= taken), about.seats[-1]))


def _resized(seats: tuple[SeatRecord, ...], number: int) -> tuple[SeatRecord, ...]:
    """The seats, grown or shrunk to ``number``.

    Players move up as seats go; of the kept seats the first ones stay, as room allows.
    """
    if number >= len(seats):
        return (*seats, *(EMPTY,) * (number - len(seats)))
    if all(who == EMPTY for who in seats[number:]):
        return seats[:number]
    room = number - sum(not who.is_empty for who in seats)
    kept = [who for who in seats if who.kept is not None][:room]
    staying = [who for who in seats if not who.is_empty or who in kept]
    return (*staying, *(EMPTY,) * (number - len(staying)))
