"""Actions of players in a match: answers, plans, the next deal, phrases; and referees' rulings."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.common.errors import NotStarted, NotYourTurn, Refused, Stale, TooLate
from bot.models.endings import Managed
from bot.models.stored_results import Results
from bot.models.stored_tables import Status
from bot.table.desk.changing import AtDesk, at_table, audit_entry, shown_hand
from bot.table.desk.phrases import Phrase, Said, with_one_more
from bot.table.desk.shown import ShownHand, ShownTable
from bot.table.desk.steps import deal_step
from bot.table.desk.table import Table
from bot.table.turns.ahead import Plan, fits
from rules.core.actions import Action, Shout
from rules.core.decisions import REFEREE, Seat

AWAY: Final = "A computer plays for you. *My hand* takes your seat back."
NOT_NOW: Final = "That can't be decided ahead now. Open *My hand* and choose again."
NO_PHRASES: Final = "The host has turned phrases off at this table."


class Play(AtDesk):
    """Actions of players and rulings of referees in a match."""

    @at_table
    async def act(
        self,
        table: Table,
        user_id: int,
        action: Action,
        *,
        table_id: int | None = None,
        revision: int | None = None,
        stamp: int = 0,
    ) -> ShownHand:
        """Let a person answer the question asked of their seat; returns what that person sees then.

        ``stamp`` is when that was, in milliseconds since the epoch, as Discord says: in a race it decides.

        Raises:
            Refused: no match, not seated, not asked, or the control is to another question.
            IllegalAction: the rules do not allow it.
        """
        if isinstance(action, Shout):
            stamp = round(1000 * self.desk.now.counted(stamp / 1000))
            seat, action = _calling_seat(table, user_id, table_id, revision, stamp), Shout(stamp)
        else:
            seat = table.answering_seat(user_id, table_id, revision)
        return shown_hand(table, seat, user_id, await self.desk.act(table, seat, action, user_id))

    @at_table
    async def next_deal(
        self, table: Table, user_id: int, *, table_id: int | None = None, revision: int | None = None
    ) -> ShownHand:
        """Deal the next cards because a player asks for them; returns what that player sees then.

        Where they were dealt already nothing changes. With ``revision``, which a control carries, only
        the cards after the deal it was drawn for.

        Raises:
            Refused: no match, not seated, or the others continued without the player.
        """
        seat = table.playing_seat(user_id, table_id)
        if table.clock.may_deal(revision, table.revision):
            table.check_may_come_back(seat, self.desk.turn_time)
            dealt = deal_step(table, seat, self.desk.now(), self.desk.random)
            await self.desk.carry_out_for_people(table, dealt)
        return self.desk.hand(table, seat, user_id)

    @at_table
    async def plan(
        self, table: Table, user_id: int, plan: Plan | None, *, table_id: int, revision: int
    ) -> ShownHand:
        """Store a player's plan for their turn; None drops it. No listener is notified.

        Raises:
            Stale: the control was drawn for an earlier trick or auction, or it is the player's turn by now.
            Refused: no match, not seated, a computer plays for them, or that can't be decided now.
        """
        seat = table.playing_seat(user_id, table_id)
        if revision < table.scene_began or seat in table.clock.questions.by_seat:
            raise Stale
        if table.record.seats[seat].computer is not None:
            raise Refused(AWAY)
        if plan is not None and not fits(plan, table.match.seat_view(seat)):
            raise Refused(NOT_NOW)
        others = {other: kept for other, kept in table.plans.items() if other != seat}
        table.plans = others if plan is None else {**others, seat: plan}
        return self.desk.hand(table, seat, user_id)

    @at_table
    async def say(
        self, table: Table, user_id: int, phrase: Phrase, *, table_id: int | None = None
    ) -> ShownTable:
        """Let a player say a phrase in a match; it is kept in memory only.

        Raises:
            Refused: no match, not seated, or the host has turned phrases off.
        """
        seat = table.playing_seat(user_id, table_id)
        if not table.record.allowed.phrases:
            raise Refused(NO_PHRASES)
        table.said = with_one_more(table.said, Said(seat, user_id, phrase, self.desk.now()))
        return self.desk.tell(table)

    @at_table
    async def rule(
        self, table: Table, user_id: int, action: Action, *, revision: int | None = None, reason: str = ""
    ) -> ShownTable:
        """Carry out a referee's ruling, with an audit entry; the caller checks the permission.

        Raises:
            Refused: there is no match.
            IllegalAction: the ruling does not fit what is going on.
        """
        table.check(revision=revision)
        if table.record.status is not Status.PLAYING:
            raise NotStarted
        step = table.step_of(REFEREE, action, user_id, self.desk.now(), self.desk.random, self.desk.turn_time)
        ruled = audit_entry(table.record, user_id, Managed.RULED, self.desk.now(), reason)
        results = replace(step.results or Results(), audit=ruled)
        return await self.desk.carry_out_for_people(table, step._replace(results=results))


def _calling_seat(table: Table, user_id: int, table_id: int | None, revision: int | None, stamp: int) -> Seat:
    """The seat of a person who calls in a race; ``stamp``, in epoch ms, counts only without ``revision``.

    Raises:
        TooLate: nothing may be called by that person now, or could at that time.
        Refused: there is no such table or match, or the person does not sit here.
    """
    try:
        seat = table.answering_seat(user_id, table_id, revision)
    except (Stale, NotYourTurn):
        raise TooLate from None
    if revision is None:
        table.clock.questions.check_call(seat, stamp)
    return seat
