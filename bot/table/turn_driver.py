"""Turns without a press: computers answer at a human pace, idle players are reminded.

An idle table is unloaded until something is due or it is needed.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from math import inf
from typing import Final

from bot.common.background import Listeners
from bot.common.errors import Refused, StoreError
from bot.common.shards import Shards
from bot.computers.worker import ComputerPlayers
from bot.database.remembered import Remembered
from bot.models.endings import Ending
from bot.models.stored_tables import Status, UnloadedTable
from bot.table.alarms import RETRY_AFTER, Alarms, StoreRetries
from bot.table.desk.present import begin_window_again
from bot.table.desk.shown import ShownTable, Update
from bot.table.desk.table import Table, shown_table
from bot.table.dues import Dues, Paces, Thought
from bot.table.manager import GameManager
from bot.table.match.standing_in import STAND_IN
from bot.table.turns.time_limit import SLACK
from rules.core.decisions import Seat

log = logging.getLogger(__name__)

UNLOAD_AFTER: Final = 120.0
"""Idle seconds after which a table is unloaded."""
SOON: Final = 5.0
"""Seconds a table stays in memory that was only looked at."""
LONG_PAUSE: Final = 60.0
"""Seconds without Discord after which all deadlines of people are extended, as after a restart."""
Reminder = Callable[[ShownTable, tuple[Seat, ...]], None]


class Turns:
    """Drives computers and the turn clock, by one alarm a table, set to the table's next due time."""

    def __init__(
        self, manager: GameManager, computers: ComputerPlayers, paces: Paces, shards: Shards
    ) -> None:
        self._manager = manager
        self._computers = computers
        self._paces = paces
        self._shards = shards
        self._dues = Dues(manager, paces)
        self._alarms = Alarms(self._ring, self._is_in_use)
        self._retries = StoreRetries(Remembered(manager.desk.database).is_writable, self._alarms.set)
        self._reminders = Listeners[Reminder]()
        self.on_reminder: Final = self._reminders.add
        """Register a callback, given a table and the seats to remind; returns how to unregister it."""
        self._paused_at: dict[int, float] = dict.fromkeys(range(shards.count), -inf)
        """When each shard became unreachable, by the loop's clock; only shards that are unreachable."""
        self._idle_alarms: set[int] = set()
        """Tables with an alarm for unloading, not for a turn."""
        manager.desk.listen(self._on_update)
        manager.desk.waking.on_wake(self._on_wake)

    def pause(self, shard_id: int | None = None) -> None:
        """Stop computers, clocks and reminders of a shard's tables, or of all, while it is unreachable."""
        self._manager.desk.now.follow()
        now = asyncio.get_running_loop().time()
        for shard in self._shards.mine if shard_id is None else (shard_id,):
            self._paused_at.setdefault(shard, now)
        for table in self._manager.desk.live_tables:
            if self._is_paused(table.record.guild_id):
                self._alarms.cancel(table.record.id)
        for unloaded in self._manager.desk.tables.unloaded_tables:
            if self._is_paused(unloaded.guild_id):
                self._alarms.cancel(unloaded.table_id)

    def resume(self, shard_id: int | None = None) -> None:
        """Set the alarms of a shard's tables, or of all this process has; an open window starts again.

        After a restart or a long pause all deadlines of people are extended.
        """
        self._manager.desk.now.follow()
        now = asyncio.get_running_loop().time()
        shards = self._shards.mine if shard_id is None else {shard_id}
        paused_at = [self._paused_at.pop(shard, now) for shard in shards]
        if now - min(paused_at) >= LONG_PAUSE:
            self._manager.prolong()
        for table in self._manager.desk.live_tables:
            if self._shards.of(table.record.guild_id) in shards:
                begin_window_again(table, self._manager.desk.now())
                self._set_alarm(table)
        for unloaded in self._manager.desk.tables.unloaded_tables:
            if self._shards.of(unloaded.guild_id) not in shards:
                continue
            if self._has_unknown_due(unloaded):
                self._alarms.set(unloaded.table_id, 0)
            else:
                self._set_alarm_of_unloaded(unloaded)

    async def hide(self, table_id: int) -> None:
        """Pause a table that Discord does not show, until a player acts there.

        After a day of that it ends.

        Raises:
            StoreError: a restart will not know since when.
        """
        if self._manager.reading.channel_of(table_id) is None:
            return  # it is over already
        self._dues.hidden.add(table_id)
        try:
            await self._manager.unseen.begin(table_id)
        finally:
            table = self._manager.desk.tables.find(table_id)
            if table is not None:
                self._manager.desk.pause(table)

    async def reveal(self, table_id: int) -> None:
        """Note that Discord shows a table again, and end its pause.

        Raises:
            StoreError: a restart will not know of that.
        """
        table = self._manager.desk.tables.find(table_id)
        if table_id in self._dues.hidden and table is not None and table.clock.is_paused:
            self._manager.desk.resume(table)
        self._dues.hidden.discard(table_id)
        await self._manager.unseen.end(table_id)

    def look_again(self, table_id: int) -> None:
        """Reschedule a table after its players changed personal settings."""
        table = self._manager.desk.tables.find(table_id)
        if table is not None:
            self._set_alarm(table)

    async def close(self) -> None:
        """Stop for good: cancel all alarms, running callbacks and retries."""
        await self._retries.close()
        await self._alarms.close()

    def _has_unknown_due(self, unloaded: UnloadedTable) -> bool:
        """Whether an unloaded table has no stored due time: the bot stopped abruptly."""
        is_of_earlier_version = unloaded.due_at is None and self._manager.desk.turn_time.lobby > 0
        return not unloaded.is_known or is_of_earlier_version

    def _is_in_use(self, table_id: int) -> bool:
        """Whether a person has used a loaded table in the last ``UNLOAD_AFTER`` seconds."""
        table, now = self._manager.desk.tables.find(table_id), asyncio.get_running_loop().time()
        return table is not None and now - table.clock.needed_at < UNLOAD_AFTER

    def _on_update(self, update: Update) -> None:
        table = self._manager.desk.tables.loaded.get(update.table.place.channel_id)
        if table is not None and table.record.id == update.table.id:
            self._set_alarm(table)
        elif not update.table.is_open:  # else it has just been unloaded, and has its alarm
            self._alarms.cancel(update.table.id)
            self._idle_alarms.discard(update.table.id)
            self._dues.forget(update.table.id)

    def _on_wake(self, table: Table) -> None:
        is_left = self._is_deserted(table) and not table.of_evening  # an evening has computers play on
        table.clock.is_paused = is_left or table.record.id in self._dues.hidden
        self._set_alarm(table)

    def _set_alarm(self, table: Table, unload_after: float = UNLOAD_AFTER) -> None:
        table_id, due, now = table.record.id, self._dues.next_at(table), self._manager.desk.now()
        self._idle_alarms.discard(table_id)
        if self._is_paused(table.record.guild_id):
            self._alarms.cancel(table_id)
        elif due is not None and due - now <= UNLOAD_AFTER:
            self._alarms.set(table_id, due - now)
        else:
            self._alarms.set(table_id, unload_after)
            self._idle_alarms.add(table_id)

    def _set_alarm_of_unloaded(self, unloaded: UnloadedTable) -> None:
        if unloaded.is_known and unloaded.due_at is not None and not self._is_paused(unloaded.guild_id):
            self._alarms.set(unloaded.table_id, unloaded.due_at - self._manager.desk.now())

    def _is_paused(self, guild_id: int) -> bool:
        return self._shards.of(guild_id) in self._paused_at

    async def _ring(self, table_id: int) -> None:
        table, due_by = self._manager.desk.tables.find(table_id), self._manager.desk.now() + SLACK
        if table is None:
            await self._wake(table_id)
        elif self._is_paused(table.record.guild_id):
            return
        elif table_id in self._idle_alarms:
            await self._unload_idle(table)
        elif table.is_in_doubt:
            await self._take_turn(table)
        elif table.said and table.said[0].ends_at <= due_by:
            self._manager.due.forget_phrases(table)
        elif (ends_at := self._dues.unseen_until(table)) and ends_at <= due_by:
            await self._end(table, Ending.UNSEEN)
        elif (ends_at := table.ends_at(self._manager.desk.turn_time)) and ends_at <= due_by:
            await self._end(table, Ending.DESERTED)
        elif self._is_deserted(table):
            self._manager.desk.pause(table)
        elif table.record.status is Status.PLAYING:
            await self._take_turn(table)
        else:  # a lobby's, early by a step of the clock
            self._set_alarm(table)

    async def _end(self, table: Table, ending: Ending) -> None:
        try:
            if ending is Ending.DESERTED:
                await self._manager.due.end_deserted(table)
            else:
                await self._manager.close_table(table.record.channel_id, ending)
        except Refused:
            return
        except StoreError as error:
            log.error("table %d stays open: %s", table.record.id, error)
            self._retries.add(table.record.id)

    def _is_deserted(self, table: Table) -> bool:
        """Whether every person has left a match for at least ``pause_after`` seconds; or a game for one."""
        is_left = table.record.status is Status.PLAYING and table.waits_for_people
        if not self._paces.pause_after or not is_left:
            return False
        quiet_since = max(table.clock.needed_at, table.clock.taken_up_at)
        pause_after = self._paces.pause_after if len(table.record.seats) > 1 else 0
        return asyncio.get_running_loop().time() - quiet_since >= pause_after

    async def _wake(self, table_id: int) -> None:
        """Load a table and set its alarm; retried after a store error."""
        channel_id = self._manager.reading.channel_of(table_id)
        if channel_id is None:
            return
        try:
            table = await self._manager.desk.awake(channel_id, is_needed=False)
            self._set_alarm(table, unload_after=SOON)
        except StoreError as error:
            log.error("table %d waits: %s", table_id, error)
            self._retries.add(table_id)
        except Refused:
            return

    async def _unload_idle(self, table: Table) -> None:
        """Unload an idle table."""
        due = self._dues.next_at(table)
        if due is not None and due - self._manager.desk.now() <= UNLOAD_AFTER:
            self._set_alarm(table)
            return
        try:
            unloaded = await self._manager.unload_if_idle(table, due, UNLOAD_AFTER)
        except StoreError as error:
            log.error("table %d stays awake: %s", table.record.id, error)
            unloaded = None
        if unloaded is None:
            self._set_alarm(table)
        else:
            self._set_alarm_of_unloaded(unloaded)

    async def _take_turn(self, table: Table) -> None:
        table_id = table.record.id
        try:
            await self._do_what_is_due(table)
        except StoreError as error:
            log.error("table %d waits: %s", table_id, error)
            self._retries.add(table_id)
        except Refused:
            self._set_alarm(table)
        except Exception as error:  # noqa: BLE001  (the table must continue; the message may name cards)
            log.error("table %d waits: a turn failed (%s)", table_id, type(error).__name__)
            is_not_asking = table.computer_to_ask() is None and table.clock.questions.wait is None
            if is_not_asking and not table.clock.is_between_deals:
                self._set_alarm(table)
            else:
                self._alarms.set(table_id, RETRY_AFTER)

    async def _do_what_is_due(self, table: Table) -> None:
        if table.is_in_doubt:
            async with self._manager.desk.holding(table):  # reads it again, and sets the next alarm
                return
        clock, computer = self._dues.of_clock(table), self._dues.of_computer(table)
        now, time_is_up_at = self._manager.desk.now(), table.time_is_up_at
        deal_at = table.next_deal_at(self._manager.desk.turn_time)
        others = [due for due in (*self._dues.of_turns(table), deal_at) if due is not None]
        vote_ends_at = table.voting.due(table.record)
        if vote_ends_at is not None and vote_ends_at <= now + SLACK:
            await self._manager.votes.count_vote(table)
        elif time_is_up_at is not None and time_is_up_at <= max(now, min(others, default=inf)):
            await self._manager.due.call_time(table)
        elif deal_at is not None and deal_at <= now + SLACK:
            await self._manager.due.next_deal_in_time(table, table.revision)
        elif (own := self._dues.own_act(table)) is not None and own.at <= now + SLACK:
            await self._manager.due.act_for_player(table, own.seat, own.action, table.revision)
        elif clock is not None and (computer is None or clock <= max(computer, now)):
            await self._manager.due.act_for_clock(table, table.revision)
        elif (seat := table.computer_to_ask()) is not None:
            if clock is not None:
                self._alarms.set(table.record.id, clock - now)
            await self._let_computer_answer(table, seat)
        elif seats := [seat for seat, at in self._dues.reminders(table).items() if at <= now + SLACK]:
            self._remind(table, tuple(seats))
        else:
            await self._stand_in_for_the_late(table, now)

    async def _let_computer_answer(self, table: Table, seat: Seat) -> None:
        """Let a computer choose an answer, and hold it until it is due."""
        revision, kind = table.revision, table.record.seats[seat].computer or STAND_IN
        thought = self._dues.thoughts.pop(table.record.id, None)
        if thought is None or thought[:2] != (seat, revision):
            answer = await self._computers.choose(
                kind, table.match.brief(seat), is_awaited=self._is_in_use(table.record.id)
            )
            thought = Thought(seat, revision, answer)
            question = table.clock.questions.by_seat.get(seat)
            is_early = question is not None and self._manager.desk.now() < question.at + self._dues.pace_of(
                table, question
            )
            if is_early and table.revision == revision:
                self._dues.thoughts[table.record.id] = thought
                self._set_alarm(table)
                return
        await self._manager.due.act_for_computer(table, seat, thought.action, revision)

    def _remind(self, table: Table, seats: tuple[Seat, ...]) -> None:
        self._dues.note_reminded(table, seats)
        shown = shown_table(table, self._manager.desk.turn_time)
        for reminder in self._reminders.present:
            try:
                reminder(shown, seats)
            except Exception:
                log.exception("a reminder failed on table %d", table.record.id)
        self._set_alarm(table)

    async def _stand_in_for_the_late(self, table: Table, now: float) -> None:
        late = [seat for seat, at in table.late_at(self._manager.desk.turn_time).items() if at <= now + SLACK]
        for seat in late:
            await self._manager.presence.stand_in(
                table.record.channel_id, seat, STAND_IN, table.revision, is_late=True
            )
        if not late:
            self._set_alarm(table)
