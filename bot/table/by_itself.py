"""What is played for people who are there: as they have chosen, and as their own act."""

from __future__ import annotations

from typing import Final

from bot.common.errors import Refused, Stale
from bot.table.acting import Acting, unbroken
from bot.table.ahead import Plan, fits
from bot.table.shown import ShownHand
from bot.table.table import Table
from rules.core.actions import Action
from rules.core.decisions import Seat

AWAY: Final = "A computer plays for you. *My hand* takes your seat back."
NOT_NOW: Final = "That can't be decided ahead now. Open *My hand* and choose again."


class ByItself(Acting):
    """The open tables, and what happens there without a press of the player whose act it is."""

    @unbroken
    async def plan(
        self, channel_id: int, user_id: int, plan: Plan | None, *, table_id: int, revision: int
    ) -> ShownHand:
        """Keep what a player decides before it is their turn, or with None nothing any more. Nobody is told.

        Raises:
            Stale: the control was drawn for an earlier trick or auction, or it is the player's turn by now.
            Refused: no match, not seated, a computer plays for them, or that can't be decided now.
        """
        table = await self.awake(channel_id)
        async with self._changes.of(table):
            seat = table.playing_seat(user_id, table_id)
            if revision < table.scene_began or seat in table.questions.by_seat:
                raise Stale
            if table.record.seats[seat].computer is not None:
                raise Refused(AWAY)
            if plan is not None and not fits(plan, table.seat_view(seat)):
                raise Refused(NOT_NOW)
            others = {other: kept for other, kept in table.plans.items() if other != seat}
            table.plans = others if plan is None else {**others, seat: plan}
            return self._hand(table, seat)

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
            await self._changes.carry_out(table, step._replace(is_no_answer=True))
            return True
