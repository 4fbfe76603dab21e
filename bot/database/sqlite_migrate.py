"""Migrations of SQLite: numbered SQL files, each run in one transaction.

Some call SQL functions that know the rules: they record matches of early versions as later ones are recorded.
"""

from __future__ import annotations

import json
import sqlite3
from functools import lru_cache
from pathlib import Path
from typing import Final

from bot.common.errors import StoreError
from bot.database.files import sibling
from rules.catalog import find_game, game_with
from rules.codes import code_of
from rules.core.decisions import Seat
from rules.core.protocol import InvalidOption

FIRST: Final = 1
"""The version of the rules of all matches from before the database stored versions."""
FOLDER = Path(__file__).with_name("migrations") / "sqlite"


def migrations() -> list[Path]:
    """Paths of the migrations in order: the first leads to version 1."""
    return sorted(FOLDER.glob("*.sql"))


def check_version(connection: sqlite3.Connection, path: Path) -> int:
    """The version of a database's schema; 0 for an empty file. Changes nothing.

    Raises:
        StoreError: the database belongs to a newer Rookery or to another program.
    """
    [version] = connection.execute("PRAGMA user_version").fetchone()
    [things] = connection.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()
    newest = len(migrations())
    if version > newest:
        raise StoreError(
            f"{path} was written by a newer Rookery (schema {version}, this one knows {newest}): "
            "install that version again, or restore a backup made before."
        )
    if version == 0 and things:
        raise StoreError(f"{path} is another program's database: name another file.")
    return int(version)


def migrate(connection: sqlite3.Connection, path: Path, version: int) -> None:
    """Migrate a database from a version to the newest; if it holds data, keep a copy of it first.

    Foreign keys must not be enforced: a migration may have to rebuild a table.

    Raises:
        sqlite3.Error: a migration failed; the migrations before it are done.
    """
    steps = migrations()
    if 0 < version < len(steps):
        copy = backup_of(path, version)
        copy.unlink(missing_ok=True)
        connection.execute("VACUUM INTO ?", (str(copy),))
    add_functions(connection)
    for number, step in enumerate(steps[version:], version + 1):
        sql = step.read_text(encoding="utf-8")
        connection.executescript(f"BEGIN IMMEDIATE;\n{sql}\nPRAGMA user_version = {number};\nCOMMIT;")
    if 0 < version < len(steps):
        connection.execute("VACUUM")  # no deleted data remains in the file


def backup_of(path: Path, version: int) -> Path:
    """Path of the copy that is kept of a database before it is migrated from a version."""
    return sibling(path, f"-v{version}")


def add_functions(connection: sqlite3.Connection) -> None:
    """Register ``rules_code``, ``edition`` and ``side``, which migrations call, as SQL functions."""
    connection.create_function("rules_code", 2, rules_code)
    connection.create_function("edition", 1, edition)
    connection.create_function("side", 4, side)


@lru_cache
def rules_code(game: str, options: str) -> str | None:
    """The rules code of a game with its options (a JSON object); None if they are no longer valid."""
    try:
        return code_of(game_with(game, json.loads(options), FIRST))
    except InvalidOption:
        return None


def edition(game: str) -> str:
    """The edition of a game's rule book; empty if the game no longer exists."""
    try:
        return find_game(game).about.edition
    except InvalidOption:
        return ""


def side(game: str, options: str, seats: int, seat: Seat) -> int:
    """The side of a seat; the seat's own number if the game no longer exists."""
    sides = _sides(game, options, seats)
    return next((index for index, side in enumerate(sides) if seat in side), seat)


@lru_cache
def _sides(game: str, options: str, seats: int) -> tuple[tuple[Seat, ...], ...]:
    try:
        rules = game_with(game, json.loads(options), FIRST)
        return tuple(side.seats for side in rules.table_view(rules.start(seats)).totals)
    except InvalidOption:
        return ()
