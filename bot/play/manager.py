"""``GameManager``: the only way in. Ids and plain values, no Discord types.

Every change runs under its table's lock, is stored, and only then becomes the present and is told to
the listeners. A change once begun is finished even if the one who asked for it goes away.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random, SystemRandom
from typing import Final

from bot.errors import NoTable, NotStarted, NotYourTurn, Refused, Stale, TableOver, TooLate
from bot.play.agreement import Proposal
from bot.play.changes import Changes, Listener
from bot.play.lobby import LobbyChange, Person, checked_seat, started
from bot.play.open_tables import Registry
from bot.play.opening import new_table
from bot.play.shown import ShownTable
from bot.play.step import Step, stamped
from bot.play.table import Table, with_computer
from bot.store.protocol import ChannelTaken, Store
from bot.store.stored import HandMessage, Status, TableRecord
from rules.catalog import DEFAULT
from rules.core.actions import Action, Shout
from rules.core.decisions import CLOCK, REFEREE, Option, Seat
from rules.core.protocol import IllegalAction, InvalidOption, OptionValue
from rules.core.views import SeatView

log = logging.getLogger(__name__)

TAKEN: Final = "This channel already has a table. `/rook table` shows it."
AWAY_ALREADY: Final = "A computer is playing for you. *My hand* takes your seat back."
FORGOTTEN: Final = "That match was played by rules this version of the bot does not know any more."


class GameManager:
    """All open tables, one a channel."""

    def __init__(
        self,
        store: Store,
        *,
        turn_limit: float = 0,
        random: Random | None = None,
        now: Callable[[], float] = time.time,
    ) -> None:
        self.store = store
        self.now = now
        self.turn_limit = turn_limit
        self._random = random or SystemRandom()
        self._tables = Registry()
        self._opening: set[int] = set()
        self._changes = Changes(store, self._tables, turn_limit)

    # Reading ------------------------------------------------------------------------------------

    @property
    def tables(self) -> Sequence[Table]:
        """Every open table."""
        return tuple(self._tables)

    def find(self, table_id: int) -> Table | None:
        """An open table by its id."""
        return self._tables.find(table_id)

    def shown(self, channel_id: int, *, finished: bool = False) -> ShownTable:
        """The open table of a channel; with ``finished`` also the one that was last played there.

        Raises:
            NoTable: there is none.
        """
        table = (self._tables.latest(channel_id) if finished else None) or self._tables.at(channel_id)
        return table.shown(self.turn_limit)

    async def recall(self, channel_id: int, table_id: int) -> ShownTable:
        """A table of a channel, however long it has been over.

        Raises:
            TableOver: the channel never had it.
            Refused: this version cannot read it any more.
        """
        table = self._tables.latest(channel_id)
        if table is not None and table.record.id == table_id:
            return table.shown(self.turn_limit)
        record = await self.store.table(table_id)
        if record is None or record.channel_id != channel_id:
            raise TableOver
        try:
            table = Table(record)
            table.replay(await self.store.log(table_id))
        except (IllegalAction, InvalidOption, ValueError):
            raise Refused(FORGOTTEN) from None
        return table.shown(self.turn_limit)

    def hand(self, channel_id: int, user_id: int) -> SeatView:
        """What a person at a table, open or just played, sees of the match.

        Raises:
            NoTable: there is none.
            NotSeated: the person does not sit there.
            NotStarted: there is no match.
        """
        table = self._tables.latest(channel_id) or self._tables.at(channel_id)
        return table.seat_view(table.own_seat(user_id))

    def rulings(self, channel_id: int) -> tuple[Option, ...]:
        """What a referee may rule now; ``{0}`` … in a label are seats.

        Raises:
            NoTable: there is none.
            NotStarted: there is no match.
        """
        return self._tables.at(channel_id).rulings()

    def check(
        self, channel_id: int, table_id: int, revision: int | None = None, user_id: int | None = None
    ) -> None:
        """Check that a control belongs to the open table of a channel, and is not stale.

        With ``user_id`` it is an answer: stale only when that person is asked something else by now.

        Raises:
            NoTable: there is none.
            TableOver: it belonged to another.
            Stale: the table has changed since.
            Refused: the person does not sit here, or is not asked.
        """
        table = self._tables.at(channel_id)
        table.check(table_id, revision if user_id is None else None)
        if user_id is not None:
            table.answering_seat(user_id, revision)

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Be told of every change once it is stored; returns how to stop listening."""
        return self._changes.listen(listener)

    async def resume(self) -> None:
        """Take up every open table as it was stored."""
        await self.store.purge_hands(self.now())
        logs = await self.store.open_logs()
        for record in await self.store.open_tables():
            try:
                table = Table(record)
                table.replay(logs.get(record.id, ()))
            except (IllegalAction, InvalidOption, ValueError) as error:
                log.error("table %d cannot be taken up (%s)", record.id, type(error).__name__)
            else:
                self._tables.keep(table)
        log.info("resumed %d tables", len(self._tables))

    async def close(self) -> None:
        """Wait until every change under way is stored."""
        await self._changes.close()

    # The lobby ----------------------------------------------------------------------------------

    async def open_table(
        self,
        guild_id: int,
        channel_id: int,
        host: Person,
        *,
        game: str = DEFAULT,
        options: dict[str, OptionValue] | None = None,
        seats: int | None = None,
        show: bool = True,
    ) -> ShownTable:
        """Open a table in a channel; its host sits down on the first seat.

        Without ``seats`` it has four, where the game allows that. Without ``show`` listeners are not told:
        the caller shows the table itself.

        Raises:
            Refused: the channel has a table already, or the game is not for so many.
            InvalidOption: no such game, or options that do not fit it.
        """
        record = new_table(guild_id, channel_id, host, game, options or {}, seats, self.now())
        if channel_id in self._tables or channel_id in self._opening:
            raise Refused(TAKEN)
        self._opening.add(channel_id)
        return await self._changes.unbroken(self._open(record, show=show))

    async def _open(self, record: TableRecord, *, show: bool) -> ShownTable:
        try:
            try:
                stored = await self.store.create_table(record)
            except ChannelTaken:
                # Unknown here, it is one that could not be taken up.
                for left in await self.store.open_tables():
                    if left.channel_id == record.channel_id:
                        await self.store.save_table(replace(left, status=Status.CANCELLED))
                stored = await self.store.create_table(record)
        finally:
            self._opening.discard(record.channel_id)
        table = Table(stored)
        self._tables.keep(table)
        return self._changes.tell(table) if show else table.shown(self.turn_limit)

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
        return await self._changes.make(
            channel_id, lambda table: change.applied_to(table.record), table_id, revision
        )

    async def start(
        self, channel_id: int, user_id: int, *, table_id: int | None = None, revision: int | None = None
    ) -> ShownTable:
        """Begin the match: draw for the deal and deal.

        Raises:
            Refused: not the host, or seats are empty.
        """

        def begin(table: Table) -> Step:
            record = replace(started(table.record, user_id), revision=table.revision + 1)
            return table.begin(record, self.now(), self._random)

        return await self._changes.make(channel_id, begin, table_id, revision)

    # The match ----------------------------------------------------------------------------------

    async def act(
        self,
        channel_id: int,
        user_id: int,
        action: Action,
        *,
        table_id: int | None = None,
        revision: int | None = None,
        stamp: int = 0,
    ) -> ShownTable:
        """Let a person answer the question asked of their seat.

        ``stamp`` is when that was, in milliseconds since the epoch, as Discord says: in a race it decides.

        Raises:
            Refused: no match, not seated, not asked, or the control is to another question.
            IllegalAction: the rules do not allow it.
        """

        def answer(table: Table) -> Step:
            seat = table.answering_seat(user_id, revision)
            if isinstance(action, Shout) and revision is None:
                table.questions.check_call(seat, stamp)
            return table.step(seat, stamped(action, stamp), user_id, self.now(), self._random)

        try:
            return await self._changes.make(channel_id, answer, table_id)
        except (Stale, NotYourTurn):
            if isinstance(action, Shout):
                raise TooLate from None
            raise

    async def act_for_computer(self, table: Table, seat: Seat, action: Action, revision: int) -> bool:
        """Carry out a computer's answer, unless it is asked something else by now.

        In a race it takes its time like anybody else.
        """

        def answer(table: Table) -> Step:
            table.questions.check(seat, revision, table.revision)
            if table.record.seats[seat].computer is None:
                raise Stale
            timed = stamped(action, table.questions.reaction(seat, self._random, self.now()))
            return table.step(seat, timed, None, self.now(), self._random)

        return await self._carry_out(table, answer)

    async def act_for_clock(self, table: Table, revision: int) -> bool:
        """Let the clock do what it was asked to wait for, unless that is over by now."""

        def answer(table: Table) -> Step:
            table.questions.check(CLOCK, revision, table.revision)
            wait = table.questions.wait
            assert wait is not None
            return table.step(CLOCK, wait.action, None, self.now(), self._random)

        return await self._carry_out(table, answer)

    async def _carry_out(self, table: Table, answer: Callable[[Table], Step]) -> bool:
        try:
            await self._changes.make(table.record.channel_id, answer, table.record.id)
        except (NoTable, TableOver, Stale):
            return False
        return True

    async def rule(
        self, channel_id: int, user_id: int, action: Action, *, revision: int | None = None
    ) -> ShownTable:
        """Let a referee rule; who may is for the caller to know.

        Raises:
            Refused: there is no match.
            IllegalAction: the ruling does not fit what is going on.
        """

        def ruled(table: Table) -> Step:
            if table.record.status is not Status.PLAYING:
                raise NotStarted
            return table.step(REFEREE, action, user_id, self.now(), self._random)

        return await self._changes.make(channel_id, ruled, None, revision)

    async def take_back(self, channel_id: int, user_id: int) -> ShownTable:
        """Take one's last act back, at once or, where all must agree, once they do.

        Raises:
            Refused: no match, not seated, too late, or the house rules do not allow it.
        """
        table = self._tables.at(channel_id)
        seat = table.own_seat(user_id)
        if table.consent_is_needed:
            return await self.agree(channel_id, user_id, Proposal("takeback", seat))
        return await self._changes.make(channel_id, lambda table: table.take_back(seat, self.now()))

    async def agree(
        self,
        channel_id: int,
        user_id: int,
        proposal: Proposal,
        *,
        table_id: int | None = None,
        revision: int | None = None,
    ) -> ShownTable:
        """Agree to end the match, to deal again or to let somebody take something back.

        It is done once everybody present agrees. Who did is forgotten when somebody goes on with the match;
        its end may be agreed on while computers and the clock do.

        Raises:
            Refused: no match, not seated, or not possible now.
        """

        def vote(table: Table) -> TableRecord | Step | None:
            if proposal.kind != "end" or proposal not in table.agreed:
                table.check(table_id, revision)
            return table.agree(user_id, proposal, self.now(), self._random)

        return await self._changes.make(channel_id, vote, table_id)

    # Coming and going -----------------------------------------------------------------------------

    async def stand_in(
        self, channel_id: int, seat: Seat, kind: str, revision: int | None = None
    ) -> ShownTable:
        """Let a computer answer for a person until that person comes back.

        Raises:
            Refused: the table has moved on, or no person answers for the seat.
        """

        def seated(table: Table) -> TableRecord:
            who = table.record.seats[checked_seat(table.record, seat)]
            if who.user_id is None or who.computer is not None:
                raise Refused(AWAY_ALREADY)
            table.ask_anew(seat, self.now())
            return with_computer(table.record, seat, kind)

        return await self._changes.make(channel_id, seated, None, revision)

    async def leave(self, channel_id: int, user_id: int, kind: str) -> ShownTable:
        """Leave a running match: a computer plays on, and the seat may be taken back.

        Raises:
            Refused: no match, not seated, or away already.
        """
        table = self._tables.at(channel_id)
        seat = table.own_seat(user_id)
        if table.record.status is not Status.PLAYING:
            raise NotStarted
        return await self.stand_in(channel_id, seat, kind)

    async def come_back(self, channel_id: int, user_id: int) -> ShownTable:
        """Take one's seat back from the computer; nothing happens if one was not away.

        Raises:
            Refused: no table, or not seated.
        """
        table = self._tables.at(channel_id)
        seat = table.own_seat(user_id)
        if not table.record.seats[seat].is_away:
            return table.shown(self.turn_limit)

        def seated(table: Table) -> TableRecord | None:
            if not table.record.seats[seat].is_away:
                return None
            table.give_time(seat, self.now())
            return with_computer(table.record, seat, None)

        return await self._changes.make(channel_id, seated)

    async def close_table(self, channel_id: int) -> ShownTable:
        """Close a lobby or end a match at once: the channel is gone, or the server's managers say so.

        Raises:
            NoTable: there is none.
        """
        return await self._changes.make(
            channel_id, lambda table: replace(table.record, status=Status.CANCELLED)
        )

    # Messages -------------------------------------------------------------------------------------

    async def remember_hand(
        self, table_id: int, user_id: int, *, message_id: int, token: str, expires_at: float
    ) -> None:
        """Keep the newest private message of a player and the token that may still edit it.

        Tokens that have expired meanwhile are forgotten.
        """
        await self.store.save_hand(HandMessage(table_id, user_id, message_id, token, expires_at))
        await self.store.purge_hands(self.now())

    async def set_message(
        self, channel_id: int, message_id: int | None, *, table_id: int | None = None
    ) -> None:
        """Remember which message of the channel shows the table; not a change of the table.

        With ``table_id`` nothing is remembered if the channel has another table by now.
        """
        table = self._tables.latest(channel_id)
        if table is not None and table_id in {None, table.record.id}:
            await self._changes.unbroken(self._set_message(table, message_id))

    async def _set_message(self, table: Table, message_id: int | None) -> None:
        async with table.lock:
            await self._changes.settle(table)
            changed = replace(table.record, message_id=message_id)
            await self.store.save_table(changed)
            table.record = changed
