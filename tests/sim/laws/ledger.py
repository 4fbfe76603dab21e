"""The ledger of the club: each table's stored log, replayed commit by commit by the rules alone."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from bot.models.endings import Allowed, Ending, Leaving
from bot.models.shuffles import MatchSeed
from bot.models.stored_tables import OPEN, TAKE_BACK, LogEntry, Settled, Status, TableRecord
from bot.table.desk.phrases import Said
from bot.table.match.step import Past, last_act, with_act
from bot.table.played_game import game_of
from bot.table.store.reading import read_seats
from rules.core.actions import parse_action
from rules.core.decisions import Seat
from rules.core.events import DealScored, DealStarted, MatchWon
from rules.core.protocol import Game
from rules.core.views import SeatView
from tests.sim.disk import Disk

RECENT: Final = 24
"""The most moments a message without a revision may lag behind."""
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
    """The state of a match from a revision on."""

    revision: int
    state: Any
    views: list[SeatView] | None = None
    """The seats' views, computed on first use."""
    hands: list[frozenset[str]] = field(default_factory=list)
    """The seats' cards by name, computed on first use."""
    hidden: dict[Seat | None, frozenset[str]] = field(default_factory=dict)
    """By reader, cards in hands that the reader may not know, computed on first use."""


@dataclass
class Account:
    """The account of one table."""

    record: TableRecord
    game: Game[Any]
    revision: int
    """The table's revision."""
    opened_at: float
    """In virtual time."""
    at: float
    """When it last changed."""
    seated_at: float
    """When a player last sat down, left or returned."""
    told: tuple[Said, ...] = ()
    """The phrases shown at the table now."""
    told_at: float = float("-inf")
    """When the shown phrases last changed."""
    entries: list[LogEntry] = field(default_factory=list)
    deal: list[Moment] = field(default_factory=list)
    """All moments of the present deal."""
    deal_number: int = 0
    seen: set[str] = field(default_factory=set)
    """The cards all players have seen in the present deal, up to moment ``looked_at``."""
    looked_at: int = 0
    """Number of the deal's moments included in ``seen``."""
    past: Past = ()
    scored: list[DealScored] = field(default_factory=list)
    won: MatchWon | None = None
    messages: set[int] = field(default_factory=set)
    """Ids of all messages stored as the table's."""
    recent: deque[Moment] = field(default_factory=lambda: deque(maxlen=RECENT))
    """The last moments, of earlier deals too."""
    acted: dict[int, list[int]] = field(default_factory=dict)
    """By seat, the revisions it acted at."""

    @property
    def is_open(self) -> bool:
        """Whether the table is open."""
        return self.record.status in OPEN

    @property
    def state(self) -> Any:
        """The present state of the match; None in the lobby."""
        return self.deal[-1].state if self.deal else None

    def at_revision(self, revision: int) -> Moment | None:
        """The moment of a revision; None if it is not in the present deal."""
        return next((moment for moment in reversed(self.deal) if moment.revision <= revision), None)


@dataclass(frozen=True)
class Change:
    """The change of a table by a commit."""

    account: Account
    before: int
    """The revision before."""
    entries: tuple[LogEntry, ...]
    is_new: bool
    begins: bool
    """Whether it is the start of the match, which takes a commit of its own."""


class Ledger:
    """The accounts of all tables by id, and of the last table by channel."""

    def __init__(self, disk: Disk, time: Callable[[], float]) -> None:
        self.accounts: dict[int, Account] = {}
        self.latest: dict[int, Account] = {}
        self.opened = 0
        """Number of tables opened."""
        self._disk = disk
        self._time = time
        self._open: dict[int, Row] = {}
        """Rows of open tables when last read."""

    def read(self) -> Iterator[Change]:
        """Read the database; yields the changes of tables since the last reading."""
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
        """Drop the account of a closed table."""
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
