"""What is played for people who are there: as they have chosen, and as their own act."""

from __future__ import annotations

from bot.play.acting import Acting, unbroken
from bot.play.table import Table
from rules.core.actions import Action
from rules.core.decisions import Seat


class ByItself(Acting):
    """The open tables, and what happens there without a press of the player whose act it is."""

    @unbroken
    async def act_for_player(self, table: Table, seat: Seat, action: Action, revision: int) -> bool:
        """Carry out the answer of a person, unless they are away, or asked something else by now.

        Raises:
            IllegalAction: the rules do not allow it.
        """
        async with self._changes.of(table):
            who = table.record.seats[seat]
            is_there = who.user_id is not None and who.computer is None
            if not is_there or not table.questions.is_asked(seat, revision, table.revision):
                return False
            step = table.step(seat, action, who.user_id, self.now(), self._random, self.turn_time)
            await self._changes.carry_out(table, step)
            return True
