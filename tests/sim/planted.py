"""Faulty versions of the bot, each a few lines. The laws must find every one."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

from bot.client import RookeryBot
from bot.common.background import Listeners
from bot.database import backup
from bot.database.copying import KEYS, Tell
from bot.database.database import Row, Statement
from bot.database.leases import Lease, Leases
from bot.database.sqlite import SqliteDatabase, open_reading, ready_connection
from bot.models.endings import Leaving
from bot.models.stored_results import MatchResult
from bot.table import lobbies
from bot.table.desk.changing import Desk
from bot.table.desk.present import adopt
from bot.table.desk.table import Table
from bot.table.due_acts import DueActs
from bot.table.match import step as steps
from bot.table.play import Play
from bot.table.store import people
from bot.table.turn_driver import Turns
from cogs.evening.boards import EveningBoards
from cogs.hand.messages import Hands
from cogs.hand.votes import VoteMessages
from cogs.league.messages import LeagueMessages

Plant = Callable[[], AbstractContextManager[Any]]


def told_before_stored() -> AbstractContextManager[Any]:
    """Adopt and broadcast a change before it is stored."""

    async def carry_out(self: Any, table: Any, step: Any) -> Any:
        changed = step.record.status is not table.record.status or step.record.seats != table.record.seats
        adopt(table, step)
        shown = self.tell(table, step)
        await self._store.append(
            table.record.id, step.entries, results=step.results, table=step.record if changed else None
        )
        return shown

    return patch.object(Desk, "carry_out", carry_out)


def acknowledged_too_soon() -> AbstractContextManager[Any]:
    """Acknowledge an action a moment before it is stored, so that a kill in between loses it."""
    commit = SqliteDatabase._commit

    async def _commit(self: Any, statements: Sequence[Statement]) -> list[list[Row]]:
        if not all(statement.sql.startswith("INSERT INTO actions") for statement in statements):
            return await commit(self, statements)
        for statement in statements:
            asyncio.get_running_loop().call_later(0.2, _store, self, statement)
        return [[] for _ in statements]

    def _store(database: Any, statement: Statement) -> None:
        if not database._connection.is_cut_off:
            database._connection.disk.execute(statement)

    return patch.object(SqliteDatabase, "_commit", _commit)


def lost_wake_up() -> AbstractContextManager[Any]:
    """Set no timer after a restart or pause, so that an asked player stays asked."""

    def resume(self: Any, shard_id: int | None = None) -> None:
        self._paused_at.clear()

    return patch.object(Turns, "resume", resume)


def window_never_closed() -> AbstractContextManager[Any]:
    """Disable the clock's actions."""

    async def act_for_clock(self: Any, table: Any, revision: int) -> bool:
        return False

    return patch.object(DueActs, "act_for_clock", act_for_clock)


def wrong_winner() -> AbstractContextManager[Any]:
    """Store the losers of a match as winners."""
    results_of: Any = steps.results_of  # type: ignore[attr-defined]

    def others_won(*args: Any) -> Any:
        results = results_of(*args)
        if results is None or results.match is None:
            return results
        players = tuple(replace(player, won=not player.won) for player in results.match.players)
        return replace(results, match=replace(results.match, players=players))

    return patch.object(steps, "results_of", others_won)


@contextmanager
def forfeit_ignored() -> Iterator[None]:
    """Let the cards decide who wins a match that is forfeited by leaving; every table has a league's rule."""
    new_table: Any = lobbies.new_table  # type: ignore[attr-defined]

    def with_forfeits(*args: Any) -> Any:
        table = new_table(*args)
        return table._replace(counted=len(table.seats) > 1, leaving=Leaving.FORFEIT)

    def as_played(self: Any) -> Any:
        return self

    with (
        patch.object(lobbies, "new_table", with_forfeits),
        patch.object(MatchResult, "decided_by_leaving", as_played),
    ):
        yield


def doubled_act() -> AbstractContextManager[Any]:
    """Apply an action twice if the same player is asked again."""
    act: Any = Play.act

    async def twice(self: Any, channel_id: int, user_id: int, action: Any, **named: Any) -> Any:
        shown = await act(self, channel_id, user_id, action, **named)
        table = self.desk.tables.loaded.get(channel_id)
        seat = None if table is None else table.record.seat_of(user_id)
        question = None if table is None else table.clock.questions.by_seat.get(seat)
        if question is not None and question.decision.accepts(action):
            return await act(self, channel_id, user_id, action)
        return shown

    return patch.object(Play, "act", twice)


def stale_press_accepted() -> AbstractContextManager[Any]:
    """Accept stale controls for the player's present decision."""

    answering_seat: Any = Table.answering_seat

    def answering(self: Any, user_id: int, table_id: int | None, _: int | None) -> Any:
        return answering_seat(self, user_id, table_id, None)

    return patch.object(Table, "answering_seat", answering)


def card_in_a_log_line() -> AbstractContextManager[Any]:
    """Log the cards a player plays."""
    act: Any = Play.act

    async def logged(self: Any, channel_id: int, user_id: int, action: Any, **named: Any) -> Any:
        logging.getLogger("bot").warning("%d answers %s", user_id, str(action))
        return await act(self, channel_id, user_id, action, **named)

    return patch.object(Play, "act", logged)


def hand_of_another() -> AbstractContextManager[Any]:
    """Show the next seat's hand at *My hand*."""
    hand: Any = Desk.hand

    def next_seat(self: Any, table: Any, seat: int, user_id: int) -> Any:
        following = (seat + 1) % len(table.record.seats)
        return hand(self, table, following, table.seats[following].user_id)

    return patch.object(Desk, "hand", next_seat)


@contextmanager
def final_message_not_shown() -> Iterator[None]:
    """Do not broadcast the end of a match."""
    tell = Desk.tell

    def quietly(self: Any, table: Any, step: Any = None) -> Any:
        if table.record.status != "finished":
            return tell(self, table, step)
        listeners, self._listeners = self._listeners, Listeners()
        try:
            return tell(self, table, step)
        finally:
            self._listeners = listeners

    with patch.object(Desk, "tell", quietly):
        yield


@contextmanager
def refresh_dropped() -> Iterator[None]:
    """Do not refresh a hand when its player's turn comes."""

    def refresh(self: Any, table: Any, users: Any, **how: bool) -> None:
        return

    with patch.object(Hands, "refresh", refresh):
        yield


def board_never_refreshed() -> AbstractContextManager[Any]:
    """Post an evening's board and never edit it."""
    show: Any = EveningBoards._show

    async def once(self: Any, evening: Any, slot: Any) -> None:
        if evening.message_id is None:
            await show(self, evening, slot)

    return patch.object(EveningBoards, "_show", once)


def last_board_not_shown() -> AbstractContextManager[Any]:
    """Do not edit an evening's board when it ends."""
    bring_up_to_date: Any = EveningBoards._bring_up_to_date

    async def until_the_end(self: Any, evening_id: int, slot: Any) -> bool:
        evening = await self._evenings.shown(evening_id)
        return bool(evening.is_over or await bring_up_to_date(self, evening_id, slot))

    return patch.object(EveningBoards, "_bring_up_to_date", until_the_end)


def league_never_posted() -> AbstractContextManager[Any]:
    """Post no league's message."""

    async def post(self: Any, league: Any, view: Any) -> None:
        return None

    return patch.object(LeagueMessages, "_post", post)


def league_never_refreshed() -> AbstractContextManager[Any]:
    """Post a league's message and never edit it."""

    async def edit(self: Any, league: Any, view: Any) -> bool:
        return league.message_id is not None

    return patch.object(LeagueMessages, "_edit", edit)


def never_ready() -> AbstractContextManager[Any]:
    """Wait at the start for a server's members, which Discord does not send without that intent."""
    setup_hook = RookeryBot.setup_hook

    async def and_waits(self: Any) -> None:
        await setup_hook(self)
        await self.wait_for("member_join")

    return patch.object(RookeryBot, "setup_hook", and_waits)


def backup_without_snapshot() -> AbstractContextManager[Any]:
    """Copy a backup table by table without a snapshot."""

    def copy_tables(source: Path, part: Path, tell: Tell) -> None:
        with closing(open_reading(source)) as old, closing(ready_connection(part)) as new:
            for name in KEYS:
                for row in old.execute(f"SELECT * FROM {name}").fetchall():
                    new.execute(f"INSERT INTO {name} VALUES ({', '.join('?' * len(row))})", row)
                tell("copying", name, 1, 1)
            new.execute("PRAGMA journal_mode = DELETE")

    return patch.object(backup, "_copy_file", copy_tables)


def backup_in_place() -> AbstractContextManager[Any]:
    """Replace the earlier backup before the new one is complete."""

    original = backup._next_to

    def at_once(path: Path, ending: str) -> AbstractContextManager[Path]:
        if ending != backup.PART:  # a restore, which stays correct
            return original(path, ending)
        path.unlink(missing_ok=True)
        return nullcontext(path)

    return patch.object(backup, "_next_to", at_once)


def acts_not_forgotten() -> AbstractContextManager[Any]:
    """Leave the actions of a forgotten user under their id in the log."""
    others = tuple(sql for sql in people.RENUMBER if "actions" not in sql)
    return patch.object(people, "RENUMBER", others)


def lease_not_checked() -> AbstractContextManager[Any]:
    """Serve a shard even if its lease was not free."""

    async def claim(self: Any, shards: Iterable[int], most: int | None = None) -> frozenset[int]:
        for shard in sorted(set(shards) - self._mine):
            if most is None or len(self._mine) < most:
                await self._take(Lease.SHARD, shard)
                self._mine.add(shard)
        return frozenset(self._mine)

    return patch.object(Leases, "claim", claim)


def doubled_clerk() -> AbstractContextManager[Any]:
    """Do the clerk's work in every process."""

    get = Leases.get

    async def get_clerk(self: Leases, lease: Lease) -> bool:
        return lease is Lease.CLERK or await get(self, lease)

    return patch.object(Leases, "get", get_clerk)


def vote_forgotten() -> AbstractContextManager[Any]:
    """Do not edit the messages of votes that ended with the previous process."""

    async def resume(self: Any) -> None:
        return

    return patch.object(VoteMessages, "resume", resume)


PLANTED: Final[dict[str, Plant]] = {
    plant.__name__: plant
    for plant in (
        told_before_stored,
        acknowledged_too_soon,
        lost_wake_up,
        window_never_closed,
        wrong_winner,
        forfeit_ignored,
        doubled_act,
        stale_press_accepted,
        card_in_a_log_line,
        hand_of_another,
        final_message_not_shown,
        refresh_dropped,
        board_never_refreshed,
        last_board_not_shown,
        league_never_posted,
        league_never_refreshed,
        never_ready,
        backup_without_snapshot,
        backup_in_place,
        acts_not_forgotten,
        lease_not_checked,
        doubled_clerk,
        vote_forgotten,
    )
}
