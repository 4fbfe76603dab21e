"""Turns that do not come from a press: computers answer at a human pace, idle people are reminded.

A table where nothing happens by itself for a while goes to sleep, until something is due or somebody
needs it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Container
from math import inf
from typing import Final, NamedTuple

from bot.common.alarms import Clock
from bot.common.background import Listeners, cut_off
from bot.common.errors import Refused, StoreError
from bot.computers.worker import ComputerPlayers
from bot.models.endings import Ending
from bot.models.stored import Asleep, Status
from bot.table.desk.present import begin_window_again
from bot.table.desk.showing import shown_table
from bot.table.desk.shown import ShownTable, Update
from bot.table.desk.table import Table
from bot.table.desk.turn_limits import closes_at, granted_at, stand_in_times, table_dues, turn_of
from bot.table.last_card import last_card
from bot.table.manager import GameManager
from bot.table.match.standing_in import STAND_IN
from bot.table.turns.questions import Question
from bot.table.turns.time_limit import SLACK
from rules.core.actions import Action
from rules.core.decisions import CLOCK, Seat

log = logging.getLogger(__name__)

RETRY_AFTER: Final = 5.0
SLEEP_AFTER: Final = 120.0
"""Seconds a table stays in memory that nobody needs."""
SOON: Final = 5.0
"""Seconds a table stays in memory that was only looked at."""
LONG_PAUSE: Final = 60.0
"""Seconds without Discord after which people have a while for everything, as after a restart."""
PAUSE: Final = 0.01
"""Seconds between two tables that are looked at after a stop: presses go first."""
HEAD_START: Final = 0.5
"""Share of the pace a computer has for thinking. Its answer then waits till the pace is over: from how long
it takes nobody learns whether it had a choice, or how hard that was."""

Reminder = Callable[[ShownTable, tuple[Seat, ...]], None]


class _Thought(NamedTuple):
    """What a computer is going to answer."""

    seat: Seat
    revision: int
    action: Action


class _OwnAct(NamedTuple):
    """What is played for a person who is there, and when, in epoch seconds. Secret until then."""

    seat: Seat
    action: Action
    at: float


class _Reminded(NamedTuple):
    """Who has been reminded at a table since it changed last."""

    changed_at: float
    seats: tuple[Seat, ...]


class Turns:
    """Drives computers and the turn clock; one alarm a table, due by what is stored."""

    def __init__(
        self,
        manager: GameManager,
        computers: ComputerPlayers,
        *,
        pace: float,
        trick_pause: float,
        last_card_pause: float,
        by_hand: Container[int],
        remind_after: float,
        pause_after: float,
    ) -> None:
        """All in seconds: a computer takes ``pace`` for an answer, and after a trick ``trick_pause`` more.

        The last card of a hand plays itself after ``last_card_pause``, 0 for never, but for the people
        ``by_hand``. ``pause_after`` so long a match waits that everybody has left; 0 for never.
        """
        self._manager = manager
        self._computers = computers
        self._pace = pace
        self._trick_pause = trick_pause
        self._last_card_pause = last_card_pause
        self._by_hand = by_hand
        self._remind_after = remind_after
        self._pause_after = pause_after
        self._clock = Clock(self._ring)
        self._reminders = Listeners[Reminder]()
        self._reminded: dict[int, _Reminded] = {}
        self._thoughts: dict[int, _Thought] = {}
        """Answers that wait for their time, by table."""
        self._is_paused = False
        self._paused_at: float | None = -inf
        """Since when nobody can answer, by the loop's clock; None if they can."""
        self._hidden: set[int] = set()
        """Tables that nobody can see."""
        self._bedtimes: set[int] = set()
        """Tables whose alarm is no turn: they may sleep then."""
        self._looking: asyncio.Task[None] | None = None
        manager.desk.listen(self._on_update)
        manager.desk.waking.on_wake(self._on_wake)

    def on_reminder(self, reminder: Reminder) -> Callable[[], None]:
        """Call back with those who keep a table waiting; returns how to stop."""
        return self._reminders.add(reminder)

    def pause(self) -> None:
        """Let nothing move while nobody can answer: no computer, no clock, no reminder."""
        self._manager.desk.now.follow()
        if self._paused_at is None:
            self._paused_at = asyncio.get_running_loop().time()
        self._is_paused = True
        self._clock.cancel_all()

    def resume(self) -> None:
        """Set the alarm of every table, after a restart or a pause; a window that is open begins anew.

        After a restart or a long pause people have a while for everything they are waited for.
        """
        self._manager.desk.now.follow()
        now = asyncio.get_running_loop().time()
        if self._paused_at is not None and now - self._paused_at >= LONG_PAUSE:
            self._manager.prolong()
        self._is_paused, self._paused_at = False, None
        for table in self._manager.desk.live_tables:
            begin_window_again(table, self._manager.desk.now())
            self._set_alarm(table)
        for asleep in self._manager.desk.tables.sleepers:
            self._set_alarm_of_sleeper(asleep)
        if self._looking is not None:
            self._looking.cancel()
        self._looking = asyncio.create_task(self._look_at_unknown())

    async def hide(self, table_id: int) -> None:
        """Nobody can see a table any more: nothing moves there by itself unless somebody goes on.

        After a day of that it ends.

        Raises:
            StoreError: a restart will not know since when.
        """
        if self._manager.reading.channel_of(table_id) is None:
            return  # it is over already
        self._hidden.add(table_id)
        try:
            await self._manager.unseen.begin(table_id)
        finally:
            table = self._manager.desk.tables.find(table_id)
            if table is not None:
                self._manager.desk.pause(table)

    async def reveal(self, table_id: int) -> None:
        """A table can be seen, as usual.

        Raises:
            StoreError: a restart will not know of that.
        """
        table = self._manager.desk.tables.find(table_id)
        if table_id in self._hidden and table is not None and table.clock.is_paused:
            self._manager.desk.go_on(table)
        self._hidden.discard(table_id)
        await self._manager.unseen.end(table_id)

    def look_again(self, table_id: int) -> None:
        """Set the alarm of a table anew: its players have settled something else for themselves."""
        table = self._manager.desk.tables.find(table_id)
        if table is not None:
            self._set_alarm(table)

    async def close(self) -> None:
        """Stop all alarms."""
        if self._looking is not None:
            await cut_off([self._looking])
        await self._clock.close()

    async def _look_at_unknown(self) -> None:
        """Read, one after another, the tables of which nobody knows what is due: the bot just stopped."""
        for asleep in self._manager.desk.tables.sleepers:
            if asleep.is_known and (asleep.due_at is not None or not self._manager.desk.turn_time.lobby):
                continue  # one without a due time fell asleep in an earlier version
            await self._wake(asleep.table_id)
            table = self._manager.desk.tables.find(asleep.table_id)
            if table is not None:
                self._set_alarm(table, bedtime=SOON)
            await asyncio.sleep(PAUSE)

    def _on_update(self, update: Update) -> None:
        table = self._manager.desk.tables.find(update.table.id)
        if table is None:
            self._clock.cancel(update.table.id)
            self._hidden.discard(update.table.id)
            self._bedtimes.discard(update.table.id)
            self._reminded.pop(update.table.id, None)
            self._thoughts.pop(update.table.id, None)
        else:
            self._set_alarm(table)

    def _on_wake(self, table: Table) -> None:
        table.clock.is_paused = table.record.id in self._hidden
        self._set_alarm(table)

    def _set_alarm(self, table: Table, bedtime: float = SLEEP_AFTER) -> None:
        table_id, due, now = table.record.id, self._due(table), self._manager.desk.now()
        self._bedtimes.discard(table_id)
        if self._is_paused:
            self._clock.cancel(table_id)
        elif due is not None and due - now <= SLEEP_AFTER:
            self._clock.set(table_id, due - now)
        else:
            self._clock.set(table_id, bedtime)
            self._bedtimes.add(table_id)

    def _set_alarm_of_sleeper(self, asleep: Asleep) -> None:
        if asleep.is_known and asleep.due_at is not None and not self._is_paused:
            self._clock.set(asleep.table_id, asleep.due_at - self._manager.desk.now())

    def _due(self, table: Table) -> float | None:
        """When something happens at a table by itself, in epoch seconds."""
        dues = (*table_dues(table, self._manager.desk.turn_time), self._unseen_until(table))
        if not table.clock.is_paused:
            dues += self._dues(table)
        return min((due for due in dues if due is not None), default=None)

    def _unseen_until(self, table: Table) -> float | None:
        """When a table ends that nobody can see."""
        return self._manager.unseen.ends_at(table.record.id) if table.record.id in self._hidden else None

    def _dues(self, table: Table) -> tuple[float | None, ...]:
        """When each of those who are asked is due, chance and the clock that closes windows included."""
        next_deal_at = table.clock.next_deal_at(self._manager.desk.turn_time)
        own = self._own_act(table)
        own_at = None if own is None else own.at
        by_itself = self._computer_due(table), self._clock_due(table), own_at, next_deal_at
        return *by_itself, self._people_due(table)

    def _computer_due(self, table: Table) -> float | None:
        """When a computer thinks, then when it answers; of several asked at once each takes its time."""
        seat = table.computer_to_ask()
        question = None if seat is None else table.clock.questions.by_seat.get(seat)
        if question is None:
            return None
        thought = self._thoughts.get(table.record.id)
        has_thought = thought is not None and thought[:2] == (seat, table.revision)
        return question.at + self._pace_of(table, question) * (1 if has_thought else 1 - HEAD_START)

    def _pace_of(self, table: Table, question: Question) -> float:
        """Seconds a computer takes for an answer: people are to see the trick that has just ended."""
        shows_trick = question.at == table.clock.trick_taken_at and not table.is_left_to_computers
        return self._pace + (self._trick_pause if shows_trick else 0)

    def _clock_due(self, table: Table) -> float | None:
        """When the clock closes a window, or moves what moves by itself."""
        question, wait = table.clock.questions.by_seat.get(CLOCK), table.clock.questions.wait
        return None if question is None or wait is None else question.at + wait.seconds

    def _own_act(self, table: Table) -> _OwnAct | None:
        """What is played for a person who is there: what they decided ahead, or their last card.

        What was decided ahead takes as long as a computer, whatever it is.
        """
        ahead = table.decided_ahead() if table.plans else None
        if ahead is not None:
            question = table.clock.questions.by_seat[ahead[0]]
            return _OwnAct(*ahead, question.at + self._pace_of(table, question))
        last = last_card(table, self._by_hand) if self._last_card_pause else None
        if last is None:
            return None
        return _OwnAct(last.seat, last.play, last.question.at + self._last_card_pause)

    def _people_due(self, table: Table) -> float | None:
        """When people are reminded, or a computer stands in."""
        dues = (
            *self._reminders_of(table).values(),
            *stand_in_times(table, self._manager.desk.turn_time).values(),
        )
        return min(dues, default=None)

    def _reminders_of(self, table: Table) -> dict[Seat, float]:
        """When each of those who are asked is reminded in this turn; comings and goings begin no other.

        A reminder that comes no sooner than a computer stands in, or after a long downtime, is none.
        """
        if not self._remind_after or not table.keeps_others_waiting():
            return {}
        late_at, now = stand_in_times(table, self._manager.desk.turn_time), self._manager.desk.now()
        reminded = self._reminded_at(table)
        wanted = [
            (seat, self._remind_at(table, seat)) for seat in table.people_asked() if seat not in reminded
        ]
        return {seat: at for seat, at in wanted if at is not None and late_at.get(seat, inf) > max(at, now)}

    def _remind_at(self, table: Table, seat: Seat) -> float | None:
        """When somebody who is asked is reminded: at a slow table, whenever they want."""
        turn = turn_of(table, seat) if table.record.turn_hours else None
        if turn is None:
            return self._manager.desk.turn_time.reminder_at(table.clock.changed_at, self._remind_after)
        granted = granted_at(table, self._manager.desk.turn_time)
        return granted.remind_at(turn, self._remind_after, self._manager.desk.now())

    def _reminded_at(self, table: Table) -> tuple[Seat, ...]:
        """Who has been reminded in this turn."""
        reminded = self._reminded.get(table.record.id)
        return () if reminded is None or reminded.changed_at != table.clock.changed_at else reminded.seats

    async def _ring(self, table_id: int) -> None:
        if self._is_paused:
            return
        table = self._manager.desk.tables.find(table_id)
        if table is None:
            await self._wake(table_id)
        elif table_id in self._bedtimes:
            await self._go_to_bed(table)
        elif table.said and table.said[0].ends_at <= self._manager.desk.now() + SLACK:
            self._manager.talk.forget_phrases(table)
        elif (ends_at := self._unseen_until(table)) and ends_at <= self._manager.desk.now() + SLACK:
            await self._end(table, Ending.UNSEEN)
        elif (
            ends_at := closes_at(table, self._manager.desk.turn_time)
        ) and ends_at <= self._manager.desk.now():
            await self._end(table, Ending.DESERTED)
        elif table.record.status is Status.PLAYING and self._is_deserted(table):
            self._manager.desk.pause(table)
        elif table.record.status is Status.PLAYING:
            await self._take_turn(table)

    async def _end(self, table: Table, ending: Ending) -> None:
        try:
            if ending is Ending.DESERTED:
                await self._manager.closing.end_deserted(table)
            else:
                await self._manager.closing.close_table(table.record.channel_id, ending)
        except Refused:
            return
        except StoreError as error:
            log.error("table %d stays open: %s", table.record.id, error)
            self._clock.set(table.record.id, RETRY_AFTER)

    def _is_deserted(self, table: Table) -> bool:
        """Whether everybody has left a match, some seconds ago."""
        if not self._pause_after or not table.waits_for_people:
            return False
        quiet_since = max(table.clock.needed_at, table.clock.taken_up_at)
        return asyncio.get_running_loop().time() - quiet_since >= self._pause_after

    async def _wake(self, table_id: int) -> None:
        """Read a table that sleeps; its alarm is set with that. What cannot be read now is tried again."""
        channel_id = self._manager.reading.channel_of(table_id)
        if channel_id is None:
            return
        try:
            await self._manager.desk.awake(channel_id, is_needed=False)
        except StoreError as error:
            log.error("table %d waits: %s", table_id, error)
            self._clock.set(table_id, RETRY_AFTER)
        except Refused:
            return

    async def _go_to_bed(self, table: Table) -> None:
        """Let a table sleep that nobody has needed for a while."""
        due = self._due(table)
        if due is not None and due - self._manager.desk.now() <= SLEEP_AFTER:
            self._set_alarm(table)
            return
        try:
            asleep = await self._manager.put_to_sleep(table, due, SLEEP_AFTER)
        except StoreError as error:
            log.error("table %d stays awake: %s", table.record.id, error)
            asleep = None
        if asleep is None:
            self._set_alarm(table)
        else:
            self._set_alarm_of_sleeper(asleep)

    async def _take_turn(self, table: Table) -> None:
        table_id = table.record.id
        try:
            await self._do_what_is_due(table)
        except StoreError as error:
            log.error("table %d waits: %s", table_id, error)
            self._clock.set(table_id, RETRY_AFTER)
        except Refused:
            self._set_alarm(table)
        except Exception as error:  # noqa: BLE001  (the table must go on; the message may name cards)
            log.error("table %d waits: a turn failed (%s)", table_id, type(error).__name__)
            asks_nobody = table.computer_to_ask() is None and table.clock.questions.wait is None
            if asks_nobody and not table.clock.is_between_deals:
                self._set_alarm(table)
            else:
                self._clock.set(table_id, RETRY_AFTER)

    async def _do_what_is_due(self, table: Table) -> None:
        clock, computer = self._clock_due(table), self._computer_due(table)
        now, time_is_up_at = self._manager.desk.now(), table.time_is_up_at
        others = [due for due in self._dues(table) if due is not None]
        if table.voting.due is not None and table.voting.due <= now + SLACK:
            await self._manager.votes.count_vote(table)
        elif time_is_up_at is not None and time_is_up_at <= max(now, min(others, default=inf)):
            await self._manager.due.call_time(table)
        elif (
            deal_at := table.clock.next_deal_at(self._manager.desk.turn_time)
        ) is not None and deal_at <= now + SLACK:
            await self._manager.due.next_deal_in_time(table, table.revision)
        elif (own := self._own_act(table)) is not None and own.at <= now + SLACK:
            await self._manager.due.act_for_player(table, own.seat, own.action, table.revision)
        elif clock is not None and (computer is None or clock <= max(computer, now)):
            await self._manager.due.act_for_clock(table, table.revision)
        elif (seat := table.computer_to_ask()) is not None:
            if clock is not None:
                self._clock.set(table.record.id, clock - now)
            await self._let_computer_answer(table, seat)
        elif seats := [seat for seat, at in self._reminders_of(table).items() if at <= now + SLACK]:
            self._remind(table, tuple(seats))
        else:
            await self._stand_in_for_the_late(table, now)

    async def _let_computer_answer(self, table: Table, seat: Seat) -> None:
        """Have a computer think, and let its answer wait until it is due."""
        revision, kind = table.revision, table.record.seats[seat].computer or STAND_IN
        thought = self._thoughts.pop(table.record.id, None)
        if thought is None or thought[:2] != (seat, revision):
            thought = _Thought(seat, revision, await self._computers.choose(kind, table.match.brief(seat)))
            question = table.clock.questions.by_seat.get(seat)
            is_early = question is not None and self._manager.desk.now() < question.at + self._pace_of(
                table, question
            )
            if is_early and table.revision == revision:
                self._thoughts[table.record.id] = thought
                self._set_alarm(table)
                return
        await self._manager.due.act_for_computer(table, seat, thought.action, revision)

    def _remind(self, table: Table, seats: tuple[Seat, ...]) -> None:
        reminded = (*self._reminded_at(table), *seats)
        self._reminded[table.record.id] = _Reminded(table.clock.changed_at, reminded)
        shown = shown_table(table, self._manager.desk.turn_time)
        for reminder in self._reminders.present:
            try:
                reminder(shown, seats)
            except Exception:
                log.exception("a reminder failed on table %d", table.record.id)
        self._set_alarm(table)

    async def _stand_in_for_the_late(self, table: Table, now: float) -> None:
        late = [
            seat
            for seat, at in stand_in_times(table, self._manager.desk.turn_time).items()
            if at <= now + SLACK
        ]
        for seat in late:
            await self._manager.presence.stand_in(
                table.record.channel_id, seat, STAND_IN, table.revision, is_late=True
            )
        if not late:
            self._set_alarm(table)
