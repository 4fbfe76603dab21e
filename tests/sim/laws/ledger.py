"""The books of the club: what is stored of each table, commit by commit, played by the rules alone."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from bot.models.endings import Allowed, Ending, Leaving
from bot.models.shuffles import MatchSeed
from bot.models.stored import OPEN, LogEntry, Settled, Status, TableRecord
from bot.table.desk.phrases import Said
from bot.table.match.step import TAKE_BACK, Past, last_act, with_act
from bot.table.played_game import game_of
from bot.table.store.seats import read_seats
from rules.core.actions import parse_action
from rules.core.decisions import Seat
from rules.core.events import DealScored, DealStarted, MatchWon
from rules.core.protocol import Game
from rules.core.views import SeatView
from tests.sim.disk import Disk

RECENT: Final = 24
"""Moments a message may be old that does not say when it was drawn."""
ROW: Final = """
    SELECT id, guild_id, channel_id, host_id, game, options, seats, status, revision, message_id, created_at,
        rules_version, counted, leaving, ended, ended_by, settled, turn_hours, seed, parent_id,
        rules_name, has_hints, has_phrases
    FROM tables WHERE id = ?
"""
NEW_ENTRIES: Final = """
    SELECT revision, seat, user_id, action, at FROM actions
    WHERE table_id = ? AND revision > ? ORDER BY revision
"""


Row = tuple[Any, ...]


@dataclass
class Moment:
    """The match as it was from a revision on."""

    revision: int
    state: Any
    views: list[SeatView] | None = None
    """What each seat sees, once somebody has asked."""
    hands: list[frozenset[str]] = field(default_factory=list)
    """The cards each seat holds, as they are printed, once somebody has asked."""
    hidden: dict[Seat | None, frozenset[str]] = field(default_factory=dict)
    """The cards in hands that a reader may not know, once that reader has read something."""


@dataclass
class Account:
    """What is known of one table."""

    record: TableRecord
    game: Game[Any]
    revision: int
    """How often it has changed."""
    opened_at: float
    """In virtual time."""
    at: float
    """When it has changed last."""
    seated_at: float
    """When somebody has come, left or come back last."""
    told: tuple[Said, ...] = ()
    """What was said at the table, as far as it stands there now."""
    told_at: float = float("-inf")
    """When something was said, or was over."""
    entries: list[LogEntry] = field(default_factory=list)
    deal: list[Moment] = field(default_factory=list)
    """Every moment of the deal that is played."""
    deal_number: int = 0
    seen: set[str] = field(default_factory=set)
    """The cards everybody has seen in this deal, up to one of its moments."""
    looked_at: int = 0
    """How many moments of the deal have been looked at for them."""
    past: Past = ()
    scored: list[DealScored] = field(default_factory=list)
    won: MatchWon | None = None
    messages: set[int] = field(default_factory=set)
    """Every message that has been stored as the table's."""
    recent: deque[Moment] = field(default_factory=lambda: deque(maxlen=RECENT))
    """The last moments, of whichever deal."""
    acted: dict[int, list[int]] = field(default_factory=dict)
    """The revisions with which each seat has acted."""

    @property
    def is_open(self) -> bool:
        """Whether people may still do something at the table."""
        return self.record.status in OPEN

    @property
    def state(self) -> Any:
        """The match as it is; None before it."""
        return self.deal[-1].state if self.deal else None

    def at_revision(self, revision: int) -> Moment | None:
        """The match as it was at a revision of this deal; None where that is another deal's."""
        return next((moment for moment in reversed(self.deal) if moment.revision <= revision), None)


@dataclass(frozen=True)
class Change:
    """What a commit has changed of a table."""

    account: Account
    before: int
    """The revision until then."""
    entries: tuple[LogEntry, ...]
    is_new: bool
    begins: bool
    """Whether it was the start of the match, which is a change of its own."""


class Ledger:
    """Every table of the club by id, and by channel the last one."""

    def __init__(self, disk: Disk, time: Callable[[], float]) -> None:
        self.accounts: dict[int, Account] = {}
        self.latest: dict[int, Account] = {}
        self.opened = 0
        """How many tables there have been."""
        self._disk = disk
        self._time = time
        self._open: dict[int, Row] = {}
        """Open tables as they were stored when they were read last."""

    def read(self) -> Iterator[Change]:
        """Whatever has changed since it was read last."""
        query = self._disk.connection.execute
        touched = sorted(self._disk.touched)
        self._disk.touched.clear()
        for table_id in touched:
            row = query(ROW, (table_id,)).fetchone()
            account = self.accounts.get(table_id)
            if row is None or (account is None and Status(row[7]) not in OPEN):
                continue
            if account is not None and table_id in self._disk.rewritten:
                read_again = query(NEW_ENTRIES, (table_id, -1)).fetchmany(len(account.entries))
                account.entries = [LogEntry(*entry) for entry in read_again]
            last = account.entries[-1].revision if account is not None and account.entries else -1
            entries = query(NEW_ENTRIES, (table_id, last)).fetchall()
            if entries or row != self._open.get(table_id):
                yield self._changed(account, row, tuple(LogEntry(*entry) for entry in entries))
        self._disk.rewritten.clear()

    def forget(self, table_id: int) -> None:
        """Let go of a table that is over and was looked at for the last time."""
        self.accounts.pop(table_id, None)

    def _changed(self, account: Account | None, row: Row, entries: tuple[LogEntry, ...]) -> Change:
        is_new = account is None
        record = account.record if account is not None and row == self._open.get(row[0]) else _record(row)
        if account is None:
            now = self._time()
            account = Account(record, game_of(record), record.revision, now, now, now)
            self.accounts[record.id] = self.latest[record.channel_id] = account
            self.opened += 1
        before = entries[0].revision - 1 if is_new and entries else account.revision
        begins = account.record.status is Status.LOBBY and record.status is Status.PLAYING
        if record.seats != account.record.seats:
            account.seated_at = self._time()
        account.record = record
        if record.message_id is not None:
            account.messages.add(record.message_id)
        account.at = self._time()
        if not account.deal and (entries or record.status is Status.PLAYING):
            account.game = game_of(record)
            account.deal = [Moment(record.revision, account.game.start(len(record.seats)))]
        for entry in entries:
            _play(account, entry)
        account.revision = max(record.revision, account.entries[-1].revision if account.entries else 0)
        if account.is_open:
            self._open[record.id] = row
        else:
            self._open.pop(record.id, None)
        return Change(account, before, entries, is_new, begins)


def _play(account: Account, entry: LogEntry) -> None:
    account.entries.append(entry)
    account.acted.setdefault(entry.seat, []).append(entry.revision)
    if entry.action == TAKE_BACK:
        index = last_act(account.past, entry.seat)
        assert index is not None, "the log takes back what was never done"
        state, account.past = account.past[index].before, account.past[:index]
    else:
        before = account.state
        state, events = account.game.apply(before, entry.seat, parse_action(entry.action))
        account.past = with_act(account.past, entry.seat, before, events)
        account.scored += [event for event in events if isinstance(event, DealScored)]
        account.won = next((event for event in events if isinstance(event, MatchWon)), account.won)
        for event in events:
            if isinstance(event, DealStarted):
                account.deal_number = event.deal
                account.deal, account.seen, account.looked_at = [], set(), 0
    account.deal.append(Moment(entry.revision, state))
    account.recent.append(account.deal[-1])


def _record(row: Row) -> TableRecord:
    table_id, guild, channel, host, game, options, seats, status, revision, message, created, *more = row
    version, counted, leaving, ended, ended_by, settled, turn_hours, seed, parent_id, rules_name, *allowed = (
        more
    )
    return TableRecord(
        id=table_id,
        guild_id=guild,
        channel_id=channel,
        host_id=host,
        game=game,
        options=json.loads(options),
        seats=read_seats(seats),
        status=Status(status),
        revision=revision,
        message_id=message,
        created_at=created,
        rules_version=version,
        counted=bool(counted),
        leaving=Leaving(leaving),
        ended=None if ended is None else Ending(ended),
        ended_by=ended_by,
        settled=None if settled is None else Settled(settled),
        turn_hours=turn_hours,
        seed=None if seed is None else MatchSeed.read(seed),
        parent_id=parent_id,
        rules_name=rules_name,
        allowed=Allowed(*map(bool, allowed)),
    )
