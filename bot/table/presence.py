"""Presence of players: leaving, coming back, stand-ins, deleted users."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from typing import Final

from bot.common.errors import Refused
from bot.common.text import FORMER_PLAYER
from bot.models.endings import Ending, Managed
from bot.models.former_players import Forgetting
from bot.models.stored_tables import Away, SeatRecord, Status, TableRecord
from bot.table.desk.agreement import OUT_ALREADY, Proposal, in_or_out
from bot.table.desk.changing import AtDesk, at_table, audit_entry, unbroken
from bot.table.desk.shown import ShownHand, ShownTable
from bot.table.desk.table import Table
from bot.table.lobby.before_match import Person, checked_seat
from bot.table.lobby.seating import StandUp
from bot.table.match.standing_in import STAND_IN
from rules.core.decisions import Seat

AWAY_ALREADY: Final = "A computer is playing for you. *My hand* takes your seat back."


class Presence(AtDesk):
    """Changes of who answers for a seat: its player, or a computer that stands in."""

    @unbroken
    async def stand_in(
        self, channel_id: int, seat: Seat, kind: str, revision: int | None = None, *, is_late: bool = False
    ) -> ShownTable:
        """Let a computer of ``kind`` answer for a player until they come back; ``is_late`` counts a timeout.

        Raises:
            Refused: the table has moved on, or no person answers for the seat.
        """
        table = await self.desk.awake(channel_id, is_needed=not is_late)
        async with self.desk.holding(table):
            table.check(revision=revision)
            who = table.record.seats[checked_seat(table.record, seat)]
            if who.user_id is None or who.computer is not None:
                raise Refused(table.why_kept(seat, self.desk.turn_time) or AWAY_ALREADY)
            charged = table.charged(seat, self.desk.now(), self.desk.turn_time)
            record = charged if charged.seats[seat].ran_out > who.ran_out else table.record
            if is_late:
                late = record.seats[seat]
                record = record.with_seat(seat, replace(late, timed_out=late.timed_out + 1))
            away = Away(self.desk.now.today(), is_late)
            await self.desk.save(table, record.with_computer(seat, kind, away))
            table.clock.restart_question(seat, self.desk.now())
            return self.desk.tell(table)

    def note_press(self, channel_id: int, user_id: int) -> None:
        """Note that a user pressed or typed something in a channel: they need no reminder now."""
        table = self.desk.tables.loaded.get(channel_id)
        if table is not None:
            table.clock.pressed_at[user_id] = self.desk.now()

    async def leave(self, channel_id: int, user_id: int, kind: str) -> ShownTable:
        """Leave a running match: a computer of ``kind`` plays on, and the seat may be taken back.

        Raises:
            Refused: no match, not seated, or away already.
        """
        table = await self.desk.awake(channel_id)
        return await self.stand_in(channel_id, table.playing_seat(user_id, None), kind)

    async def come_back(self, channel_id: int, user_id: int, *, table_id: int | None = None) -> ShownHand:
        """A user's hand; takes the seat back from a stand-in, unless the computer keeps it.

        Raises:
            Refused: no such table, not seated, or no match.
        """
        table = await self.desk.awake(channel_id)
        table.check(table_id)
        seat = table.own_seat(user_id)
        if table.record.seats[seat].is_away:
            await self._come_back(table, seat)
        return self.desk.hand(table, seat, user_id)

    @unbroken
    async def _come_back(self, table: Table, seat: Seat) -> None:
        async with self.desk.holding(table):
            table.check()
            if table.record.seats[seat].is_away and table.why_kept(seat, self.desk.turn_time) is None:
                await self.desk.save(table, table.record.with_computer(seat, None))
                table.clock.come_back(seat, self.desk.now())
                self.desk.tell(table)
                self.desk.resume_for_people(table)

    @at_table
    async def remove(self, table: Table, user_id: int, by: Person, reason: str = "") -> ShownTable:
        """Remove a player for a manager of the server, with an audit entry.

        A lobby's seat is free, and only its host lets them sit down again. In a match a computer plays for
        them to the end, as after a vote to continue without them.

        Raises:
            Refused: they do not sit there, or a computer has their seat to the end already.
        """
        table.check()
        seat, removed = table.own_seat(user_id), Person(user_id, table.names()[user_id])
        audit = audit_entry(table.record, by.id, Managed.REMOVED, self.desk.now(), reason)
        audit = audit._replace(removed=user_id)
        if table.record.status is Status.LOBBY:
            left = StandUp(user_id).applied_to(table.record)
            left = left if left.ended is None else left.closed(Ending.MANAGER, by.id)
            await self.desk.save(table, left, audit)
            table.lobby_news = table.lobby_news.removing(by, removed)
        else:
            proposal = Proposal("without", seat)
            if table.record.seats[seat].is_out:
                raise Refused(OUT_ALREADY)
            await self.desk.save(table, in_or_out(table.record, proposal), audit)
            table.clock.restart_question(seat, self.desk.now())
        return self.desk.tell(table)

    @unbroken
    async def forget(self, table_ids: Iterable[int], who: Forgetting) -> None:
        """Remove a deleted user from open tables, and from the news and votes of all loaded ones.

        Raises:
            StoreError: one could not be changed.
        """
        for table_id in table_ids:
            channel_id = self.desk.tables.channel_of(table_id)
            if channel_id is not None:
                with suppress(Refused):
                    await self._forget_at(await self.desk.awake(channel_id), who)
        for table in self.desk.live_tables:
            news = table.lobby_news.without(who.user_id)
            voting = table.voting.without(who.user_id)
            if (news, voting) != (table.lobby_news, table.voting):
                table.lobby_news, table.voting = news, voting
                self.desk.tell(table)

    @unbroken
    async def reload_tables(self, table_ids: Iterable[int]) -> None:
        """Reload those tables that are in memory: their stored logs have been edited.

        Raises:
            StoreError: one could not be read.
        """
        wanted = set(table_ids)
        for table in [one for one in self.desk.live_tables if one.record.id in wanted]:
            with suppress(Refused):  # it is over by now, or damaged and quarantined
                async with self.desk.holding(table):
                    table.check()
                    await self.desk.read_again(table)

    async def _forget_at(self, table: Table, who: Forgetting) -> None:
        async with self.desk.holding(table):
            table.check()
            seat = table.record.seat_of(who.user_id)
            left = without_user(table.record, who.user_id, who.former_id)
            if left.ended is not None:
                await self.desk.close(table, left)
                return
            await self.desk.save(table, left)
            if seat is not None and table.record.status is Status.PLAYING:
                table.clock.restart_question(seat, self.desk.now())
            self.desk.tell(table)

    async def keep_going(self, channel_id: int) -> None:
        """Let computers finish a table that every person has left, because others wait for it.

        Raises:
            NoTable: there is none.
        """
        table = await self.desk.awake(channel_id)
        table.clock.is_kept_going = True
        self.desk.resume_for_people(table)


def without_user(table: TableRecord, user_id: int, former_id: int) -> TableRecord:
    """An open table's record without a user, their kept seat and hosting; closed if no person is left.

    In a match they are a former player, who has left for good.
    """
    seat = table.seat_of(user_id)
    if table.status is Status.LOBBY and seat is not None:
        table = StandUp(user_id).applied_to(table)
    elif seat is not None:
        left_with = table.seats[seat].left_with
        former = SeatRecord(
            *(former_id, FORMER_PLAYER, STAND_IN), is_out=True, is_former=True, left_with=left_with
        )
        table = table.with_seat(seat, former)
    kept = table.kept_for(user_id)
    if kept is not None:
        table = table.with_seat(kept, replace(table.seats[kept], kept=None))
    people = [who.user_id for who in table.seats if who.user_id is not None and not who.is_former]
    host = table.host_id if table.host_id != user_id else next(iter(people), former_id)
    left = table._replace(host_id=host)
    left = left if left.ended_by != user_id else left._replace(ended_by=former_id)
    return left if people else left.closed(Ending.FORGOTTEN)
