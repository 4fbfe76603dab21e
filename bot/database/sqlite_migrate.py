"""Migrations of SQLite: numbered SQL files, each run in one transaction."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from bot.common.errors import StoreError
from bot.database.earlier import add_functions
from bot.database.files import sibling

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
