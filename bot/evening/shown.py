"""What the rest of the world may know of an evening: a plain value with no card in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from bot.common.text import distinct, shown_name
from bot.evening.joining import SIGN_UP_FOR
from bot.evening.standing import Line
from bot.models.evening_kinds import EveningEnding, EveningKind, EveningStatus
from bot.models.stored_evenings import EveningRecord, EveningSeason, EveningTable
from bot.models.stored_league import Competing
from bot.table.lobby.before_match import NAME_LIMIT
from rules.core.about import About


class SoFar(NamedTuple):
    """How far a table has come."""

    deals: int = 0
    points: tuple[int, int] = (0, 0)


class ShownEveningTable(NamedTuple):
    """A table of the present round; of an evening that is over, of the last one."""

    number: int
    seats: tuple[int | None, ...]
    """The ids of those who sit there, clockwise; None for a computer."""
    channel_id: int | None
    table_id: int | None
    so_far: SoFar
    is_over: bool


class ShownVenue(NamedTuple):
    """Where an evening is shown."""

    guild_id: int
    channel_id: int
    message_id: int | None


class ShownRounds(NamedTuple):
    """How far an evening is."""

    deals: int
    """At each table in a round."""
    number: int
    """Of the present round; 0 before the first."""
    most: int
    is_last: bool


class ShownTerms(NamedTuple):
    """By what an evening is played."""

    computers_fill: bool
    draws_pairs: bool
    least_share: int
    """The percent of the deals that a place needs."""
    season: EveningSeason | None
    """The one it was opened for."""
    is_too_late: bool
    """Whether that season was closed before the evening was over, so that it does not count there."""


class ShownGuests(NamedTuple):
    """Who takes part in an evening."""

    names: Mapping[int, str]
    """Under which everybody who ever joined is shown, each another."""
    here: tuple[int, ...]
    """Those who play on, in the order they joined."""
    rests: tuple[int, ...]
    late: tuple[int, ...]
    """Who has come during the round and plays from the next one on."""


class ShownEvening(NamedTuple):
    """An evening as everyone may see it."""

    id: int
    place: ShownVenue
    host_id: int
    revision: int
    kind: EveningKind
    status: EveningStatus
    ended: EveningEnding | None
    about: About
    closes_at: float | None
    """When it is over unless somebody starts it, in epoch seconds; None once it has begun."""
    rounds: ShownRounds
    terms: ShownTerms
    guests: ShownGuests
    lines: tuple[Line, ...]
    """Everybody's score, the best first."""
    tables: tuple[ShownEveningTable, ...]

    @property
    def has_fixed_pairs(self) -> bool:
        """Whether the pairs of a season play together."""
        return self.terms.season is not None and self.terms.season.competing is Competing.PAIRS

    @property
    def is_over(self) -> bool:
        """Whether nothing changes any more."""
        return self.status is EveningStatus.OVER

    def table_of(self, user_id: int) -> ShownEveningTable | None:
        """Where somebody plays now."""
        if self.status is not EveningStatus.PLAYING:
            return None
        return next((table for table in self.tables if user_id in table.seats), None)


def shown_evening(
    evening: EveningRecord,
    about: About,
    lines: tuple[Line, ...],
    so_far: Mapping[int, SoFar],
    season_closed_at: float | None = None,
) -> ShownEvening:
    """An evening to be shown; ``so_far`` is how far its open tables have come, by the table's own number.

    ``season_closed_at`` says since when the season it was opened for is over; None where none is.
    """
    ended_at, closed_at = evening.ended_at, season_closed_at
    last = evening.rounds[-1] if evening.rounds else None
    names = distinct((shown_name(one.user_id, one.name, NAME_LIMIT) for one in evening.guests), NAME_LIMIT)
    here = tuple(guest.user_id for guest in evening.here)
    return ShownEvening(
        id=evening.id,
        place=ShownVenue(evening.guild_id, evening.channel_id, evening.message_id),
        host_id=evening.host_id,
        revision=evening.revision,
        kind=evening.kind,
        status=evening.status,
        ended=evening.ended,
        about=about,
        closes_at=evening.created_at + SIGN_UP_FOR if evening.status is EveningStatus.SIGN_UP else None,
        rounds=ShownRounds(evening.deals, len(evening.rounds), evening.most_rounds, evening.is_last_round),
        terms=ShownTerms(
            evening.computers_fill,
            evening.draws_pairs,
            evening.least_share,
            evening.season,
            is_too_late=closed_at is not None and (ended_at is None or ended_at > closed_at),
        ),
        guests=ShownGuests(
            names={guest.user_id: name for guest, name in zip(evening.guests, names, strict=True)},
            here=here,
            rests=last.rests if last else (),
            late=tuple(one for one in here if last is not None and one not in last.people),
        ),
        lines=lines,
        tables=tuple(_shown_table(table, so_far) for table in last.tables) if last else (),
    )


def _shown_table(table: EveningTable, so_far: Mapping[int, SoFar]) -> ShownEveningTable:
    score = table.score
    come = so_far.get(table.table_id or 0, SoFar()) if score is None else SoFar(score.deals, score.points)
    place = (table.number, table.seats, table.channel_id, table.table_id)
    return ShownEveningTable(*place, come, score is not None)
