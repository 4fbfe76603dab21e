"""Statements: SQL and its values, and what each kind of record writes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import NamedTuple

from bot.store.stored import (
    DealResult,
    HandMessage,
    LogEntry,
    MatchResult,
    Results,
    SavedRules,
    TableRecord,
)
from rules.core.protocol import OptionValue

SqlValue = int | float | str | None

MOST_ROWS = 1000
"""Rows of one INSERT; SQLite takes 32,766 values in a statement."""


class Values(tuple[SqlValue, ...]):
    """The values of a statement. aiosqlite logs them, so their ``repr`` shows no hand and no token."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<{len(self)} values>"


class Statement(NamedTuple):
    """One SQL statement."""

    sql: str
    values: Values = Values()
    must_find: bool = False
    """Whether giving no row back means that there is no such table."""


INSERT_TABLE = """
    INSERT INTO tables (guild_id, channel_id, host_id, game, options, seats, status, revision, message_id,
                        created_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    RETURNING id
"""
UPDATE_TABLE = """
    UPDATE tables
    SET guild_id = ?, channel_id = ?, host_id = ?, game = ?, options = ?, seats = ?, status = ?, revision = ?,
        message_id = ?, created_at = ?
    WHERE id = ?
    RETURNING id
"""
INSERT_PLAYER_RESULT = """
    INSERT INTO match_results (table_id, user_id, guild_id, name, seat, won, points, away, at)
    SELECT id, ?, guild_id, ?, ?, ?, ?, ?, ? FROM tables WHERE id = ?
    RETURNING table_id
"""
SAVE_HAND = """
    INSERT INTO hand_messages (table_id, user_id, message_id, token, expires_at)
    VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (table_id, user_id) DO UPDATE
    SET message_id = excluded.message_id, token = excluded.token, expires_at = excluded.expires_at
"""
SAVE_SETTING = """
    INSERT INTO settings (key, value) VALUES (?, ?)
    ON CONFLICT (key) DO UPDATE SET value = excluded.value
"""
SAVE_RULES = """
    INSERT INTO saved_rules (guild_id, name, code) VALUES (?, ?, ?)
    ON CONFLICT (guild_id, name) DO UPDATE SET code = excluded.code
"""
REMOVE_RULES = "DELETE FROM saved_rules WHERE guild_id = ? AND name = ?"
SET_DEFAULT_RULES = """
    INSERT INTO default_rules (guild_id, rules) VALUES (?, ?)
    ON CONFLICT (guild_id) DO UPDATE SET rules = excluded.rules
"""
REMOVE_DEFAULT_RULES = "DELETE FROM default_rules WHERE guild_id = ?"
PURGE_HANDS = "DELETE FROM hand_messages WHERE expires_at < ?"
ACTIONS = "actions (table_id, revision, seat, user_id, action, at)"
DEALS = "deals (table_id, deal, dealer, declarer, declarer_user, bid, trump, made, nest_points, at)"
DEAL_SIDES = "deal_sides (table_id, deal, side, seats, counters, tricks, bonus, scored, total)"
DEAL_PLAYERS = "deal_players (table_id, deal, seat, user_id)"


def insert_table(table: TableRecord) -> Statement:
    """Add a table; gives its id back."""
    return Statement(INSERT_TABLE, Values(_table_values(table)))


def update_table(table: TableRecord) -> Statement:
    """Store a table as it now is."""
    return Statement(UPDATE_TABLE, Values((*_table_values(table), table.id)), must_find=True)


def insert_actions(table_id: int, entries: Sequence[LogEntry]) -> list[Statement]:
    """Add to a table's log: one statement, unless there are very many entries."""
    rows = [
        (table_id, entry.revision, entry.seat, entry.user_id, entry.action, entry.at) for entry in entries
    ]
    return _insert(ACTIONS, rows)


def insert_results(table_id: int, results: Results) -> list[Statement]:
    """Record scored deals and the end of a match."""
    deals = [statement for deal in results.deals for statement in _insert_deal(table_id, deal)]
    return deals + (_insert_match(table_id, results.match) if results.match else [])


def save_hand(hand: HandMessage) -> Statement:
    """Keep a private message in place of the player's last."""
    values = (hand.table_id, hand.user_id, hand.message_id, hand.token, hand.expires_at)
    return Statement(SAVE_HAND, Values(values))


def purge_hands(before: float) -> Statement:
    """Forget private messages whose token expired before a time."""
    return Statement(PURGE_HANDS, Values((before,)))


def save_rules(guild_id: int, rules: SavedRules) -> Statement:
    """Keep rules of a server under their name."""
    return Statement(SAVE_RULES, Values((guild_id, rules.name, rules.code)))


def remove_rules(guild_id: int, name: str) -> Statement:
    """Forget rules of a server."""
    return Statement(REMOVE_RULES, Values((guild_id, name)))


def set_default_rules(guild_id: int, rules: str | None) -> Statement:
    """Settle what a server plays when nobody says otherwise, or that nothing is settled."""
    if rules is None:
        return Statement(REMOVE_DEFAULT_RULES, Values((guild_id,)))
    return Statement(SET_DEFAULT_RULES, Values((guild_id, rules)))


def save_setting(key: str, value: OptionValue) -> Statement:
    """Remember a value."""
    return Statement(SAVE_SETTING, Values((key, json.dumps(value))))


def _table_values(table: TableRecord) -> tuple[SqlValue, ...]:
    return (
        table.guild_id,
        table.channel_id,
        table.host_id,
        table.game,
        json.dumps(table.options),
        json.dumps([asdict(seat) for seat in table.seats]),
        table.status,
        table.revision,
        table.message_id,
        table.created_at,
    )


def _insert_deal(table_id: int, result: DealResult) -> list[Statement]:
    scored, users = result.scored, result.users
    deal = (
        table_id,
        scored.deal,
        scored.dealer,
        scored.declarer,
        users[scored.declarer],
        scored.bid,
        None if scored.trump is None else scored.trump.letter,
        scored.made,
        scored.nest_points,
        result.at,
    )
    sides = [
        (table_id, scored.deal, side, json.dumps(score.seats), *score[1:])
        for side, score in enumerate(scored.sides)
    ]
    players = [(table_id, scored.deal, seat, user) for seat, user in enumerate(users) if user is not None]
    return [*_insert(DEALS, [deal]), *_insert(DEAL_SIDES, sides), *_insert(DEAL_PLAYERS, players)]


def _insert_match(table_id: int, match: MatchResult) -> list[Statement]:
    return [
        Statement(
            INSERT_PLAYER_RESULT,
            Values((one.user_id, one.name, one.seat, one.won, one.points, one.away, match.at, table_id)),
            must_find=True,
        )
        for one in match.players
    ]


def _insert(into: str, rows: Sequence[tuple[SqlValue, ...]]) -> list[Statement]:
    """Insert rows, as many in a statement as it may have; ``into`` is a constant of this module."""
    statements = []
    for first in range(0, len(rows), MOST_ROWS):
        some = rows[first : first + MOST_ROWS]
        marks = f"({', '.join('?' * len(some[0]))})"
        sql = f"INSERT INTO {into} VALUES {', '.join([marks] * len(some))}"  # noqa: S608 (no value in it)
        statements.append(Statement(sql, Values(value for row in some for value in row)))
    return statements
