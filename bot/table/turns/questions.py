"""Open questions by seat, and the clock of a table that holds them.

A press is stale only if its own seat's question has changed.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from random import Random
from typing import Final, NamedTuple

from bot.common.errors import TooLate
from rules.core.decisions import CHANCE, CLOCK, Decision, Decisions, Seat, Wait

ON_ITS_WAY: Final = 3000
"""Milliseconds a call may be on its way: Discord gives up what is not answered by then."""

# The times of people are skewed to the right and close to lognormal. To see that a card asks for a press
# takes 0.38 s (Laming, "Information Theory of Choice-Reaction Times", 1968); moving the pointer takes
# about as long again, and card and press travel some 0.5 s (both estimates): 1.3 s of the 3 s of Tens. A
# longer window means slower people or a harder question, so the time grows with it.
MEDIAN: Final = 0.43
"""Share of the window in which half of all presses come."""
SPREAD: Final = 0.3
"""Standard deviation of the logarithm: one in six presses takes longer than 1.35 times the median."""
LATEST: Final = 0.95
"""Share of the window by which every press has come: no computer that means to call is too late."""


class Question(NamedTuple):
    """A question to a seat, the revision of the table it arose with, and when that was."""

    decision: Decision
    revision: int
    at: float
    """Seconds since the epoch; later if a computer or window restarted."""
    asked_at: float
    """When the seat was asked; a stand-in does not change it."""


class Questions(NamedTuple):
    """The open questions of a table."""

    by_seat: Mapping[Seat, Question]

    @property
    def wait(self) -> Wait | None:
        """The wait the clock is asked for; None without one."""
        question = self.by_seat.get(CLOCK)
        return question.decision if question and isinstance(question.decision, Wait) else None

    def is_asked(self, seat: Seat, revision: int, present: int) -> bool:
        """Whether an answer drawn at a revision is to the question the seat is asked at the present one."""
        question = self.by_seat.get(seat)
        return question is not None and question.revision <= revision <= present

    def check_call(self, seat: Seat, stamp: int) -> None:
        """Check that a call without a control was made for the question the seat is asked now.

        ``stamp`` is when it was made, in epoch milliseconds.

        Raises:
            TooLate: it was made up to ``ON_ITS_WAY`` ms before that question was asked.
        """
        question = self.by_seat.get(seat)
        if question is not None and 0 < int(1000 * question.at) - stamp <= ON_ITS_WAY:
            raise TooLate

    def reaction(self, seat: Seat, random: Random, now: float) -> int:
        """When a computer presses, in epoch milliseconds: in a race after a human reaction time, else now."""
        question, wait = self.by_seat.get(seat), self.wait
        if question is None or wait is None:
            return int(1000 * now)
        return int(1000 * (question.at + wait.seconds * reaction(random)))

    def after(self, acted: Collection[Seat], decisions: Decisions, revision: int, at: float) -> Questions:
        """The questions after some seats have acted.

        Unchanged questions of other seats keep their times; the seats in ``acted`` have new ones, even if
        the question reads the same.
        """
        asked = {seat: Question(decision, revision, at, at) for seat, decision in decisions.items()}
        for seat, question in self.by_seat.items():
            if seat not in acted and decisions.get(seat) == question.decision:
                asked[seat] = question
        return Questions(asked)

    def restarted_for(self, seats: Collection[Seat], at: float) -> Questions:
        """The questions with a new ``at`` for some seats; ``asked_at`` stays."""
        again = {seat: one._replace(at=at) for seat, one in self.by_seat.items() if seat in seats}
        return Questions({**self.by_seat, **again})

    def restarted(self, at: float) -> Questions:
        """The questions as if all of them were asked only now."""
        return Questions({seat: one._replace(at=at, asked_at=at) for seat, one in self.by_seat.items()})


NOTHING_ASKED: Final = Questions({})


def reaction(random: Random) -> float:
    """A random share of a window, at most ``LATEST``, after which a computer presses."""
    return min(LATEST, MEDIAN * random.lognormvariate(0.0, SPREAD))


class TableClock:
    """Times of one table. All but ``changed_at`` and questions are lost at a restart."""

    def __init__(self, created_at: float) -> None:
        self.questions = NOTHING_ASKED
        """Open questions by seat; empty outside a match."""
        self.changed_at = created_at
        """When the match last changed, or the table was opened, in epoch seconds."""
        self.came_back: dict[Seat, float] = {}
        """When the players of seats came back in the present turn."""
        self.pressed_at: dict[int, float] = {}
        """When users last pressed or typed something here, in epoch seconds, by user id."""
        self.is_paused = False
        """Whether the table is paused until it is needed."""
        self.is_kept_going = False
        """Whether computers play on after every person has left: others wait for the table."""
        self.trick_taken_at: float | None = None
        """When the last act took a trick, in epoch seconds; None if it did not, or before a restart."""
        self.needed_at = float("-inf")
        """When the table was last needed, by the loop's clock."""
        self.taken_up_at = float("-inf")
        """When it was loaded after a restart, by the loop's clock."""

    @property
    def is_between_deals(self) -> bool:
        """Whether a deal is over, and the next one is not dealt yet."""
        return CHANCE in self.questions.by_seat

    def may_deal(self, revision: int | None, present: int) -> bool:
        """Whether the next deal is due, and not dealt since a control was drawn at ``revision``.

        ``present`` is the revision of the table; without ``revision`` any control will do.
        """
        return self.is_between_deals and (
            revision is None or self.questions.is_asked(CHANCE, revision, present)
        )

    def come_back(self, seat: Seat, now: float) -> None:
        """Note that the player of a seat has just come back, if it is asked."""
        if seat in self.questions.by_seat:
            self.came_back[seat] = now

    def resume(self, now: float) -> None:
        """End a pause; all questions count as asked now."""
        self.is_paused = False
        self.questions = self.questions.restarted(now)

    def leave_to_computers(self, now: float) -> None:
        """Let computers play on without people; due times count from now on."""
        self.is_kept_going = True
        self.changed_at = now
        self.questions = self.questions.restarted(now)

    def restart_question(self, seat: Seat, now: float) -> None:
        """Restart a seat's open question, for a computer that has just stepped in."""
        self.questions = self.questions.restarted_for({seat}, now)
