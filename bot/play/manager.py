"""``GameManager``: the only way in. Ids and plain values, no Discord types.

Every change runs under its table's lock, is stored, and only then becomes the present and is told to
the listeners. A change once begun is finished even if the one who asked for it goes away.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Iterable
from contextlib import suppress
from dataclasses import replace
from functools import wraps
from random import Random, SystemRandom
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

from bot.endings import Ending, Managed
from bot.errors import HostOnly, NoTable, NotStarted, Refused
from bot.play.agreement import Proposal
from bot.play.changes import Changes, Listener, audit_entry
from bot.play.damaged_tables import DamagedTables
from bot.play.forgetting import without
from bot.play.hosts import Hosts
from bot.play.lobby import LobbyChange, Person, checked_seat, started
from bot.play.open_tables import Registry
from bot.play.opening import NO_LIMITS, NewPlace, TableLimits, new_table
from bot.play.reading import TableReader
from bot.play.shown import ShownHand, ShownTable
from bot.play.step import Step, stamped
from bot.play.table import Table
from bot.play.turn_time import NO_LIMIT, SLACK, TurnTime
from bot.play.voting import OF_THE_MOMENT, Voting
from bot.store.protocol import ChannelTaken, Store
from bot.store.stored import Asleep, Forgetting, ShownMessage, Status, TableRecord
from bot.store.stored_results import Results
from rules.catalog import DEFAULT
from rules.core.actions import Action, CallTime, Shout
from rules.core.decisions import CLOCK, REFEREE, Seat
from rules.core.protocol import IllegalAction, OptionValue

P = ParamSpec("P")
T = TypeVar("T")

TAKEN: Final = "This channel already has a table. `/rook table` shows it."
AWAY_ALREADY: Final = "A computer is playing for you. *My hand* takes your seat back."


def unbroken(
    change: Callable[Concatenate[GameManager, P], Coroutine[Any, Any, T]],
) -> Callable[Concatenate[GameManager, P], Coroutine[Any, Any, T]]:
    """Have a change finish once it has begun, even if the one who asked for it is cancelled."""

    @wraps(change)
    async def to_the_end(manager: GameManager, /, *args: P.args, **kwargs: P.kwargs) -> T:
        task = asyncio.create_task(change(manager, *args, **kwargs))
        manager._at_work.add(task)
        task.add_done_callback(manager._at_work.discard)
        return await asyncio.shield(task)

    return to_the_end


class GameManager(TableReader):
    """All open tables, one a channel, and whatever may change them."""

    def __init__(
        self,
        store: Store,
        *,
        turn_time: TurnTime = NO_LIMIT,
        limits: TableLimits = NO_LIMITS,
        host_patience: float = 0,
        random: Random | None = None,
        now: Callable[[], float] = time.time,
    ) -> None:
        super().__init__(store, Registry(), turn_time, now)
        self._random = random or SystemRandom()
        self._limits = limits
        self._hosts = Hosts(host_patience, now)
        self._opening: dict[int, NewPlace] = {}
        self._at_work: set[asyncio.Task[Any]] = set()
        self._damaged = DamagedTables(store, self._tables, self._waking)
        self._changes = Changes(store, self._tables, self._waking, turn_time)

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Be told of every change once it is stored; returns how to stop listening."""
        return self._changes.listen(listener)

    async def resume(self) -> None:
        """Learn of every open table; each is read when somebody needs it."""
        await self._waking.learn_of_all()

    async def awake(self, channel_id: int, *, is_needed: bool = True) -> Table:
        """The open table of a channel itself; one that is paused goes on as soon as somebody needs it."""
        table = await super().awake(channel_id, is_needed=is_needed)
        if is_needed and table.is_paused:
            self.go_on(table)
        return table

    def pause(self, table: Table) -> None:
        """Let nothing move by itself at a table until somebody needs it, and tell of it."""
        table.is_paused = True
        self._changes.tell(table)

    def go_on(self, table: Table) -> None:
        """End the pause of a table, and tell of it."""
        table.go_on(self.now())
        self._changes.tell(table)

    @unbroken
    async def repair(self, channel_id: int, user_id: int) -> ShownTable:
        """Bring the damaged table of a channel back; it goes on after its last good act.

        Raises:
            Refused: the channel has no such table, or too much of it is damaged.
        """
        await self._look_at(channel_id)
        table = await self._damaged.repair(channel_id, self.now(), self._random)
        repaired = audit_entry(table.record, user_id, Managed.REPAIRED, self.now())
        await self._store.append(table.record.id, (), results=Results(audit=repaired))
        return self._changes.tell(table)

    @unbroken
    async def close_damaged(self, channel_id: int, user_id: int) -> bool:
        """Close a channel's table that cannot be read, which stays stored; tells whether there is one."""
        await self._look_at(channel_id)
        return await self._damaged.close_damaged(channel_id, user_id)

    async def _look_at(self, channel_id: int) -> None:
        """Read the table of a channel, if it sleeps: so it is known whether it is damaged."""
        with suppress(Refused):
            await self.awake(channel_id)

    @unbroken
    async def put_to_sleep(self, table: Table, due_at: float | None, unneeded: float) -> Asleep | None:
        """Let go of a table that nobody has needed for so many seconds; None if it does not sleep now.

        ``due_at`` is when something happens at it by itself, in epoch seconds.

        Raises:
            StoreError: that could not be stored; it stays awake.
        """
        async with table.lock:
            needed_at = table.needed_at
            is_idle = asyncio.get_running_loop().time() - needed_at >= unneeded
            if not (is_idle and table.may_sleep and self._tables.find(table.record.id) is table):
                return None
            record = table.record
            asleep = Asleep(record.id, record.guild_id, record.channel_id, record.host_id, True, due_at)
            await self._store.fall_asleep(asleep.table_id, table.revision, due_at)
            if table.needed_at != needed_at:
                return None
            self._waking.lay_down(asleep)
        return asleep

    async def close(self) -> None:
        """Wait until every change under way is stored, and every table that is being read."""
        while at_work := tuple(self._at_work):
            await asyncio.gather(*at_work, return_exceptions=True)
            # Where all were done, gather gave the loop no turn: nobody has noted yet that they are.
            self._at_work.difference_update(at_work)
        await self._waking.close()

    # The lobby ----------------------------------------------------------------------------------

    @unbroken
    async def open_table(
        self,
        guild_id: int,
        channel_id: int,
        host: Person,
        *,
        game: str = DEFAULT,
        options: dict[str, OptionValue] | None = None,
        seats: int | None = None,
        counted: bool | None = None,
        show: bool = True,
    ) -> ShownTable:
        """Open a table in a channel; its host sits down on the first seat.

        Without ``seats`` it has four, where the game allows that; without ``counted`` the match is counted or
        casual as the server has settled. Without ``show`` listeners are not told:
        the caller shows the table itself.

        Raises:
            Refused: the channel has a table already, the game is not for so many, or there are too many.
            InvalidOption: no such game, or options that do not fit it.
        """
        settings = await self._store.server_settings(guild_id)
        settings = settings if counted is None else settings._replace(counted=counted)
        record = new_table(guild_id, channel_id, host, game, options or {}, seats, self.now(), settings)
        if channel_id in self._tables:
            await self.awake(channel_id)  # one that cannot be read says so itself
            raise Refused(TAKEN)
        if channel_id in self._opening:
            raise Refused(TAKEN)
        self._check_limits(guild_id, host.id)
        self._opening[channel_id] = NewPlace(guild_id, host.id)
        try:
            table = Table(await self._create(record))
        finally:
            del self._opening[channel_id]
        table.needed_at = asyncio.get_running_loop().time()
        self._waking.keep(table)
        return self._changes.tell(table) if show else table.shown(self.turn_time)

    def _check_limits(self, guild_id: int, host_id: int) -> None:
        """Check that somebody may open one more table, those counted that are just being opened."""
        opening = self._opening.values()
        hosted = sum(one.host_id == host_id for one in opening) + self._tables.count(host_id=host_id)
        in_server = sum(one.guild_id == guild_id for one in opening) + self._tables.count(guild_id=guild_id)
        self._limits.check(hosted, in_server)

    async def _create(self, record: TableRecord) -> TableRecord:
        try:
            return await self._store.create_table(record)
        except ChannelTaken:
            await self._damaged.make_room(record.channel_id)
            return await self._store.create_table(record)

    @unbroken
    async def change_lobby(
        self,
        channel_id: int,
        change: LobbyChange,
        *,
        table_id: int | None = None,
        revision: int | None = None,
    ) -> ShownTable:
        """Change who sits where or what is played.

        Raises:
            Refused: the change is not possible now.
            InvalidOption: the options do not fit.
        """
        table = await self.awake(channel_id)
        async with self._changes.of(table):
            table.check(table_id, revision)
            self._hosts.saw(table.record, change.user_id)
            try:
                changed = change.applied_to(table.record)
            except HostOnly:
                changed = change.applied_to(self._hosts.succeeded(table.record, change.user_id))
            if changed.ended is not None:
                return await self._changes.close(table, changed, self.now())
            await self._changes.save(table, changed)
            return self._changes.tell(table)

    @unbroken
    async def start(
        self, channel_id: int, user_id: int, *, table_id: int | None = None, revision: int | None = None
    ) -> ShownTable:
        """Begin the match: draw for the deal and deal.

        Raises:
            Refused: not the host, or seats are empty.
        """
        table = await self.awake(channel_id)
        async with self._changes.of(table):
            table.check(table_id, revision)
            self._hosts.saw(table.record, user_id)
            try:
                begun = started(table.record, user_id)
            except HostOnly:
                begun = started(self._hosts.succeeded(table.record, user_id), user_id)
            record = replace(begun, revision=table.revision + 1)
            return await self._changes.carry_out(table, table.begin(record, self.now(), self._random))

    # The match ----------------------------------------------------------------------------------

    @unbroken
    async def act(
        self,
        channel_id: int,
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
        table = await self.awake(channel_id)
        async with self._changes.of(table):
            if isinstance(action, Shout):
                seat, action = table.calling_seat(user_id, table_id, revision, stamp), Shout(stamp)
            else:
                seat = table.answering_seat(user_id, table_id, revision)
            table.check_may_come_back(seat, self.turn_time)
            step = table.step(seat, action, user_id, self.now(), self._random, self.turn_time)
            return ShownHand(await self._changes.carry_out(table, step), table.seat_view(seat))

    @unbroken
    async def act_for_computer(self, table: Table, seat: Seat, action: Action, revision: int) -> bool:
        """Carry out a computer's answer, unless it is asked something else by now.

        In a race it takes its time like anybody else.
        """
        async with self._changes.of(table):
            asked = table.questions
            if not asked.is_asked(seat, revision, table.revision) or not table.record.seats[seat].computer:
                return False
            timed = stamped(action, asked.reaction(seat, self._random, self.now()))
            step = table.step(seat, timed, None, self.now(), self._random, self.turn_time)
            await self._changes.carry_out(table, step)
            return True

    @unbroken
    async def act_for_clock(self, table: Table, revision: int) -> bool:
        """Let the clock do what it was asked to wait for, unless that is over by now."""
        async with self._changes.of(table):
            wait = table.questions.wait
            if wait is None or not table.questions.is_asked(CLOCK, revision, table.revision):
                return False
            await self._changes.carry_out(
                table, table.step(CLOCK, wait.action, None, self.now(), self._random)
            )
            return True

    @unbroken
    async def call_time(self, table: Table) -> None:
        """Let the clock call time in a match that is played by it, unless that is over by now."""
        async with self._changes.of(table):
            if table.time_is_up_at is not None:
                await self._changes.carry_out(
                    table, table.step(CLOCK, CallTime(), None, self.now(), self._random)
                )

    @unbroken
    async def rule(
        self,
        channel_id: int,
        user_id: int,
        action: Action,
        *,
        revision: int | None = None,
        reason: str = "",
    ) -> ShownTable:
        """Let a referee rule; who may is for the caller to know. It stands in the audit list.

        Raises:
            Refused: there is no match.
            IllegalAction: the ruling does not fit what is going on.
        """
        table = await self.awake(channel_id)
        async with self._changes.of(table):
            table.check(revision=revision)
            if table.record.status is not Status.PLAYING:
                raise NotStarted
            step = table.step(REFEREE, action, user_id, self.now(), self._random)
            ruled = audit_entry(table.record, user_id, Managed.RULED, self.now(), reason)
            results = replace(step.results or Results(), audit=ruled)
            return await self._changes.carry_out(table, step._replace(results=results))

    @unbroken
    async def take_back(self, channel_id: int, user_id: int) -> ShownTable:
        """Take one's last act back, at once or, where all must agree, once they do.

        Raises:
            Refused: no match, not seated, too late, or the house rules do not allow it.
        """
        table = await self.awake(channel_id)
        async with self._changes.of(table):
            table.check()
            seat = table.own_seat(user_id)
            if table.consent_is_needed:
                proposal = Proposal("takeback", seat)
                voting = table.answered(user_id, proposal, self.now(), agrees=True)
                return await self._decide(table, proposal, voting)
            table.check_may_come_back(seat, self.turn_time)
            return await self._changes.carry_out(table, table.take_back(seat, self.now(), self.turn_time))

    @unbroken
    async def agree(
        self,
        channel_id: int,
        user_id: int,
        proposal: Proposal,
        *,
        agrees: bool = True,
        table_id: int | None = None,
        revision: int | None = None,
    ) -> ShownTable:
        """Say yes or no to a proposal; whoever says yes first makes it.

        It is done once enough of those who are there agree (`bot/play/agreement.py`).

        Raises:
            Refused: no match, not seated, or not possible now.
        """
        table = await self.awake(channel_id)
        async with self._changes.of(table):
            is_open_still = proposal in table.voting.votes and proposal.kind not in OF_THE_MOMENT
            table.check(table_id, None if is_open_still else revision)
            voting = table.answered(user_id, proposal, self.now(), agrees=agrees)
            return await self._decide(table, proposal, voting)

    @unbroken
    async def count_vote(self, table: Table) -> None:
        """Count a vote whose time is up, without those who have not answered."""
        async with self._changes.of(table):
            for proposal, vote in table.voting.votes.items():
                if vote.until <= self.now() + SLACK:
                    voting = table.voting.counted(table.record, proposal)
                    try:
                        await self._decide(table, proposal, voting)
                    except (Refused, IllegalAction):  # it is not possible any more
                        table.voting = voting._replace(decided=None)
                        self._changes.tell(table)
                    return

    async def _decide(self, table: Table, proposal: Proposal, voting: Voting) -> ShownTable:
        """Carry out what a vote has led to, if it has ended with that."""
        before, decided = table.voting, voting.decided
        outcome: TableRecord | Step | None = None
        if decided is not None and decided.is_agreed and proposal not in voting.votes:
            outcome = table.agreed_on(proposal, self.now(), self._random)
        table.voting = voting
        try:
            if isinstance(outcome, Step):
                return await self._changes.carry_out(table, outcome)
            if outcome is not None:
                if outcome.ended is not None:
                    return await self._changes.close(table, outcome, self.now())
                await self._changes.save(table, outcome)
        except BaseException:
            table.voting = before
            raise
        return self._changes.tell(table)

    # Coming and going -----------------------------------------------------------------------------

    @unbroken
    async def stand_in(
        self, channel_id: int, seat: Seat, kind: str, revision: int | None = None
    ) -> ShownTable:
        """Let a computer answer for a person until that person comes back.

        Raises:
            Refused: the table has moved on, or no person answers for the seat.
        """
        table = await self.awake(channel_id)
        async with self._changes.of(table):
            table.check(revision=revision)
            who = table.record.seats[checked_seat(table.record, seat)]
            if who.user_id is None or who.computer is not None:
                raise Refused(AWAY_ALREADY)
            charged = table.charged(seat, self.now(), self.turn_time)
            record = charged if charged.seats[seat].ran_out > who.ran_out else table.record
            await self._changes.save(table, record.with_computer(seat, kind))
            table.ask_anew(seat, self.now())
            return self._changes.tell(table)

    async def leave(self, channel_id: int, user_id: int, kind: str) -> ShownTable:
        """Leave a running match: a computer plays on, and the seat may be taken back.

        Raises:
            Refused: no match, not seated, or away already.
        """
        table = await self.awake(channel_id)
        seat = table.own_seat(user_id)
        if table.record.status is not Status.PLAYING:
            raise NotStarted
        return await self.stand_in(channel_id, seat, kind)

    async def come_back(self, channel_id: int, user_id: int, *, table_id: int | None = None) -> ShownHand:
        """What a person sees, who takes the seat back if a computer stood in and may give it back.

        Raises:
            Refused: no such table, not seated, or no match.
        """
        table = await self.awake(channel_id)
        table.check(table_id)
        seat = table.own_seat(user_id)
        if table.record.seats[seat].is_away:
            await self._come_back(table, seat)
        return self._hand(table, seat)

    @unbroken
    async def _come_back(self, table: Table, seat: Seat) -> None:
        async with self._changes.of(table):
            table.check()
            if table.record.seats[seat].is_away and table.why_kept(seat, self.turn_time) is None:
                await self._changes.save(table, table.record.with_computer(seat, None))
                table.come_back(seat, self.now())
                self._changes.tell(table)

    @unbroken
    async def forget(self, table_ids: Iterable[int], who: Forgetting) -> None:
        """Have a person leave every open table of those given, for good.

        Raises:
            StoreError: one could not be changed.
        """
        for table_id in table_ids:
            channel_id = self._tables.channel_of(table_id)
            if channel_id is not None:
                with suppress(Refused):
                    await self._forget_at(await self.awake(channel_id), who)

    async def _forget_at(self, table: Table, who: Forgetting) -> None:
        async with self._changes.of(table):
            table.check()
            seat = table.record.seat_of(who.user_id)
            await self._changes.save(table, without(table.record, who.user_id, who.former_id))
            if seat is not None and table.record.status is Status.PLAYING:
                table.ask_anew(seat, self.now())
            self._changes.tell(table)

    def let_go_of_finished(self) -> None:
        """Read tables that are over anew from now on: what is stored of them has changed."""
        self._tables.forget_finished()

    @unbroken
    async def end_deserted(self, table: Table) -> None:
        """Close a table at which nothing has been played for long, unless something was just now."""
        async with self._changes.of(table):
            ends_at = table.ends_at(self.turn_time)
            if ends_at is not None and ends_at <= self.now():
                await self._changes.close(table, table.record.closed(Ending.DESERTED), self.now())

    @unbroken
    async def close_table(
        self,
        channel_id: int,
        ending: Ending = Ending.NO_CHANNEL,
        by: int | None = None,
        reason: str = "",
    ) -> ShownTable:
        """Close a lobby or end a match at once: its channel is gone, or a manager of the server says so.

        A counted match is recorded as broken off, with its score so far.

        Raises:
            NoTable: there is none.
        """
        table = await self.awake(channel_id)
        async with self._changes.of(table):
            table.check()
            return await self._changes.close(table, table.record.closed(ending, by), self.now(), reason)

    @unbroken
    async def set_message(
        self,
        channel_id: int,
        message_id: int,
        *,
        table_id: int | None = None,
        deal: int = 0,
        revision: int = 0,
    ) -> None:
        """Remember which message of the channel shows a table, and what of it; not a change of the table.

        Without ``table_id`` that is the table the channel has now, or had last.
        """
        try:
            table = await self._latest(channel_id, is_needed=False)
        except NoTable:
            table = None
        if table is None or table_id not in {None, table.record.id}:
            if table_id is not None:
                await self._store.save_shown(ShownMessage(message_id, table_id, "table", deal, revision))
            return
        async with self._changes.of(table):
            shown = ShownMessage(message_id, table.record.id, "table", deal, revision)
            await self._store.save_shown(shown)
            table.record = replace(table.record, message_id=message_id)
