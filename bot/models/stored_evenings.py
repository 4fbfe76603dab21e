"""What is stored of an evening: who is there, and its rounds, table by table. Plain values."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import NamedTuple

from bot.models.evening_kinds import EveningEnding, EveningKind, EveningStatus
from bot.models.stored_league import Competing, MatchState
from rules.core.protocol import OptionValue

Sitter = int | None
"""The id of a person on a seat; None for a computer."""
Seats = tuple[Sitter, Sitter, Sitter, Sitter]
"""Four as they sit, clockwise: the first and the third are partners."""


class SeasonEvening(NamedTuple):
    """An evening that is over, as its season has it; the time is in epoch seconds."""

    id: int
    season_id: int
    channel_id: int
    ended_at: float
    state: MatchState
    """Whether it counts."""


class EveningGuest(NamedTuple):
    """Somebody who has joined an evening."""

    user_id: int
    name: str
    is_here: bool = True
    """Whether they go on playing; whoever has left keeps their score."""


class TableScore(NamedTuple):
    """What the two pairs of a table scored in a round."""

    points: tuple[int, int]
    cut: int
    """Which pair the cut put ahead, if they tie: 0 or 1."""
    deals: int
    """How many deals were scored."""


@dataclass(frozen=True, slots=True)
class EveningTable:
    """One table in one round of an evening."""

    number: int
    """From 1; 1 is the head table."""
    seats: Seats
    channel_id: int | None = None
    """Where it is; None while nobody has made room for it."""
    table_id: int | None = None
    """The table that is played at; None until it is open."""
    score: TableScore | None = None
    """None until it is over."""


class EveningRound(NamedTuple):
    """One round: its tables from the head table on, and who rests."""

    tables: tuple[EveningTable, ...]
    rests: tuple[int, ...] = ()

    @property
    def is_over(self) -> bool:
        """Whether every table has a score."""
        return all(table.score is not None for table in self.tables)

    @property
    def people(self) -> frozenset[int]:
        """Who plays or rests."""
        return frozenset((*(who for one in self.tables for who in one.seats if who is not None), *self.rests))


class EveningPlace(NamedTuple):
    """Which table of an evening something is about."""

    evening_id: int
    round: int
    """From 1."""
    number: int


class EveningSeason(NamedTuple):
    """The season an evening counts in; all but its id is as the league has it."""

    season_id: int
    league_id: int
    league: str
    """Its name."""
    number: int
    competing: Competing
    computers: bool
    """Whether tables count at which one plays."""


@dataclass(frozen=True, slots=True)
class EveningRecord:
    """An evening as it is stored; with the results of its tables, all that a restart needs."""

    id: int
    """Given by the store."""
    guild_id: int
    channel_id: int
    host_id: int
    kind: EveningKind
    status: EveningStatus
    game: str
    options: dict[str, OptionValue]
    """Options that differ from the rule book, the number of deals included."""
    deals: int
    """How many deals each table plays in a round."""
    most_rounds: int
    created_at: float
    """Epoch seconds."""
    computers_fill: bool = True
    """Whether computers take the seats that are left over; else some people rest."""
    draws_pairs: bool = True
    """Whether people are drawn together; else those who join one after the other are partners."""
    is_last_round: bool = False
    """Whether it ends with the present round."""
    ended: EveningEnding | None = None
    ended_at: float | None = None
    revision: int = 0
    """How often it has changed."""
    message_id: int | None = None
    """The message in the channel that shows it."""
    is_shown: bool = False
    """Whether that message shows how it ended."""
    season: EveningSeason | None = None
    """The one it counts in; None for none."""
    least_share: int = 0
    """The percent of its deals that a place needs."""
    guests: tuple[EveningGuest, ...] = ()
    """In the order they joined."""
    rounds: tuple[EveningRound, ...] = field(default=(), repr=False)

    @property
    def here(self) -> tuple[EveningGuest, ...]:
        """Those who go on playing, in the order they joined."""
        return tuple(guest for guest in self.guests if guest.is_here)

    @property
    def tables(self) -> tuple[EveningTable, ...]:
        """The tables of the present round; none before the first, and once it is over."""
        return self.rounds[-1].tables if self.status is EveningStatus.PLAYING else ()

    @property
    def has_scores(self) -> bool:
        """Whether a deal was scored at any table, so that there is something to win."""
        return any(
            table.score is not None and table.score.deals > 0 for one in self.rounds for table in one.tables
        )

    def guest(self, user_id: int) -> EveningGuest | None:
        """Somebody who has joined."""
        return next((guest for guest in self.guests if guest.user_id == user_id), None)

    def table_of(self, user_id: int) -> EveningTable | None:
        """Where somebody plays in the present round."""
        return next((table for table in self.tables if user_id in table.seats), None)

    def table(self, number: int) -> EveningTable | None:
        """A table of the present round."""
        return next((table for table in self.tables if table.number == number), None)

    def place(self, number: int) -> EveningPlace:
        """Which table of the present round one is."""
        return EveningPlace(self.id, len(self.rounds), number)

    def with_table(self, changed: EveningTable) -> EveningRecord:
        """The same with a table of the present round as it shall be."""
        *before, present = self.rounds
        tables = tuple(changed if one.number == changed.number else one for one in present.tables)
        return replace(self, rounds=(*before, present._replace(tables=tables)))

    def with_guest(self, changed: EveningGuest) -> EveningRecord:
        """The same with somebody as they shall be; new ones come last."""
        if self.guest(changed.user_id) is None:
            return replace(self, guests=(*self.guests, changed))
        guests = tuple(changed if one.user_id == changed.user_id else one for one in self.guests)
        return replace(self, guests=guests)


class EveningHead(NamedTuple):
    """An evening in a list."""

    id: int
    kind: EveningKind
    status: EveningStatus
    created_at: float
