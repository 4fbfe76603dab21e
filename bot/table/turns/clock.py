"""The clock of a table: open questions, pauses, when it was last needed."""

from __future__ import annotations

from bot.table.turns.questions import NOTHING_ASKED
from rules.core.decisions import CHANCE, Seat


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
