"""Kinds of damage to a SQLite file: rows, pages and bytes changed by a disk or by another program."""

from __future__ import annotations

import contextlib
import os
import re
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

VICTIM: Final = 1
"""The table with the damaged match."""
LOBBY: Final = 4
"""A lobby that is damaged."""
OVER: Final = 5
"""A table with a finished match."""

Harm = Callable[[Path], None]


class Damage(NamedTuple):
    """A kind of damage to a file, and its allowed consequences."""

    name: str
    harm: Harm
    quarantined: tuple[int, ...] = (VICTIM,)
    """Tables that are quarantined then; every other table continues."""
    may_refuse: bool = False
    """Whether the bot may refuse to start instead, with one sentence."""
    repairable: bool = True
    """Whether the quarantined tables can be repaired."""


@contextlib.contextmanager
def unchecked_connection(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a connection that writes any value: without types, checks or foreign keys."""
    schema = "SELECT name, sql FROM sqlite_master WHERE type = 'table'"
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        before = connection.execute(schema).fetchall()
        connection.execute("PRAGMA writable_schema = ON")
        for name, sql in before:
            loose = sql.replace(") STRICT, WITHOUT ROWID", ") WITHOUT ROWID").replace(") STRICT", ")")
            loose = re.sub("(?<!IS) NOT NULL", "", loose)
            connection.execute("UPDATE sqlite_master SET sql = ? WHERE name = ?", (loose, name))
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        yield connection
        connection.execute("PRAGMA writable_schema = ON")
        for name, sql in before:
            connection.execute("UPDATE sqlite_master SET sql = ? WHERE name = ?", (sql, name))


def sql(statement: str, *values: object) -> Harm:
    """Damage by an SQL statement."""

    def harm(path: Path) -> None:
        with unchecked_connection(path) as connection:
            connection.execute(statement, values)

    return harm


def column(name: str, value: object, table: int = VICTIM) -> Harm:
    """Damage that puts a value into a column of a table's row."""
    return sql(f"UPDATE tables SET {name} = ? WHERE id = {table}", value)


def act(name: str, value: object, *, nth: int = 5) -> Harm:
    """Damage that puts a value into a column of an act of the match."""
    return sql(
        f"UPDATE actions SET {name} = ? WHERE table_id = {VICTIM} AND revision = "
        f"(SELECT revision FROM actions WHERE table_id = {VICTIM} ORDER BY revision LIMIT 1 OFFSET {nth})",
        value,
    )


def broken_text(table: str, name: str, where: str) -> Harm:
    """Damage that flips a bit in the middle of a text, so that it is not UTF-8 any more."""
    return sql(
        f"UPDATE {table} SET {name} = CAST(substr(CAST({name} AS BLOB), 1, length({name}) / 2) || x'FF' || "
        f"substr(CAST({name} AS BLOB), length({name}) / 2 + 2) AS TEXT) WHERE {where}"
    )


def page_of(text: str, *, garbage: bytes = b"\x2a", header_only: bool = False) -> Harm:
    """Damage that destroys the page with the row that a query finds."""

    def harm(path: Path) -> None:
        with contextlib.closing(sqlite3.connect(path)) as connection:
            [[found]] = connection.execute(text).fetchall()
            [[size]] = connection.execute("PRAGMA page_size").fetchall()
        data = bytearray(path.read_bytes())
        place = data.index(found.encode()) if isinstance(found, str) else (found - 1) * size
        first = place // size * size
        count = 8 if header_only else size
        data[first : first + count] = garbage * count
        path.write_bytes(data)

    return harm


def root_of(name: str, garbage: bytes = b"\x2a") -> Harm:
    """Damage that destroys the root page of a table or an index."""
    return page_of(f"SELECT rootpage FROM sqlite_master WHERE name = '{name}'", garbage=garbage)


def cut_to(share: float) -> Harm:
    """Damage that truncates the file."""
    return lambda path: os.truncate(path, int(path.stat().st_size * share))


OF_VICTIM: Final = f"table_id = {VICTIM}"
ACTS: Final = f"FROM actions WHERE table_id = {VICTIM}"
MIDDLE: Final = f"(SELECT revision {ACTS} ORDER BY revision LIMIT 1 OFFSET 9)"
A_TEXT: Final = f"SELECT action {ACTS} AND action LIKE 'deal%' LIMIT 1"

OF_ACTS: Final = (
    Damage("bad UTF-8 in the deal", broken_text("actions", "action", f"{OF_VICTIM} AND seat = -1")),
    Damage("bad UTF-8 in an act", broken_text("actions", "action", f"{OF_VICTIM} AND revision = {MIDDLE}")),
    Damage("an act that does not parse", act("action", "fly R14")),
    Damage("an act that is nothing", act("action", "")),
    Damage("an act of unknown cards", act("action", "play R99")),
    Damage("an act that is not legal", act("action", "bid 5")),
    Damage("an act with a huge number", act("action", "bid " + "9" * 5000)),
    Damage("an act that is a number", act("action", 75)),
    Damage("an act that is bytes", act("action", b"play R14")),
    Damage("an act that is null", act("action", None)),
    Damage("an act of another seat", act("seat", 7)),
    Damage("an act of a seat below all", act("seat", -9)),
    Damage("an act of a seat in words", act("seat", "north")),
    Damage("an act by bytes", act("user_id", b"\xff")),
    Damage("an act by nobody possible", act("user_id", -5)),
    Damage("an act at no time", act("at", None)),
    Damage("an act at the end of time", act("at", 1e300)),
    Damage("an act at infinity", act("at", float("inf"))),
    Damage("an act before time", act("at", -1.0)),
    Damage("a revision in words", act("revision", "many", nth=7)),
    Damage("a revision beyond all", act("revision", 2**60, nth=7)),
    Damage("a negative revision", act("revision", -3, nth=7)),
    Damage("a gap in the log", sql(f"DELETE {ACTS} AND revision = {MIDDLE}")),
    Damage("a log without its beginning", sql(f"DELETE {ACTS} AND revision < {MIDDLE}")),
    Damage("no log at all", sql(f"DELETE {ACTS}")),
    Damage("an act twice", sql(
        f"INSERT INTO actions SELECT table_id, revision + 99, seat, user_id, action, at {ACTS} AND seat = -1"
    )),
    Damage("two deals exchanged", sql(
        f"UPDATE actions SET action = (SELECT action FROM actions WHERE table_id = 2 AND seat = 0 LIMIT 1) "
        f"WHERE table_id = {VICTIM} AND seat = -1"
    )),
    Damage("a deal short of cards", sql(
        f"UPDATE actions SET action = substr(action, 1, 30) WHERE table_id = {VICTIM} AND seat = -1"
    )),
)  # fmt: skip
OF_ROWS: Final = (
    Damage("bad UTF-8 in the options", broken_text("tables", "options", f"id = {VICTIM}"), repairable=False),
    Damage("bad JSON in the options", column("options", '{"target": '), repairable=False),
    Damage("options that are a list", column("options", "[1, 2]"), repairable=False),
    Damage("options nested without end", column("options", "[" * 100_000), repairable=False),
    Damage("an option that is a list", column("options", '{"target": [500]}'), repairable=False),
    Damage("an unknown option", column("options", '{"tarjet": 500}'), quarantined=()),
    Damage("bad JSON in the seats", column("seats", "[{"), repairable=False),
    Damage("no seats", column("seats", "[]"), repairable=False),
    Damage("seats that are bytes", column("seats", b"\x00\x01"), repairable=False),
    Damage("a seat too few", sql(
        f"UPDATE tables SET seats = json_remove(seats, '$[3]') WHERE id = {VICTIM}"), repairable=False),
    Damage("a seat without a name", sql(
        f"UPDATE tables SET seats = json_remove(seats, '$[0].name') WHERE id = {VICTIM}"), repairable=False),
    Damage("an unknown computer", sql(
        f"UPDATE tables SET seats = json_set(seats, '$[3].computer', 'stedy') WHERE id = {VICTIM}"),
        repairable=False),
    Damage("a name of half a character", sql(
        f"UPDATE tables SET seats = replace(seats, 'Ann', '\\ud83d') WHERE id = {VICTIM}"), repairable=False),
    Damage("an unknown game", column("game", "kentukky"), quarantined=()),
    Damage("a game that is null", column("game", None), repairable=False),
    Damage("an unknown version of the rules", column("rules_version", 99), quarantined=()),
    Damage("an unknown status", column("status", "plaYing")),
    Damage("a status that is null", column("status", None)),
    Damage("a version of the rules in words", column("rules_version", "2x"), repairable=False),
    Damage("what leaving means in bytes", column("leaving", b"alone")),
    Damage("who may play in bytes", column("settled", b"people")),
    Damage("a status and a time that are none", sql(
        f"UPDATE tables SET status = 'plaYing', slept_revision = 'x', due_at = 'x' WHERE id = {VICTIM}")),
    Damage("a negative revision of the table", column("revision", -1)),
    Damage("a revision of the table in words", column("revision", "twelve")),
    Damage("a revision of the table beyond all", column("revision", 2**62)),
    Damage("a host in words", column("host_id", "Ann")),
    Damage("a message in words", column("message_id", "there")),
    Damage("a time of opening that is none", column("created_at", float("inf"))),
    Damage("a channel in words", column("channel_id", "here"), repairable=False),
    Damage("a server that is null", column("guild_id", None), repairable=False),
    Damage(
        "bad JSON in seats of a lobby", column("seats", "{", LOBBY), quarantined=(LOBBY,), repairable=False
    ),
    Damage("a lobby that plays", column("status", "playing", table=LOBBY), quarantined=(LOBBY,)),
    Damage("a row that is gone", sql(f"DELETE FROM tables WHERE id = {VICTIM}"), quarantined=()),
    Damage("a finished match that plays again", column("status", "playing", table=OVER), quarantined=(OVER,)),
)  # fmt: skip
OF_OTHERS: Final = (
    Damage("bad JSON in the settings", sql("UPDATE settings SET value = '{'"), quarantined=()),
    Damage("settings that are bytes", sql("UPDATE settings SET value = x'ff00'"), quarantined=()),
    Damage("bad UTF-8 in saved rules", broken_text("saved_rules", "code", "1"), quarantined=()),
    Damage("saved rules without a name", sql("UPDATE saved_rules SET name = x'ff'"), quarantined=()),
    Damage("usual rules that are bytes", sql("UPDATE default_rules SET rules = x'ff'"), quarantined=()),
    Damage("an unknown ranking", sql("UPDATE matches SET ranking = 'best'"), quarantined=()),
    Damage("a result of words", sql("UPDATE match_players SET points = 'many', won = NULL"), quarantined=()),
    Damage("bad UTF-8 in a result's name", broken_text("match_players", "name", "1"), quarantined=()),
    Damage("bad JSON in results", sql("UPDATE deal_sides SET reasons = '[', seats = 'x'"), quarantined=()),
    Damage(
        "a token that is bytes",
        sql("UPDATE hand_messages SET token = x'ff', expires_at = ''"),
        quarantined=(),
    ),
)  # fmt: skip
OF_FILES: Final = (
    Damage("a page of acts destroyed", page_of(f"SELECT action {ACTS} AND revision = {MIDDLE}")),
    Damage("a page of acts without its head", page_of(A_TEXT, header_only=True)),
    Damage("a page of acts empty", page_of(A_TEXT, garbage=b"\0")),
    Damage("all acts destroyed", root_of("actions"), quarantined=(1, 2, 3), repairable=False),
    Damage(
        "all tables destroyed", root_of("tables"), quarantined=(1, 2, 3, 4), repairable=False, may_refuse=True
    ),
    Damage("the index of channels destroyed", root_of("one_open_table_per_channel"), (), may_refuse=True),
    Damage("the results destroyed", root_of("match_players"), quarantined=(), may_refuse=True),
    Damage("the saved rules destroyed", root_of("saved_rules"), quarantined=(), may_refuse=True),
    Damage("the settings destroyed", root_of("settings"), quarantined=(), may_refuse=True),
    Damage("the schema destroyed", page_of("SELECT 1"), quarantined=(), may_refuse=True),
    Damage("half of the file", cut_to(0.5), quarantined=(1, 2, 3, 4), repairable=False, may_refuse=True),
    Damage("all but the end of the file", cut_to(0.98), quarantined=(1, 2, 3, 4), may_refuse=True),
    Damage("a few bytes of the file", cut_to(0.001), quarantined=(), may_refuse=True),
)  # fmt: skip
ALL: Final = (*OF_ACTS, *OF_ROWS, *OF_OTHERS, *OF_FILES)
