"""The desk: loads, locks, changes and stores tables, and notifies listeners.

Every change runs under its table's lock and is stored before memory adopts it and listeners hear of it. A
change once begun is finished even if its caller is cancelled.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import replace
from functools import partial, wraps
from random import Random, SystemRandom
from types import TracebackType
from typing import Any, Concatenate, Final, NamedTuple, ParamSpec, TypeVar

from bot.common.background import Listeners
from bot.common.clock import Clock
from bot.common.errors import InDoubt, NotSeated, Refused, TableQuarantined
from bot.common.lazy import Lazy
from bot.database.database import Conflict, Damaged, Database
from bot.models.endings import LOSES_RATING, Ending, Managed
from bot.models.stored_results import Results
from bot.models.stored_settings import AuditEntry
from bot.models.stored_tables import OPEN, LogEntry, TableRecord
from bot.table.desk.open_tables import Registry
from bot.table.desk.present import adopt, read_again_from, replace_record
from bot.table.desk.shown import ShownHand, ShownTable, Update
from bot.table.desk.steps import broken_off_results
from bot.table.desk.table import Table, shown_table
from bot.table.desk.waking import Waking, as_damaged, read_purpose
from bot.table.match.results import notes_of
from bot.table.match.step import Step
from bot.table.store.results import ResultStore
from bot.table.store.tables import TableStore
from bot.table.turns.time_limit import TurnTime
from rules.core.actions import Action
from rules.core.decisions import Seat
from rules.core.events import heard_by

P = ParamSpec("P")
T = TypeVar("T")

log = logging.getLogger(__name__)

Listener = Callable[[Update], None]

READ_AGAIN: Final = "The table was reloaded. Look again and choose."


class Held(NamedTuple):
    """Async context manager: a table's lock; rereads a table in doubt. A class: a generator is slower."""

    table: Table
    catch_up: Callable[[Table], Awaitable[None]]
    tell: Callable[[Table], object]

    async def __aenter__(self) -> None:
        await self.table.lock.acquire()
        if self.table.is_in_doubt:
            try:
                await self.catch_up(self.table)
            except BaseException:
                self.table.lock.release()
                raise

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(error, InDoubt):
            self.table.is_in_doubt = True
            if self.table.record.status in OPEN:
                self.tell(self.table)  # a listener sees to it that it is not left to the next press
        self.table.lock.release()


class Desk:
    """Changes tables, one change at a time for each: stores it, adopts it in memory, notifies listeners."""

    def __init__(
        self, database: Database, *, turn_time: TurnTime, random: Random | None, now: Callable[[], float]
    ) -> None:
        self.database: Final = database
        self.now: Final = Clock.of(now)
        """The clock that waits are counted by, in epoch seconds."""
        self.turn_time: Final = turn_time._replace(clock=self.now)
        """When a computer steps in for a player who does not answer."""
        self.random: Final[Random] = random or SystemRandom()
        """Decides what is left to chance where a match has no seed."""
        self.tables: Final = Registry()
        self.waking: Final = Waking(database, self.tables, self.now)
        self.at_work: Final = set[asyncio.Task[Any]]()
        """The changes under way."""
        self.holding: Final = partial(Held, catch_up=self._catch_up, tell=self.tell)
        """Context manager of a table's lock; if its last write is in doubt, the table is read again first.

        Raises:
            StoreError: what is stored cannot be found out yet.
        """
        self._store = TableStore(database)
        self._listeners = Listeners[Listener]()
        self.listen: Final = self._listeners.add
        """Call a listener after every change, stored or not (a vote). Returns a function that removes it."""
        self._end_listeners = Listeners[Listener]()
        self.listen_to_ends: Final = self._end_listeners.add
        """Call a listener when a table is over or closed. Returns a function that removes it."""

    @property
    def live_tables(self) -> tuple[Table, ...]:
        """The loaded open tables."""
        return tuple(self.tables)

    async def awake(self, channel_id: int, *, is_needed: bool = True) -> Table:
        """The open table of a channel, loaded if necessary; ``is_needed`` restarts its idle time.

        A paused table resumes when it is needed. Not one that all people have left: it waits
        until one of them is back.

        Raises:
            NoTable: there is none.
            NewerTable: a newer version of the bot has played at it.
            TableQuarantined: it cannot be read.
            StoreError: it is unloaded, and cannot be read now.
        """
        table = self.tables.loaded.get(channel_id) or await self.waking.wake(channel_id)
        if is_needed:
            table.clock.needed_at = asyncio.get_running_loop().time()
            self.resume_for_people(table)
        return table

    async def save(self, table: Table, record: TableRecord, audit: AuditEntry | None = None) -> None:
        """Store a changed record, then adopt it; an equal one is not stored. No listener is notified.

        ``audit`` is what a manager of the server did, if that is why: it is stored with it.

        Raises:
            StoreError: it could not be stored; nothing has changed.
        """
        if record == table.record:
            return
        changed = _with_leavers(table, record)._replace(revision=table.revision + 1)
        if audit is None:
            await self._store.save_table(changed)
        else:
            results = self._dated(Results(audit=audit))
            await self._store.append(changed.id, (), results=results, table=changed)
        replace_record(table, changed)

    async def carry_out(self, table: Table, step: Step) -> ShownTable:
        """Store a step of a match, adopt it, notify listeners. Returns the shown table.

        Raises:
            Refused: the log was ahead of memory: the table has been read again instead.
            StoreError: it could not be stored; nothing has changed.
        """
        changed = step.record.status is not table.record.status or step.record.seats != table.record.seats
        try:
            results = step.results and self._dated(await self._with_notes(table, step.results, step.entries))
            await self._store.append(
                table.record.id, step.entries, results=results, table=step.record if changed else None
            )
        except Conflict:
            await self._catch_up(table)
            raise Refused(READ_AGAIN) from None
        adopt(table, step)
        return self.tell(table, step)

    async def close(self, table: Table, record: TableRecord, reason: str = "") -> ShownTable:
        """Store a closed table with the score of its broken off counted match, and notify listeners.

        If a manager of the server closed it, an audit entry with ``reason`` is stored with it.

        Raises:
            StoreError: it could not be stored; nothing has changed.
        """
        changed = record._replace(revision=table.revision + 1)
        results = broken_off_results(table, changed, self.now())
        results = results and await self._with_notes(table, results, ())
        if changed.ended is Ending.MANAGER and changed.ended_by is not None:
            closed = audit_entry(changed, changed.ended_by, Managed.CLOSED, self.now(), reason)
            results = replace(results or Results(), audit=closed)
        dated = None if results is None else self._dated(results)
        await self._store.append(changed.id, (), results=dated, table=changed)
        replace_record(table, changed)
        return self.tell(table)

    async def _with_notes(self, table: Table, results: Results, entries: Sequence[LogEntry]) -> Results:
        """Results with the notes of the match, if they hold its end."""
        if results.match is None:
            return results
        log = [*await self._store.log(table.record.id), *entries]
        players = await ResultStore(self.database).players(table.record.id)
        notes = notes_of(table.record.seats, players, log)
        return replace(results, match=replace(results.match, notes=notes))

    def _dated(self, results: Results) -> Results:
        """Results with their times converted to calendar time."""
        match, audit, shown = results.match, results.audit, self.now.shown
        if match is not None:
            began, ended = shown(match.started_at), shown(match.finished_at)
            match = replace(match, started_at=began, finished_at=ended)
        deals = tuple(replace(deal, at=shown(deal.at)) for deal in results.deals)
        return Results(deals, match, audit and audit._replace(at=shown(audit.at)))

    async def _catch_up(self, table: Table) -> None:
        """Reload a table after its stored log was, or may have been, ahead of memory."""
        log.error("table %d is read again: its log was ahead of memory, or may have been", table.record.id)
        await self.read_again(table)

    async def read_again(self, table: Table) -> None:
        """Reload a locked table from the database and notify listeners.

        Raises:
            TableQuarantined: it is damaged, and has just been quarantined.
            StoreError: it cannot be read now.
        """
        try:
            entries = await self._store.log(table.record.id)
            record = await self._store.table(table.record.id)
            await read_purpose(self.database, table)
            with as_damaged():
                read_again_from(table, record, entries)
        except Damaged as error:
            self.waking.quarantine(table.record.id, table.record.channel_id, str(error))
            raise TableQuarantined from None
        self.tell(table)

    def tell(self, table: Table, step: Step | None = None) -> ShownTable:
        """Notify listeners of a change; one that is over counts as finished. Returns the shown table."""
        listeners = self._listeners.present
        if table.record.status not in OPEN:
            self.tables.move_to_finished(table)
            log.info("table %d is over (%s)", table.record.id, table.record.ended or "played to its end")
            listeners = (*self._end_listeners.present, *listeners)
        shown = shown_table(table, self.turn_time)
        update = Update(shown, heard_by(step.events, None) if step else ())
        for listener in listeners:
            try:
                listener(update)
            except Exception:
                log.exception("a listener failed on table %d", table.record.id)
        return shown

    async def act(
        self, table: Table, seat: Seat, action: Action, user_id: int | None = None, *, is_answer: bool = True
    ) -> ShownTable:
        """Carry out an action of a seat, by a person or, without ``user_id``, a computer or the clock.

        Unless ``is_answer`` it does not count as an answer to open votes.

        Raises:
            IllegalAction: the rules do not allow it.
            Refused, StoreError: as ``carry_out``.
        """
        step = table.step_of(seat, action, user_id, self.now(), self.random, self.turn_time)
        carry_out = self.carry_out if user_id is None else self.carry_out_for_people
        return await carry_out(table, step if is_answer else step._replace(is_no_answer=True))

    async def carry_out_for_people(self, table: Table, step: Step) -> ShownTable:
        """Carry out a step of a person, which also ends a pause unless every person has left."""
        shown = await self.carry_out(table, step)
        self.resume_for_people(table)
        return shown

    def resume_for_people(self, table: Table) -> None:
        """End a table's pause, unless every person has left it."""
        if table.clock.is_paused and not table.waits_for_people:
            self.resume(table)

    def pause(self, table: Table) -> None:
        """Pause a table until a person acts there, and notify listeners."""
        table.clock.is_paused = True
        self.tell(table)

    def resume(self, table: Table) -> None:
        """End a table's pause, and notify listeners."""
        table.clock.resume(self.now())
        self.tell(table)

    def hand(self, table: Table, seat: Seat, user_id: int) -> ShownHand:
        """As ``shown_hand``, with the player's plan; without a decision while a computer keeps the seat."""
        hand = shown_hand(table, seat, user_id, shown_table(table, self.turn_time))
        hand = hand._replace(plan=table.plans.get(seat))
        if table.why_kept(seat, self.turn_time) is None:
            return hand
        return hand._replace(own=Lazy.known(hand.view._replace(decision=None)), asked_since=None)

    async def finish(self) -> None:
        """Wait until every change under way is stored, and every table that is being read."""
        while at_work := tuple(self.at_work):
            await asyncio.gather(*at_work, return_exceptions=True)
            # Where all were done, gather gave the loop no turn: no callback has removed them yet.
            self.at_work.difference_update(at_work)
        await self.waking.close()


class AtDesk:
    """An object with actions on tables, such as ``Votes``; they run at its desk."""

    def __init__(self, desk: Desk) -> None:
        self.desk: Final = desk


Subject = TypeVar("Subject", bound=AtDesk)


def unbroken(
    change: Callable[Concatenate[Subject, P], Coroutine[Any, Any, T]],
) -> Callable[Concatenate[Subject, P], Coroutine[Any, Any, T]]:
    """Run a change to completion even if its caller is cancelled.

    Like ``asyncio.shield``, one turn of the event loop cheaper.
    """

    async def carried_out(asked: asyncio.Future[T], work: Coroutine[Any, Any, T]) -> None:
        try:
            result = await work
        except asyncio.CancelledError:
            asked.cancel()
            raise
        except Exception as error:  # noqa: BLE001  (any error goes to the caller, if it still waits)
            if not asked.done():
                asked.set_exception(error)
        else:
            if not asked.done():
                asked.set_result(result)

    @wraps(change)
    async def to_the_end(subject: Subject, /, *args: P.args, **kwargs: P.kwargs) -> T:
        asked: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        # What `Background` does, with a call less on the road of every press.
        task = asyncio.create_task(carried_out(asked, change(subject, *args, **kwargs)))
        subject.desk.at_work.add(task)
        task.add_done_callback(subject.desk.at_work.discard)
        return await asked

    return to_the_end


def at_table(
    change: Callable[Concatenate[Subject, Table, P], Coroutine[Any, Any, T]],
) -> Callable[Concatenate[Subject, int, P], Coroutine[Any, Any, T]]:
    """Make a change of a table one of a channel's open table: loaded if necessary, locked, and ``unbroken``.

    Raises:
        Refused, StoreError: as ``Desk.awake``.
    """

    @unbroken
    @wraps(change)
    async def at_open_table(subject: Subject, channel_id: int, /, *args: P.args, **kwargs: P.kwargs) -> T:
        table = await subject.desk.awake(channel_id)
        async with subject.desk.holding(table):
            return await change(subject, table, *args, **kwargs)

    return at_open_table


def audit_entry(table: TableRecord, user_id: int, what: Managed, at: float, reason: str = "") -> AuditEntry:
    """The audit entry of a server manager's action at a table."""
    return AuditEntry(table.guild_id, table.id, user_id, what, at, reason)


def shown_hand(table: Table, seat: Seat, user_id: int, shown: ShownTable) -> ShownHand:
    """A player's view of the match from their seat, with the public view of the table.

    Raises:
        NotSeated: the seat is another player's by now.
        NotStarted: there is no match.
    """
    if table.seats[seat].user_id != user_id:
        raise NotSeated
    question = table.clock.questions.by_seat.get(seat)
    asked_since = None if question is None else question.revision
    return ShownHand(shown, table.match.own(seat), asked_since=asked_since)


def _with_leavers(table: Table, record: TableRecord) -> TableRecord:
    """A record with the points of players who leave in it, where leaving is a forfeit.

    Those leave who are away in ``record`` and are not yet in the table's own.
    """
    if table.match.state is None or record.leaving not in LOSES_RATING:
        return record
    before = table.record.seats
    left = [seat for seat, who in enumerate(record.seats) if who.is_away and not before[seat].is_away]
    for side in table.match.game.table_view(table.match.state).totals if left else ():
        for seat in set(side.seats).intersection(left):
            record = record.with_seat(seat, replace(record.seats[seat], left_with=side.total))
    return record
