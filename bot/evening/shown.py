"""Public view of an evening: plain values without cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from bot.common.text import distinct, shown_name
from bot.evening.progressive import Move, moves
from bot.evening.seating import as_played, first_round
from bot.evening.standing import Line
from bot.models.credits import Competing
from bot.models.evening_kinds import EveningEnding, EveningKind, EveningStatus
from bot.models.stored_evenings import EveningRecord, EveningSeason, EveningTable
from bot.table.lobby.before_match import NAME_LIMIT
from rules.core.about import About


class SoFar(NamedTuple):
    """Deals scored at a table so far, and the points of its two pairs."""

    deals: int = 0
    points: tuple[int, int] = (0, 0)


class ShownEveningTable(NamedTuple):
    """A table of the present round, or of the last if the evening is over: seats, channel, points."""

    number: int
    seats: tuple[int | None, ...]
    """User ids by seat, clockwise; None for a computer."""
    channel_id: int | None
    table_id: int | None
    so_far: SoFar
    is_over: bool


class ShownVenue(NamedTuple):
    """Server, channel and message (the board) of an evening."""

    guild_id: int
    channel_id: int
    message_id: int | None


class ShownRounds(NamedTuple):
    """Progress: deals in a round, this round's number, the most rounds, if it is the last, and the moves."""

    deals: int
    """Deals of each table in a round."""
    number: int
    """Number of the present round; 0 before the first."""
    most: int
    is_last: bool
    moves: tuple[Move, ...] = ()
    """Moves of a progressive party after the round before; none if the number of tables has changed."""

    @property
    def has_next(self) -> bool:
        """Whether another round comes after this one."""
        return not self.is_last and self.number < self.most


class ShownTerms(NamedTuple):
    """An evening's terms: if computers fill seats, if pairs are drawn, the least share, its season."""

    computers_fill: bool
    draws_pairs: bool
    least_share: int
    """Percent of the deals needed for a place."""
    season: EveningSeason | None
    """The season it was opened for; None for none."""
    is_too_late: bool
    """Whether that season closed before the evening ended, so that it does not count there."""
    needs_people: bool
    """Whether that season wants tables without computers, and no round has two of them to compare."""


class ShownGuests(NamedTuple):
    """An evening's guests by user id: names, who is here, who rests, who joined during the round."""

    names: Mapping[int, str]
    """Distinct display names of all who ever joined."""
    here: tuple[int, ...]
    """Guests who have not left, in the order they joined."""
    rests: tuple[int, ...]
    late: tuple[int, ...]
    """Guests who joined during the round and play from the next one on."""


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
    """Time at which it ends if not started, in epoch seconds; None once started."""
    rounds: ShownRounds
    terms: ShownTerms
    guests: ShownGuests
    lines: tuple[Line, ...]
    """Each guest's score, best first."""
    tables: tuple[ShownEveningTable, ...]

    @property
    def has_fixed_pairs(self) -> bool:
        """Whether it counts in a season of pairs, who play together."""
        return self.terms.season is not None and self.terms.season.competing is Competing.PAIRS

    @property
    def is_over(self) -> bool:
        """Whether the evening is over."""
        return self.status is EveningStatus.OVER

    def table_of(self, user_id: int) -> ShownEveningTable | None:
        """A user's table in the present round; None if they do not play."""
        if self.status is not EveningStatus.PLAYING:
            return None
        return next((table for table in self.tables if user_id in table.seats), None)


def shown_evening(
    evening: EveningRecord,
    about: About,
    lines: tuple[Line, ...],
    so_far: Mapping[int, SoFar],
    closes_at: float | None,
    season_closed_at: float | None = None,
) -> ShownEvening:
    """The public view of an evening; ``so_far`` is the progress of its open tables, by table id.

    In epoch seconds: ``closes_at`` is when it ends if not started, None once started; ``season_closed_at``
    when its season was closed, None while that is open or without one.
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
        closes_at=closes_at,
        rounds=ShownRounds(
            evening.deals, len(evening.rounds), evening.most_rounds, evening.is_last_round, _moves(evening)
        ),
        terms=ShownTerms(
            evening.computers_fill,
            evening.draws_pairs,
            evening.least_share,
            evening.season,
            is_too_late=closed_at is not None and (ended_at is None or ended_at > closed_at),
            needs_people=_needs_people(evening),
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


def _needs_people(evening: EveningRecord) -> bool:
    """Whether computers at its tables, or at those of its first round, keep an evening out of its season."""
    if evening.season is None or evening.season.computers:
        return False
    here = [guest.user_id for guest in evening.here]
    rounds = [tuple(table.seats for table in one.tables) for one in evening.rounds]
    expected = rounds or [first_round(evening, here).tables]
    return all(sum(None not in seats for seats in tables) < 2 for tables in expected)


def _moves(evening: EveningRecord) -> tuple[Move, ...]:
    if evening.kind is not EveningKind.PROGRESSIVE or len(evening.rounds) < 2:
        return ()
    before, now = evening.rounds[-2:]
    return moves(as_played(before)) if len(before.tables) == len(now.tables) else ()


def _shown_table(table: EveningTable, so_far: Mapping[int, SoFar]) -> ShownEveningTable:
    score = table.score
    come = so_far.get(table.table_id or 0, SoFar()) if score is None else SoFar(score.deals, score.points)
    place = (table.number, table.seats, table.channel_id, table.table_id)
    return ShownEveningTable(*place, come, score is not None)
