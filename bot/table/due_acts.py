"""Actions without a press: of computers, of the clock, planned by players; the end of deserted tables."""

from __future__ import annotations

from bot.models.endings import Ending, Leaving
from bot.models.stored_tables import Status
from bot.table.desk.changing import AtDesk, unbroken
from bot.table.desk.steps import deal_step
from bot.table.desk.table import Table
from bot.table.match.standing_in import STAND_IN
from bot.table.turns.time_limit import SLACK
from rules.core.actions import Action, CallTime, Shout
from rules.core.decisions import CLOCK, Seat


class DueActs(AtDesk):
    """Actions at a table that are due by time."""

    @unbroken
    async def next_deal_in_time(self, table: Table, revision: int) -> None:
        """Deal after the pause between deals, if that was not done since ``revision``."""
        async with self.desk.holding(table):
            if table.clock.may_deal(revision, table.revision):
                await self.desk.carry_out(table, deal_step(table, None, self.desk.now(), self.desk.random))

    @unbroken
    async def act_for_computer(self, table: Table, seat: Seat, action: Action, revision: int) -> bool:
        """Carry out a computer's answer. Returns False if its question is stale, or a person has the seat.

        In a race it takes a human reaction time.
        """
        async with self.desk.holding(table):
            asked = table.clock.questions
            if not asked.is_asked(seat, revision, table.revision) or not table.record.seats[seat].computer:
                return False
            made_at = asked.reaction(seat, self.desk.random, self.desk.now())
            await self.desk.act(table, seat, Shout(made_at) if isinstance(action, Shout) else action)
            return True

    @unbroken
    async def act_for_clock(self, table: Table, revision: int) -> bool:
        """Carry out the clock's answer when its window closes. Returns False if the question is stale."""
        async with self.desk.holding(table):
            wait = table.clock.questions.wait
            if wait is None or not table.clock.questions.is_asked(CLOCK, revision, table.revision):
                return False
            await self.desk.act(table, CLOCK, wait.action)
            return True

    @unbroken
    async def call_time(self, table: Table) -> None:
        """Let the clock call time in a match that is played by it, unless that is over by now."""
        async with self.desk.holding(table):
            if table.time_is_up_at is not None:
                await self.desk.act(table, CLOCK, CallTime())

    def forget_phrases(self, table: Table) -> None:
        """Drop expired phrases, and notify listeners."""
        now = self.desk.now() + SLACK
        table.said = tuple(one for one in table.said if one.ends_at > now)
        self.desk.tell(table)

    @unbroken
    async def end_deserted(self, table: Table) -> None:
        """Close a table at its deadline without play, unless a player has acted since.

        In a league match computers play on instead: absence must not end it.
        """
        async with self.desk.holding(table):
            ends_at = table.ends_at(self.desk.turn_time)
            if ends_at is None or ends_at > self.desk.now() + SLACK:
                return
            if table.record.status is not Status.PLAYING or table.record.leaving is not Leaving.FORFEIT:
                await self.desk.close(table, table.record.closed(Ending.DESERTED))
                return
            record = table.record
            for seat in table.people_asked():
                record = record.with_computer(seat, STAND_IN)
            await self.desk.save(table, record)
            table.clock.leave_to_computers(self.desk.now())
            self.desk.resume_for_people(table)
            self.desk.tell(table)

    @unbroken
    async def act_for_player(self, table: Table, seat: Seat, action: Action, revision: int) -> bool:
        """Carry out an automatic action of a present player. Returns False if they are away or it is stale.

        Raises:
            IllegalAction: the rules do not allow it.
        """
        async with self.desk.holding(table):
            who = table.record.seats[seat]
            is_there = who.user_id is not None and who.computer is None
            if not is_there or not table.clock.questions.is_asked(seat, revision, table.revision):
                return False
            await self.desk.act(table, seat, action, who.user_id, is_answer=False)
            return True
