"""What is stored of tables, messages, servers and people: plain values, no Discord types."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final, Literal, NamedTuple

from bot.models.endings import ALL_ALLOWED, Allowed, Ending, Leaving, Managed
from bot.models.shuffles import MatchSeed
from rules.core.decisions import Seat
from rules.core.protocol import OptionValue


class Status(StrEnum):
    """Where a table stands. A channel has at most one table that is open: lobby or playing."""

    LOBBY = "lobby"
    PLAYING = "playing"
    FINISHED = "finished"
    CANCELLED = "cancelled"


OPEN = (Status.LOBBY, Status.PLAYING)


class Settled(StrEnum):
    """Who may play at a table whose game, rules, seats and kind of match its host does not choose."""

    PEOPLE = "people"
    COMPUTERS = "computers"
    """People, and computers may fill in; then the match is casual."""


@dataclass(frozen=True, slots=True)
class Kept:
    """The person a seat is kept for: who had it in the match before, or takes it over with the next deal.

    Where that is not dealt any more, they have it in the rematch.
    """

    user_id: int
    name: str


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """Who sits on a seat: nobody (all empty), a person, a computer, or a computer for a person away."""

    user_id: int | None = None
    name: str = ""
    computer: str | None = None
    """Kind of computer player that answers for this seat; None where a person does."""
    time_deal: int = 0
    """The deal in which the person kept others waiting last; 0 for none."""
    time_used: float = 0.0
    """Seconds of that deal's time bank that were used."""
    ran_out: int = 0
    """In how many deals the person has used up the time bank."""
    is_out: bool = False
    """Whether the others have agreed to go on without the person, or a manager has removed them."""
    is_former: bool = False
    """Whether the person is forgotten: a number and a name that are nobody's stand here, for the result."""
    timed_out: int = 0
    """How often a computer stood in because the person did not answer in time."""
    kept: Kept | None = None
    """For whom the seat is kept before a match, or from a match's next deal on; None for nobody."""
    left_with: int | None = None
    """Points of the side when the person left; None while they are there, or if leaving loses no rating."""

    @property
    def is_empty(self) -> bool:
        """Whether nobody sits here."""
        return self.user_id is None and self.computer is None

    @property
    def is_away(self) -> bool:
        """Whether a computer stands in for a person who may take the seat back."""
        return self.user_id is not None and self.computer is not None

    @property
    def is_free(self) -> bool:
        """Whether somebody may take it over: a computer's own, or of a player the others went on without."""
        return self.computer is not None and (self.user_id is None or self.is_out) and self.kept is None


class Waiting(NamedTuple):
    """Somebody who wants to be told when a seat is free at the table of a channel."""

    channel_id: int
    user_id: int
    guild_id: int
    since: float
    """In epoch seconds."""


class TableRecord(NamedTuple):
    """A table as it is stored; with its log, all that a restart needs."""

    id: int
    """Given by the store."""
    guild_id: int
    channel_id: int
    host_id: int
    game: str
    options: dict[str, OptionValue]
    """Options that differ from the rule book."""
    seats: tuple[SeatRecord, ...]
    status: Status
    revision: int
    """Changes of the table when this was stored; the log may be ahead of it."""
    message_id: int | None
    """The table message in the channel."""
    created_at: float
    """Seconds since the epoch."""
    rules_version: int = 1
    """The version of the game's rules that the match is played by."""
    counted: bool = False
    """Whether the match counts on boards of people; else it is casual."""
    leaving: Leaving = Leaving.LOST
    """What it is for whoever leaves it, if it is counted."""
    ended: Ending | None = None
    """How it was closed; None while it is open, after a match, and where that was not recorded yet."""
    ended_by: int | None = None
    """Who closed it, where one person did."""
    settled: Settled | None = None
    """Where a league has chosen what is played, or a deal is played again; None where the host chooses."""
    turn_hours: int = 0
    """How long a turn may take at a slow table; 0 where it takes as long as anywhere."""
    seed: MatchSeed | None = None
    """What decides its shuffles; None where luck does."""
    parent_id: int | None = None
    """The channel its thread belongs to, if it was opened in one of its own."""
    rules_name: str | None = None
    """What its server calls the rules that are played; None where they have no name there."""
    allowed: Allowed = ALL_ALLOWED
    """What its players may do beside playing."""

    @property
    def is_slow(self) -> bool:
        """Whether a turn may take hours."""
        return bool(self.turn_hours)

    @property
    def counts_anywhere(self) -> bool:
        """Whether its match counts: on boards of people, or in a league alone, as one with computers."""
        return self.counted or self.leaving is Leaving.FORFEIT

    def seat_of(self, user_id: int) -> Seat | None:
        """The seat of a person, if seated."""
        for seat, who in enumerate(self.seats):
            if who.user_id == user_id:
                return seat
        return None

    def kept_for(self, user_id: int) -> Seat | None:
        """The seat that is kept for a person, if one is."""
        kept = (seat for seat, who in enumerate(self.seats) if who.kept and who.kept.user_id == user_id)
        return next(kept, None)

    def closed(self, ending: Ending, by: int | None = None) -> TableRecord:
        """The same closed, in some way and perhaps by somebody."""
        return self._replace(status=Status.CANCELLED, ended=ending, ended_by=by)

    def has_company(self, seat: Seat) -> bool:
        """Whether other people than the one on a seat are there."""
        others = (who for number, who in enumerate(self.seats) if number != seat)
        return any(who.user_id is not None and who.computer is None for who in others)

    def with_computer(self, seat: Seat, kind: str | None) -> TableRecord:
        """The same with a computer of a kind, or with None nobody but its person, answering for a seat."""
        who = self.seats[seat]
        if kind is None:
            return self.with_seat(seat, replace(who, computer=None, is_out=False, left_with=None))
        return self.with_seat(seat, replace(who, computer=kind))

    def with_seat(self, seat: Seat, who: SeatRecord) -> TableRecord:
        """The same with what is to be kept of a seat."""
        if who == self.seats[seat]:
            return self
        return self._replace(seats=(*self.seats[:seat], who, *self.seats[seat + 1 :]))

    def with_person(self, seat: Seat) -> TableRecord:
        """The same with nobody standing in for the person on a seat."""
        return self.with_computer(seat, None) if self.seats[seat].is_away else self


class Asleep(NamedTuple):
    """An open table that is not in memory: where it is, and when something is due at it."""

    table_id: int
    guild_id: int
    channel_id: int
    host_id: int | None
    """None where that cannot be read."""
    is_known: bool
    """Whether ``due_at`` was worked out from the table as it is stored; else it has to be looked at."""
    due_at: float | None
    """Seconds since the epoch; None where nothing happens unless somebody acts."""


@dataclass(frozen=True, slots=True)
class DamagedTable:
    """A table whose row cannot be read, and what can be read of it all the same."""

    id: int
    guild_id: int | None
    channel_id: int | None
    damage: str
    """What cannot be read, in words."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One action of a match, or the taking back of one.

    ``user_id`` is None for chance, computers and what the table agreed on; ``at`` is in epoch seconds.
    """

    revision: int
    seat: Seat
    user_id: int | None
    action: str = field(repr=False)
    at: float


@dataclass(frozen=True, slots=True)
class HandMessage:
    """A player's private message and the token that may still edit it; the token is a secret."""

    table_id: int
    user_id: int
    message_id: int
    token: str = field(repr=False)
    expires_at: float


@dataclass(frozen=True, slots=True)
class ShownMessage:
    """A public message that is still to change, and what it last showed."""

    message_id: int
    table_id: int
    kind: Literal["table", "reminder"]
    deal: int
    """The deal it is about; 0 before the first, and for what reminds of a turn."""
    revision: int
    """The revision of the table it was last drawn from."""

    @property
    def is_of_vote(self) -> bool:
        """Whether it asks for a vote, which is kept as what reminds of that in a deal."""
        return self.kind == "reminder" and self.deal > 0


class PastMessage(NamedTuple):
    """A public message that need not change any more, unless it names somebody who is forgotten."""

    message_id: int
    table_id: int
    channel_id: int
    kind: Literal["table", "note"]
    """Whether it shows its table, or said something in passing."""
    deal: int
    """The deal it is about; 0 before the first."""


class LooseMessage(NamedTuple):
    """A public message or a thread that names people and belongs to no table."""

    message_id: int
    """Of a thread, its number, which is that of the message it hangs on."""
    channel_id: int
    """Where that message stands; for threads that were noted in earlier versions, their own number."""
    guild_id: int
    kind: Literal["asked", "partners", "daily", "thread", "league"]
    """What it tells: who asked whom to be partners, who are, how a daily deal went, who opened a table.

    Or it is the message of a league that stands elsewhere by now.
    """
    league_id: int | None = None
    """The one it is about."""
    first: int | None = None
    """Whom it names, by number; nobody is known any more who is forgotten."""
    second: int | None = None


@dataclass(frozen=True, slots=True)
class StaleTable:
    """A table that messages do not show as it stands."""

    table_id: int
    guild_id: int
    channel_id: int


@dataclass(frozen=True, slots=True)
class SavedRules:
    """Rules a server has given a name: a game with its house rules, as a code."""

    name: str
    code: str


ONLY_IN_COPIES: Final = 0
"""In place of a former player's number: the database has forgotten the person, its copies have not yet."""


class Forgetting(NamedTuple):
    """A person who is being forgotten, and the number that takes the place of theirs."""

    user_id: int
    former_id: int


class ServerSettings(NamedTuple):
    """What a server's managers have settled for its new tables."""

    counted: bool = False
    """Whether they are counted, unless the host says otherwise."""
    leaving: Leaving = Leaving.LOST
    """What a counted match is for whoever leaves it."""
    in_threads: bool = False
    """Whether each is in a thread of its own, unless the host says otherwise."""
    level: str | None = None
    """How strong computers play there, unless the host says otherwise; None for as everywhere."""


class Pings(StrEnum):
    """How somebody wants to hear that it is their turn."""

    CHANNEL = "channel"
    """Mentioned where the table is."""
    MESSAGE = "message"
    """By a message to them alone."""
    NONE = "none"


class SlowReminder(StrEnum):
    """When somebody wants to be reminded of their turn at a slow table."""

    SOON = "soon"
    """As soon as at any other table."""
    HOUR = "hour"
    """An hour after it began."""
    HALF = "half"
    """When half of its time is over."""
    NEVER = "never"


class QuietHours(NamedTuple):
    """Hours of somebody's day, each day, in minutes after midnight; they may go over it."""

    begins: int
    ends: int
    zone: str
    """The time zone: an offset such as ``UTC-5``, or a name such as ``America/New_York``."""


class SlowWishes(NamedTuple):
    """What somebody has settled about turns that take hours."""

    reminder: SlowReminder = SlowReminder.SOON
    quiet: QuietHours | None = None
    """When they are not reminded anywhere."""


class AuditEntry(NamedTuple):
    """What a manager of a server did at a table."""

    guild_id: int
    table_id: int
    user_id: int
    what: Managed
    at: float
    """Epoch seconds."""
    reason: str = ""
    """In their words; empty for none."""
    removed: int | None = None
    """The person they removed; None for whatever else they did."""
