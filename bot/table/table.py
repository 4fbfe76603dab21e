"""A table in memory, and how it becomes another: a stored step, a stored record, its log played again.

Nothing here stores or speaks: the step is worked out (``table_next.py``), the manager stores it, then
``adopt`` swaps it in.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bot.computers.briefing import Briefing
from bot.models.stored import LogEntry, Status, TableRecord
from bot.table.ahead import ENDS_PLANS
from bot.table.chance import Shuffles, shuffles_after
from bot.table.deal_end import deal_end_after
from bot.table.phrases import with_one_more
from bot.table.played_game import game_of
from bot.table.questions import NOTHING_ASKED
from bot.table.remarks import remark_on
from bot.table.replaying import replaying
from bot.table.rules import table_rules
from bot.table.shown import shown_seats
from bot.table.step import Step
from bot.table.table_next import TableNext
from bot.table.voting import NO_VOTES
from rules.core.decisions import Seat
from rules.core.events import DealStarted, TrickTaken


class Table(TableNext):
    """One open table. Only the manager changes it, under its lock."""

    def replace_record(self, record: TableRecord) -> None:
        """Make a stored record the present."""
        self._play_by(record)
        self.record = record
        self._seats = shown_seats(record.seats)
        if record.status is not Status.PLAYING:
            self.questions = NOTHING_ASKED
        self._end_votes()

    def _end_votes(self) -> None:
        """A vote is off once what it asks for is not possible any more."""
        if self.voting.votes:
            self.voting = self.voting.only(self.may_be_proposed)

    def _play_by(self, record: TableRecord) -> None:
        """Play what a record says from now on; equal rules are one game."""
        game = game_of(record)
        if game is not self.game:
            self.game = game
            self._briefing = Briefing(game)
            self._rules = table_rules(game)

    def come_back(self, seat: Seat, now: float) -> None:
        """Note that the player of a seat has just come back, if it is asked."""
        if seat in self.questions.by_seat:
            self._came_back[seat] = now

    def go_on(self, now: float) -> None:
        """End a pause: everybody takes their time from now on."""
        self.is_paused = False
        self.questions = self.questions.asked_anew(now)

    def leave_to_computers(self, now: float) -> None:
        """Let computers play on though everybody has left; what is due is counted from now on."""
        self.is_kept_going = True
        self.changed_at = now
        self.questions = self.questions.asked_anew(now)

    def ask_anew(self, seat: Seat, now: float) -> None:
        """Let a computer that has just come to stand in take its time for what the seat is asked already."""
        self.questions = self.questions.begun_anew({seat}, now)

    def adopt(self, step: Step) -> None:
        """Make a stored step the present."""
        if step.record.rules_version != self.record.rules_version:
            self._play_by(step.record)
        if step.record.seats is not self.record.seats:
            self._seats = shown_seats(step.record.seats)
        self.record = step.record
        self._state = step.state
        self._asked = step.asked
        self._past = step.past
        self._view = None
        self._briefing.hear(step.events, step.forgotten)
        self._deal_end = deal_end_after(self._deal_end, step.events)
        if self.voting != NO_VOTES:
            self.voting = self.voting.after(self.record, () if step.is_no_answer else step.entries)
        is_dealt = any(isinstance(event, DealStarted) for event in step.events)
        if is_dealt:
            self.said = ()
        if step.entries:
            if step.results is not None and not self.drawn:  # a deal was scored
                remark = remark_on(step.record, self._seats, step.events, step.entries[-1].at)
                self.said = self.said if remark is None else with_one_more(self.said, remark)
            self._shuffles = shuffles_after(self._shuffles, step.entries)
            self.changed_at = step.entries[-1].at
            self._began_at = self._began_at or step.entries[0].at
            takes_trick = any(isinstance(event, TrickTaken) for event in step.events)
            self.trick_taken_at = self.changed_at if takes_trick else None
        acted = {entry.seat for entry in step.entries}
        before = self.questions
        kept = NOTHING_ASKED if is_dealt else before  # what reads the same is asked of other cards
        self.questions = kept.after(acted, step.asked, step.record.revision, self.changed_at)
        if step.forgotten or any(isinstance(event, ENDS_PLANS) for event in step.events):
            self.plans, self.scene_began = {}, step.record.revision
        elif self.plans:
            self.plans = {seat: plan for seat, plan in self.plans.items() if seat not in acted}
        if self._came_back:
            self._came_back = {
                seat: at
                for seat, at in self._came_back.items()
                if (question := self.questions.by_seat.get(seat)) and question == before.by_seat.get(seat)
            }
        self._end_votes()

    def replay(self, log: Iterable[LogEntry]) -> None:
        """Become what the log says, from the start of the match.

        Raises:
            IllegalAction: the log does not fit the rules.
            ValueError: the log has a line that is no action.
        """
        for _ in self.replaying(log):
            pass

    def replaying(self, log: Iterable[LogEntry]) -> Iterator[None]:
        """The same in slices: a long match takes seconds, and others want their turn between two of them.

        Raises:
            IllegalAction: the log does not fit the rules.
            ValueError: the log has a line that is no action.
        """
        entries = list(log)
        if self.record.status is Status.LOBBY or (self.record.status is Status.CANCELLED and not entries):
            return  # no match has begun
        there = yield from replaying(self.game, self.record.seats, entries)
        self._state, self._asked, self.questions, self._past, self._briefing, self._deal_end = there
        self._view = None
        self._shuffles = shuffles_after(Shuffles(), entries)
        self._began_at = entries[0].at if entries else None
        self.changed_at = entries[-1].at if entries else self.changed_at
        if self.record.status is not Status.PLAYING:
            self.questions = NOTHING_ASKED
        revision = max((entry.revision for entry in entries), default=0)
        self.record = self.record._replace(revision=max(self.record.revision, revision))
        self.plans, self.scene_began = {}, self.record.revision

    def begin_window_anew(self, now: float) -> None:
        """Let the clock, and computers that may call, take their time from now on, if a window is open."""
        if self.questions.wait is not None:
            others = set(self.questions.by_seat) - set(self.people_asked())
            self.questions = self.questions.begun_anew(others, now)

    def read_again(self, record: TableRecord | None, log: Iterable[LogEntry]) -> None:
        """Become what is stored; without a record the table is not open any more."""
        self.replace_record(record or self.record._replace(status=Status.CANCELLED))
        self.voting = NO_VOTES
        self.is_in_doubt = False
        self.replay(log)
        if record is None and self.game.outcome(self._state) is not None:
            self.record = self.record._replace(status=Status.FINISHED)
