"""A ledger of a database, kept while the bot that writes it is killed again and again.

Everything is read with plain SQL and replayed with the rules alone.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import asyncpg
from pydantic import SecretStr

from bot.database.database import for_postgres
from bot.database.postgres_session import LOCK
from rules.catalog import game_with
from rules.core.actions import parse_action
from rules.core.events import DealScored, MatchWon
from rules.core.protocol import Game
from tests.application.killed_player import Acknowledged

Row = tuple[Any, ...]
Rows = Callable[..., list[Row]]
"""Query: SQL and values to rows."""
OpenRows = Callable[[], AbstractContextManager[Rows]]
OPEN = {"lobby", "playing"}


@dataclass
class Account:
    """The known history of one table."""

    log: list[Row] = field(default_factory=list)
    changes: set[int] = field(default_factory=set)
    """Revisions that are no actions: sitting down, leaving, starting."""
    game: Game[Any] | None = None
    state: Any = None
    deals: list[DealScored] = field(default_factory=list)
    won: MatchWon | None = None
    sealed: tuple[Row, ...] | None = None
    """The table's row and results after it is closed."""


class Ledger:
    """Compares a database with what was acknowledged, kill after kill."""

    def __init__(self, open_rows: OpenRows) -> None:
        self._open_rows = open_rows
        self.accounts: dict[int, Account] = {}

    @property
    def actions(self) -> int:
        """Number of actions of all matches so far."""
        return sum(len(account.log) for account in self.accounts.values())

    def check(self, acknowledged: Iterable[Acknowledged], *, everything: bool = False) -> None:
        """Check every table that may have changed; with ``everything`` also those closed long ago."""
        by_table: dict[int, list[Acknowledged]] = {}
        for one in acknowledged:
            by_table.setdefault(one.table_id, []).append(one)
        with self._open_rows() as rows:
            tables = rows(
                "SELECT id, channel_id, game, options, seats, status, revision FROM tables ORDER BY id"
            )
            open_channels = [channel for _, channel, _, _, _, status, _ in tables if status in OPEN]
            assert len(open_channels) == len(set(open_channels)), "two open tables in a channel"
            for table in tables:
                account = self.accounts.setdefault(table[0], Account())
                if account.sealed is None or everything:
                    _check_table(rows, table, account, by_table.pop(table[0], []))
        assert not by_table, "an acknowledged table is missing, or a closed one was changed"


def _check_table(rows: Rows, table: Row, account: Account, acknowledged: list[Acknowledged]) -> None:
    table_id, _, game, options, seats, status, revision = table
    log = rows(
        "SELECT revision, seat, user_id, action FROM actions WHERE table_id = ? ORDER BY revision",
        table_id,
    )
    assert log[: len(account.log)] == account.log, "a stored action was lost or changed"
    new = log[len(account.log) :]
    account.log = log

    confirmed = [one[1:] for one in acknowledged if one.action is not None]
    by_people = [(number, user_id, action) for number, _, user_id, action in new if user_id is not None]
    assert by_people[: len(confirmed)] == confirmed, "an acknowledged action is missing, or there twice"
    changes = {one.revision for one in acknowledged if one.action is None}
    used = {row[0] for row in log}
    assert not used & changes, "one revision was given to two changes"
    account.changes |= changes
    last = max(revision, log[-1][0] if log else 0)
    unconfirmed = set(range(1, last + 1)) - used - account.changes
    account.changes |= unconfirmed
    under_way = len(by_people) - len(confirmed) + len(unconfirmed)
    assert under_way <= 1, "more was stored than acknowledged and under way"

    if status != "lobby":
        _replay(account, new, game, options, len(json.loads(seats)))
    deals = rows("SELECT deal, declarer, bid, made FROM deals WHERE table_id = ? ORDER BY deal", table_id)
    contracts = [(one.deal, one.contract) for one in account.deals if one.contract is not None]
    assert deals == [(number, bid.declarer, bid.bid, bid.made) for number, bid in contracts]
    results = rows(
        "SELECT user_id, seat, won FROM match_players WHERE table_id = ? ORDER BY seat",
        table_id,
    )
    people = [(who["user_id"], seat) for seat, who in enumerate(json.loads(seats))]
    won = account.won
    assert results == ([] if won is None else [(*person, person[1] in won.winners) for person in people])
    assert (status == "finished") == (won is not None)

    if status not in OPEN:
        now = (table, *deals, *results)
        assert account.sealed in {None, now}, "a closed table was changed"
        account.sealed = now


def _replay(account: Account, rows: list[Row], key: str, options: str, seats: int) -> None:
    if account.game is None:
        account.game = game_with(key, json.loads(options))
        account.state = account.game.start(seats)
    for _, seat, _, action in rows:
        account.state, events = account.game.apply(account.state, seat, parse_action(action))
        account.deals += [event for event in events if isinstance(event, DealScored)]
        account.won = next((event for event in events if isinstance(event, MatchWon)), account.won)


@contextmanager
def rows_of_file(path: Path) -> Iterator[Rows]:
    """Open a SQLite file for queries; without rows if the bot was killed before it created the tables."""
    if not path.exists():
        yield no_rows
        return
    with closing(sqlite3.connect(path)) as database:

        def rows(sql: str, *values: int) -> list[Row]:
            return database.execute(sql, values).fetchall()

        yield rows if rows("SELECT name FROM sqlite_master WHERE name = 'match_players'") else no_rows


@contextmanager
def rows_of_server(address: SecretStr, *, alone: bool = True) -> Iterator[Rows]:
    """Open a PostgreSQL database for queries; if ``alone``, after the session of a killed bot has ended."""
    with asyncio.Runner() as runner:
        connection = runner.run(asyncpg.connect(address.get_secret_value()))
        if alone:
            runner.run(connection.execute("SELECT pg_advisory_lock($1)", LOCK))

        def rows(sql: str, *values: int) -> list[Row]:
            return [tuple(row) for row in runner.run(connection.fetch(for_postgres(sql), *values))]

        yield rows if rows("SELECT 1 WHERE to_regclass('match_players') IS NOT NULL") else no_rows
        runner.run(connection.close())


def no_rows(sql: str, *values: int) -> list[Row]:
    """An empty list if the table does not exist yet."""
    return []
