"""Migrations of SQLite: numbered SQL files that bring a database up to date, each in one transaction."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from bot.common.errors import StoreError
from bot.database.earlier import teach
from bot.database.files import beside

FOLDER = Path(__file__).with_name("migrations") / "sqlite"


def migrations() -> list[Path]:
    """List the migrations in order: the first makes version 1."""
    return sorted(FOLDER.glob("*.sql"))


def check_version(connection: sqlite3.Connection, path: Path) -> int:
    """Read the version of a database's schema; 0 is an empty file. Changes nothing.

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
    """Bring a database of some version up to date, and keep a copy of it first if it holds data.

    Foreign keys must not be enforced meanwhile: a migration may have to rebuild a table.

    Raises:
        sqlite3.Error: a migration failed; the database is as the one before it left it.
    """
    steps = migrations()
    if 0 < version < len(steps):
        copy = backup_of(path, version)
        copy.unlink(missing_ok=True)
        connection.execute("VACUUM INTO ?", (str(copy),))
    teach(connection)
    for number, step in enumerate(steps[version:], version + 1):
        sql = step.read_text(encoding="utf-8")
        connection.executescript(f"BEGIN IMMEDIATE;\n{sql}\nPRAGMA user_version = {number};\nCOMMIT;")
    if 0 < version < len(steps):
        connection.execute("VACUUM")  # nothing is left of what was there before


def backup_of(path: Path, version: int) -> Path:
    """Name the copy that is kept of a database before it is migrated from a version."""
    return beside(path, f"-v{version}")
