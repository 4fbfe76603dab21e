"""A table in memory: its record, the match replayed from its log, and the next step worked out.

Nothing here stores or speaks: ``step`` computes, the manager stores it, then ``adopt`` swaps it in.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import replace
from random import Random
from typing import Any, NamedTuple

from bot.computers.brief import Brief
from bot.computers.briefing import Briefing
from bot.errors import NotSeated, NotStarted, NotYourTurn, Stale, TableOver
from bot.lobby import seat_of
from bot.shown import ShownSeat, ShownTable
from bot.store.records import (
    OPEN,
    DealResult,
    LogEntry,
    MatchResult,
    PlayerResult,
    Results,
    Status,
    TableRecord,
)
from rules.actions import Action, parse_action
from rules.catalog import game_with
from rules.decisions import CHANCE, Decision, Seat
from rules.events import DealScored, Event, MatchWon
from rules.protocol import Game
from rules.views import SeatView, TableView


class Step(NamedTuple):
    """One accepted action and all that followed from it, ready to be stored."""

    entries: tuple[LogEntry, ...]
    record: TableRecord
    state: Any
    events: tuple[Event, ...]
    results: Results | None


class Table:
    """One open table. Only the manager changes it, under its lock."""

    def __init__(self, record: TableRecord) -> None:
        self.record = record
        self.lock = asyncio.Lock()
        self.game: Game[Any] = game_with(record.game, record.options)
        self.changed_at = record.created_at
        self.agreed_to_end: frozenset[int] = frozenset()
        """People who want to end the match; a match that goes on forgets them."""
        self._state: Any = None
        self._view: TableView | None = None
        self._seats = _shown_seats(record)
        self._briefing = Briefing(self.game)

    def __repr__(self) -> str:
        return f"<Table {self.record.id}, revision {self.revision}>"

    @property
    def revision(self) -> int:
        """How often the table has changed."""
        return self.record.revision

    @property
    def decisions(self) -> dict[Seat, Decision]:
        """Who is asked what; empty outside a match."""
        if self.record.status is not Status.PLAYING or self._state is None:
            return {}
        return dict(self.game.decisions(self._state))

    def check(self, table_id: int | None, revision: int | None) -> None:
        """Check what a control says of the table it was drawn for.

        Raises:
            TableOver: it was another table, or this one is closed.
            Stale: the table has changed since.
        """
        if (table_id is not None and table_id != self.record.id) or self.record.status not in OPEN:
            raise TableOver
        if revision is not None and revision != self.revision:
            raise Stale

    def own_seat(self, user_id: int) -> Seat:
        """The seat of a person.

        Raises:
            NotSeated: the person does not sit here.
        """
        seat = seat_of(self.record, user_id)
        if seat is None:
            raise NotSeated
        return seat

    def asked_seat(self, user_id: int) -> Seat:
        """The seat of a person who is asked something now.

        Raises:
            NotStarted: there is no match.
            NotSeated: the person does not sit here.
            NotYourTurn: somebody else is asked.
        """
        seat = self.own_seat(user_id)
        if self.record.status is not Status.PLAYING:
            raise NotStarted
        if seat not in self.decisions:
            raise NotYourTurn
        return seat

    def computer_to_ask(self) -> Seat | None:
        """A seat that is asked and answered by a computer, if any."""
        return next((seat for seat in self.decisions if seat >= 0 and self.record.seats[seat].computer), None)

    def people_asked(self) -> tuple[Seat, ...]:
        """Seats that are asked and answered by a person."""
        return tuple(seat for seat in self.decisions if seat >= 0 and not self.record.seats[seat].computer)

    def table_view(self) -> TableView | None:
        """What everyone sees of the match; None before it."""
        if self._view is None and self._state is not None:
            self._view = self.game.table_view(self._state)
        return self._view

    def seat_view(self, seat: Seat) -> SeatView:
        """What one seat sees of the match.

        Raises:
            NotStarted: there is no match.
        """
        if self._state is None:
            raise NotStarted
        return self.game.seat_view(self._state, seat, self.table_view())

    def brief(self, seat: Seat) -> Brief:
        """What a computer on a seat is told."""
        if self._state is None:
            raise NotStarted
        return self._briefing.brief(self._state, seat)

    def shown(self, turn_limit: float) -> ShownTable:
        """What everyone may know of the table; ``turn_limit`` in seconds, 0 for none."""
        record = self.record
        people = self.people_asked()
        return ShownTable(
            id=record.id,
            guild_id=record.guild_id,
            channel_id=record.channel_id,
            host_id=record.host_id,
            message_id=record.message_id,
            revision=record.revision,
            status=record.status,
            about=self.game.about,
            options=self.game.options,
            seats=self._seats,
            view=self.table_view(),
            waiting_for=people,
            due_at=self.changed_at + turn_limit if turn_limit and people else None,
            agreed_to_end=self.agreed_to_end,
        )

    def begin(self, record: TableRecord, now: float, random: Random) -> Step:
        """The step that starts the match: chance draws and deals."""
        opening = _Chain(self.game, record, self.game.start(len(record.seats)), now)
        opening.let_chance_act(random)
        return opening.step()

    def step(self, seat: Seat, action: Action, user_id: int | None, now: float, random: Random) -> Step:
        """The step that follows an action: the action, then whatever chance does.

        A person who acts has come back, if a computer stood in.

        Raises:
            IllegalAction: the rules do not allow it.
        """
        came_back = user_id is not None and self.record.seats[seat].is_away
        record = with_computer(self.record, seat, None) if came_back else self.record
        chain = _Chain(self.game, record, self._state, now)
        chain.act(seat, action, user_id)
        chain.let_chance_act(random)
        return chain.step()

    def replace_record(self, record: TableRecord) -> None:
        """Make a stored record the present."""
        if record.game != self.record.game or record.options != self.record.options:
            self.game = game_with(record.game, record.options)
            self._briefing = Briefing(self.game)
        self.record = record
        self._seats = _shown_seats(record)

    def give_time(self, seat: Seat, now: float) -> None:
        """Begin the turn of a seat anew, if it is asked: its player has just come back."""
        if seat in self.decisions:
            self.changed_at = now

    def adopt(self, step: Step) -> None:
        """Make a stored step the present."""
        if step.record.seats is not self.record.seats:
            self._seats = _shown_seats(step.record)
        self.record = step.record
        self._state = step.state
        self._view = None
        self._briefing.hear(step.events)
        self.agreed_to_end = frozenset()
        if step.entries:
            self.changed_at = step.entries[-1].at

    def replay(self, log: Iterable[LogEntry]) -> None:
        """Become what the log says, from the start of the match.

        Raises:
            IllegalAction: the log does not fit the rules.
            ValueError: the log has a line that is no action.
        """
        if self.record.status is Status.LOBBY:
            return
        state = self.game.start(len(self.record.seats))
        self._briefing = Briefing(self.game)
        revision = self.record.revision
        for entry in log:
            state, events = self.game.apply(state, entry.seat, parse_action(entry.action))
            self._briefing.hear(events)
            revision = max(revision, entry.revision)
            self.changed_at = entry.at
        self._state = state
        self._view = None
        self.record = replace(self.record, revision=revision)

    def read_again(self, record: TableRecord | None, log: Iterable[LogEntry]) -> None:
        """Become what is stored; without a record the table is not open any more."""
        self.replace_record(record or replace(self.record, status=Status.CANCELLED))
        self.agreed_to_end = frozenset()
        self.replay(log)
        if record is None and self.game.outcome(self._state) is not None:
            self.record = replace(self.record, status=Status.FINISHED)


def with_computer(record: TableRecord, seat: Seat, kind: str | None) -> TableRecord:
    """A record with a computer of a kind, or with None nobody but its person, answering for a seat."""
    seats = list(record.seats)
    seats[seat] = replace(seats[seat], computer=kind)
    return replace(record, seats=tuple(seats))


def _shown_seats(record: TableRecord) -> tuple[ShownSeat, ...]:
    return tuple(
        ShownSeat(seat, who.user_id, who.name, who.computer is not None)
        for seat, who in enumerate(record.seats)
    )


class _Chain:
    """Actions applied one after another to a state that is not the table's yet."""

    def __init__(self, game: Game[Any], record: TableRecord, state: Any, now: float) -> None:  # noqa: ANN401  (each game has a state of its own)
        self._game = game
        self._record = record
        self._state = state
        self._now = now
        self._entries: list[LogEntry] = []
        self._events: list[Event] = []

    def act(self, seat: Seat, action: Action, user_id: int | None) -> None:
        self._state, events = self._game.apply(self._state, seat, action)
        revision = self._record.revision + len(self._entries) + 1
        self._entries.append(LogEntry(revision, seat, user_id, str(action), self._now))
        self._events += events

    def let_chance_act(self, random: Random) -> None:
        while (chance := self._game.decisions(self._state).get(CHANCE)) is not None:
            self.act(CHANCE, chance.sample(random), None)

    def step(self) -> Step:
        results = _results(self._record, self._events, self._now)
        is_over = results is not None and results.match is not None
        record = replace(
            self._record,
            revision=self._record.revision + len(self._entries),
            status=Status.FINISHED if is_over else self._record.status,
        )
        return Step(tuple(self._entries), record, self._state, tuple(self._events), results)


def _results(record: TableRecord, events: list[Event], now: float) -> Results | None:
    scored = [event for event in events if isinstance(event, DealScored)]
    if not scored:
        return None
    users = tuple(who.user_id for who in record.seats)
    deals = tuple(DealResult(deal, users, now) for deal in scored)
    won = next((event for event in events if isinstance(event, MatchWon)), None)
    match = None
    if won is not None:
        points = {seat: side.total for side in scored[-1].sides for seat in side.seats}
        match = MatchResult(
            tuple(
                PlayerResult(who.user_id, who.name, seat, seat in won.winners, points[seat], who.is_away)
                for seat, who in enumerate(record.seats)
                if who.user_id is not None
            ),
            now,
        )
    return Results(deals, match)
