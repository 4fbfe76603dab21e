"""``GameManager``: the only way in. Ids and plain values, no Discord types.

Every change runs under its table's lock, is stored, and only then becomes the present and is told to
the listeners. A change once begun is finished even if the one who asked for it goes away.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from functools import partial
from random import Random, SystemRandom
from typing import Any, Final, TypeVar

from bot import lobby
from bot.errors import NoTable, NotStarted, Refused
from bot.lobby import Change, Person
from bot.shown import ShownTable, Update
from bot.store.protocol import ChannelTaken, Conflict, Store
from bot.store.records import OPEN, HandMessage, Status, TableRecord
from bot.table import Step, Table, with_computer
from rules.actions import Action
from rules.catalog import DEFAULT, find_game
from rules.decisions import Seat
from rules.events import heard_by
from rules.protocol import IllegalAction, InvalidOption, OptionValue
from rules.views import SeatView

log = logging.getLogger(__name__)
T = TypeVar("T")


Listener = Callable[[Update], None]

MOST_FINISHED: Final = 1000
"""Tables over that are kept in memory, so that people may look back; the oldest go first."""


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
        self._tables: dict[int, Table] = {}
        self._channels: dict[int, int] = {}
        self._finished: dict[int, Table] = {}
        self._opening: set[int] = set()
        self._listeners: list[Listener] = []
        self._at_work: set[asyncio.Task[Any]] = set()

    # Reading ------------------------------------------------------------------------------------

    @property
    def tables(self) -> Sequence[Table]:
        """Every open table."""
        return tuple(self._tables.values())

    def find(self, table_id: int) -> Table | None:
        """An open table by its id."""
        channel_id = self._channels.get(table_id)
        return None if channel_id is None else self._tables.get(channel_id)

    def shown(self, channel_id: int, *, finished: bool = False) -> ShownTable:
        """The open table of a channel; with ``finished`` also the one that was last played there.

        Raises:
            NoTable: there is none.
        """
        table = (self._latest(channel_id) if finished else None) or self._table(channel_id)
        return table.shown(self.turn_limit)

    def hand(self, channel_id: int, user_id: int) -> SeatView:
        """What a person at a table, open or just played, sees of the match.

        Raises:
            NoTable: there is none.
            NotSeated: the person does not sit there.
            NotStarted: there is no match.
        """
        table = self._latest(channel_id) or self._table(channel_id)
        return table.seat_view(table.own_seat(user_id))

    def check(self, channel_id: int, table_id: int, revision: int | None = None) -> None:
        """Check that a control belongs to the open table of a channel, and is not stale.

        Raises:
            NoTable: there is none.
            TableOver: it belonged to another.
            Stale: the table has changed since.
        """
        self._table(channel_id).check(table_id, revision)

    def changes(self, channel_id: int) -> dict[str, OptionValue]:
        """The options of a channel's table, open or just played, that differ from the book."""
        table = self._latest(channel_id)
        return {} if table is None else dict(table.record.options)

    def _latest(self, channel_id: int) -> Table | None:
        """The open table of a channel, else the one that was last played there."""
        return self._tables.get(channel_id) or self._finished.get(channel_id)

    def _table(self, channel_id: int) -> Table:
        table = self._tables.get(channel_id)
        if table is None:
            raise NoTable
        return table

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Be told of every change once it is stored; returns how to stop listening."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    async def resume(self) -> None:
        """Take up every open table as it was stored."""
        logs = await self.store.open_logs()
        for record in await self.store.open_tables():
            try:
                table = Table(record)
                table.replay(logs.get(record.id, ()))
            except (IllegalAction, InvalidOption, ValueError) as error:
                log.error("table %d cannot be taken up (%s)", record.id, type(error).__name__)
            else:
                self._keep(table)
        log.info("resumed %d tables", len(self._tables))

    async def close(self) -> None:
        """Wait until every change under way is stored."""
        while self._at_work:
            await asyncio.gather(*self._at_work, return_exceptions=True)

    # The lobby ----------------------------------------------------------------------------------

    async def open_table(
        self,
        guild_id: int,
        channel_id: int,
        host: Person,
        *,
        game: str = DEFAULT,
        options: dict[str, OptionValue] | None = None,
        show: bool = True,
    ) -> ShownTable:
        """Open a table in a channel; its host sits down on the first seat.

        Without ``show`` listeners are not told: the caller shows the table itself.

        Raises:
            Refused: the channel has a table already.
            InvalidOption: no such game, or options that do not fit it.
        """
        chosen = find_game(game).with_options(options or {})
        if channel_id in self._tables or channel_id in self._opening:
            raise Refused(TAKEN)
        self._opening.add(channel_id)
        return await self._unbroken(self._open(guild_id, channel_id, host, game, chosen.changes(), show))

    async def _open(
        self,
        guild_id: int,
        channel_id: int,
        host: Person,
        game: str,
        options: dict[str, OptionValue],
        show: bool,
    ) -> ShownTable:
        try:
            record = await self._new_record(guild_id, channel_id, host, game)
            table = Table(record)
            await self._save(table, lobby.sit(replace(record, options=options), host))
        finally:
            self._opening.discard(channel_id)
        self._keep(table)
        return self._tell(table) if show else table.shown(self.turn_limit)

    async def _new_record(self, guild_id: int, channel_id: int, host: Person, game: str) -> TableRecord:
        about = find_game(game).about
        create = partial(
            self.store.create_table,
            guild_id=guild_id,
            channel_id=channel_id,
            host_id=host.id,
            game=about.key,
            seats=about.seats[0],
            at=self.now(),
        )
        try:
            return await create()
        except ChannelTaken:
            # Unknown here, it is one that could not be opened to the end, or not be taken up.
            for left in await self.store.open_tables():
                if left.channel_id == channel_id:
                    await self.store.save_table(replace(left, status=Status.CANCELLED))
            return await create()

    async def change_lobby(
        self,
        channel_id: int,
        change: Change,
        *,
        table_id: int | None = None,
        revision: int | None = None,
    ) -> ShownTable:
        """Change who sits where or what is played; ``change`` is one of ``bot.lobby``'s functions.

        Raises:
            Refused: the change is not possible now.
            InvalidOption: the options do not fit.
        """
        return await self._unbroken(self._change_lobby(channel_id, change, table_id, revision))

    async def _change_lobby(
        self,
        channel_id: int,
        change: Change,
        table_id: int | None,
        revision: int | None,
    ) -> ShownTable:
        table = self._table(channel_id)
        async with table.lock:
            table.check(table_id, revision)
            await self._save(table, change(table.record))
        return self._tell(table)

    async def start(
        self, channel_id: int, user_id: int, *, table_id: int | None = None, revision: int | None = None
    ) -> ShownTable:
        """Begin the match: draw for the deal and deal.

        Raises:
            Refused: not the host, or seats are empty.
        """
        return await self._unbroken(self._start(channel_id, user_id, table_id, revision))

    async def _start(
        self, channel_id: int, user_id: int, table_id: int | None, revision: int | None
    ) -> ShownTable:
        table = self._table(channel_id)
        async with table.lock:
            table.check(table_id, revision)
            started = lobby.start(table.record, user_id)
            step = table.begin(replace(started, revision=table.revision + 1), self.now(), self._random)
            await self._store(table, step)
        return self._tell(table, step)

    # The match ----------------------------------------------------------------------------------

    async def act(
        self,
        channel_id: int,
        user_id: int,
        action: Action,
        *,
        table_id: int | None = None,
        revision: int | None = None,
    ) -> ShownTable:
        """Let a person answer the question asked of their seat.

        Raises:
            Refused: no match, not seated, not asked, or the control is stale.
            IllegalAction: the rules do not allow it.
        """
        return await self._unbroken(self._act(channel_id, user_id, action, table_id, revision))

    async def _act(
        self,
        channel_id: int,
        user_id: int,
        action: Action,
        table_id: int | None,
        revision: int | None,
    ) -> ShownTable:
        table = self._table(channel_id)
        async with table.lock:
            table.check(table_id, revision)
            seat = table.asked_seat(user_id)
            step = table.step(seat, action, user_id, self.now(), self._random)
            await self._store(table, step)
        return self._tell(table, step)

    async def act_for_computer(self, table: Table, seat: Seat, action: Action, revision: int) -> bool:
        """Carry out a computer's answer, unless the table has moved on since it was asked."""
        return await self._unbroken(self._act_for_computer(table, seat, action, revision))

    async def _act_for_computer(self, table: Table, seat: Seat, action: Action, revision: int) -> bool:
        async with table.lock:
            if table.revision != revision or table.computer_to_ask() != seat:
                return False
            step = table.step(seat, action, None, self.now(), self._random)
            await self._store(table, step)
        self._tell(table, step)
        return True

    async def stand_in(
        self, channel_id: int, seat: Seat, kind: str, revision: int | None = None
    ) -> ShownTable:
        """Let a computer answer for a person until that person comes back.

        Raises:
            Refused: the table has moved on, or no person answers for the seat.
        """
        return await self._unbroken(self._seat_computer(channel_id, seat, kind, revision))

    async def leave(self, channel_id: int, user_id: int, kind: str) -> ShownTable:
        """Leave a running match: a computer plays on, and the seat may be taken back.

        Raises:
            Refused: no match, not seated, or away already.
        """
        table = self._table(channel_id)
        seat = table.own_seat(user_id)
        if table.record.status is not Status.PLAYING:
            raise NotStarted
        return await self._unbroken(self._seat_computer(channel_id, seat, kind, None))

    async def come_back(self, channel_id: int, user_id: int) -> ShownTable:
        """Take one's seat back from the computer; nothing happens if one was not away.

        Raises:
            Refused: no table, or not seated.
        """
        table = self._table(channel_id)
        seat = table.own_seat(user_id)
        if not table.record.seats[seat].is_away:
            return table.shown(self.turn_limit)
        return await self._unbroken(self._seat_computer(channel_id, seat, None, None))

    async def _seat_computer(
        self, channel_id: int, seat: Seat, kind: str | None, revision: int | None
    ) -> ShownTable:
        table = self._table(channel_id)
        async with table.lock:
            table.check(None, revision)
            who = table.record.seats[seat]
            if kind is None and not who.is_away:
                return table.shown(self.turn_limit)
            if who.user_id is None or (who.computer is None) == (kind is None):
                raise Refused("A computer plays for you already. Press *My hand* to take your seat back.")
            await self._save(table, with_computer(table.record, seat, kind))
            if kind is None:
                table.give_time(seat, self.now())
        return self._tell(table)

    async def agree_to_end(self, channel_id: int, user_id: int, *, table_id: int | None = None) -> ShownTable:
        """End a match without a winner once everybody present agrees.

        Raises:
            Refused: no match, or not seated.
        """
        return await self._unbroken(self._agree_to_end(channel_id, user_id, table_id))

    async def _agree_to_end(self, channel_id: int, user_id: int, table_id: int | None) -> ShownTable:
        table = self._table(channel_id)
        async with table.lock:
            table.check(table_id, None)
            if table.record.status is not Status.PLAYING:
                raise NotStarted
            table.own_seat(user_id)
            agreed = table.agreed_to_end | {user_id}
            present = {who.user_id for who in table.record.seats if who.user_id and not who.is_away}
            if present <= agreed:
                await self._save(table, replace(table.record, status=Status.CANCELLED))
            table.agreed_to_end = agreed
        return self._tell(table)

    async def close_table(self, channel_id: int) -> ShownTable:
        """Close a lobby or end a match at once: the channel is gone, or the server's managers say so.

        Raises:
            NoTable: there is none.
        """
        return await self._unbroken(self._close_table(channel_id))

    async def _close_table(self, channel_id: int) -> ShownTable:
        table = self._table(channel_id)
        async with table.lock:
            table.check(None, None)
            await self._save(table, replace(table.record, status=Status.CANCELLED))
        return self._tell(table)

    async def remember_hand(
        self, table_id: int, user_id: int, *, message_id: int, token: str, expires_at: float
    ) -> None:
        """Keep the newest private message of a player and the token that may still edit it."""
        await self.store.save_hand(HandMessage(table_id, user_id, message_id, token, expires_at))

    async def set_message(
        self, channel_id: int, message_id: int | None, *, table_id: int | None = None
    ) -> None:
        """Remember which message of the channel shows the table; not a change of the table.

        With ``table_id`` nothing is remembered if the channel has another table by now.
        """
        table = self._latest(channel_id)
        if table is not None and table_id in {None, table.record.id}:
            await self._unbroken(self._set_message(table, message_id))

    async def _set_message(self, table: Table, message_id: int | None) -> None:
        async with table.lock:
            changed = replace(table.record, message_id=message_id)
            await self.store.save_table(changed)
            table.record = changed

    # Storing, then speaking -----------------------------------------------------------------------

    async def _store(self, table: Table, step: Step) -> None:
        changed = step.record.status is not table.record.status or step.record.seats != table.record.seats
        try:
            await self.store.append(
                table.record.id, step.entries, results=step.results, table=step.record if changed else None
            )
        except Conflict:
            await self._read_again(table)
            raise Refused("The table had to be read again from the record. Look again and choose.") from None
        table.adopt(step)

    async def _save(self, table: Table, changed: TableRecord) -> None:
        changed = replace(changed, revision=table.revision + 1)
        await self.store.save_table(changed)
        table.replace_record(changed)

    async def _read_again(self, table: Table) -> None:
        """Read a table again and tell of it: what is stored is what holds."""
        log.error("table %d is read again: its log was ahead of memory", table.record.id)
        entries = await self.store.log(table.record.id)
        stored = {record.id: record for record in await self.store.open_tables()}
        table.read_again(stored.get(table.record.id), entries)
        self._tell(table)

    def _keep(self, table: Table) -> None:
        self._tables[table.record.channel_id] = table
        self._channels[table.record.id] = table.record.channel_id
        self._finished.pop(table.record.channel_id, None)

    def _tell(self, table: Table, step: Step | None = None) -> ShownTable:
        """Tell everyone who listens what has changed; returns the table as it is now shown."""
        if table.record.status not in OPEN:
            self._tables.pop(table.record.channel_id, None)
            self._channels.pop(table.record.id, None)
            self._finished[table.record.channel_id] = table
            if len(self._finished) > MOST_FINISHED:
                del self._finished[next(iter(self._finished))]
        shown = table.shown(self.turn_limit)
        update = Update(shown, heard_by(step.events, None) if step else ())
        for listener in tuple(self._listeners):
            try:
                listener(update)
            except Exception:
                log.exception("a listener failed on table %d", table.record.id)
        return shown

    async def _unbroken(self, change: Coroutine[Any, Any, T]) -> T:
        """Finish a change even if the one who asked for it is cancelled."""
        task = asyncio.create_task(change)
        self._at_work.add(task)
        try:
            return await asyncio.shield(task)
        finally:
            if task.done():
                self._at_work.discard(task)
            else:
                task.add_done_callback(self._at_work.discard)


TAKEN = "There is a table in this channel already. `/rook table` shows it."
