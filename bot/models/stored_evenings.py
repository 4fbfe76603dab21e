"""Stored records of an evening: its guests, and its rounds with their tables. Plain values."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import NamedTuple

from bot.models.credits import Competing
from bot.models.evening_kinds import EveningEnding, EveningKind, EveningStatus, Sitting
from bot.models.stored_league import MatchState
from rules.core.protocol import OptionValue


class SeasonEvening(NamedTuple):
    """A finished evening of a league's season; the time is in epoch seconds."""

    id: int
    season_id: int
    channel_id: int
    ended_at: float
    state: MatchState
    """Whether it counts."""


class EveningGuest(NamedTuple):
    """A user who has joined an evening."""

    user_id: int
    name: str
    is_here: bool = True
    """Whether they still take part; a guest who has left keeps their score."""


class TableScore(NamedTuple):
    """The score of a table's two pairs in a round."""

    points: tuple[int, int]
    cut: int
    """The pair (0 or 1) that the cut of the cards puts ahead in a tie."""
    deals: int
    """Number of deals scored."""


@dataclass(frozen=True, slots=True)
class EveningTable:
    """One table in one round of an evening."""

    number: int
    """From 1; 1 is the head table."""
    seats: Sitting
    channel_id: int | None = None
    """Channel or thread of the table; None until it is created."""
    table_id: int | None = None
    """Id of the opened table; None until it is open."""
    score: TableScore | None = None
    """None until the table's round is over."""


class EveningRound(NamedTuple):
    """One round: its tables, the head table first, and the user ids of guests who rest."""

    tables: tuple[EveningTable, ...]
    rests: tuple[int, ...] = ()

    @property
    def is_over(self) -> bool:
        """Whether every table has a score."""
        return all(table.score is not None for table in self.tables)

    @property
    def people(self) -> frozenset[int]:
        """User ids of all who play or rest."""
        return frozenset((*(who for one in self.tables for who in one.seats if who is not None), *self.rests))


class EveningPlace(NamedTuple):
    """The key of a table of an evening: evening, round and table number."""

    evening_id: int
    round: int
    """From 1."""
    number: int


class EveningSeason(NamedTuple):
    """The season an evening counts in, with what is shown of its league."""

    season_id: int
    league_id: int
    league: str
    """Its name."""
    number: int
    competing: Competing
    computers: bool
    """Whether tables with a computer count, as its league had it when the evening was opened."""


@dataclass(frozen=True, slots=True)
class EveningRecord:
    """An evening as it is stored; with its tables' results, all that a restart needs."""

    id: int
    """Assigned by the database."""
    guild_id: int
    channel_id: int
    host_id: int
    kind: EveningKind
    status: EveningStatus
    game: str
    options: dict[str, OptionValue]
    """Options that differ from the rule book, the number of deals included."""
    deals: int
    """Deals that each table plays in a round."""
    most_rounds: int
    created_at: float
    """Epoch seconds."""
    computers_fill: bool = True
    """Whether computers fill empty seats; else some guests rest."""
    draws_pairs: bool = True
    """Whether partners are drawn at random; else guests who join one after the other are partners."""
    is_last_round: bool = False
    """Whether the evening ends with the present round."""
    ended: EveningEnding | None = None
    ended_at: float | None = None
    revision: int = 0
    """Number of changes so far."""
    message_id: int | None = None
    """The board: the message in the channel that shows the evening."""
    is_shown: bool = False
    """Whether the board shows the evening's end."""
    season: EveningSeason | None = None
    """The season it counts in; None for none."""
    least_share: int = 0
    """Percent of its deals that a guest must play for a place."""
    guests: tuple[EveningGuest, ...] = ()
    """In the order they joined."""
    rounds: tuple[EveningRound, ...] = field(default=(), repr=False)

    @property
    def here(self) -> tuple[EveningGuest, ...]:
        """Guests who have not left, in the order they joined."""
        return tuple(guest for guest in self.guests if guest.is_here)

    @property
    def tables(self) -> tuple[EveningTable, ...]:
        """The tables of the present round; empty before the first and after the evening."""
        return self.rounds[-1].tables if self.status is EveningStatus.PLAYING else ()

    @property
    def has_scores(self) -> bool:
        """Whether a deal was scored at any table."""
        return any(
            table.score is not None and table.score.deals > 0 for one in self.rounds for table in one.tables
        )

    def guest(self, user_id: int) -> EveningGuest | None:
        """The guest with a user id, also after leaving; None if they never joined."""
        return next((guest for guest in self.guests if guest.user_id == user_id), None)

    def table_of(self, user_id: int) -> EveningTable | None:
        """A user's table in the present round; None if they do not play."""
        return next((table for table in self.tables if user_id in table.seats), None)

    def table(self, number: int) -> EveningTable | None:
        """The table of the present round with a number; None without one."""
        return next((table for table in self.tables if table.number == number), None)

    def place(self, number: int) -> EveningPlace:
        """The key of a table of the present round."""
        return EveningPlace(self.id, len(self.rounds), number)

    def with_table(self, changed: EveningTable) -> EveningRecord:
        """A copy with a table of the present round replaced by the one of its number."""
        *before, present = self.rounds
        tables = tuple(changed if one.number == changed.number else one for one in present.tables)
        return replace(self, rounds=(*before, present._replace(tables=tables)))

    def with_guest(self, changed: EveningGuest) -> EveningRecord:
        """A copy with a guest replaced, or added at the end if new."""
        if self.guest(changed.user_id) is None:
            return replace(self, guests=(*self.guests, changed))
        guests = tuple(changed if one.user_id == changed.user_id else one for one in self.guests)
        return replace(self, guests=guests)


class EveningHead(NamedTuple):
    """An evening in a list: its id, kind, and when it was created, in epoch seconds."""

    id: int
    kind: EveningKind
    created_at: float
