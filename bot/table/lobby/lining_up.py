"""The line-up of a league table: the entrant each side plays for, and the scheduled match."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple, Self

from bot.common.errors import Refused
from bot.models.credits import Competing, Entrant
from bot.models.stored_league import ScheduledMatch, TableSeason
from bot.models.stored_tables import SeatRecord, Status, TableRecord
from bot.table.played_game import game_of
from rules.core.decisions import Seat
from rules.core.protocol import Game

CLOSED: Final = "That season is over. Close this table. In the next season, `/league play` opens another."
NO_PAIR: Final = (
    "No one from a pair of this league sits in {seats}. One of its two players has to be there. "
    "The other may have a substitute."
)
MIXED: Final = (
    "Players of different pairs sit in {seats}. Partners of this league sit opposite each other: "
    "swap seats with `/table seats what:swap`."
)
TWICE: Final = "Both players of one pair sit against each other. Swap seats with `/table seats what:swap`."
NO_PLAYER: Final = "No one at this table plays in the league. `/league join` puts you in."


class LineUp(NamedTuple):
    """The entrants each side plays for."""

    plays_for: Mapping[int, Entrant]
    """By side; empty if players play for themselves."""
    meeting: frozenset[Entrant]
    """The two entrants who meet; empty if they are not two."""

    @classmethod
    def of_pairs(cls, plays_for: Mapping[int, Entrant]) -> Self:
        """The line-up of a match between pairs, by side; with two sides they are the ones who meet."""
        return cls(plays_for, frozenset(plays_for.values()) if len(plays_for) == 2 else frozenset())

    def fixture(
        self, schedule: Iterable[ScheduledMatch], played: frozenset[int], under_way: frozenset[int]
    ) -> int | None:
        """Number of the scheduled match this line-up plays; None if it is not scheduled.

        The first open one that is not under way at another table. If all are, the first of them: that table
        may be closed without a result.
        """
        still_open = [
            match.number
            for match in schedule
            if match.number not in played
            and match.absent is None
            and {match.home, match.away} == self.meeting
        ]
        untouched = [number for number in still_open if number not in under_way]
        return next(iter(untouched or still_open), None)


def line_up(table: TableRecord, season: TableSeason) -> LineUp:
    """The line-up of a table's match, from its seats.

    Raises:
        Refused: the season is over, or the sides are not made of its pairs; the sentence says what to do.
    """
    if not season.is_open:
        raise Refused(CLOSED)
    people = [who.user_id for who in table.seats if who.user_id is not None]
    playing = {entrant for one in people if (entrant := season.entrant_of(one))}
    if season.competing is Competing.PLAYERS:
        if not playing:
            raise Refused(NO_PLAYER)
        return LineUp({}, frozenset(playing) if len(table.seats) == len(playing) == 2 else frozenset())
    sides = sides_of(game_of(table), len(table.seats))
    plays_for = {number: _pair_of(seats, table.seats, season) for number, seats in enumerate(sides)}
    if len(set(plays_for.values())) < len(plays_for):
        raise Refused(TWICE)
    return LineUp.of_pairs(plays_for)


def why_unfit(table: TableRecord, season: TableSeason) -> str | None:
    """Why a season's match can't begin as people sit; None if it can, seats are empty, or not in a lobby."""
    if table.status is not Status.LOBBY or (season.is_open and any(seat.is_empty for seat in table.seats)):
        return None
    try:
        line_up(table, season)
    except Refused as refusal:
        return str(refusal)
    return None


def sides_of(game: Game[Any], seats: int) -> tuple[tuple[Seat, ...], ...]:
    """The seats of each side that keeps a score, as a match of the game begins."""
    return tuple(side.seats for side in game.table_view(game.start(seats)).totals)


def partners_of(game: Game[Any], seats: int) -> tuple[int | None, ...]:
    """The side of each seat as a match begins; empty if no partners are known."""
    sides = tuple(info.side for info in game.table_view(game.start(seats)).seats)
    known = [side for side in sides if side is not None]
    return sides if len(set(known)) < len(known) else ()


def _pair_of(seats: Sequence[Seat], sitting: Sequence[SeatRecord], season: TableSeason) -> Entrant:
    found = {entrant for seat in seats if (entrant := season.entrant_of(sitting[seat].user_id))}
    named = f"seats {' and '.join(str(seat + 1) for seat in seats)}"
    if not found:
        raise Refused(NO_PAIR.format(seats=named))
    if len(found) > 1:
        raise Refused(MIXED.format(seats=named))
    return found.pop()
