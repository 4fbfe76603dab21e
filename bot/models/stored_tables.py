"""Stored records of tables and their logs: plain values, no Discord types."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final, NamedTuple

from bot.models.endings import ALL_ALLOWED, Allowed, Ending, Leaving
from bot.models.shuffles import MatchSeed
from rules.core.decisions import Seat
from rules.core.protocol import OptionValue


class Status(StrEnum):
    """The status of a table. A channel has at most one open table (lobby or playing)."""

    LOBBY = "lobby"
    PLAYING = "playing"
    FINISHED = "finished"
    CANCELLED = "cancelled"


OPEN = (Status.LOBBY, Status.PLAYING)


class Settled(StrEnum):
    """Who may play at a table with fixed game, rules and seats, as in a league: if computers may, too."""

    PEOPLE = "people"
    COMPUTERS = "computers"
    """People, and computers may fill in; then the match is casual."""


@dataclass(frozen=True, slots=True)
class Away:
    """When a player left their seat in a match to a computer, and whether their time ran out."""

    since: float
    """In epoch seconds, by the calendar."""
    is_late: bool = False


@dataclass(frozen=True, slots=True)
class Kept:
    """A player with a reserved seat: they had it in the previous match, or take it over with the next deal.

    If there is no next deal, they have the seat in the rematch.
    """

    user_id: int
    name: str


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """A seat: empty, or held by a player, a computer, or a computer standing in for a player who is away."""

    user_id: int | None = None
    name: str = ""
    computer: str | None = None
    """Kind of computer that answers for the seat; None if its player does."""
    time_deal: int = 0
    """The last deal in which the player used the time bank; 0 for none."""
    time_used: float = 0.0
    """Seconds of the time bank used in that deal."""
    ran_out: int = 0
    """Number of deals in which the player has used up the time bank."""
    is_out: bool = False
    """Whether the others have voted to continue without the player, or a manager has removed them."""
    is_former: bool = False
    """Whether the player had their data deleted: a former player's number and name replace theirs."""
    timed_out: int = 0
    """How often a computer stood in because the person did not answer in time."""
    kept: Kept | None = None
    """Reservation of the seat for a player, in the lobby or from the next deal on; None without one."""
    left_with: int | None = None
    """Points of the side when the person left; None while they are there, or if leaving loses no rating."""
    away: Away | None = None
    """When and why a computer stands in; None while the player is there, or if that is not known."""

    @property
    def is_empty(self) -> bool:
        """Whether neither a player nor a computer holds the seat."""
        return self.user_id is None and self.computer is None

    @property
    def is_away(self) -> bool:
        """Whether a computer answers for a player, who may be away, voted out or a former one."""
        return self.user_id is not None and self.computer is not None

    @property
    def is_free(self) -> bool:
        """Whether a user may take over the seat: a computer's, or of a player who is out, not reserved."""
        return self.computer is not None and (self.user_id is None or self.is_out) and self.kept is None


class Waiting(NamedTuple):
    """An entry of a waiting list: a user to notify when a seat is free at the channel's table."""

    channel_id: int
    user_id: int
    guild_id: int
    since: float
    """In epoch seconds."""


class TableRecord(NamedTuple):
    """A table as it is stored; with its log, all that a restart needs."""

    id: int
    """Assigned by the database."""
    guild_id: int
    channel_id: int
    host_id: int
    game: str
    options: dict[str, OptionValue]
    """Options that differ from the rule book."""
    seats: tuple[SeatRecord, ...]
    status: Status
    revision: int
    """Number of changes of the table when this row was stored; the log may be ahead of it."""
    message_id: int | None
    """The table message in the channel."""
    created_at: float
    """Seconds since the epoch."""
    rules_version: int = 1
    """The version of the game's rules that the match is played by."""
    counted: bool = False
    """Whether the match counts on leaderboards; else it is casual."""
    leaving: Leaving = Leaving.LOST
    """The result of a counted match for players who leave it."""
    ended: Ending | None = None
    """How it was closed; None while it is open, after a finished match, and in old records."""
    ended_by: int | None = None
    """User id of the one person who closed it; None otherwise."""
    settled: Settled | None = None
    """Who may play if a league or a replayed deal fixes the game; None if the host chooses."""
    turn_hours: int = 0
    """Hours of a turn at a slow table; 0 for the usual turn limit."""
    seed: MatchSeed | None = None
    """The seed of its shuffles; None for shuffles without a seed."""
    parent_id: int | None = None
    """The parent channel if the table has a thread of its own; else None."""
    rules_name: str | None = None
    """The server's name for the house rules played; None if they have none."""
    allowed: Allowed = ALL_ALLOWED
    """Whether players may ask for hints and say phrases."""

    @property
    def is_slow(self) -> bool:
        """Whether a turn may take hours."""
        return bool(self.turn_hours)

    @property
    def counts_anywhere(self) -> bool:
        """Whether its match counts on leaderboards or in a league."""
        return self.counted or self.leaving is Leaving.FORFEIT

    def seat_of(self, user_id: int) -> Seat | None:
        """The seat of a user; None if not seated."""
        for seat, who in enumerate(self.seats):
            if who.user_id == user_id:
                return seat
        return None

    def kept_for(self, user_id: int) -> Seat | None:
        """The seat reserved for a user; None without one."""
        kept = (seat for seat, who in enumerate(self.seats) if who.kept and who.kept.user_id == user_id)
        return next(kept, None)

    def closed(self, ending: Ending, by: int | None = None) -> TableRecord:
        """A copy with the status cancelled, how the table was closed, and the user id behind it or None."""
        return self._replace(status=Status.CANCELLED, ended=ending, ended_by=by)

    def has_company(self, seat: Seat) -> bool:
        """Whether any player but that of ``seat`` plays themselves, without a stand-in computer."""
        others = (who for number, who in enumerate(self.seats) if number != seat)
        return any(who.user_id is not None and who.computer is None for who in others)

    def with_computer(self, seat: Seat, kind: str | None, away: Away | None = None) -> TableRecord:
        """A copy with a computer of a kind answering for a seat, or with None its player, who keeps it."""
        who = replace(self.seats[seat], computer=kind, away=away)
        if kind is None:
            who = replace(who, is_out=False, kept=None, left_with=None)
        return self.with_seat(seat, who)

    def with_seat(self, seat: Seat, who: SeatRecord) -> TableRecord:
        """A copy with one seat replaced."""
        if who == self.seats[seat]:
            return self
        return self._replace(seats=(*self.seats[:seat], who, *self.seats[seat + 1 :]))

    def with_person(self, seat: Seat) -> TableRecord:
        """A copy in which no computer stands in for the player of a seat; unchanged if none does."""
        return self.with_computer(seat, None) if self.seats[seat].is_away else self


class UnloadedTable(NamedTuple):
    """Index entry of an open table that is unloaded: its ids, and when its next deadline is."""

    table_id: int
    guild_id: int
    channel_id: int
    is_known: bool
    """Whether ``due_at`` was computed from the stored table; else the table must be loaded to know it."""
    due_at: float | None
    """Next deadline in epoch seconds; None if the table only changes by a user's action."""


@dataclass(frozen=True, slots=True)
class DamagedTable:
    """A table with a damaged row: the ids that can still be read (else None), and the damage."""

    id: int
    channel_id: int | None
    damage: str
    """What cannot be read, in words."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One action of a match, or a take-back.

    ``user_id`` is None for chance, computers and results of votes; ``at`` is in epoch seconds.
    """

    revision: int
    seat: Seat
    user_id: int | None
    action: str = field(repr=False)
    at: float


TAKE_BACK: Final = "take back"
"""The log line that undoes the last action of its seat and everything after it."""
