"""Changes of a table in memory: by a stored record, a stored step, or its replayed log.

Nothing here stores or notifies: the desk does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from bot.models.stored_tables import LogEntry, Status, TableRecord
from bot.table.desk.agreement import NO_VOTES
from bot.table.desk.phrases import remark_on, with_one_more
from bot.table.desk.shown import shown_rules, shown_seats
from bot.table.desk.steps import may_be_proposed
from bot.table.desk.table import Table
from bot.table.match.chance import shuffles_after
from bot.table.match.replaying import replaying
from bot.table.match.step import Step
from bot.table.turns.ahead import ENDS_PLANS
from bot.table.turns.questions import NOTHING_ASKED
from rules.core.decisions import CHANCE
from rules.core.events import DealStarted, TrickTaken


def replace_record(table: Table, record: TableRecord) -> None:
    """Adopt a stored record: its game and seats; votes that are not possible any more end."""
    _play_by(table, record)
    table.record = record
    table.seats = shown_seats(record.seats)
    if record.status is not Status.PLAYING:
        table.clock.questions = NOTHING_ASKED
    _end_votes(table)


def _play_by(table: Table, record: TableRecord) -> None:
    """Switch to the game and rules of a record."""
    table.match.play_by(record)
    has_claims = table.match.rules.has_claims
    table.rules = shown_rules(table.match.game, record.rules_name, has_claims=has_claims)


def _end_votes(table: Table) -> None:
    """Cancel votes on proposals that have become impossible."""
    if table.voting.votes:
        table.voting = table.voting.only(partial(may_be_proposed, table))


def adopt(table: Table, step: Step) -> None:
    """Adopt a stored step: record, match, votes, phrases, questions and plans."""
    match, clock = table.match, table.clock
    if step.record.seats is not table.record.seats:
        table.seats = shown_seats(step.record.seats)
    if (step.record.rules_version, step.record.rules_name) != (table.rules.version, table.rules.name):
        _play_by(table, step.record)
    table.record = step.record
    match.adopt(step)
    if table.voting != NO_VOTES:
        table.voting = table.voting.after(table.record, () if step.is_no_answer else step.entries)
    acted = {entry.seat for entry in step.entries}
    kinds = {type(event) for event in step.events}
    if DealStarted in kinds:
        table.said = ()
    if step.entries:
        if step.results is not None and not match.drawn:  # a deal was scored
            remark = remark_on(step.record, step.events, step.entries[-1].at)
            table.said = table.said if remark is None else with_one_more(table.said, remark)
        if CHANCE in acted:
            match.shuffles = shuffles_after(match.shuffles, step.entries)
        clock.changed_at = step.entries[-1].at
        match.began_at = match.began_at or step.entries[0].at
        clock.trick_taken_at = clock.changed_at if TrickTaken in kinds else None
    before = clock.questions
    kept = NOTHING_ASKED if DealStarted in kinds else before  # an equal question is about other cards
    clock.questions = kept.after(acted, step.asked, step.record.revision, clock.changed_at)
    if step.forgotten or kinds & ENDS_PLANS:
        table.plans, table.scene_began = {}, step.record.revision
    elif table.plans:
        table.plans = {seat: plan for seat, plan in table.plans.items() if seat not in acted}
    if clock.came_back:
        clock.came_back = {
            seat: at
            for seat, at in clock.came_back.items()
            if (question := clock.questions.by_seat.get(seat)) and question == before.by_seat.get(seat)
        }
    _end_votes(table)


def replay(table: Table, log: Iterable[LogEntry]) -> None:
    """Rebuild a table's match like ``replay_in_slices``, at once."""
    for _ in replay_in_slices(table, log):
        pass


def replay_in_slices(table: Table, log: Iterable[LogEntry]) -> Iterator[None]:
    """Rebuild a table's match, questions and revision from its log; without a match do nothing.

    Yields between slices: a long log takes seconds.

    Raises:
        IllegalAction: the log does not fit the rules.
        ValueError: the log has a line that is no action.
    """
    entries = list(log)
    if table.record.status is Status.LOBBY or (table.record.status is Status.CANCELLED and not entries):
        return  # no match has begun
    there = yield from replaying(table.match.game, table.record.seats, entries)
    table.match.become(there, entries)
    table.clock.questions = there.questions
    table.clock.changed_at = entries[-1].at if entries else table.clock.changed_at
    if table.record.status is not Status.PLAYING:
        table.clock.questions = NOTHING_ASKED
    revision = max((entry.revision for entry in entries), default=0)
    table.record = table.record._replace(revision=max(table.record.revision, revision))
    table.plans, table.scene_began = {}, table.record.revision


def begin_window_again(table: Table, now: float) -> None:
    """Restart an open window for the clock and for computers, not for people; without one do nothing."""
    if table.clock.questions.wait is not None:
        others = set(table.clock.questions.by_seat) - set(table.people_asked())
        table.clock.questions = table.clock.questions.restarted_for(others, now)


def read_again_from(table: Table, record: TableRecord | None, log: Iterable[LogEntry]) -> None:
    """Rebuild a table from its record, open or over, and log, without votes; with None it is cancelled."""
    replace_record(table, record or table.record._replace(status=Status.CANCELLED))
    table.voting = NO_VOTES
    table.is_in_doubt = False
    replay(table, log)
